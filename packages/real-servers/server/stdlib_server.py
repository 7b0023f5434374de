"""A server of the Model Context Protocol (2025-11-25, stdio) in Python's standard library alone.

It shares no code with any SDK: calls run in threads, the list comes in pages, and what it
declares and what it sends do not always agree, as it happens with servers written by hand.
"""

import base64
import json
import subprocess
import sys
import threading

TOOLS = [
    {
        "name": "echo",
        "title": "Echo",
        "description": "Gives back what it is given",
        "inputSchema": {"type": "object", "properties": {"value": {}}, "required": ["value"]},
    },
    {"name": "divide", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}},
    {"name": "bytes", "inputSchema": {"type": "object"}},
    {"name": "wait", "inputSchema": {"type": "object"}},
    {"name": "cancelled", "inputSchema": {"type": "object"}},
    {"name": "start-helper", "inputSchema": {"type": "object"}},
    {"name": "log", "inputSchema": {"type": "object"}},
    {"name": "ask-roots", "inputSchema": {"type": "object"}},
]
PAGE = 3

running = {}  # id of a call -> the event that cancels it
answers = {}  # id of a request of ours -> [event, answer]
cancelled = []
lock = threading.Lock()


def send(message):
    line = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False)
    with lock:
        sys.stdout.buffer.write(line.encode("utf-8") + b"\n")
        sys.stdout.buffer.flush()


def text(value, **more):
    return {"content": [{"type": "text", "text": value}], **more}


def list_tools(params):
    start = int(params.get("cursor", "0"))
    page = {"tools": TOOLS[start : start + PAGE]}
    if start + PAGE < len(TOOLS):
        page["nextCursor"] = str(start + PAGE)
    return page


def wait(token, event, call):
    progress = 0
    while not event.wait(0.02):
        progress += 1
        if token is not None:
            send({"method": "notifications/progress", "params": {"progressToken": token, "progress": progress}})
    cancelled.append(call)
    return None  # a cancelled call has no answer


def ask(method):
    identifier = f"ours-{len(answers) + 1}"
    event = threading.Event()
    answers[identifier] = [event, None]
    send({"id": identifier, "method": method})
    event.wait()
    return answers[identifier][1]


def start_helper():
    # In a session of its own, as a daemon would be; it says so itself when it runs.
    code = "import sys, time; print('up', flush=True); time.sleep(600)"
    helper = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True)
    helper.stdout.readline()
    return text(str(helper.pid), structuredContent={"pid": helper.pid})


def call_tool(params, event, call):
    name, arguments = params["name"], params.get("arguments", {})
    if name == "echo":
        return text(json.dumps(arguments["value"], ensure_ascii=False), structuredContent=arguments)
    if name == "divide":
        try:
            return text(str(arguments["a"] / arguments["b"]))
        except ZeroDivisionError as error:
            return text(str(error), isError=True)
    if name == "bytes":
        blob = base64.b64encode(bytes(range(256))).decode("ascii")
        return {"content": [{"type": "resource", "resource": {"uri": "mem://bytes", "blob": blob}}]}
    if name == "wait":
        return wait(params.get("_meta", {}).get("progressToken"), event, call)
    if name == "cancelled":
        return text(str(len(cancelled)))
    if name == "start-helper":
        return start_helper()
    if name == "log":
        # It declares no logging.
        send({"method": "notifications/message", "params": {"level": "info", "data": "hello"}})
        send({"method": "notifications/tools/list_changed"})
        return text("logged")
    if name == "ask-roots":
        return text(json.dumps(ask("roots/list")))
    raise KeyError(name)


def serve_call(message):
    call = message["id"]
    try:
        result = call_tool(message["params"], running[call], call)
        if result is not None:
            send({"id": call, "result": result})
    except KeyError as error:
        send({"id": call, "error": {"code": -32602, "message": f"missing: {error}"}})
    finally:
        running.pop(call, None)


def handle(message):
    method, params = message.get("method"), message.get("params", {})
    if method is None:
        waiting = answers.get(message.get("id"))
        if waiting:
            waiting[1] = message.get("result", message.get("error"))
            waiting[0].set()
    elif method == "notifications/cancelled":
        event = running.get(params.get("requestId"))
        if event:
            event.set()
    elif "id" not in message:
        return
    elif method == "initialize":
        about = {"name": "stdlib-server", "version": "1.0.0"}
        capabilities = {"tools": {"listChanged": True}}
        version = "2025-11-25"
        send(
            {
                "id": message["id"],
                "result": {"protocolVersion": version, "capabilities": capabilities, "serverInfo": about},
            }
        )
    elif method == "ping":
        send({"id": message["id"], "result": {}})
    elif method == "tools/list":
        send({"id": message["id"], "result": list_tools(params)})
    elif method == "tools/call":
        running[message["id"]] = threading.Event()
        threading.Thread(target=serve_call, args=(message,), daemon=True).start()
    else:
        send({"id": message["id"], "error": {"code": -32601, "message": f"no method {method}"}})


print("stdlib-server started", file=sys.stderr, flush=True)
for line in sys.stdin.buffer:
    if line.strip():
        handle(json.loads(line))
