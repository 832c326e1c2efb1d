"""Answers crash reports through `symbolicate stream`: one process, many reports, answers in order.

    with SymbolicateStream(["--symbols", "dSYMs"]) as stream:
        for key, answer in stream.answers((name, content) for name, content in reports):
            if answer.error is None: use(key, answer.reports)

The process reads and writes while the caller waits, and at most `in_flight` reports are between the two. A report that ends
the process is asked again alone; if it ends the process a second time, its answer is an error, and all others are answered.
The module needs Python 3.9 and nothing else, so that Spark can ship it as one file.
"""

import json
import queue
import subprocess
import threading
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Iterable, Iterator, List, Optional, Tuple

#: The first bytes of PLCrashReporter's binary reports, which cannot be a JSON string.
PLCRASH_MAGIC = b"plcrash"


@dataclass
class Answer:
    """What `symbolicate` answers for one input: its reports as JSON objects, or why there are none."""

    reports: List[dict] = field(default_factory=list)
    error: Optional[str] = None


class StreamEnded(Exception):
    """The process ended before it answered; the text has its exit code and the end of its standard error."""


class SymbolicateStream:
    """One `symbolicate stream` process at a time, started again when it ends.

    `arguments` are options of `symbolicate stream`; `program` is the command, with its path if it is not on PATH.
    """

    def __init__(self, arguments: Iterable[str] = (), program: str = "symbolicate", in_flight: int = 64):
        self.command = [program, "stream", *arguments]
        self.one_report = [program, "-f", "ndjson", *arguments, "-"]
        self.in_flight = in_flight
        self.restarts = 0
        self._process: Optional[subprocess.Popen] = None
        self._messages: "deque[bytes]" = deque(maxlen=10)  # the last lines of standard error
        self._message_reader: Optional[threading.Thread] = None

    def __enter__(self) -> "SymbolicateStream":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process. What it has not answered is not answered."""
        process, self._process = self._process, None
        if process is None:
            return
        _close(process.stdin)  # first: a child that the command started, and left behind, ends by it
        process.kill()
        process.wait()
        _close(process.stdout)
        self._message_reader.join()
        _close(process.stderr)

    def answers(self, reports: Iterable[Tuple[Any, bytes]]) -> Iterator[Tuple[Any, Answer]]:
        """Yields every key with its answer, in the order of `reports`, whose items are read ahead by `in_flight` at most."""
        source = iter(reports)
        while True:
            unanswered: List[Tuple[Any, bytes]] = []
            try:
                for pair in self._exchange(source, unanswered):
                    yield pair
                return
            except StreamEnded:
                self.restarts += 1
                self.close()
            for key, content in unanswered:  # one of them ended the process: each alone
                yield key, self.answer(content)

    def answer(self, content: bytes) -> Answer:
        """The answer to one report. An error names the process's end if the report ended it."""
        try:
            return next(self._exchange(iter([(None, content)]), []))[1]
        except StreamEnded as ended:
            self.restarts += 1
            self.close()
            return Answer(error=str(ended))

    def _exchange(self, source: Iterator[Tuple[Any, bytes]], unanswered: list) -> Iterator[Tuple[Any, Answer]]:
        process = self._running()
        asked: "queue.Queue" = queue.Queue()
        room = threading.Semaphore(self.in_flight)
        stop = threading.Event()
        writer = threading.Thread(target=self._write, args=(process, source, asked, room, stop), daemon=True)
        writer.start()
        try:
            while True:
                item = asked.get()
                if item is None:
                    return
                if isinstance(item, BaseException):
                    raise item
                key, content, binary = item
                unanswered.append((key, content))
                answer = self._answer_alone(content) if binary else _parsed(self._line(process))
                unanswered.pop()
                room.release()
                yield key, answer
        except StreamEnded:
            stop.set()
            room.release()
            writer.join()
            unanswered.extend(_rest(asked))
            raise
        finally:
            stop.set()
            room.release()

    @staticmethod
    def _write(process, source, asked, room, stop) -> None:
        """Feeds the process from `source`; what was asked is in `asked`, with None after the last."""
        broken = False
        try:
            while True:
                room.acquire()
                if stop.is_set() or broken:
                    return
                try:
                    key, content = next(source)
                except StopIteration:
                    asked.put(None)
                    return
                binary = content.startswith(PLCRASH_MAGIC)
                asked.put((key, content, binary))
                if binary:
                    continue
                line = json.dumps({"id": 0, "report": content.decode("utf-8", "replace")})
                try:
                    process.stdin.write(line.encode() + b"\n")
                    process.stdin.flush()
                except (OSError, ValueError):
                    broken = True  # the process ended: the reader notices at its next line
        except BaseException as error:  # of the caller's source: it belongs to the caller's thread
            asked.put(error)

    def _line(self, process) -> bytes:
        line = process.stdout.readline()
        if line.endswith(b"\n"):
            return line
        _close(process.stdin)
        code = process.wait()
        self._message_reader.join()
        messages = b"".join(self._messages)[-500:].decode("utf-8", "replace").strip()
        raise StreamEnded(f"symbolicate stream ended with {code}: {messages or 'no message'}")

    def _answer_alone(self, content: bytes) -> Answer:
        run = subprocess.run(self.one_report, input=content, capture_output=True, check=False)
        reports = [json.loads(line) for line in run.stdout.splitlines()]
        if reports:
            return Answer(reports=reports)
        return Answer(error=run.stderr.decode("utf-8", "replace").strip()[-500:] or f"symbolicate ended with {run.returncode}")

    def _running(self) -> subprocess.Popen:
        if self._process is None:
            self._messages.clear()
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self._message_reader = threading.Thread(
                target=self._messages.extend, args=(self._process.stderr,), daemon=True)
            self._message_reader.start()
        return self._process


def _close(pipe: Any) -> None:
    try:
        pipe.close()
    except OSError:
        pass  # what was buffered for a process that is gone


def _rest(asked: "queue.Queue") -> List[Tuple[Any, bytes]]:
    rest = []
    while not asked.empty():
        item = asked.get()
        if isinstance(item, BaseException):
            raise item
        if item is not None:
            rest.append((item[0], item[1]))
    return rest


def _parsed(line: bytes) -> Answer:
    answer = json.loads(line)
    if "error" in answer:
        return Answer(error=answer["error"])
    if "reports" in answer:
        return Answer(reports=answer["reports"])
    return Answer(reports=[answer["report"]])
