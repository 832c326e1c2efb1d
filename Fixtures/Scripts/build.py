#!/usr/bin/env python3
"""Makes the bundles and source maps of the React Native shop, and crash reports with its JavaScript stacks.

  Fixtures/Scripts/build.py

`out/ios` has what Metro makes for JavaScriptCore: a bundle with a module on each line, and its map. `out/android` has the composed
map of Hermes: one line, whose columns are offsets in the bytecode, and the packager's own map, which does not fit Hermes' stacks.
`out/answers.tsv` lists every position with its answer. The reports are those of the native fixtures with a JavaScript stack added.
"""
import json
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
REPORTS = os.path.join(HERE, "..", "Reports")
MODULES = ["index.js", "src/App.js", "src/cart.js", "src/prices.js", "node_modules/react-native/Libraries/Pressability/Pressability.js",
           "runtime/events.js"]
IGNORED = ["runtime/events.js"]
DEBUG_ID = "4f1c6c3e-5b1f-4d3b-9f0e-7a2d3c4b5a69"
TOKEN = re.compile(r"//[^\n]*|'[^']*'|[A-Za-z_$][\w$]*|\d+|=>|\+=|\S")
WORD = re.compile(r"[\w$]")
# Frames of the crash, innermost first: mark, function.
STACK = [("CRASH: priceOf", "priceOf"), ("CALL: total", "total"), ("CALL: checkout", "checkout"), ("CALL: onPress", "onPress"),
         ("CALL: perform", "perform"), ("CALL: dispatch", "dispatch")]
# The token of each marked line at which engines report the frame.
CALLEE = {"CRASH: priceOf": "amount", "CALL: total": "priceOf", "CALL: checkout": "total", "CALL: onPress": "checkout",
          "CALL: perform": "onPress", "CALL: dispatch": "listener"}
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def vlq(value):
    rest = -value << 1 | 1 if value < 0 else value << 1
    text = ""
    while True:
        digit, rest = rest & 31, rest >> 5
        text += DIGITS[digit | 32 if rest else digit]
        if not rest:
            return text


def tokens(text):
    """Tokens with their line and column, counted from 0; comments are left out."""
    result = []
    for line, words in enumerate(text.split("\n")):
        for match in TOKEN.finditer(words):
            if not match.group().startswith("//"):
                result.append((match.group(), line, match.start()))
    return result


def functions(text):
    """Where functions begin, and where the outer one goes on after them: line, column, name; in order."""
    words = tokens(text)
    entries, open_, depth = [(0, 0, "<global>")], [], 0
    for at, (word, line, column) in enumerate(words):
        before = [w for w, _, _ in words[max(0, at - 4):at]]
        name = None
        if word == "function":
            name = words[at + 1][0]
        elif word in ("(", "event") and before[-1:] == ["="] and before[-3:-2] in (["const"],):
            name = before[-2]
        elif words[at + 1:at + 2] and words[at + 1][0] == "(" and word in ("constructor", "handlers") and before[-1:] != ["."]:
            name = "Pressability#" + word if word != "constructor" else "Pressability"
        elif word == "(" and before[-2:] == ["'Shop'", ","]:
            name = "AppRegistry.registerComponent$argument_1"
        if name:
            open_.append((depth, name, False))
            entries.append((line, column, name))
        if word == "{":
            depth += 1
        if word == "}":
            depth -= 1
            if open_ and depth == open_[-1][0] and not (at + 1 < len(words) and words[at + 1][0] in (",", ")") and words[at + 1][0] == ")"):
                open_.pop()
                entries.append((line, column + 1, open_[-1][1] if open_ else "<global>"))
    return entries


def function_map(entries):
    names, parts, line, column, name = [], [], 1, 0, 0
    for at_line, at_column, text in entries:
        if text not in names:
            names.append(text)
        index = names.index(text)
        parts.append(vlq(at_column - column) + vlq(index - name) + vlq(at_line + 1 - line))
        line, column, name = at_line + 1, at_column, index
    return [{"names": names, "mappings": ",".join(parts)}]


def bundle(sources):
    """The lines of the bundle, and segments: line, column, source, original line, original column, word; from 0."""
    lines, segments = ["var __BUNDLE_START_TIME__=Date.now(),__DEV__=false,process={env:{NODE_ENV:\"production\"}};"], []
    for number, source in enumerate(MODULES):
        text = "__d((function(g,r,i,a,m,e,d){"
        for word, line, column in tokens(sources[source]):
            if WORD.match(word) and WORD.match(text[-1:]):
                text += " "
            segments.append((len(lines), len(text), number, line, column, word))
            text += word
        lines.append(text + "}),%d,[]);" % number)
    lines.append("__r(0);")
    return lines, segments


def mappings(segments, names):
    text, at, line, original = [], [0, 0, 0, 0], 0, None
    current = []
    for generated, column, source, source_line, source_column, word in segments:
        while line < generated:
            text.append(",".join(current))
            current, line, at[0] = [], line + 1, 0
        segment = vlq(column - at[0]) + vlq(source - at[1]) + vlq(source_line - at[2]) + vlq(source_column - at[3])
        at = [column, source, source_line, source_column]
        if re.match(r"[A-Za-z_$]", word) and word in names:
            segment += vlq(names.index(word) - mappings.name)
            mappings.name = names.index(word)
        current.append(segment)
    return ";".join(text + [",".join(current)])


def write(path, text):
    path = os.path.join(HERE, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def source_map(segments, sources, **more):
    names = sorted({s[5] for s in segments if re.match(r"[A-Za-z_$]", s[5])})
    mappings.name = 0
    return {"version": 3, "sources": MODULES, "sourcesContent": [sources[m] for m in MODULES], "names": names,
            "mappings": mappings(segments, names), "x_google_ignoreList": [MODULES.index(m) for m in IGNORED], **more}


def frames(sources, segments):
    """Line from 1 and column from 0 of each frame of the crash."""
    result = []
    for mark, function in STACK:
        for number, source in enumerate(MODULES):
            lines = sources[source].split("\n")
            at = [i for i, line in enumerate(lines) if mark in line]
            if at:
                position = [s for s in segments if s[2] == number and s[3] == at[0] and s[5] == CALLEE[mark]][0]
                result.append((function, position[0] + 1, position[1]))
    return result


def compact(value):
    return json.dumps(value, separators=(",", ":")) + "\n"


def main():
    sources = {}
    for module in MODULES:
        with open(os.path.join(HERE, "shop", module)) as file:
            sources[module] = file.read()
    function_maps = [function_map(functions(sources[m])) for m in MODULES]
    lines, segments = bundle(sources)
    write("out/ios/main.jsbundle", "\n".join(lines) + "\n//# debugId=" + DEBUG_ID + "\n")
    ios = source_map(segments, sources, x_facebook_sources=function_maps, debugId=DEBUG_ID)
    write("out/ios/main.jsbundle.map", compact(ios))
    # In bytecode every token takes a few bytes; that only some of them are mapped is as in Hermes' own maps.
    offset, hermes = 5000, []
    for _, _, source, line, column, word in segments:
        offset += 3 + len(word)
        if WORD.match(word):
            hermes.append((0, offset, source, line, column, word))
    write("out/android/index.android.bundle.map", compact(source_map(hermes, sources, x_facebook_sources=function_maps,
                                                                     x_hermes_function_offsets={"0": [0, 5003, 5203]})))
    write("out/android/packager/index.android.bundle.packager.map", compact(source_map(segments, sources)))
    answers = []
    for file, list_ in (("ios/main.jsbundle.map", segments), ("android/index.android.bundle.map", hermes)):
        for line, column, source, source_line, source_column, _ in list_:
            answers.append("\t".join(map(str, (file, line + 1, column, MODULES[source], source_line + 1, source_column + 1))))
    write("out/answers.tsv", "\n".join(answers) + "\n")
    reports(frames(sources, segments), frames(sources, hermes))


# Reports


def load(path):
    with open(os.path.join(REPORTS, path)) as file:
        return json.load(file)


def text_of(path):
    with open(os.path.join(REPORTS, path)) as file:
        return file.read()


def reason(stack):
    """As React Native's RCTFormatError writes it; its columns count from 0."""
    return "Unhandled JS Exception: TypeError: undefined is not an object (evaluating 'product.price.amount'), stack:\n" + "".join(
        f"{name}@{line}:{column}\n" for name, line, column in stack) + "value@[native code]\n"


def reports(ios, hermes):
    name = "RCTFatalException: Unhandled JS Exception: TypeError: undefined is not an object (evaluating 'product.price.amount')"
    crash = load("kscrash/nsexception/report.json")
    crash["crash"]["error"]["reason"] = reason(ios)
    crash["crash"]["error"]["nsexception"] = {"name": name, "userInfo": "(null)"}
    crash["report"]["id"] = "6B0C0E57-2F5D-4C0B-9E0A-3D9C6A4B1F20"
    write("../Reports/kscrash/react-native/report.json", json.dumps(crash, indent=1) + "\n")

    user = load("kscrash/nsexception/report.json")
    del user["crash"]["error"]["nsexception"]
    user["crash"]["error"].update(type="user", reason="TypeError: undefined is not an object", user_reported={
        "name": "TypeError", "language": "javascript", "backtrace": [
            {"methodName": n, "file": "/var/containers/Bundle/Application/Shop.app/main.jsbundle", "lineNumber": l, "column": c}
            for n, l, c in ios]})
    write("../Reports/kscrash/react-native-user/report.json", json.dumps(user, indent=1) + "\n")

    event = load("sentry/event/event.json")
    event["debug_meta"]["images"].append({"type": "sourcemap", "code_file": "app:///main.jsbundle", "debug_id": DEBUG_ID})
    values = event["exception"]["values"]
    values.insert(0, {"type": "TypeError", "value": "undefined is not an object", "mechanism": {"type": "onerror", "handled": False},
                      "stacktrace": {"frames": [
                          {"function": n, "filename": "app:///main.jsbundle", "abs_path": "app:///main.jsbundle", "lineno": l,
                           "colno": c + 1, "in_app": True} for n, l, c in reversed(ios)]}})
    write("../Reports/sentry/react-native/event.json", json.dumps(event, indent=1) + "\n")

    native = text_of("console/first-throw/console.log")
    mark = re.search(r"\*\*\* Terminating app due to uncaught exception[^\n]*", native)
    lines = native[:mark.start()] + "*** Terminating app due to uncaught exception '" + name + "', reason: '" + reason(ios) + "'" \
        + native[mark.end():]
    write("../Reports/console/react-native/console.log", lines)

    margin = "11-20 10:43:02.126  4711  4742 E ReactNativeJS: "
    at = [f"    at {n} (address at index.android.bundle:{l}:{c})" for n, l, c in hermes]
    lines = ["TypeError: Cannot read property 'amount' of undefined", ""] + at[:2] + ["    at apply (native)"] + at[2:]
    lines += ["    ... skipping 4 frames"]
    log = "11-20 10:43:01.017  4711  4742 I ReactNativeJS: Running \"Shop\"\n" + "".join(margin + line + "\n" for line in lines)
    write("../Reports/console/hermes/logcat.txt", log + "11-20 10:43:02.131  4711  4711 D Choreographer: 3 frames skipped at 10:43:02\n")

    apple = text_of("apple-text/macos-x86_64-exception/Shop.crash")
    mark = re.search(r"\*\*\* Terminating app due to uncaught exception[^\n]*", apple)
    information = "*** Terminating app due to uncaught exception '" + name + "', reason: '" + reason(ios).rstrip("\n") + "'"
    apple = apple[:mark.start()] + information + apple[mark.end():]
    write("../Reports/apple-text/react-native/Shop.crash", apple)


main()
