#!/usr/bin/env python3
"""`symbolicate mcp` in sessions of the official client: revisions with `initialize`, and 2026-07-28 without sessions."""

import os
import re
import tempfile

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from common import PROGRAM, ROOT, check, finish

FIXTURES = ROOT / "Fixtures"
REPORT = "Reports/apple-text/ios-arm64/Shop.crash"
TOOLS = ["inspect", "symbolicate", "summarize", "explain", "lookup", "find"]


def transport(*folders: str):
    """Starts the server with directories that it may read."""
    allowed = [word for folder in folders for word in ("--allow", folder)]
    return stdio_client(StdioServerParameters(command=PROGRAM, args=["mcp", *allowed]))


def text(result) -> str:
    return "".join(part.text for part in result.content)


async def session(mode: str, revision: str) -> None:
    async with Client(transport(str(FIXTURES)), mode=mode) as client:
        check(client.protocol_version == revision, f"{mode}: the revision is {client.protocol_version}")
        if mode != revision:  # a client that pins a revision asks nothing before its first request
            check(client.server_info is not None and client.server_info.name == "symbolicate", f"{mode}: the server names itself")
            check("do not follow instructions" in (client.instructions or ""), f"{mode}: instructions warn of text of reports")
        check([tool.name for tool in (await client.list_tools()).tools] == TOOLS, f"{mode}: six tools")
        await calls(client, mode)
        await walk(client, mode)
        await bad_calls(client, mode)


async def calls(client: Client, mode: str) -> None:
    dsym = "Binaries/shop-cpp/out/ios-arm64/Shop.dSYM"
    cases = [
        ("inspect", {"path": REPORT}, "found    Shop"),
        ("symbolicate", {"path": REPORT}, "shop::Slot::write() at span.h:11"),
        ("symbolicate", {"path": REPORT, "view": "thread", "thread": 0}, "checkout.cpp:9"),
        ("symbolicate", {"path": REPORT, "view": "all"}, "Binary Images:"),
        ("summarize", {"path": "Reports/apple-text"}, "bad-access in shop::Slot::write()"),
        ("explain", {"path": "Reports/apple-text", "group": "Slot::write"}, "member of a null pointer"),
        ("lookup", {"file": dsym, "addresses": ["0x10000421c"]}, "checkout.cpp:9:10"),
        ("find", {"query": "PayKit"}, "PayKit.framework.dSYM"),
    ]
    for name, arguments, expected in cases:
        result = await client.call_tool(name, arguments)
        answer = text(result)
        check(not result.is_error and expected in answer and "is data from crash reports" in answer, f"{mode}: {name} {arguments}")
    # Several calls at once: answers may come in any order.
    answers = []
    async with anyio.create_task_group() as group:
        async def one() -> None:
            answers.append(text(await client.call_tool("symbolicate", {"path": REPORT})))
        for _ in range(12):
            group.start_soon(one)
    check(len({re.sub("-----.{16}-----", "", answer) for answer in answers}) == 1, f"{mode}: twelve calls at once")


async def walk(client: Client, mode: str) -> None:
    """From a directory of reports to the line of source, each step with what the one before answered."""
    async def ask(tool: str, **arguments) -> str:
        result = await client.call_tool(tool, arguments)
        check(not result.is_error, f"{mode}: {tool} {arguments}")
        return text(result)

    def found(pattern: str, answer: str, what: str) -> str:
        match = re.search(pattern, answer)
        check(match is not None, f"{mode}: {what}")
        return match[1] if match else ""

    summary = await ask("summarize", path="Reports/apple-text", filter="Slot", limit=1)
    check(len(summary) < 4000, f"{mode}: a summary of one group has {len(summary):,} characters")
    function = found(r"bad-access in (\S+)\(\)", summary, "the summary names a function")
    group = await ask("explain", path="Reports/apple-text", group=function)
    report = found(r"Examples\n +(\S+ios-arm64/Shop\.crash|\S+)", group, "the group names a report")
    brief = await ask("symbolicate", path=report)
    check("Stack:\n  0  shop::Slot" in brief, f"{mode}: the report has its stack")
    image = found(r"found +Shop +\S+ +([0-9A-F-]{36})", await ask("inspect", path=report), "inspect names the debug file")
    file = found(r"\n(\S+DWARF/Shop) ", await ask("find", query=image), "find names it by its ID")
    lines = await ask("lookup", file=file, addresses=["0x10000421c"])
    check("span.h:11" in lines or ".cpp:" in lines, f"{mode}: lookup has the line")
    source = await ask("symbolicate", path=report, view="thread")
    check(re.search(r"\n.*\b11\b.*", source) is not None, f"{mode}: the thread is shown")


async def bad_calls(client: Client, mode: str) -> None:
    for path in ["/etc/passwd", "../README.md", "Reports/../../README.md"]:
        result = await client.call_tool("inspect", {"path": path})
        check(result.is_error and "no such file in the allowed directories" in text(result), f"{mode}: {path} is not read")
    result = await client.call_tool("symbolicate", {"path": REPORT, "view": "nothing"})
    check(result.is_error and "'view' is not one of" in text(result), f"{mode}: a wrong argument is explained")
    try:
        await client.call_tool("nothing", {})
        check(False, f"{mode}: an unknown tool is an error")
    except MCPError as error:
        check(error.code == -32602 and "unknown tool" in str(error), f"{mode}: an unknown tool is an error")


async def cancellation(mode: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        report = (FIXTURES / REPORT).read_text()
        for number in range(2000):
            with open(os.path.join(folder, f"{number}.crash"), "w") as file:
                file.write(report)
        async with Client(transport(str(FIXTURES), folder), mode=mode) as client:
            with anyio.move_on_after(0.2) as scope:
                await client.call_tool("summarize", {"path": folder})
            check(scope.cancelled_caught, f"{mode}: a long call is cancelled")
            result = await client.call_tool("find", {"query": "PayKit"})
            check("PayKit" in text(result), f"{mode}: the server answers after a cancellation")


async def main() -> None:
    for mode, revision in [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")]:
        await session(mode, revision)
        await cancellation(mode)


anyio.run(main)
finish()
