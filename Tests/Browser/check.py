#!/usr/bin/env python3
"""Drives the HTML pages in a real Chromium: check.py SYMBOLICATE. Needs Playwright and axe (see run); prints one line per check."""
import base64
import json
import os
import subprocess
import re
import sys
import tempfile
from pathlib import Path

import cmarkgfm
import jsonschema
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent))
import hostile

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = str(Path(sys.argv[1]).resolve())
failures = []


def check(is_right, what):
    print(("ok    " if is_right else "FAIL  ") + what, flush=True)
    if not is_right:
        failures.append(what)


def run(*arguments, stdin=None):
    done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=ROOT, input=stdin, capture_output=True)
    if done.returncode not in (0, 4):
        raise SystemExit(f"symbolicate {arguments}: {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def make_pages(folder):
    """Writes the pages that are checked. Returns them by name."""
    shop = ["Fixtures/Reports/apple-text/ios-arm64/Shop.crash", "-s", "Fixtures/Binaries/shop-cpp/out/ios-arm64"]
    pages = {
        "report": run(*shop, "-q", "-f", "html", "--context", "3", "--source-root", "Fixtures/Binaries/shop-cpp/src",
                      "--source-url", "https://example.com/{path}#L{line}"),
        "missing": run("Fixtures/Reports/apple-text/ios-paykit-missing/Shop.crash", "-q", "-f", "html"),
        "exception": run("Fixtures/Reports/kscrash/nsexception/report.json", "-q", "-f", "html", "-s", "Fixtures/Binaries"),
        "jetsam": run(*sorted((ROOT / "Fixtures/Reports/jetsam").rglob("*.ips"))[:1], "-q", "-f", "html"),
        "flame": run("-", "-q", "-f", "html", stdin=with_light_call_first((ROOT / "Fixtures/Profiles/Shop.sample.txt").read_bytes())),
        "many": run("Fixtures/Reports", "-q", "-f", "html", "-s", "Fixtures/Binaries"),
    }
    reports = subprocess.run([sys.executable, ROOT / "Tests/Browser/many.py", "10000"], capture_output=True, check=True).stdout
    pages["summary"] = run("summarize", "-f", "html", "-", stdin=reports)
    pages["old"] = run("summarize", "-f", "html", "-", stdin=with_old_events(reports))
    pages["script"] = run("Fixtures/Reports/kscrash/react-native/report.json", "-q", "-f", "html", "-s", "Fixtures/Binaries",
                          "--source-map", "Fixtures/Scripts/out/ios", "--context", "2")
    (folder / "baseline.json").write_bytes(run("summarize", "Fixtures/Reports/kscrash", "Fixtures/Reports/ips", "-f", "json"))
    pages["changes"] = run("summarize", "Fixtures/Reports/apple-text", "--baseline", folder / "baseline.json", "-f", "html")
    for name, page in pages.items():
        (folder / f"{name}.html").write_bytes(page)
    run("Fixtures/Reports", "-q", "-f", "html", "-s", "Fixtures/Binaries", "-o", folder / "pages")
    planted = folder / "planted"
    for report in sorted((ROOT / "Fixtures/Reports").rglob("*.*")):
        if report.is_file() and report.name != "expected.tsv":
            target = planted / report.relative_to(ROOT / "Fixtures/Reports")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(hostile.planted(report.read_bytes()))
    run(planted, "-q", "-f", "html", "-s", "Fixtures/Binaries", "-o", folder / "hostile")
    run(planted, "-q", "-f", "markdown", "-s", "Fixtures/Binaries", "-o", folder / "hostile-markdown")
    return pages


def with_light_call_first(sample):
    """The sample with the lighter of the main run loop's two calls before the heavier one."""
    lines = sample.splitlines()
    heavy, light = (next(at for at, line in enumerate(lines) if name in line) for name in (b"__CFRunLoopDoSource0", b"__CFRunLoopServiceMachPort"))
    return b"\n".join(lines[:heavy] + lines[light:light + 2] + lines[heavy:light] + lines[light + 2:]) + b"\n"


def with_old_events(reports):
    """A few hundred of these reports; the clocks of five devices were ten years behind."""
    lines = reports.splitlines()[:400]
    return b"\n".join(re.sub(rb'"time":"2026-..-..', b'"time":"2016-03-01', line) if at < 5 else line for at, line in enumerate(lines))


class Browser:
    """One Chromium. Every page that it opens is watched: errors, requests and dialogs are failures."""

    def __init__(self, playwright, folder):
        self.chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        self.folder = folder
        self.watched = []

    def open(self, name, width=1280, scheme="light", javascript=True, fragment=""):
        context = self.chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=javascript)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.on("console", lambda message: self.watched.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.watched.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (self.watched.append("dialog"), dialog.dismiss()))
        page.on("request", lambda request: request.url.startswith(("file:", "data:")) or self.watched.append(f"request: {request.url}"))
        page.goto(f"file://{self.folder}/{name}.html{fragment}")
        return page

    def is_quiet(self):
        quiet, self.watched = not self.watched, self.watched
        if not quiet:
            print("      " + "; ".join(self.watched[:5]))
        self.watched = []
        return quiet


def until(page, condition):
    """Waits. The page's policy forbids Playwright's own way, which evaluates strings in the page."""
    for _ in range(500):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(20)
    check(False, f"in time: {condition}")


def axe(page):
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]})
    for violation in found.response["violations"]:
        print(f"      {violation['id']}: {violation['nodes'][0]['html'][:160]}")
    return not found.response["violations"]


WIDTHS = (390, 768, 1440)


def looks(browser, pages):
    names = {name: (name, "") for name in pages} | {"index": ("pages/index", ""), "group": ("pages/index", first_group(browser))}
    for title, (name, fragment) in names.items():
        for width in WIDTHS:
            for scheme in ("light", "dark"):
                page = browser.open(name, width, scheme, fragment=fragment)
                overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                check(overflow <= 0, f"{title} at {width} px, {scheme}: nothing is wider than the page")
                check(not cut(page), f"{title} at {width} px, {scheme}: figures are whole {cut(page)}")
                check(axe(page), f"{title} at {width} px, {scheme}: axe finds nothing (contrast, labels, headings)")
                check(browser.is_quiet(), f"{title} at {width} px, {scheme}: no error, no request")
                page.context.close()
        if fragment:
            continue
        page = browser.open(name, javascript=False)
        check(page.evaluate("document.querySelector('.tools') === null") and page.locator("table").count() > 0,
              f"{title} without script: plain tables, no dead controls")
        page.context.close()


def cut(page):
    """The figures that do not fit into their tiles."""
    return page.evaluate("[...document.querySelectorAll('.tiles dd')].filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)")


def first_group(browser):
    page = browser.open("pages/index")
    address = page.locator(".groups h3 a").first.get_attribute("href")
    page.context.close()
    return address


def report(browser):
    page = browser.open("report")
    check(page.locator("details.crashed[open]").count() == 1 and page.locator(".others details[open]").count() == 0,
          "report: the crashed thread is open, others are folded")
    check(page.locator("tr.inl .tag", has_text="inlined").count() >= 6, "report: inlined frames are marked")
    check(page.locator(".excerpt mark:visible").count() == 1, "report: the source line is marked in its excerpt")
    page.keyboard.press("/")
    page.keyboard.type("worker_main" if page.get_by_text("worker_main").count() else "UIApplication")
    until(page, "document.querySelector('output').textContent !== ''")
    page.wait_for_timeout(200)
    rows = page.locator("tr:visible td.fn").all_inner_texts()
    check(rows and all("worker_main" in row or "UIApplication" in row for row in rows), "report: search keeps the frames that match")
    page.keyboard.press("Escape")
    until(page, "document.querySelector('output').textContent === ''")
    check(page.locator(".others details[open]").count() == 0, "report: Escape ends the search, and what was folded is folded again")
    page.keyboard.press("a")
    check(page.locator("table.stack tbody tr:visible:not(.app):not(.source)").count() == 0, "report: 'a' leaves the frames of the app")
    page.keyboard.press("a")
    page.keyboard.press("o")
    check(page.locator("details.thread:not([open])").count() == 0, "report: 'o' unfolds everything")
    page.keyboard.press("o")
    page.keyboard.press("o")
    copying(page)
    page.keyboard.press("?")
    check(page.locator("dialog[open] dt").count() > 4, "report: '?' lists the keys")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Theme").click()
    page.get_by_role("button", name="Theme").click()
    check(page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 20, 23)", "report: the theme can be dark")
    check(browser.is_quiet(), "report: no error and no request while it is used")
    page.context.close()
    narrow(browser)
    links_and_print(browser)


def narrow(browser):
    page = browser.open("report", 360)
    widths = page.evaluate("[...document.querySelectorAll('.excerpt')].map((each) => each.getBoundingClientRect().width)")
    check(len(widths) > 5 and min(widths) > 280, f"report at 360 px: source lines have the width of the page ({min(widths):.0f} px)")
    tall = page.evaluate("[...document.querySelectorAll('.excerpt:not([open])')].map((each) => each.getBoundingClientRect().height)")
    check(max(tall) < 40, f"report at 360 px: folded source lines take one line ({max(tall):.0f} px)")
    page.get_by_role("button", name="Options").click()
    check(page.get_by_role("button", name="Theme").count() == 1, "report at 360 px: the theme button says what it is")
    page.context.close()
    page = browser.open("summary", 1600)
    tops = page.evaluate("[...document.querySelectorAll('.tiles > div')].map((each) => each.getBoundingClientRect().top)")
    check(len(tops) == 6 and len(set(tops)) == 2, "summary at 1600 px: six figures in two rows")
    page.context.close()
    for width in (360, 1600):
        page = browser.open("summary", width)
        page.locator(".groups h3 a").first.click()
        page.wait_for_selector(".view")
        boxes = page.evaluate("""[...document.querySelectorAll('.share')].map((share) => {
            const draw = share.querySelector('.draw').getBoundingClientRect();
            return [draw.width, share.getBoundingClientRect().right - draw.right]; })""")
        check(len(boxes) == 4 and all(wide >= 24 and room >= 4 for wide, room in boxes),
              f"summary at {width} px: the bars of a group are in their cards, and can be seen {[[round(one) for one in box] for box in boxes]}")
        page.context.close()


def copying(page):
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("c")
    until(page, "document.getElementById('said').textContent.startsWith('Copied')")
    frame = page.evaluate("navigator.clipboard.readText()")
    check(frame.startswith("0 ") and "0x" in frame and "(span.h:24)" in frame, f"report: 'c' copies a frame ({frame[:40]}...)")
    page.get_by_role("button", name="Copy stack").first.click()
    stack = page.evaluate("navigator.clipboard.readText()")
    check(stack.startswith("Thread 0 crashed:\n0 ") and len(stack.splitlines()) > 12, "report: the stack is copied as text")
    page.get_by_role("button", name="Copy brief").click()
    brief = page.evaluate("navigator.clipboard.readText()")
    check(brief.startswith("Shop 4.2.0") and "Group: " in brief, "report: the brief is copied")


def links_and_print(browser):
    page = browser.open("report", fragment="#t1-f0")
    check(page.locator("#t1").get_attribute("open") is not None and page.locator("tr.at-hash").count() == 1,
          "report: a link to a frame opens its thread")
    page.emulate_media(media="print")
    check(page.locator(".tools").is_hidden() and page.locator("h1").is_visible(), "report: paper has no tools")
    check(len(page.pdf()) > 10_000, "report: it prints")
    page.context.close()
    page = browser.open("missing")
    page.get_by_role("button", name="Copy UUID").first.click()
    check(page.evaluate("navigator.clipboard.readText()").count("-") == 4, "missing: a UUID is copied")
    page.context.close()


def flame(browser):
    page = browser.open("flame")
    page.locator(".flame .scroll").first.focus()
    for key in ["ArrowDown"] * 6:
        page.keyboard.press(key)
    check("CatalogViewController.refresh() in Shop (app): 590 samples, 70%" in page.locator(".flame p.now").first.inner_text(),
          "flame: arrow keys follow the heaviest path")
    width = page.locator("svg.f", has_text="Catalog.decode").first.bounding_box()["width"]
    page.locator("svg.f", has_text="Catalog.decode").first.click()
    wider = page.locator("svg.f", has_text="Catalog.decode").first.bounding_box()["width"]
    check(wider > width * 1.5, f"flame: a click zooms ({width:.0f} to {wider:.0f} px)")
    page.get_by_role("button", name="Show all").click()
    check(abs(page.locator("svg.f", has_text="Catalog.decode").first.bounding_box()["width"] - width) < 1, "flame: 'Show all' zooms out")
    page.keyboard.press("/")
    page.keyboard.type("json")
    until(page, "document.querySelectorAll('svg.hit').length === 2")
    check(True, "flame: search marks functions")
    check("2 functions, " in page.locator(".flame output").first.inner_text(), "flame: and says how much they are")
    page.keyboard.press("Enter")
    check("JSON" in page.locator(".flame p.now").first.inner_text(), "flame: Enter goes to the first hit")
    page.keyboard.press("Escape")
    flame_order(page)
    page.locator("details.astext summary").first.click()
    check("590    70%" in page.locator(".astext pre").first.inner_text(), "flame: the same as text")
    check(browser.is_quiet(), "flame: no error and no request while it is used")
    page.context.close()


LABELS = """[...document.querySelectorAll('.flame svg.f:not(.off)')].filter((each) => each.getBoundingClientRect().width > 0).map((each) =>
    [each.querySelector('text')?.getComputedTextLength() ?? 0, each.getBoundingClientRect().width, each.querySelector('text')?.textContent ?? ''])"""


def level(page, number):
    """The samples of the functions of a level, from the left to the right."""
    titles = page.evaluate("""(y) => [...document.querySelector('.flame').querySelectorAll(`svg.f[y="${y}"]`)]
        .sort((a, b) => parseFloat(a.getAttribute('x')) - parseFloat(b.getAttribute('x'))).map((each) => each.querySelector('title').textContent)""", number * 19)
    return [int(re.search(r": ([0-9]+) samples?, ", title)[1]) for title in titles]


def flame_order(page):
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(150)
        labels = page.evaluate(LABELS)
        check(all(text <= box for text, box, _ in labels) and any(label.endswith("…") for _, _, label in labels),
              f"flame at {width} px: labels end in an ellipsis where they must ({sum(label.endswith('…') for _, _, label in labels)} of {len(labels)})")
    check(level(page, 5) == [240, 590], "flame: functions in the order of the report")
    page.get_by_role("button", name="Left heavy").first.click()
    check(level(page, 5) == [590, 240] and level(page, 9) == [180, 60], "flame: the heaviest functions on the left")
    page.get_by_role("button", name="In order").first.click()
    check(level(page, 5) == [240, 590], "flame: and in order again")


def summary(browser, size):
    check(size < 5_000_000, f"summary: {size:,} bytes for 10,000 reports")
    page = browser.open("summary")
    timing = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    print(f"      open after {timing:.0f} ms")
    check(page.locator("h2").first.inner_text().startswith("44 crash loops"), "summary: loops come first")
    events = lambda: int(page.locator("#n-events b").inner_text().replace(",", ""))
    everything = events()
    page.get_by_label("Version").select_option("4.2.1 (1190)")
    some = events()
    check(0 < some < everything, f"summary: one version has {some} of {everything} events")
    for label in ("System", "Device", "Cause"):
        page.get_by_label(label, exact=True).select_option(index=1)
        check(0 < events() <= some, f"summary: and one {label.lower()} {events()}")
        some = events()
    page.keyboard.press("/")
    page.keyboard.type("no such function")
    page.get_by_role("button", name="Show all events").click()
    check(events() == everything, "summary: the filters are undone")
    page.keyboard.press("Tab")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    title = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    page.wait_for_selector(".view")
    check(page.locator(".view h1").inner_text().startswith(title), f"summary: 'j' and Enter open a group ({title})")
    texts = page.locator(".view").inner_text()
    check(all(text in texts for text in ("Versions", "Paths to the function", "These parts are the same", "reports/")), "summary: the group is explained")
    page.get_by_role("button", name="Copy brief").click()
    check("Affected: " in page.evaluate("navigator.clipboard.readText()"), "summary: a group's brief is copied")
    address = page.evaluate("location.hash")
    page.keyboard.press("Escape")
    page.wait_for_selector(".groups")
    check(page.locator(".group").count() > 10, "summary: Escape leads back")
    check(page.evaluate("document.activeElement.getAttribute('href') === " + json.dumps(address)), "summary: Escape returns the focus to the group")
    check(browser.is_quiet(), "summary: no error and no request while it is used")
    page.context.close()
    page = browser.open("summary", fragment=address)
    check(page.locator(".view h1").inner_text().startswith(title), "summary: a link to a group opens it")
    check(axe(page), "summary: axe finds nothing in a group")
    page.context.close()
    page = browser.open("pages/index")
    page.locator(".groups h3 a").first.click()
    page.locator(".reports a").first.click()
    page.wait_for_selector("body.is-report h1")
    check(True, "summary: a group leads to the pages of its reports")
    check(browser.is_quiet(), "summary: no error and no request on the way")
    page.context.close()


SLUGS = re.compile(r"\b(null-member|bad-access|trap-unnamed|objc-array-range|swift-nil-unwrap|memory-limit|os-specific|low-quality|disk-write)\b")


def text_of(page):
    """What people read: without the identifiers of groups."""
    return re.sub(r"\S+/1:[0-9a-f]{16}", "", page.locator("main").inner_text())


def design(browser):
    headings(browser)
    stacks_and_links(browser)
    trend(browser)
    rows(browser)
    live_search(browser)
    phone(browser)


def headings(browser):
    page = browser.open("report")
    title = page.locator("h1").inner_text()
    check(title.split("\n")[:2] == ["shop::Slot::write()", "Likely: member of a null pointer"], f"report: the heading is function and reason ({title!r})")
    check(not SLUGS.search(text_of(page)) and "likely culprit" in text_of(page), "report: words for people, no slugs")
    above = page.evaluate("document.querySelector('.excerpt[open]').closest('tr').previousElementSibling.previousElementSibling.textContent")
    check("span.h:11" in above, "report: the source lines are below the row that they are for")
    page.context.close()
    page = browser.open("missing")
    check(page.locator(".banner h2").inner_text().startswith("2 missing debug files") and page.locator("table.stack .reason").count() == 0,
          "missing: one banner, nothing is repeated under frames")
    check("Possibly: deliberate trap, reason unknown" in page.locator("h1").inner_text() and not SLUGS.search(text_of(page)), "missing: words for people")
    page.context.close()
    page = browser.open("many")
    check(page.locator("details.report > summary").first.evaluate("(summary) => summary.firstElementChild.localName") == "code", "many: functions come first")
    page.context.close()


def stacks_and_links(browser):
    page = browser.open("pages/index")
    page.locator(".groups h3 a").first.click()
    page.wait_for_selector(".view")
    title = page.locator(".view h1").inner_text().split("\n")[0]
    first = page.locator(".view .main > *").first
    check(first.locator("table.stack tr").count() > 5 and first.bounding_box()["y"] < 400, "group: the stack comes first")
    check(page.locator(".view tr.first .look").inner_text() == "likely culprit" and not SLUGS.search(text_of(page)), "group: the culprit is marked, in words")
    check(page.title().startswith(title + ": "), "group: the title of the tab is that of the group")
    page.get_by_role("button", name="Copy stack").click()
    check(page.evaluate("navigator.clipboard.readText()").startswith("0   "), "group: the stack is copied as text")
    page.get_by_role("link", name="newest report").click()
    page.wait_for_selector("body.is-report h1")
    check(page.locator("h1").inner_text().startswith(title), "links: from the group to the report whose stack it shows")
    page.get_by_role("link", name="Group of this report").click()
    page.wait_for_selector(".view")
    check(page.locator(".view h1").inner_text().startswith(title), "links: from the report to its group")
    page.go_back()
    page.get_by_role("link", name="All groups").click()
    page.wait_for_selector(".groups")
    check(page.url.endswith("/pages/index.html") and browser.is_quiet(), "links: from the report to all groups")
    page.context.close()


def trend(browser):
    page = browser.open("old")
    ends = page.locator("#trend .ends span").all_inner_texts()
    check(ends[0] > "2026-08" and ends[1] > "2026-10", f"trend: the recent days, though some events are older ({' to '.join(ends)})")
    check("5 older events, back to 2016-03-01" in page.locator("#trend figcaption").inner_text(), "trend: the rest in words")
    caption = page.locator("#trend .what").inner_text()
    check(re.fullmatch(r"Events per day \(peak [0-9,]+\)", caption) is not None, f"trend: {caption}")
    check("4.2.1" in page.locator("#trend .release text").all_text_contents(), "trend: releases are marked")
    page.context.close()
    page = browser.open("old", javascript=False)
    check("5 older events" in page.locator("#trend").inner_text() and page.locator("#trend .release").count() > 1, "trend: the same without script")
    page.context.close()


def rows(browser):
    for width in WIDTHS:
        page = browser.open("summary", width)
        heights = page.evaluate("[...document.querySelectorAll('.groups .group')].slice(0, 20).map((row) => row.getBoundingClientRect().height)")
        check(len(heights) == 20 and set(map(round, heights)) <= {48, 49}, f"summary at {width} px: rows of 48 pixels {sorted(set(heights))}")
        clipped = page.evaluate("[...document.querySelectorAll('.groups .count span')].slice(0, 20).some((each) => each.scrollWidth > each.clientWidth + 1)")
        check(not clipped and not SLUGS.search(text_of(page)), f"summary at {width} px: counts are whole, words for people")
        page.context.close()


def live_search(browser):
    for width in WIDTHS:
        page = browser.open("summary", width)
        top = lambda: page.evaluate("[document.querySelector('h1').getBoundingClientRect().top, document.querySelector('.tools').offsetHeight]")
        before = top()
        page.keyboard.press("/")
        page.keyboard.type("zzz no such")
        until(page, "document.querySelector('.none') !== null")
        check(page.locator("#n-events b").inner_text() == "0" and page.locator("#n-groups b").inner_text() == "0", f"summary at {width} px: the figures follow the search")
        check(top() == before, f"summary at {width} px: nothing jumps while one searches")
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        page.keyboard.type("basket")
        until(page, "(CSS.highlights.get('hits')?.size ?? 0) > 5")
        check(page.locator("#n-groups b").inner_text() == "27", f"summary at {width} px: hits are marked")
        check(not cut(page), f"summary at {width} px: the figures are whole {cut(page)}")
        page.keyboard.press("Enter")
        check("Basket" in page.evaluate("document.activeElement.textContent"), f"summary at {width} px: Enter goes to the first hit")
        page.context.close()
    page = browser.open("report")
    before = page.evaluate("[document.querySelector('h1').getBoundingClientRect().top, document.querySelector('.tools').offsetHeight]")
    page.keyboard.press("/")
    page.keyboard.type("checkout")
    until(page, "document.querySelector('output').textContent !== ''")
    after = page.evaluate("[document.querySelector('h1').getBoundingClientRect().top, document.querySelector('.tools').offsetHeight]")
    check(before == after, "report: nothing jumps while one searches")
    lonely = page.evaluate("[...document.querySelectorAll('.holder > .copy')].filter((copy) => copy.offsetParent && !copy.parentElement.querySelector('details').offsetParent).length")
    page.set_viewport_size({"width": 390, "height": 844})
    visible = page.evaluate("[...document.querySelectorAll('.stack tbody tr')].filter((row) => row.offsetParent)[0].className")
    check("source" not in visible, "report: source lines go with their frames")
    check(lonely == 0 and page.locator(".others").is_hidden(), "report: a search leaves no button alone")
    check(page.evaluate("CSS.highlights.get('hits').size") > 0, "report: hits are marked")
    page.keyboard.press("Enter")
    check("checkout" in page.evaluate("document.activeElement.closest('tr').textContent").lower(), "report: Enter goes to the first hit")
    page.context.close()


def phone(browser):
    for name in ("summary", "report"):
        page = browser.open(name, 390)
        height = page.locator(".tools").bounding_box()["height"]
        check(height < 60, f"{name} at 390 px: the tools take {height:.0f} px")
        button = page.get_by_role("button", name="Filters" if name == "summary" else "Options")
        check(page.locator("#options").is_hidden() and button.is_visible(), f"{name} at 390 px: one button has the rest")
        button.click()
        boxes = [control.bounding_box() for control in page.locator("#options select, #options button, #options label").all()]
        check(len(boxes) > 2 and all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes), f"{name} at 390 px: nothing of it is cut off")
        check(axe(page), f"{name} at 390 px: axe finds nothing with the options open")
        page.locator("#options button").first.focus()
        page.keyboard.press("Escape")
        check(page.locator("#options").is_hidden() and button.evaluate("(each) => each === document.activeElement"), f"{name} at 390 px: Escape returns to the button")
        page.context.close()


def hostility(browser, folder):
    pages = sorted((folder / "hostile").rglob("*.html"))
    for path in pages:
        for width in (360, 1600):
            page = browser.open(path.relative_to(folder).with_suffix(""), width)
            page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
            page.mouse.move(300, 400)
            hacked = page.evaluate("window.hacked || document.querySelector('main img, main iframe, main base, main form') || document.title === ''")
            overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            parents = page.evaluate("document.querySelector('footer').parentElement === document.body && document.querySelectorAll('main').length === 1")
            check(not hacked and overflow <= 0 and parents and browser.is_quiet(),
                  f"hostile {path.relative_to(folder / 'hostile')} at {width} px: inert, nothing broken (overflow {overflow})")
            page.context.close()
    page = browser.open("hostile/index")
    for link in page.locator(".groups h3 a").all():
        address = link.get_attribute("href")
        page.evaluate(f"location.hash = '{address}'")
        page.wait_for_selector(".view")
        page.evaluate("location.hash = 'groups'")
        page.wait_for_selector(".groups")
    check(not page.evaluate("window.hacked") and browser.is_quiet(), "hostile groups: inert")
    page.context.close()
    (folder / "hostile-markdown" / "summary.md").write_bytes(run("summarize", folder / "planted", "-f", "markdown"))
    for path in sorted((folder / "hostile-markdown").rglob("*.md")):
        markdown(path, folder)


def speedscope(browser, folder):
    """Profiles in speedscope itself, and against its schema."""
    viewer = Path(os.environ["SYMBOLICATE_SPEEDSCOPE"])
    schema = json.loads((viewer / "file-format-schema.json").read_text())
    reports = [ROOT / "Fixtures/Profiles/Shop.sample.txt"]
    reports += [path for path in sorted((ROOT / "Fixtures/Reports").rglob("*.*")) + sorted((folder / "planted").rglob("*.*"))
                if path.is_file() and path.name != "expected.tsv"]
    for report in reports:
        profile = run(report, "-q", "-f", "speedscope", "-s", "Fixtures/Binaries")
        values = json.loads(profile)
        name = str(report).removeprefix(f"{ROOT}/").removeprefix(f"{folder}/")
        errors = [error.message[:200] for error in jsonschema.Draft7Validator(schema).iter_errors(values)]
        check(not errors, f"speedscope {name}: valid {errors[:2]}")
        if not values["profiles"]:
            continue
        # The viewer's own way to open a file that is named on its command line.
        (folder / "profile.js").write_text(f'speedscope.loadFileFromBase64("profile.json", "{base64.b64encode(profile).decode()}")')
        page = browser.chromium.new_page()
        problems = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("dialog", lambda dialog: (problems.append(dialog.message), dialog.dismiss()))
        page.goto(f"file://{viewer}/index.html#localProfilePath={folder}/profile.js")
        try:
            page.wait_for_function("document.title.endsWith(' - speedscope')", timeout=20_000)
        except Exception as error:
            problems.append(str(error))
        shown = page.inner_text("body")
        check(not problems and "Time Order" in shown and "Something went wrong" not in shown and not page.evaluate("window.hacked"),
              f"speedscope {name}: opens {problems[:2]}")
        page.close()


def markdown(path, folder):
    """GitHub's own renderer finds only the elements that the program writes."""
    html = cmarkgfm.github_flavored_markdown_to_html(path.read_text(), options=cmarkgfm.cmark.Options.CMARK_OPT_UNSAFE)
    known = {"h2", "p", "ul", "li", "code", "pre", "strong", "details", "summary", "em", "h1", "table", "thead", "tbody", "tr", "th", "td"}
    found = set(re.findall(r"</?([a-zA-Z][a-zA-Z0-9]*)", html))
    check(found <= known and html.count("<details>") == html.count("</details>"),
          f"hostile {path.relative_to(folder / 'hostile-markdown')}: nothing of it is markup {sorted(found - known)}")


def main():
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        pages = make_pages(folder)
        browser = Browser(playwright, folder)
        only = sys.argv[2:]
        steps = {"looks": lambda: looks(browser, pages), "report": lambda: report(browser), "flame": lambda: flame(browser),
                 "summary": lambda: summary(browser, len(pages["summary"])), "design": lambda: design(browser), "hostile": lambda: hostility(browser, folder),
                 "speedscope": lambda: speedscope(browser, folder)}
        for step, action in steps.items():
            if not only or step in only:
                action()
    print(f"{len(failures)} failures" if failures else "all checks passed")
    sys.exit(1 if failures else 0)


main()
