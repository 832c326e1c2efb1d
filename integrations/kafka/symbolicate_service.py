#!/usr/bin/env python3
"""Symbolicates the crash reports of a Kafka topic: consume, answer, produce, then commit.

    integrations/kafka/symbolicate_service.py --brokers kafka:9092 --group symbolicate \\
        --input crashes --output symbolicated --failed crashes-failed -- --symbols /shared/dSYMs

Every message of the input is answered at least once: its offset is committed only after the brokers acknowledged the answer.
A service that is killed leaves its uncommitted messages to the next one, which answers them again; consumers of the output
recognize a repeated answer by the header `symbolicate-source` (topic/partition/offset).

- The answer has the key, the headers and the time of its message. Its value is the JSON of docs/JSON.md; a message with
  several reports gets one answer for each.
- What is no report, and an answer larger than the brokers accept, goes to the topic of --failed: the bytes of the message
  with the reason in the header `symbolicate-error`.
- Nothing is read ahead of the answers but one batch; while that batch is worked on, the partitions are paused and the service
  stays in its group.
- SIGTERM and SIGINT end the service after the batch in progress: answered, acknowledged, committed.
- More services with the same --group share the partitions.

Needs confluent-kafka (PyPI).
"""

import argparse
import json
import logging
import os
import pathlib
import signal
import sys
import threading
from typing import Any, List, Optional

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from confluent_kafka import Consumer, KafkaError, KafkaException, Message, Producer, TopicPartition  # noqa: E402

from symbolicate_stream import Answer, SymbolicateStream  # noqa: E402

log = logging.getLogger("symbolicate")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--brokers", required=True, help="HOST:PORT,...")
    parser.add_argument("--group", default="symbolicate", help="the consumer group (default: symbolicate)")
    parser.add_argument("--input", required=True, help="the topic with reports")
    parser.add_argument("--output", required=True, help="the topic for answers")
    parser.add_argument("--failed", required=True, help="the topic for messages without an answer")
    parser.add_argument("--batch", type=int, default=500, help="at most so many messages between commits (default: 500)")
    parser.add_argument("--wait", type=float, default=1.0, help="seconds to wait for a full batch (default: 1)")
    parser.add_argument("--program", default=os.environ.get("SYMBOLICATE", "symbolicate"))
    parser.add_argument("--setting", action="append", default=[], metavar="KEY=VALUE",
                        help="a setting of librdkafka for both sides, such as security.protocol=SSL; repeatable")
    parser.add_argument("rest", nargs="*", help="after --: options of `symbolicate stream`")
    return parser.parse_args()


class Service:
    """One consumer, one producer and one `symbolicate stream`; `run` returns when `stop` was called."""

    def __init__(self, chosen: argparse.Namespace):
        common = dict(setting.split("=", 1) for setting in chosen.setting)
        common["bootstrap.servers"] = chosen.brokers
        self.chosen = chosen
        self.stream = SymbolicateStream(chosen.rest, chosen.program)
        self.consumer = Consumer({
            "group.id": chosen.group, "enable.auto.commit": False, "auto.offset.reset": "earliest",
            "fetch.message.max.bytes": 64 << 20, "queued.max.messages.kbytes": 256 << 10, **common})
        self.producer = Producer({"acks": "all", "enable.idempotence": True, "compression.type": "zstd", **common})
        self.stopping = threading.Event()
        self.answered = self.failed = 0
        self._undelivered: List[str] = []

    def stop(self, *_: Any) -> None:
        self.stopping.set()

    def run(self) -> None:
        self.consumer.subscribe([self.chosen.input], on_assign=_log_partitions("got"), on_revoke=_log_partitions("lost"))
        try:
            while not self.stopping.is_set():
                batch = [message for message in self.consumer.consume(self.chosen.batch, self.chosen.wait) if _is_report(message)]
                if batch:
                    self._answer(batch)
        finally:
            self.stream.close()
            self.consumer.close()
        log.info("stopped: %d messages answered, %d failed", self.answered, self.failed)

    def _answer(self, batch: List[Message]) -> None:
        """Answers one batch; returns when the brokers have all of it and know that it is done."""
        partitions = self.consumer.assignment()
        self.consumer.pause(partitions)
        reports = ((message, message.value() or b"") for message in batch)
        for message, answer in self.stream.answers(reports):
            self._produce(message, answer)
            self._stay_in_group()
        while self.producer.flush(1.0):
            self._stay_in_group()
        if self._undelivered:
            raise SystemExit(f"the brokers did not take {len(self._undelivered)} answers: {self._undelivered[0]}")
        self._commit(batch)
        held = {(part.topic, part.partition) for part in self.consumer.assignment()}
        self.consumer.resume([part for part in partitions if (part.topic, part.partition) in held])

    def _stay_in_group(self) -> None:
        """Serves the group's protocol. All partitions are paused; those that a new assignment adds may have a message."""
        message = self.consumer.poll(0)
        if message is not None and message.error() is None:
            self.consumer.seek(TopicPartition(message.topic(), message.partition(), message.offset()))

    def _produce(self, message: Message, answer: Answer) -> None:
        if answer.error is not None:
            return self._fail(message, answer.error)
        values = [json.dumps(report, ensure_ascii=False, separators=(",", ":")).encode() for report in answer.reports]
        headers = [*(message.headers() or []), ("symbolicate-source", _source(message))]
        try:
            for value in values:
                self._send(self.chosen.output, message, value, headers)
            self.answered += 1
        except KafkaException as problem:
            if problem.args[0].code() != KafkaError.MSG_SIZE_TOO_LARGE:
                raise
            self._fail(message, f"the answer of {max(map(len, values))} bytes is larger than the brokers accept")

    def _fail(self, message: Message, why: str) -> None:
        self.failed += 1
        log.warning("%s: %s", _source(message).decode(), why)
        headers = [*(message.headers() or []), ("symbolicate-source", _source(message)), ("symbolicate-error", why.encode())]
        try:
            self._send(self.chosen.failed, message, message.value(), headers)
        except KafkaException as problem:
            if problem.args[0].code() != KafkaError.MSG_SIZE_TOO_LARGE:
                raise
            headers.append(("symbolicate-size", str(len(message.value())).encode()))
            self._send(self.chosen.failed, message, None, headers)  # where it is, is in the header of its source

    def _send(self, topic: str, message: Message, value: Optional[bytes], headers: list) -> None:
        kind, time = message.timestamp()
        while True:
            try:
                self.producer.produce(topic, value, message.key(), headers=headers, timestamp=time if kind else 0,
                                      on_delivery=self._delivered)
                self.producer.poll(0)
                return
            except BufferError:  # the producer's queue is full: wait until the brokers have taken some
                self.producer.poll(1.0)
                self._stay_in_group()

    def _delivered(self, error: Optional[KafkaError], message: Message) -> None:
        if error is not None:
            self._undelivered.append(str(error))

    def _commit(self, batch: List[Message]) -> None:
        next_offsets = {(message.topic(), message.partition()): message.offset() + 1 for message in batch}
        offsets = [TopicPartition(topic, part, offset) for (topic, part), offset in next_offsets.items()]
        try:
            self.consumer.commit(offsets=offsets, asynchronous=False)
        except KafkaException as problem:  # the partitions went to another service, which answers these messages again
            log.warning("not committed, answered again elsewhere: %s", problem)


def _is_report(message: Message) -> bool:
    error = message.error()
    if error is None:
        return True
    if error.code() not in (KafkaError._PARTITION_EOF, KafkaError.UNKNOWN_TOPIC_OR_PART):
        raise KafkaException(error)
    return False


def _source(message: Message) -> bytes:
    return f"{message.topic()}/{message.partition()}/{message.offset()}".encode()


def _log_partitions(verb: str):
    return lambda _, parts: log.info("%s partitions %s", verb, [part.partition for part in parts])


def main() -> int:
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s", stream=sys.stderr)
    service = Service(options())
    signal.signal(signal.SIGTERM, service.stop)
    signal.signal(signal.SIGINT, service.stop)
    service.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
