"""Reports with hostile text in every string, made of the fixtures."""
import json
import re

TEXTS = [
    "<script>window.hacked=1</script>", "\"><img src=x onerror=\"window.hacked=2\">", "' onmouseover='window.hacked=3' x='",
    "</td></tr></table></details></main><h1>gone</h1>", "</script><script>window.hacked=4</script>", "<!--", "-->",
    "<svg onload=window.hacked=5><a xlink:href=\"javascript:window.hacked=6\">x</a></svg>", "</title></style><b>",
    "&lt;b&gt; &amp; &#60;i&#62;", "javascript:window.hacked=7", "http://127.0.0.1:9/request?a=1&b=2",
    "<link rel=stylesheet href=http://127.0.0.1:9/x.css>", "<iframe src=http://127.0.0.1:9/></iframe>", "<base href=http://127.0.0.1:9/>",
    "<meta http-equiv=refresh content=0;url=http://127.0.0.1:9/>", "\u202edrowssap\u202c \u2066x\u2069 \u200f\u061c", "a\u2028b\u2029c",
    "\x1b[31mred\x1b[0m \x1b]8;;http://127.0.0.1:9/\x07link\x1b]8;;\x07", "\x85 \x7f", "```\n# heading\n</details>",
    "@everyone #1 GH-1 :smile: [x](javascript:alert(1)) ![x](http://127.0.0.1:9/x.png)", "| a | b |\n|---|---|", "W" * 400,
    "https://example.com/ www.example.com someone@example.com", "<details><summary>x</summary>", "\n\n<h1>x</h1>\n\n", "\n> quote\n- list\n1. list\n",
]
STRUCTURE = {"type", "kind", "uuid", "id", "version", "bug_type", "slice_uuid", "timestamp", "image", "debug_id", "code_id", "arch", "architecture"}


class Planter:
    def __init__(self):
        self.next = 0

    def text(self):
        self.next += 1
        return TEXTS[self.next % len(TEXTS)]

    def value(self, value, key=""):
        if isinstance(value, dict):
            return {name: self.value(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.value(inner, key) for inner in value]
        if isinstance(value, str) and not (key.lower() in STRUCTURE or key.lower().endswith(("uuid", "addr")) or re.match(r"0x|-?\d+$", value)):
            return value + self.text()
        return value


def planted(report):
    """The bytes of a report with hostile text behind every string that people see."""
    planter = Planter()
    text = report.decode("utf-8", "replace")
    try:
        return json.dumps(planter.value(json.loads(text))).encode()
    except ValueError:
        pass
    head, _, body = text.partition("\n")
    try:
        return b"\n".join(json.dumps(planter.value(json.loads(part))).encode() for part in (head, body))
    except ValueError:
        pass
    lines = []
    for line in text.split("\n"):
        if re.match(r"[A-Z][A-Za-z ]+: +\S", line) and not re.match(r"Report Version|Binary|Thread \d|Triggered|Crashed", line) \
                or re.match(r"\d+ +\S+ +\t?0x", line) or re.match(r" *0x[0-9a-f]+ - ", line):
            line += planter.text().replace("\n", " ")
        lines.append(line)
    return "\n".join(lines).encode()
