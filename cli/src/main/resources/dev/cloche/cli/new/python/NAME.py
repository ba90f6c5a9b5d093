# cloche: {
#   "name": "@NAME@",
#   "description": "Counts the lines, words and bytes of a text",
#   "capabilities": { "network": [], "environment": [], "workspace": "none" },
#   "input": {
#     "type": "object",
#     "additionalProperties": false,
#     "required": ["text"],
#     "properties": { "text": { "type": "string", "description": "What is counted" } }
#   },
#   "call": { "arguments": [ { "property": "text", "verbatim": true } ] },
#   "output": {
#     "type": "object",
#     "required": ["lines", "words", "bytes"],
#     "properties": {
#       "lines": { "type": "integer" },
#       "words": { "type": "integer" },
#       "bytes": { "type": "integer" }
#     }
#   },
#   "examples": [
#     {
#       "title": "Two lines",
#       "input": { "text": "one two\nthree\n" },
#       "stdout": "{\"lines\": 2, \"words\": 3, \"bytes\": 14}\n"
#     }
#   ]
# }

import json
import sys

text = sys.argv[1] if len(sys.argv) > 1 else ""
counts = {"lines": text.count("\n"), "words": len(text.split()), "bytes": len(text.encode())}
print(json.dumps(counts))
