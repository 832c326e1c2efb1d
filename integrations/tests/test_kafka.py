#!/usr/bin/env python3
"""The Kafka service against librdkafka's mock cluster: real TCP brokers on the loopback, with consumer groups.

A partition of the mock cluster keeps its last 5 MB: the tests send less.
"""

import atexit
import collections
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

from confluent_kafka import Consumer, Producer

from common import PROGRAM, ROOT, SYMBOLS, check, finish, names_something, reports

SERVICE = str(ROOT / "integrations/kafka/symbolicate_service.py")
ENVIRONMENT = {**os.environ, "SYMBOLICATE": PROGRAM}

#: Runs the program, and stops after $HOLD answers without an end, so that the service stands in the middle of a batch.
HOLDING = f"""#!/usr/bin/env python3
import os, signal, subprocess, sys
child = subprocess.Popen(["{PROGRAM}", *sys.argv[1:]], stdout=subprocess.PIPE)
for number, line in enumerate(child.stdout):
    if number == int(os.environ["HOLD"]): signal.pause()
    sys.stdout.buffer.write(line); sys.stdout.buffer.flush()
"""

cluster = Producer({"bootstrap.servers": "mock", "test.mock.num.brokers": 3})
BROKERS = ",".join(f"{broker.host}:{broker.port}" for broker in cluster.list_topics(timeout=30).brokers.values())


def send(topic: str, messages: dict, **settings) -> None:
    """Puts `messages`, values by key, into `topic`, and waits until the brokers have them."""
    errors = []
    producer = Producer({"bootstrap.servers": BROKERS, **settings})
    for key, value in messages.items():
        producer.produce(topic, value, key, on_delivery=lambda error, _: error and errors.append(str(error)))
        producer.poll(0)
    producer.flush()
    if errors:
        sys.exit(f"the test could not send its messages: {errors[0]}")


class Reader:
    """Reads a topic from its beginning, in the order that the brokers give."""

    def __init__(self, topic: str):
        self.consumer = Consumer({
            "bootstrap.servers": BROKERS, "group.id": f"reader of {topic}", "auto.offset.reset": "earliest",
            "allow.auto.create.topics": True, "enable.auto.commit": False, "fetch.message.max.bytes": 16 << 20})
        self.consumer.subscribe([topic])
        self.messages = []

    def until(self, done) -> list:
        """All messages so far, once `done` holds of them; gives up after three minutes without any message."""
        while not done(self.messages):
            message = self.consumer.poll(180)
            if message is None:
                sys.exit(f"no message for three minutes, {len(self.messages)} so far")
            if message.error() is None:
                self.messages.append(message)
        return self.messages


def service(topics: str, *arguments: str, batch: int = 50, **environment: str) -> subprocess.Popen:
    running = subprocess.Popen(
        [sys.executable, SERVICE, "--brokers", BROKERS, "--group", f"group {topics}", "--input", f"{topics}-in", "--output",
         f"{topics}-out", "--failed", f"{topics}-failed", "--batch", str(batch), "--wait", "0.2", *arguments,
         "--setting", "session.timeout.ms=6000", "--setting", "topic.metadata.refresh.interval.ms=500",
         "--", "--symbols", SYMBOLS],
        env={**ENVIRONMENT, **environment}, stderr=subprocess.PIPE, text=True, start_new_session=True)
    atexit.register(end, running)
    return running


def end(running: subprocess.Popen) -> None:
    """Ends a service that a test which failed has left."""
    if running.poll() is None:
        os.killpg(running.pid, signal.SIGKILL)


def keys(messages: list) -> collections.Counter:
    return collections.Counter(int(message.key()) for message in messages)


def test_killed_service() -> None:
    count = 1200
    send("kill-in", {str(number): content for number, content in enumerate(reports(count))})
    reader = Reader("kill-out")
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "program")
        program.write_text(HOLDING)
        program.chmod(0o755)
        for answers in (150, 550):  # in its first batch, and in its second one; the first answers 150 again
            running = service("kill", batch=400, SYMBOLICATE=str(program), HOLD=str(answers))
            reader.until(lambda messages: len(messages) == sum(range(150, answers + 1, 400)))
            os.killpg(running.pid, signal.SIGKILL)
            running.communicate()
    running = service("kill", batch=400)
    messages = reader.until(lambda messages: len(keys(messages)) == count)
    running.terminate()
    _, printed = running.communicate()
    counts = keys(messages)
    check(set(counts) == set(range(count)), f"{count} messages answered, the service killed twice in the middle of a batch")
    again = sum(counts.values()) - count
    check(again == 300, f"{again} answers came twice: those of the two batches that were in progress")
    check(all(names_something(json.loads(message.value())) for message in messages), "every answer has source lines")
    sources = {dict(message.headers())["symbolicate-source"] for message in messages}
    check(len(sources) == count, "the header symbolicate-source recognizes repeated answers")
    check(running.returncode == 0 and "stopped:" in printed, f"SIGTERM ends the service cleanly ({running.returncode})")


def test_poison_and_size() -> None:
    content = reports(1)[0]
    broken = {"1": content, "2": b"no report", "3": b"", "4": content + b"\n" * 900_000, "5": content}
    send("poison-in", broken)
    answers, failures = Reader("poison-out"), Reader("poison-failed")
    running = service("poison", "--setting", "message.max.bytes=100000")  # an answer has 16,000
    failed = failures.until(lambda messages: len(messages) >= 2)
    good = answers.until(lambda messages: len(keys(messages)) >= 3)
    running.terminate()
    running.communicate()
    check(sorted(keys(good)) == [1, 4, 5], f"the reports are answered: {sorted(keys(good))}")
    reasons = {int(message.key()): dict(message.headers())["symbolicate-error"].decode() for message in failed}
    check(sorted(reasons) == [2, 3], f"what is no report goes to the topic of failures: {reasons}")
    check({int(message.key()): message.value() for message in failed} == {2: b"no report", 3: b""}, "with its bytes")


def test_oversized_answer() -> None:
    content = reports(1)[0]
    send("size-in", {"1": content, "2": b"x" * 30_000, "3": content})
    failures = Reader("size-failed")
    running = service("size", "--setting", "message.max.bytes=1200")
    failed = failures.until(lambda messages: len(keys(messages)) == 3)
    running.terminate()
    _, printed = running.communicate()
    reasons = {int(message.key()): dict(message.headers())["symbolicate-error"].decode() for message in failed}
    check("larger than the brokers accept" in reasons[1], f"an answer that is too large is a failure with a reason: {reasons[1]}")
    check(dict(failed[0].headers()).get("symbolicate-source", b"").startswith(b"size-in/"), "and names its message")
    check(running.returncode == 0, "and the service goes on")


def test_group_shares_partitions() -> None:
    services = [service("scale", batch=20) for _ in range(2)]
    reader = Reader("scale-out")
    count, sent = 0, 0
    for _ in range(100):  # until both have had partitions: each names them on standard error
        send("scale-in", {str(sent + number): content for number, content in enumerate(reports(40))})
        sent += 40
        reader.until(lambda messages: len(keys(messages)) == sent)
        count += 1
        if count >= 5:
            break
    for running in services:
        running.terminate()
    printed = [running.communicate()[1] for running in services]
    check(set(keys(reader.messages)) == set(range(sent)), f"two services of one group answer all {sent} messages")
    check(all("got partitions [" in text for text in printed), "both joined the group")
    check(all(running.returncode == 0 for running in services), "both end cleanly")


def test_kcat_pipeline() -> None:
    if shutil.which("kcat") is None:
        print("skip  kcat is not installed: the pipeline of three commands was not run")
        return
    content = json.dumps(json.loads((ROOT / "Fixtures/Reports/kscrash/mach/report.json").read_text())).encode()
    send("pipe-in", {str(number): content for number in range(36)})
    command = [str(ROOT / "integrations/kafka/pipeline.sh"), BROKERS, "pipe-in", "pipe-out", "--symbols", SYMBOLS]
    done = subprocess.run(command, env={**ENVIRONMENT, "KCAT_EXIT_AT_END": "1"}, capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"the pipeline ends with 0 {done.stderr[-300:]}")
    messages = Reader("pipe-out").until(lambda messages: len(messages) == 36)
    check(all(names_something(json.loads(message.value())) for message in messages), "36 of 36 messages through three commands")


test_killed_service()
test_poison_and_size()
test_oversized_answer()
test_group_shares_partitions()
test_kcat_pipeline()
finish()
