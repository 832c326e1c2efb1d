"""The recipes around a release: Homebrew, Nix, the image, fastlane, Bitrise, the script that installs. They run against a release that is
made here from the program of this build, for this machine's processor; checkers that are not installed are named and passed over."""

import hashlib
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ["SYMBOLICATE"]).resolve()
REPORTS = ROOT / "Fixtures/Reports/apple-text/ios-arm64"
SYMBOLS = ROOT / "Fixtures/Binaries/shop-cpp/out/ios-arm64"


def run(*words, status=0, **options):
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    if result.returncode != status:
        sys.exit(f"FAILED: {words}: status {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout + result.stderr


def version():
    return run(PROGRAM, "--version").split()[1]


def make_release(folder):
    """A release with one archive, as Packaging/dist lays it out."""
    tree = folder / f"symbolicate-{version()}-linux-{platform.machine()}"
    (tree / "bin").mkdir(parents=True)
    shutil.copy(PROGRAM, tree / "bin/symbolicate")
    (tree / "bin/symbolicate").chmod(0o755)
    archive = folder / (tree.name + ".tar.zst")
    run("bash", "-c", f"tar -C '{folder}' -cf - '{tree.name}' | zstd -q -1 -o '{archive}'")
    shutil.rmtree(tree)
    other = folder / archive.name.replace(platform.machine(), "other")
    other.write_bytes(b"of another processor")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in (archive, other)]
    (folder / "SHA256SUMS").write_text("".join(sums))
    return archive


def checked(tool, *words):
    if shutil.which(tool) is None:
        print(f"   {tool} is not installed: not checked: {words[-1].name if words else ''}")
        return
    run(tool, *words)
    print(f"   {tool} {' '.join(str(getattr(word, 'name', word)) for word in words)}: ok")


def test_installing(folder, release):
    script = ROOT / "integrations/ci/install.sh"
    for number, address in enumerate([release, release.as_uri()]):
        target = folder / f"installed {number}"
        environment = {**os.environ, "SYMBOLICATE_RELEASE": str(address)}
        assert "self-test    ok:" in run("bash", script, target, env=environment)
        assert run("bash", script, target, env=environment) == "", "what is installed stays"
    archive = next(release.glob(f"*{platform.machine()}.tar.zst"))
    bytes = archive.read_bytes()
    archive.write_bytes(bytes + b"x")
    refused = run("bash", script, folder / "damaged", status=1, env={**os.environ, "SYMBOLICATE_RELEASE": str(release)})
    assert "FAILED" in refused and not (folder / "damaged").exists(), refused
    archive.write_bytes(bytes)
    (release / "SHA256SUMS").rename(release / "sums")
    (release / "SHA256SUMS").write_text((release / "sums").read_text().replace(platform.machine(), "vax"))
    refused = run("bash", script, folder / "vax", status=1, env={**os.environ, "SYMBOLICATE_RELEASE": str(release)})
    assert f"no archive for {platform.machine()}" in refused
    (release / "sums").rename(release / "SHA256SUMS")
    print("   install.sh: ok")


def test_bitrise(folder, release):
    step = ROOT / "integrations/ci/bitrise/step.sh"
    inputs = {"release": str(release), "reports": str(REPORTS), "symbols": str(SYMBOLS), "output": str(folder / "bitrise"), "fail_on": "none"}
    environment = {**os.environ, **inputs, "BITRISE_CACHE_DIR": str(folder / "cache")}
    run("bash", step, env=environment)
    assert "checkout.cpp:9" in (folder / "bitrise/Shop.crash.md").read_text()
    assert "<testsuite" in (folder / "bitrise/crashes.xml").read_text()
    run("bash", step, status=3, env={**environment, "fail_on": "crash"})
    print("   bitrise/step.sh: ok")


def test_fastlane(folder):
    """The lane with the actions of fastlane that it uses, as a few lines of Ruby."""
    if shutil.which("ruby") is None:
        print("   ruby is not installed: the lane of fastlane did not run")
        return
    lane = ROOT / "integrations/ci/fastlane/Fastfile"
    checked("ruby", "-c", lane)
    script = f"""
      def lane(name, &body) = define_method(:run_lane, &body)
      def sh(*words)
        environment = words.first.is_a?(Hash) ? words.shift : {{}}
        system(environment, *words.map(&:to_s)) || exit($?.exitstatus)
      end
      eval(File.read({str(lane)!r}), binding, {str(lane)!r})
      run_lane(reports: {str(REPORTS)!r}, symbols: [{str(SYMBOLS)!r}], check: {str(SYMBOLS)!r}, output: {str(folder / 'lane')!r}, fail_on: ARGV[0])
    """
    environment = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}
    run("ruby", "-e", script, "loop", env=environment)
    assert "checkout.cpp:9" in (folder / "lane/Shop.crash.md").read_text()
    run("ruby", "-e", script, "crash", status=3, env=environment)
    print("   fastlane: ok")


def test_recipes(release):
    environment = {**os.environ, "HOMEPAGE": "https://example.com/shop", "VERSION": version()}
    run(ROOT / "Packaging/make-recipes", release, env=environment)
    digest = hashlib.sha256(next(release.glob(f"*{platform.machine()}.tar.zst")).read_bytes()).hexdigest()
    for name in ("symbolicate.rb", "flake.nix", "Containerfile"):
        text = (release / "recipes" / name).read_text()
        assert "@" not in text.replace("@example", "") or name == "Containerfile", name
        assert version() in text and (name == "Containerfile" or digest in text), name
    checked("ruby", "-c", release / "recipes/symbolicate.rb")
    checked("nix-instantiate", "--parse", release / "recipes/flake.nix")


# `gh release download ... --pattern PATTERN`, of the release in $RELEASE.
GH = """#!/usr/bin/env bash
while [ $# -gt 0 ]; do
  [ "$1" != --pattern ] || cp "$RELEASE"/$2 .
  shift
done
"""


def test_architectures(folder, release):
    """The action of GitHub installs the archive of the runner's processor, which `uname -m` names."""
    step = (ROOT / "action.yml").read_text().split("- name: Install symbolicate", 1)[1].split("- name:", 1)[0]
    script = textwrap.dedent(step.split("run: |\n", 1)[1])
    commands = folder / "commands"
    commands.mkdir()
    (commands / "gh").write_text(GH)
    (commands / "uname").write_text("#!/bin/sh\necho other\n")
    for name in ("gh", "uname"):
        (commands / name).chmod(0o755)
    for machine in ("other", platform.machine()):
        runner = folder / f"runner {machine}"
        runner.mkdir()
        environment = {
            "PATH": f"{commands}:/usr/bin:/bin", "RUNNER_TEMP": str(runner), "RELEASE": str(release), "REPOSITORY": "shop/symbolicate",
            "GITHUB_PATH": str(runner / "path"), "HOME": str(runner),
        }
        if machine == "other":
            # The sum is right, and the file is no archive.
            refused = run("bash", "-c", script, status=2, env=environment)
            assert "linux-other.tar.zst: OK" in refused and not (runner / "path").exists(), refused
            (commands / "uname").unlink()
        else:
            assert "symbolicate " + version() in run("bash", "-c", script, env=environment)
            assert (runner / "path").read_text().strip() == str(runner / "symbolicate/bin")
        assert [path.name for path in (runner / "symbolicate").glob("*.zst")] == [f"symbolicate-{version()}-linux-{machine}.tar.zst"]
    print("   action.yml: ok")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        release = folder / "release"
        release.mkdir()
        make_release(release)
        test_installing(folder, release)
        test_bitrise(folder, release)
        test_fastlane(folder)
        test_recipes(release)
        test_architectures(folder, release)
        if shutil.which("apt-ftparchive"):
            print(run(ROOT / "Packaging/test-apt-repository"), end="")
    print("recipes: ok")


main()
