-- cloche: {
--   "name": "@NAME@",
--   "description": "Counts the lines, words and bytes of a text",
--   "capabilities": { "network": [], "environment": [], "workspace": "none" },
--   "input": {
--     "type": "object",
--     "additionalProperties": false,
--     "required": ["text"],
--     "properties": { "text": { "type": "string", "description": "What is counted" } }
--   },
--   "call": { "arguments": [ { "property": "text", "verbatim": true } ] },
--   "output": {
--     "type": "object",
--     "required": ["lines", "words", "bytes"],
--     "properties": {
--       "lines": { "type": "integer" },
--       "words": { "type": "integer" },
--       "bytes": { "type": "integer" }
--     }
--   },
--   "examples": [
--     {
--       "title": "Two lines",
--       "input": { "text": "one two\nthree\n" },
--       "stdout": "{\"lines\": 2, \"words\": 3, \"bytes\": 14}\n"
--     }
--   ]
-- }

local text = arg[1] or ""
local _, lines = text:gsub("\n", "")
local _, words = text:gsub("%S+", "")
print(string.format('{"lines": %d, "words": %d, "bytes": %d}', lines, words, #text))
