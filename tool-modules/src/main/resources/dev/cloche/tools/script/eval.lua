-- Evaluates one script for the ScriptEngine: request on standard input, what comes of it behind a mark
-- on standard output. Everything it uses later is taken before the script runs.
local json = require("json")
local encode_json, null = json.encode, json.null
local globals, stdout, write = _G, io.stdout, io.stdout.write
local next, pcall, load, tostring, type, math_type, huge = next, pcall, load, tostring, type, math.type, math.huge
local request = json.decode(io.read("a"))

-- nil has no JSON; numbers that JSON lacks go as text; what it cannot say is an error.
local function encode(value)
  if value == nil then return { type = "none" } end
  if math_type(value) == "float" and (value ~= value or value == huge or value == -huge) then
    return { type = "number", text = value ~= value and "NaN" or value > 0 and "Infinity" or "-Infinity" }
  end
  return { type = "exact", text = encode_json(value) }
end

local before, given = {}, {}
for name in next, globals do before[name] = true end
for name, value in next, request.bindings do
  given[name] = encode_json(value)
  if value ~= null then globals[name] = value end
end

-- What the script changed or made, as far as it can be passed. A binding that is nil now is null.
local function changes()
  local changed = {}
  for name, value in next, globals do
    if type(name) == "string" and (given[name] or not before[name]) then
      local passes, encoded = pcall(encode, value)
      if passes and encoded.text ~= given[name] then changed[name] = encoded end
    end
  end
  for name, text in next, given do
    if text ~= "null" and globals[name] == nil then changed[name] = { type = "none" } end
  end
  return changed
end

local function finish(result)
  write(stdout, request.mark, encode_json(result))
end

local function failure(error)
  local message = type(error) == "string" and error or tostring(error)
  return { error = { message = message, stack = message } }
end

-- An expression is evaluated, as at Lua's own prompt; anything else is a chunk, whose value is what it returns.
local chunk, problem = load("return " .. request.source, "=<input>", "t")
if not chunk then
  chunk, problem = load(request.source, "=<input>", "t")
end
if not chunk then
  finish(failure(problem))
else
  local ended, value = pcall(chunk)
  if ended then ended, value = pcall(encode, value) end
  local result = ended and { value = value, bindings = changes() } or failure(value)
  if not pcall(finish, result) then finish({ error = { message = "the value cannot be passed", stack = "" } }) end
end
