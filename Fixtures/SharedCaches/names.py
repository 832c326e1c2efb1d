"""Names that look like those of Apple's libraries, seeded: Objective-C methods and blocks from a vocabulary, and runs of real Swift
and C++ names of libraries, with one identifier replaced in each run so that no two images have the same ones."""
import os, random, re, subprocess

WORDS = """view controller layer item section cell data source store session request response token cache image layout text field
layout constraint gesture animation transition context queue operation manager service provider client server connection message
event state update load save fetch insert remove delete begin end start stop pause resume open close read write encode decode index
path name title color font size frame bounds origin width height scale rotation offset count limit value object key identifier
account user group member device network socket stream buffer packet header body content media audio video photo asset track player
recorder camera sensor location region map route calendar date time zone locale language format number string array set dictionary
policy rule filter sort search query result error status code reason delegate observer handler block completion""".split()
PREFIXES = "UI NS CA CF MK AV PH CN EK HK WK SK GK MP CL CB NE SF TI BK FB SB PK".split()
FIXED = ["init", "dealloc", ".cxx_destruct", "description", "hash", "isEqual:", "copyWithZone:", "initWithCoder:",
         "encodeWithCoder:", "debugDescription", "setDelegate:", "delegate", "reset", "invalidate"]
COMMON = ["__copy_helper_block_e8_32s", "__destroy_helper_block_e8_32s", "__copy_helper_block_e8_32s40s",
          "__destroy_helper_block_e8_32s40s", "__copy_helper_block_e8_32s40b", "__Block_byref_object_copy_",
          "__Block_byref_object_dispose_", "_OUTLINED_FUNCTION_0", "_OUTLINED_FUNCTION_1", "_OUTLINED_FUNCTION_2",
          "___clang_call_terminate", "_GCC_except_table0"]


def real_names(paths):
    """The function names of libraries in ascending order of address, each address once, with the underscore of Mach-O."""
    runs = []
    for path in paths:
        text = subprocess.run(["nm", "-n", path], capture_output=True, text=True).stdout
        seen, names = None, []
        for line in text.splitlines():
            part = line.split(" ", 2)
            if len(part) == 3 and part[1] in "tTwWV" and part[0] != seen and " " not in part[2]:
                seen = part[0]
                names.append("_" + part[2])
        if len(names) > 1000:
            runs.append(names)
    return runs


class Names:
    def __init__(self, seed, libraries=()):
        self.random = random.Random(seed)
        self.runs = real_names(libraries)
        found = set()
        for run in self.runs:
            for name in run[:20000]:
                found.update(w.lower() for w in re.findall(r"[A-Z][a-z]{3,9}", name))
        self.words = sorted(set(WORDS) | found)

    def word(self):
        return self.random.choice(self.words).capitalize()

    def objective_c(self, count):
        """Methods of classes of about twenty methods, with the blocks in them."""
        pick, out = self.random, []
        while len(out) < count:
            name = pick.choice(PREFIXES) + self.word() + self.word() + (self.word() if pick.random() < .4 else "")
            if pick.random() < .15:
                name += "(" + self.word() + self.word() + ")"
            for _ in range(pick.randint(4, 40)):
                kind = pick.random()
                if kind < .25:
                    selector = pick.choice(FIXED)
                elif kind < .45:
                    selector = "set" + self.word() + self.word() + ":"
                elif kind < .75:
                    selector = pick.choice(self.words) + self.word() + (self.word() if kind < .6 else "")
                else:
                    selector = (pick.choice(self.words) + self.word() + ":" + pick.choice(self.words) + ":"
                                + (pick.choice(self.words) + self.word() + ":" if kind < .85 else ""))
                method = ("+[" if pick.random() < .12 else "-[") + name + " " + ("_" if pick.random() < .3 else "") + selector + "]"
                out.append(method)
                if pick.random() < .22:
                    plain = len(method)
                    for block in range(pick.randint(1, 3)):
                        out.append(f"___{plain}{method}_block_invoke" + (f"_{block + 1}" if block else ""))
                    if pick.random() < .6:
                        out.append(pick.choice(COMMON))
        return out[:count]

    def of_library(self, count):
        """A run of real names, in which one identifier is replaced everywhere."""
        run = self.random.choice(self.runs)
        start = self.random.randrange(max(1, len(run) - count))
        part = run[start:start + count]
        words = re.findall(r"[A-Za-z]{5,14}", part[len(part) // 2])
        old = max(words, key=len) if words else "zzzzz"
        new = (self.word() + self.word() + self.word())[:len(old)].ljust(len(old), "x")
        return [name.replace(old, new) for name in part]

    def image(self, count):
        """The names of one image. Six of ten are Objective-C, as in the caches of iOS, unless no library is given."""
        if not self.runs:
            return self.objective_c(count)
        out = []
        while len(out) < count:
            part = min(count - len(out), self.random.randint(200, 3000))
            out += self.objective_c(part) if self.random.random() < .6 else self.of_library(part)
        return out
