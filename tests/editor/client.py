"""An editor of our own: speaks the protocol with the server in a process, over its standard streams."""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
Json = dict[str, Any]


class Refused(Exception):  # noqa: N818 - an answer of the server, no fault of ours
    """The server answers with an error."""

    def __init__(self, error: Json) -> None:
        super().__init__(error["message"])
        self.code = error["code"]


class Editor:
    """Opens, changes and asks. ``shown`` holds the latest diagnostics of each file, ``told`` all messages."""

    def __init__(self, cache: Path, *options: str) -> None:
        paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "interpreter", "lsp", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": paths, "LUDWRIGHT_CACHE": str(cache)},
        )  # fmt: skip
        self.shown: dict[str, list[Json]] = {}
        self.versions: dict[str, int | None] = {}
        self.told: list[Json] = []
        self._answers: queue.Queue[Json] = queue.Queue()
        self._news = threading.Condition()
        self._next = 0
        self._version: dict[Path, int] = {}
        self.capabilities: Json = {}
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    # -- messages -------------------------------------------------------------------------------------------

    def send(self, message: Json) -> None:
        """One message, as it goes over the wire."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def write(self, data: bytes) -> None:
        """Bytes, whatever they are."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while line := stream.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            self._take(json.loads(stream.read(length)))

    def _take(self, message: Json) -> None:
        with self._news:
            self.told.append(message)
            if message.get("method") == "textDocument/publishDiagnostics":
                params = message["params"]
                self.shown[params["uri"]] = params["diagnostics"]
                self.versions[params["uri"]] = params.get("version")
            elif "id" in message and "method" not in message:
                self._answers.put(message)
            self._news.notify_all()

    def ask(self, method: str, params: Any = None) -> Any:
        """The answer to a request. Raises: Refused."""
        self._next += 1
        own = self._next
        self.send({"id": own, "method": method, "params": params})
        until = time.monotonic() + PATIENCE
        while True:
            answer = self._answers.get(timeout=max(0.1, until - time.monotonic()))
            if answer["id"] == own:
                break
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    def tell(self, method: str, params: Any = None) -> None:
        """A notification."""
        self.send({"method": method, "params": params})

    # -- an editor's ways -----------------------------------------------------------------------------------

    def begin(self, options: Json | None = None, encodings: list[str] | None = None) -> None:
        """Agree with the server on what both can do."""
        general = {"positionEncodings": encodings} if encodings else {}
        capabilities = {"general": general, "textDocument": {"rename": {"prepareSupport": True}}}
        answer = self.ask(
            "initialize",
            {
                "processId": None, "rootUri": None, "capabilities": capabilities,
                "initializationOptions": options or {"pause": 0.02},
            },
        )  # fmt: skip
        self.capabilities = answer["capabilities"]
        self.tell("initialized", {})

    def end(self) -> int:
        """Shut the server down and give its exit code."""
        self.ask("shutdown")
        self.tell("exit")
        return self.process.wait(30)

    def leave(self) -> None:
        """Be gone, whatever the server does."""
        self.process.kill()
        self.process.wait(30)
        self._listener.join(30)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            with suppress(OSError):
                stream.close()

    def open(self, path: Path, text: str | None = None) -> None:
        """Open a file with its saved text, or with another."""
        self._version[path] = 1
        held = path.read_bytes().decode() if text is None else text
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": held}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, path: Path, text: str) -> None:
        """Write the whole text anew, unsaved."""
        self._version[path] += 1
        document = {"uri": path.as_uri(), "version": self._version[path]}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def close(self, path: Path) -> None:
        """Close a file without saving it."""
        del self._version[path]
        self.tell("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})

    def close_all(self) -> None:
        """Close all files and forget what was said of them."""
        for path in list(self._version):
            self.close(path)
        with self._news:
            self.shown.clear()
            self.told.clear()

    def at(self, method: str, path: Path, line: int, character: int, **more: Any) -> Any:
        """Ask about a place: a line and a character, both from 0."""
        place = {"line": line, "character": character}
        return self.ask(
            f"textDocument/{method}", {"textDocument": {"uri": path.as_uri()}, "position": place, **more}
        )

    def wait(self, path: Path, version: int | None = None, patience: float = PATIENCE) -> list[Json]:
        """The diagnostics of a file as it is now, when they come; of its version, or the newest one."""
        wanted = version or self._version.get(path)
        uri = path.as_uri()
        until = time.monotonic() + patience
        with self._news:
            while uri not in self.shown or (wanted is not None and self.versions[uri] != wanted):
                if not self._news.wait(max(0.0, until - time.monotonic())):
                    raise TimeoutError(
                        f"nothing was said of {path.name}, version {wanted}: {self.shown.keys()}"
                    )
            return self.shown[uri]

    def until(self, path: Path, codes: set[str], patience: float = PATIENCE) -> list[Json]:
        """The diagnostics of a file when their codes are these."""
        uri = path.as_uri()
        until = time.monotonic() + patience
        with self._news:
            while {str(one["code"]) for one in self.shown.get(uri, ())} != codes or uri not in self.shown:
                if not self._news.wait(max(0.0, until - time.monotonic())):
                    raise TimeoutError(f"{path.name} shows {self.shown.get(uri)}")
            return self.shown[uri]

    def settle(self, path: Path, marker: str, told: str, patience: float = PATIENCE) -> None:
        """Wait until the server knows something of a name, which it finds out late."""
        text = path.read_text("utf-8")
        until = time.monotonic() + patience
        while told not in str(self.at("hover", path, *place(text, marker, 1))):
            if time.monotonic() > until:
                raise TimeoutError(f"{told} is not known")
            time.sleep(0.05)


@contextmanager
def editing(cache: Path, options: Json | None = None, encodings: list[str] | None = None) -> Iterator[Editor]:
    """An editor at work; its server is gone afterwards."""
    editor = Editor(cache)
    try:
        editor.begin(options, encodings)
        yield editor
    finally:
        editor.leave()


def place(text: str, marker: str, shift: int = 0) -> tuple[int, int]:
    """Line and character, in UTF-16, of where a marker begins in a text, and some characters on."""
    offset = text.index(marker) + shift
    before = text[:offset].replace("\r\n", "\n")
    line = before.count("\n")
    return line, len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2
