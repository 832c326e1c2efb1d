#!/usr/bin/env python3
"""Renders docs/pictures: what the pages of fixtures look like. screenshots.py SYMBOLICATE"""
import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = str(Path(sys.argv[1]).resolve())


def run(folder, *arguments, stdin=None):
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=folder, input=stdin, stdout=subprocess.PIPE).stdout


def make(folder):
    """Writes the pages. The reports lie in a folder of their own, so that pictures show no path of this machine."""
    shutil.copy(ROOT / "Fixtures/Reports/ips/ios-swift/Shop-2026-11-20-114303.ips", folder)
    shutil.copytree(ROOT / "Fixtures/Binaries/shop-swift", folder / "shop")
    shutil.copy(ROOT / "Fixtures/Profiles/Shop.sample.txt", folder)
    for file in (folder / "shop").rglob("*"):
        if file.is_file():
            file.touch()
    reports = subprocess.run([sys.executable, ROOT / "Tests/Browser/many.py", "10000"], stdout=subprocess.PIPE, check=True).stdout
    (folder / "report.html").write_bytes(run(folder, "Shop-2026-11-20-114303.ips", "-q", "-f", "html", "-s", "shop/out", "--context", "2",
                                             "--source-root", "shop/src"))
    (folder / "flame.html").write_bytes(run(folder, "Shop.sample.txt", "-q", "-f", "html"))
    shutil.copytree(ROOT / "Fixtures/Reports", folder / "reports")
    run(folder, "reports", "-q", "-f", "html", "-s", ROOT / "Fixtures/Binaries", "-o", "pages")
    (folder / "summary.html").write_bytes(run(folder, "summarize", "-f", "html", "-", stdin=reports))


def save(picture, name):
    """Writes a picture with 256 colors, which these pages hardly exceed."""
    image = Image.open(io.BytesIO(picture)).convert("RGB").quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    path = ROOT / "docs/pictures" / name
    path.parent.mkdir(exist_ok=True)
    image.save(path, optimize=True)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")


def main():
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        make(folder)
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, scheme, height in (("summary", "light", 860), ("group", "dark", 860), ("report", "light", 860), ("flame", "dark", 700)):
            page = chromium.new_page(viewport={"width": 1280, "height": height}, color_scheme=scheme)
            page.goto(f"file://{folder}/{'pages/index' if name == 'group' else name}.html")
            if name == "group":
                page.locator(".groups h3 a").first.click()
                page.mouse.move(0, 0)
            if name == "flame":
                page.locator(".flame .scroll").first.focus()
                for key in ["ArrowDown"] * 6:
                    page.keyboard.press(key)
                page.evaluate("document.activeElement.blur()")
            save(page.screenshot(), f"{name}.png")


main()
