"""The language server: listens to an editor, examines what it holds, and tells what was found."""

import asyncio
import logging
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from interpreter import __version__
from interpreter.front.editor import wire
from interpreter.front.editor.answers import Answers, format_source
from interpreter.front.editor.checker import Checker
from interpreter.front.editor.examine import Examined
from interpreter.front.editor.homes import mains_of
from interpreter.front.editor.renaming import RefusedError
from interpreter.front.editor.session import Session

PAUSE = 0.25
"""Seconds without a change after which the texts are examined."""

_LONGEST_PAUSE = 10.0
_SUFFIXES = {".yaml", ".yml"}
"""Of the files that are looked at; a page of notes that lies open beside a game is none."""

_log = logging.getLogger(__name__)


def is_refusal(error: object) -> bool:
    """Whether an error is the answer to what we don't do, such as renaming what has no name."""
    return isinstance(error, JsonRpcException) and error.code == lsp.LSPErrorCodes.RequestFailed


def is_fault(record: logging.LogRecord) -> bool:
    """Whether a line belongs in the log: pygls writes down refusals, too."""
    return record.exc_info is None or not is_refusal(record.exc_info[1])


class Protocol(LanguageServerProtocol):
    """The protocol, in which a request that can't be read is answered, too: who asks is waiting."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message from what came.

        Raises: JsonRpcException.
        """
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "method" in data and isinstance(data.get("id"), int | str):
                self._send_response(data["id"], error=error.to_response_error())
            raise


class Server(LanguageServer):
    """A server with the session of one editor."""

    def __init__(self, pause: float = PAUSE) -> None:
        super().__init__(
            "ludwright",
            __version__,
            protocol_cls=Protocol,
            text_document_sync_kind=lsp.TextDocumentSyncKind.Full,
            max_workers=2,
        )
        self.session = Session()
        self.answers = Answers(self.session)
        self.pause = pause
        self.uris: dict[Path, str] = {}
        self.versions: dict[Path, int | None] = {}
        self.told: set[Path] = set()
        self.was_shut_down = False
        self._timer: asyncio.TimerHandle | None = None
        self._waiting: dict[Path, None] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.checker = Checker(self.session, self._found, self._failed)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Keep faults in the log: nobody at an editor can do anything about a bad message. What was refused
        was answered, and is no fault.
        """
        if not is_refusal(error):
            _log.error("a message could not be handled", exc_info=error)

    # -- what the editor says ----------------------------------------------------------------------------

    def begin(self, options: Any) -> None:
        """Take what was agreed with the editor."""
        self._loop = asyncio.get_running_loop()
        encoding = self.workspace.position_encoding
        self.answers.encoding = (
            "utf-8" if encoding == "utf-8" else "utf-32" if encoding == "utf-32" else "utf-16"
        )
        pause = options.get("pause") if isinstance(options, dict) else None
        if isinstance(pause, int | float) and not isinstance(pause, bool):
            self.pause = min(max(float(pause), 0.0), _LONGEST_PAUSE)
        if not self.checker.is_running:
            self.checker.start()

    def hold(self, uri: str, text: str, version: int | None) -> None:
        """A text is open or was changed."""
        path = wire.path_of(uri)
        if path is not None and path.suffix in _SUFFIXES:
            self.uris[path], self.versions[path] = uri, version
            self.session.hold(path, text)
            self._soon(path)

    def let_go(self, uri: str) -> None:
        """A text was closed: what is saved counts."""
        path = wire.path_of(uri)
        if path is not None:
            self.uris.pop(path, None)
            self.versions.pop(path, None)
            self.session.let_go(path)
            self._soon(path)

    def saved(self, uri: str) -> None:
        """A file on the disk was changed, made or deleted."""
        path = wire.path_of(uri)
        if path is not None and path not in self.session.held:
            self.session.touch(path)
            self._soon(path)

    def _soon(self, path: Path) -> None:
        """Have the games of a file examined when no more is typed."""
        self._waiting[path] = None
        if self._timer is not None:
            self._timer.cancel()
        loop = self._loop or asyncio.get_running_loop()
        self._timer = loop.call_later(self.pause, self._now)

    def _now(self) -> None:
        waiting, self._waiting = list(self._waiting), {}
        mains = dict.fromkeys(main for path in reversed(waiting) for main in self.session.due(path))
        self.checker.ask(tuple(mains))
        self._publish({path for path in waiting if not mains_of(path, self.session.held)})

    # -- what we say -------------------------------------------------------------------------------------

    def _found(self, result: Examined, since: int) -> None:
        """In the checker's thread: hand a result over."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._accept, result, since)

    def _failed(self, main: Path, error: Exception) -> None:
        _log.error("%s could not be examined", main, exc_info=error)
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.session.give_up, main)

    def _accept(self, result: Examined, since: int) -> None:
        before = self.session.examined.get(result.main)
        if self.session.accept(result, since):
            known = set(before.findings) if before is not None else set()
            own = {one for one in self.uris if self._is_of(one, result)}
            self._publish(known | set(result.findings) | own)

    def _is_of(self, path: Path, game: Examined) -> bool:
        """Whether a game reads an open file, or might have."""
        return path in game.paths.values() or game.main in mains_of(path, self.session.held)

    def _publish(self, paths: set[Path]) -> None:
        """Tell what is found in files: all of it, each time."""
        for path in sorted(paths):
            if self.session.is_awaited(path):
                continue
            found = self.answers.diagnostics(path)
            if not found and path not in self.told and path not in self.uris:
                continue
            (self.told.add if found else self.told.discard)(path)
            self.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(
                    uri=self.uris.get(path, wire.uri_of(path)),
                    diagnostics=found,
                    version=self.versions.get(path),
                )
            )


def make_server(pause: float = PAUSE) -> Server:
    """A server with all that it can answer."""
    server = Server(pause)
    _texts(server)
    _questions(server)
    _edits(server)
    return server


def _texts(server: Server) -> None:
    @server.feature(lsp.INITIALIZE)
    def _initialize(params: lsp.InitializeParams) -> None:
        server.begin(params.initialization_options)

    @server.feature(lsp.SHUTDOWN)
    def _shutdown(params: None) -> None:
        server.was_shut_down = True
        server.checker.end()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def _open(params: lsp.DidOpenTextDocumentParams) -> None:
        one = params.text_document
        server.hold(one.uri, one.text, one.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def _change(params: lsp.DidChangeTextDocumentParams) -> None:
        one = params.text_document
        server.hold(one.uri, server.workspace.get_text_document(one.uri).source, one.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def _close(params: lsp.DidCloseTextDocumentParams) -> None:
        server.let_go(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def _watched(params: lsp.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            server.saved(change.uri)


def _questions(server: Server) -> None:
    answers = server.answers

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def _hover(params: lsp.HoverParams) -> lsp.Hover | None:
        return answers.hover(params.text_document.uri, params.position)

    options = lsp.CompletionOptions(trigger_characters=[" ", "(", "[", ",", ":"], resolve_provider=True)

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, options)
    def _completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        return answers.completion(params.text_document.uri, params.position)

    @server.feature(lsp.COMPLETION_ITEM_RESOLVE)
    def _resolve(item: lsp.CompletionItem) -> lsp.CompletionItem:
        return answers.resolved(item)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def _definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        return answers.definition(params.text_document.uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def _references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        declared = params.context.include_declaration
        return answers.references(params.text_document.uri, params.position, declared=declared)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def _highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        return answers.highlights(params.text_document.uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def _headings(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return answers.headings(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def _symbols(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        return answers.symbols(params.query)


def _edits(server: Server) -> None:
    answers = server.answers

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def _prepare(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder:
        try:
            return answers.prepare(params.text_document.uri, params.position)
        except RefusedError as error:
            raise JsonRpcException(str(error), lsp.LSPErrorCodes.RequestFailed) from None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def _rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        # The whole game is examined under the new name; meanwhile other questions are answered.
        try:
            with server.checker.resting():
                edit, done = await asyncio.to_thread(
                    answers.rename, params.text_document.uri, params.position, params.new_name
                )
        except RefusedError as error:
            raise JsonRpcException(str(error), lsp.LSPErrorCodes.RequestFailed) from None
        if done.records:
            text = "The records of this game tell moves under the old name and have to be made anew."
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))
        return edit

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION)
    def _actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return answers.actions(params.text_document.uri, params.range)

    if format_source() is not None:

        @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
        def _format(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
            return answers.formatted(params.text_document.uri)
