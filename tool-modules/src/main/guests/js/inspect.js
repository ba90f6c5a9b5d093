// Lays values out for console.log, much as Node does: (values...) => string. Getters are named, never called.
(() => {
  const DEPTH = 4, ITEMS = 100, WIDTH = 76;
  const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
  const TypedArray = Object.getPrototypeOf(Uint8Array);

  const quote = (text) => {
    const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : "`";
    const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
    return mark + (mark === "'" ? inner : inner.replaceAll(mark, "\\" + mark)) + mark;
  };

  const primitive = (value) => {
    switch (typeof value) {
      case "string": return quote(value);
      case "bigint": return value + "n";
      case "symbol": return value.toString();
      case "number": return Object.is(value, -0) ? "-0" : String(value);
      default: return String(value);
    }
  };

  const constructorName = (object) => {
    for (let link = object; link; link = Object.getPrototypeOf(link)) {
      const own = Object.getOwnPropertyDescriptor(link, "constructor");
      if (own && typeof own.value === "function" && own.value.name) return own.value.name;
    }
    return "[Object: null prototype]";
  };

  const FRAMES = 16;
  const stackOf = (error) => {
    const frames = typeof error.stack === "string" ? error.stack.trimEnd().split("\n") : [];
    if (frames.length > FRAMES) frames.splice(FRAMES, Infinity, `    ... ${frames.length - FRAMES} more`);
    return [String(error), ...frames.filter(Boolean)].join("\n");
  };

  // One line if it fits, else one entry a line.
  const group = (prefix, open, entries, close, indent) => {
    const head = prefix ? prefix + " " : "";
    if (entries.length === 0) return head + open + close;
    const line = head + open + (open === "[" ? entries.join(", ") : " " + entries.join(", ") + " ") + close;
    if (line.length + indent.length <= WIDTH && !line.includes("\n")) return line;
    const inner = indent + "  ";
    if (open === "[" && entries.slice(0, ITEMS).every((entry) => entry.length <= 6)) return head + open + "\n" + rows(entries, inner) + "\n" + indent + close;
    return head + open + "\n" + entries.map((entry) => inner + entry).join(",\n") + "\n" + indent + close;
  };

  // Short entries, as many to a line as fit.
  const rows = (entries, indent) => {
    const lines = [indent];
    entries.forEach((entry, index) => {
      const text = entry + (index < entries.length - 1 ? ", " : "");
      if (lines[lines.length - 1].length + text.length > WIDTH) lines.push(indent);
      lines[lines.length - 1] += text;
    });
    return lines.map((line) => line.trimEnd()).join("\n");
  };

  const limited = (count, layOut) => {
    const shown = Array.from({ length: Math.min(count, ITEMS) }, (_, index) => layOut(index));
    if (count > ITEMS) shown.push(`... ${count - ITEMS} more`);
    return shown;
  };

  const inspect = (value, depth, indent, seen) => {
    if (value === null || (typeof value !== "object" && typeof value !== "function")) return primitive(value);
    if (seen.includes(value)) return "[Circular]";
    const path = [...seen, value];
    const nested = (inner) => inspect(inner, depth + 1, indent + "  ", path);
    const property = (key) => {
      const { value: inner, get, set } = Object.getOwnPropertyDescriptor(value, key);
      return get || set ? `[${[get && "Getter", set && "Setter"].filter(Boolean).join("/")}]` : nested(inner);
    };
    const label = (key) => typeof key === "symbol" ? `[${key.toString()}]` : IDENTIFIER.test(key) ? key : quote(key);
    const keys = Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));
    const properties = (names) => limited(names.length, (index) => `${label(names[index])}: ${property(names[index])}`);
    const name = constructorName(value);

    if (Array.isArray(value)) {
      if (depth > DEPTH) return "[Array]";
      const items = limited(value.length, (index) => index in value ? property(String(index)) : "<empty>");
      const extra = keys.filter((key) => typeof key === "symbol" || !/^\d+$/.test(key));
      return group(name === "Array" ? "" : `${name}(${value.length})`, "[", [...items, ...properties(extra)], "]", indent);
    }
    if (typeof value === "function") {
      const kind = /^class\b/.test(Function.prototype.toString.call(value)) ? "class" : "Function";
      const text = value.name ? `[${kind}${kind === "class" ? " " : ": "}${value.name}]` : `[${kind} (anonymous)]`;
      return keys.length ? group(text, "{", properties(keys), "}", indent) : text;
    }
    if (value instanceof Error) {
      const extra = keys.filter((key) => key !== "stack" && key !== "message");
      if (Object.hasOwn(value, "cause")) extra.push("cause");
      const text = stackOf(value).replaceAll("\n", "\n" + indent);
      return extra.length ? group(text, "{", properties(extra), "}", indent) : depth ? `[${text}]` : text;
    }
    if (depth > DEPTH) return `[${name}]`;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (value instanceof Map) {
      const entries = [...Map.prototype.entries.call(value)];
      return group(`Map(${value.size})`, "{", limited(entries.length, (i) => `${nested(entries[i][0])} => ${nested(entries[i][1])}`), "}", indent);
    }
    if (value instanceof Set) {
      const items = [...Set.prototype.values.call(value)];
      return group(`Set(${value.size})`, "{", limited(items.length, (index) => nested(items[index])), "}", indent);
    }
    if (value instanceof TypedArray) return group(`${name}(${value.length})`, "[", limited(value.length, (index) => primitive(value[index])), "]", indent);
    if (value instanceof ArrayBuffer) return `ArrayBuffer { byteLength: ${value.byteLength} }`;
    if (value instanceof Number || value instanceof String || value instanceof Boolean) return `[${name}: ${primitive(value.valueOf())}]`;
    return group(name === "Object" ? "" : name, "{", properties(keys), "}", indent);
  };

  const show = (value) => typeof value === "string" ? value : inspect(value, 0, "", []);

  const FORMATS = {
    s: (value) => typeof value === "object" && value !== null ? inspect(value, 0, "", []) : typeof value === "bigint" ? value + "n" : String(value),
    d: (value) => typeof value === "bigint" ? value + "n" : String(typeof value === "object" ? NaN : Number(value)),
    i: (value) => typeof value === "bigint" ? value + "n" : String(parseInt(value)),
    f: (value) => String(parseFloat(value)),
    j: (value) => JSON.stringify(value),
    o: (value) => inspect(value, 0, "", []),
    O: (value) => inspect(value, 0, "", []),
    c: () => "",
  };

  return (...values) => {
    if (values.length < 2 || typeof values[0] !== "string" || !values[0].includes("%")) return values.map(show).join(" ");
    let next = 1;
    const text = values[0].replace(/%([sdifjoOc%])/g, (whole, kind) =>
      kind === "%" ? "%" : next < values.length ? FORMATS[kind](values[next++]) : whole);
    return [text, ...values.slice(next).map(show)].join(" ");
  };
})();
