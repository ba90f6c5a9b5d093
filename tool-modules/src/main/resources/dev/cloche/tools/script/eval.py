# Evaluates one script for the ScriptEngine: request on standard input, what comes of it behind a mark
# on standard output. Everything it uses later is taken before the script runs.
def evaluate():
    import ast, json, math, os, sys

    dumps, isfinite, write, stdout = json.dumps, math.isfinite, os.write, sys.stdout
    flush = stdout.flush
    scope = globals()
    del scope["evaluate"]
    request = json.load(sys.stdin)
    mark, source = request["mark"], request["source"]

    # Numbers that JSON lacks go as text; what it cannot say is an error.
    def encode(value):
        if value is None:
            return {"type": "none"}
        if isinstance(value, float) and not isfinite(value):
            return {"type": "number", "text": "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"}
        return {"type": "exact", "text": dumps(value, allow_nan=False)}

    before, given = set(scope), {}
    for name, value in request["bindings"].items():
        given[name] = dumps(value)
        scope[name] = value

    # What the script changed or made, as far as it can be passed.
    def changes():
        changed = {}
        for name, value in list(scope.items()):
            if name in before and name not in given:
                continue
            try:
                encoded = encode(value)
                if encoded.get("text", "null") != given.get(name):
                    changed[name] = encoded
            except Exception:
                continue
        return changed

    def failure(error):
        line = error.lineno if isinstance(error, SyntaxError) and error.filename == "<input>" else None
        trace = error.__traceback__ if line is None else None
        while trace is not None:  # the last of the script's own frames
            if trace.tb_frame.f_code.co_filename == "<input>":
                line = trace.tb_lineno
            trace = trace.tb_next
        return {"message": f"{type(error).__name__}: {error}", "stack": f"<input>:{line}" if line else ""}

    def finish(result):
        try:
            flush()
        except Exception:
            pass
        bytes = (mark + dumps(result)).encode()
        while bytes:
            bytes = bytes[write(1, bytes):]

    def run():
        tree = ast.parse(source, "<input>")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "<input>", "exec"), scope)
        return None if last is None else eval(compile(ast.Expression(last.value), "<input>", "eval"), scope)

    try:
        value = encode(run())
        finish({"value": value, "bindings": changes()})
    except SystemExit:
        raise
    except BaseException as error:
        finish({"error": failure(error)})


evaluate()
