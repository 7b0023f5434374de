"""A server of the Model Context Protocol in Python's standard library alone: one tool, the legacy era."""

import json
import sys
import unicodedata

REVISIONS = ["2025-11-25", "2025-06-18"]
TOOL = {
    "name": "count_letters",
    "description": "Counts the letters of a text, in any script.",
    "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
}


class RpcError(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def count_letters(arguments):
    text = arguments.get("text") if isinstance(arguments, dict) else None
    if not isinstance(text, str):
        return {"content": [{"type": "text", "text": "text must be a string"}], "isError": True}
    letters = sum(unicodedata.category(character).startswith("L") for character in text)
    return {"content": [{"type": "text", "text": str(letters)}]}


def answer_to(method, params):
    if method == "initialize":
        asked = params.get("protocolVersion")
        return {
            "protocolVersion": asked if asked in REVISIONS else REVISIONS[0],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "letters", "version": "1.0.0"},
        }
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call":
        if params.get("name") != TOOL["name"]:
            raise RpcError(-32602, f"unknown tool {json.dumps(params.get('name'))}")
        return count_letters(params.get("arguments"))
    raise RpcError(-32601, f"unknown method {method}")


def reply(line):
    """The answer to one line; None where there is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):  # bytes that are no UTF-8, too; and brackets without end
        return {"error": {"code": -32700, "message": "this line is not JSON"}}
    if not isinstance(message, dict) or not isinstance(message.get("method"), str):
        return {"error": {"code": -32600, "message": "this is no request"}}
    if "id" not in message:
        return None
    params = message.get("params")
    try:
        result = answer_to(message["method"], params if isinstance(params, dict) else {})
        return {"id": message["id"], "result": result}
    except RpcError as error:
        return {"id": message["id"], "error": {"code": error.code, "message": str(error)}}


def main():
    print("letters: ready", file=sys.stderr, flush=True)  # logs belong here, never on stdout
    for line in sys.stdin.buffer:  # ends when stdin does
        if not line.strip():
            continue
        answer = reply(line)
        if answer is not None:
            text = json.dumps({"jsonrpc": "2.0", **answer})
            # Bytes, and flushed: print() would use the line ends of the system, and wait in a buffer.
            sys.stdout.buffer.write(text.encode("ascii") + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
