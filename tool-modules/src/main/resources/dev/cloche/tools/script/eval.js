// Evaluates one script for the ScriptEngine: request on standard input, what comes of it behind a mark
// on standard output. Everything it uses later is taken before the script runs.
{
  const { parse, stringify } = JSON;
  const { readStdin, write } = std;
  const { keys, defineProperty, prototype } = Object;
  const hasOwn = prototype.hasOwnProperty.call.bind(prototype.hasOwnProperty);
  const evaluate = globalThis.eval;
  const request = parse(readStdin());

  // undefined and functions have no JSON; numbers that JSON lacks and bigints go as text.
  const encode = (value) => {
    if (typeof value === "bigint") return { type: "bigint", text: value.toString() };
    if (typeof value === "number" && !Number.isFinite(value)) return { type: "number", text: String(value) };
    const json = stringify(value);
    return json === undefined ? { type: "none" } : { type: "json", text: json };
  };

  const failure = (error) => {
    const isError = error instanceof Error;
    const message = isError ? `${error.name}: ${error.message}` : String(error);
    return { message, stack: isError ? String(error.stack) : "" };
  };

  const before = new Set(keys(globalThis));
  const given = {};
  for (const name of keys(request.bindings)) {
    const value = request.bindings[name];
    given[name] = stringify(value);
    defineProperty(globalThis, name, { value, writable: true, enumerable: true, configurable: true });
  }

  // What the script changed or made, as far as it can be passed.
  const changes = () => {
    const changed = {};
    for (const name of keys(globalThis)) {
      if (before.has(name) && !hasOwn(given, name)) continue;
      try {
        const value = encode(globalThis[name]);
        if (value.type !== "none" && value.text !== given[name]) changed[name] = value;
      } catch {
        continue;
      }
    }
    return changed;
  };

  const finish = (result) => write(request.mark + stringify(result));

  try {
    const value = evaluate(request.source);
    if (value instanceof Promise) {
      value.then(
        (settled) => finish({ value: encode(settled), bindings: changes() }),
        (error) => finish({ error: failure(error) }),
      );
    } else {
      finish({ value: encode(value), bindings: changes() });
    }
  } catch (error) {
    finish({ error: failure(error) });
  }
}
