#!/usr/bin/env python3
"""Makes programs that crash in known ways, crashes them, writes a report of each crash, and counts how often symbolicate says what
happened, and names the pointer as the source does.

    measure.py SYMBOLICATE DIRECTORY [--families gcc,clang,swift,apple] [--seeds 1,2] [--all]

DIRECTORY gets the programs, the reports and `crashes.tsv`, a line for each crash. ELF programs of x86-64 are crashed in gdb, which
evaluates the names. Mach-O programs of arm64 run in unicorn (PyPI), and the truth is that of the generator. The lines of all crashes that
are not right are printed, with --all those of all. The table at the end counts."""
import argparse, collections, concurrent.futures, dataclasses, json, os, subprocess, sys, threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import judge, programs, swift_programs

LOCK = threading.Lock()
# Indexes of arrays are checked.
CHECKS = {"clang": ["-fsanitize=bounds", "-fsanitize-trap=bounds"], "gcc": ["-fsanitize=bounds", "-fsanitize-undefined-trap-on-error"]}
LEVELS = {"swift": ["-Onone", "-O", "-Osize", "-O -wmo"], "apple": ["-O0", "-O1", "-O2", "-O3", "-Oz"]}


def run(arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=600, **options)


def builds(family, seeds):
    """(language, level, seed) of the programs of a family."""
    languages = ["swift"] if family == "swift" else ["c", "cpp"]
    return [(language, level, seed) for language in languages for level in LEVELS.get(family, ["-O0", "-O1", "-O2", "-O3"])
            for seed in seeds]


def source(directory, language, seed, is_hosted):
    text, crashes = swift_programs.make(seed) if language == "swift" else programs.make(seed, language, is_hosted)
    path = os.path.join(directory, f"{'hosted' if is_hosted else 'bare'}{seed}.{language}")
    # Compilers reject sources that change, and several builds share one.
    with LOCK:
        if not os.path.exists(path) or open(path).read() != text:
            with open(path, "w") as file:
                file.write(text)
    return path, [dataclasses.asdict(crash) for crash in crashes]


def elf(symbolicate, directory, family, language, level, seed):
    path, crashes = source(directory, language, seed, True)
    program = os.path.join(directory, f"{family}-{language}{level.replace(' ', '')}-{seed}")
    if family == "swift":
        arguments = ["swiftc", "-g", *level.split(), "-Xlinker", "--build-id", "-o", program, path]
    else:
        tool = {"c": {"gcc": "gcc", "clang": "clang"}, "cpp": {"gcc": "g++", "clang": "clang++"}}[language][family]
        arguments = [tool, "-g", level, "-w", *CHECKS[family], "-Wl,--build-id", "-o", program, path]
    if not os.path.exists(program):
        built = run(arguments)
        if built.returncode:
            sys.exit(built.stderr)
    job = program + ".job"
    with open(job, "w") as file:
        json.dump({"symbolicate": symbolicate, "program": program, "crashes": crashes}, file)
    if os.path.exists(job + ".out"):
        os.remove(job + ".out")
    ran = run(["gdb", "-nx", "-q", "-batch", "-x", os.path.join(HERE, "session.py")], env=os.environ | {"FAULTS_JOB": job}, stdin=subprocess.DEVNULL)
    if not os.path.exists(job + ".out"):
        sys.exit(f"gdb failed for {program}: {ran.stderr[-2000:]}")
    with open(job + ".out") as file:
        return program, crashes, json.load(file)


def count(family, program, crashes, results, lines, table):
    is_intel = family != "apple"
    row = table[(family, "swift" if "swift" in program else os.path.basename(program).split("-")[1], "arm64" if not is_intel else "x86-64")]
    for truth, result in zip(crashes, results):
        name = f"{os.path.basename(program)} {truth['number']} {truth['form']}"
        if result is None:
            row["no crash"] += 1
            lines.append((name, "no crash", "", "", ""))
            continue
        if "failed" in result:
            row["failed"] += 1
            lines.append((name, "failed", "", result["failed"], ""))
            continue
        row["crashes"] += 1
        said = judge.sentence(truth, result, is_intel)
        row["sentence " + said.split(",")[0].split(":")[0]] += 1
        named = judge.pointer(truth, result)
        if named != "none":
            row["pointer " + named.split(":")[0]] += 1
        checked = judge.numbers(truth, result)
        if checked != "none":
            row["numbers " + checked.split(":")[0]] += 1
        words = (result["instruction"] or {}).get("sentence") or result.get("disassembly", "")
        lines.append((name, said, named, words, checked))


COLUMNS = ["crashes", "sentence right", "sentence unknown", "sentence wrong", "pointer right", "pointer right by value", "pointer other",
           "pointer not named", "pointer wrong", "numbers right", "numbers right without bound", "numbers not told", "numbers wrong", "no crash",
           "failed"]


def show(table):
    titles = ["family", "language", "processor"] + COLUMNS
    rows = [list(key) + [str(row[column]) for column in COLUMNS] for key, row in table.items()]
    total = collections.Counter()
    for row in table.values():
        total.update(row)
    rows.append(["all", "", ""] + [str(total[column]) for column in COLUMNS])
    print("| " + " | ".join(titles) + " |")
    print("|" + "---|" * len(titles))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    good, all_crashes = total["sentence right"], total["crashes"]
    named = total["pointer right"] + total["pointer right by value"]
    pointers = named + total["pointer other"] + total["pointer not named"] + total["pointer wrong"]
    print(f"sentences right: {good} of {all_crashes} ({100 * good / max(all_crashes, 1):.1f} %), wrong {total['sentence wrong']}; "
          f"pointers named: {named} of {pointers}, wrong {total['pointer wrong']}; "
          f"numbers of checks: {total['numbers right'] + total['numbers right without bound']} told, {total['numbers not told']} not, "
          f"wrong {total['numbers wrong']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("symbolicate")
    parser.add_argument("directory")
    parser.add_argument("--families", default="gcc,clang,swift,apple")
    parser.add_argument("--seeds", default="1,2")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    symbolicate, directory = os.path.abspath(options.symbolicate), os.path.abspath(options.directory)
    os.makedirs(directory, exist_ok=True)
    table, lines = collections.defaultdict(collections.Counter), []
    jobs = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for family in options.families.split(","):
            if family == "apple":
                import apple
                make = apple.crash
            else:
                make = elf
            for language, level, seed in builds(family, options.seeds.split(",")):
                jobs.append((family, pool.submit(make, symbolicate, directory, family, language, level, seed)))
        for family, job in jobs:
            count(family, *job.result(), lines, table)
    with open(os.path.join(directory, "crashes.tsv"), "w") as file:
        file.writelines("\t".join(line) + "\n" for line in lines)
    for line in lines:
        if options.all or not line[1].startswith("right") or line[4].startswith(("wrong", "not")) or not (
                line[2] in ("right", "none") or line[2].startswith("right by value")):
            print("\t".join(line))
    show(table)


if __name__ == "__main__":
    main()
