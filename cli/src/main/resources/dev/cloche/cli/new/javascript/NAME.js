/* cloche: {
  "name": "@NAME@",
  "description": "Counts the lines, words and bytes of a text",
  "capabilities": { "network": [], "environment": [], "workspace": "none" },
  "input": {
    "type": "object",
    "additionalProperties": false,
    "required": ["text"],
    "properties": { "text": { "type": "string", "description": "What is counted" } }
  },
  "call": { "arguments": [ { "property": "text", "verbatim": true } ] },
  "output": {
    "type": "object",
    "required": ["lines", "words", "bytes"],
    "properties": {
      "lines": { "type": "integer" },
      "words": { "type": "integer" },
      "bytes": { "type": "integer" }
    }
  },
  "examples": [
    {
      "title": "Two lines",
      "input": { "text": "one two\nthree\n" },
      "stdout": "{\"lines\":2,\"words\":3,\"bytes\":14}\n"
    }
  ]
} */
const text = args[0] ?? "";
const lines = text.split("\n").length - 1;
const words = text.split(/\s+/).filter((word) => word !== "").length;
const bytes = new TextEncoder().encode(text).length;
console.log(JSON.stringify({ lines, words, bytes }));
