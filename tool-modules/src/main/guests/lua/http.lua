-- The module http; the host decides on each request. send(method, url, lines, body, flags) gives status, head and body, or nil,
-- a message, a code and a rule.
local send = ...
local NO_REDIRECTS = 1

-- In the order of the names, so that every run sends the same.
local function lines(headers)
  local all = {}
  for name, value in pairs(headers) do
    local fits = type(name) == "string" and (type(value) == "string" or math.type(value))
    if not fits or (name .. value):find("[\r\n\0]") then
      error("headers must be a table of strings by name, without line ends", 3)
    end
    all[#all + 1] = name .. ": " .. value .. "\n"
  end
  table.sort(all)
  return table.concat(all)
end

-- Names are in lower case. Several values of a name are joined by commas; cookies, which hold commas themselves, are a list.
local function response(status, head, body)
  local headers, url = {}, nil
  for name, value in head:gmatch("([^\n]-): ([^\n]*)") do
    if name == ":url" then
      url = value
    elseif name:sub(1, 1) ~= ":" then
      name = name:lower()
      if name == "set-cookie" then
        headers[name] = headers[name] or {}
        table.insert(headers[name], value)
      else
        headers[name] = headers[name] and headers[name] .. ", " .. value or value
      end
    end
  end
  return { status = status, url = url, headers = headers, body = body }
end

local http = {}

function http.fetch(url, options)
  options = options or {}
  local method = options.method or options.body and "POST" or "GET"
  local flags = options.redirects == false and NO_REDIRECTS or 0
  local status, head, body, rule = send(method, url, lines(options.headers or {}), options.body or "", flags)
  if not status then return nil, head, body, rule end
  return response(status, head, body)
end

return http
