#!/usr/bin/env python3
"""Prints reports as `symbolicate -f ndjson` does, made up and the same in every run: many.py [COUNT]. For `symbolicate summarize`."""
import json
import random
import sys

CAUSES = {
    "null-member": ("memory", "A member of a null pointer was used: check the pointer first."),
    "objc-array-range": ("container", "An index beyond the end of an array was used: check the count first."),
    "swift-nil-unwrap": ("swift", "An optional without a value was unwrapped: use `if let` or `guard let`."),
    "watchdog": ("kill", "The main thread did not answer in time: move work off the main thread."),
    "memory-limit": ("memory", "The process reached its memory limit: find what grows with the heaviest allocations."),
}
FAILURES = [("bad-access", "null-member"), ("exc:NSRangeException", "objc-array-range"), ("trap", "swift-nil-unwrap"),
            ("kill:0x8badf00d", "watchdog"), ("jetsam", "memory-limit"), ("abort", None), ("hang", None)]
NAMES = ["Basket.add(_:)", "Checkout.total()", "-[Cart reload:]", "shop::Ledger::commit()", "ImageCache.store(_:)",
         "Feed.refresh()", "-[AppDelegate application:didFinishLaunchingWithOptions:]", "Search.query(_:completion:)",
         "PaymentSheet.present()", "Session.restore(from:)", "ProductView.body.getter", "Receipt.print()"]
MODELS = ["iPhone14,5", "iPhone15,2", "iPhone16,1", "iPhone17,3", "iPad13,18", "iPad14,1"]
VERSIONS = [("4.0.0", "1102"), ("4.1.0", "1140"), ("4.1.1", "1151"), ("4.2.0", "1187"), ("4.2.1", "1190")]
SYSTEMS = ["17.1", "17.4", "18.0", "18.2", "26.0"]


def issue(chance, number):
    failure, cause = FAILURES[number % len(FAILURES)]
    name = NAMES[number % len(NAMES)] if number < 60 else f"{NAMES[number % len(NAMES)][:-2]}{number}()"
    return {"failure": failure, "cause": cause, "function": name, "file": f"/src/shop/Sources/File{number % 40}.swift",
            "line": 10 + number * 7 % 400, "print": f"1:{chance.getrandbits(64):016x}", "first": chance.randrange(0, 40)}


def report(chance, number, issues):
    one = issues[min(int(chance.paretovariate(.55)) - 1, len(issues) - 1)]
    day = one["first"] + int(chance.triangular(0, 60 - one["first"], 50 - one["first"]))
    # A few devices crash at every launch.
    loops = number % 200 < 4
    if loops:
        one, day = issues[6], 20 + number // 200
    version, build = VERSIONS[min(day // 13 + chance.randrange(-1, 2), 4) if day > 12 else 0]
    launch = one["function"].startswith("-[AppDelegate")
    time = f"2026-{9 + day // 30:02d}-{day % 30 + 1:02d}"
    triage = {"speaker": {"stack": "threads[0]", "reason": "crashed"}, "class": one["failure"], "fingerprint": one["print"],
              "key": [one["failure"], one["function"]], "group": f"com.example.shop/{one['print']}",
              "variant": f"1:{hash_of(one['print'], chance.randrange(3)):016x}", "quality": "ok", "ruleset": "0a1b2c3d",
              "blame": {"function": one["function"], "image": "Shop", "file": one["file"], "line": one["line"]},
              "launch": {"uptimeMilliseconds": chance.randrange(300, 4000) if launch else chance.randrange(9000, 9000000),
                         "launchCrash": launch or loops}}
    if loops:
        triage["launch"]["uptimeMilliseconds"] = 900
    if one["cause"]:
        family, advice = CAUSES[one["cause"]]
        triage["causes"] = [{"id": one["cause"], "family": family, "confidence": "likely", "advice": advice,
                             "evidence": [{"path": "exception.codes", "text": "0x0000000000000018"}]}]
    return {"schema": "symbolicate.report/1", "path": f"reports/{time}/Shop-{time}-{number:05d}.ips", "part": 0, "format": "ips",
            "kind": "crash", "id": f"{chance.getrandbits(128):032x}",
            "process": {"name": "Shop", "bundleID": "com.example.shop", "version": version, "build": build, "pid": number + 100},
            "device": {"model": chance.choice(MODELS), "key": f"{hash_of('device', number // 200 if loops else 100 + chance.randrange(3000)):016x}"},
            "os": {"name": "iPhone OS", "version": chance.choice(SYSTEMS)},
            "time": f"{time} {8 if loops else chance.randrange(24):02d}:{number % 60 if loops else chance.randrange(60):02d}:{number % 60:02d}.0000 +0000", "triage": triage,
            "images": [{"name": "PayKit", "arch": "arm64", "id": "BADE5170-1DEB-5CAF-B121-A232EB5AED39", "inApp": True,
                        "status": "missing"}, {"name": "Shop", "inApp": True, "status": "found"}],
            "threads": [{"index": 0, "crashed": True, "frames": [{"index": 0, "image": 1, "resolution": "line"},
                                                              {"index": 1, "image": number % 9 and 1, "resolution":
                                                               "line" if number % 9 else "none"}]}]}


def hash_of(text, number):
    return random.Random(f"{text}{number}").getrandbits(64)


def main():
    chance = random.Random(20261120)
    issues = [issue(chance, number) for number in range(400)]
    for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000):
        print(json.dumps(report(chance, number, issues), separators=(",", ":")))


main()
