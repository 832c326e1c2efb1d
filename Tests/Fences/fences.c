//   fences ARCHIVE URL      URL/names.zip is there, URL/missing is not
// Calls every C fence of the program, except for the demangler of the Swift library, and prints what it answers. The same program,
// compiled for another processor and run there (or by qemu-user), must print the same: sizes, offsets and text that Swift relies on.
// Differences that are meant are on standard error.
#include "CArchive.h"
#include "CCapstone.h"
#include "CCurl.h"
#include "CDebuginfod.h"
#include "CDemangle.h"
#include "arguments.h"
#include "blocks.h"
#include "build_info.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Swift's runtime is not linked here.
char *swift_demangle(const char *name, size_t length, char *output, size_t *size, uint32_t flags) { return NULL; }
char *_swift_backtrace_demangle(const char *name, size_t length, char *output, size_t *size) { return NULL; }

static void layout(void) {
  printf("sizes: pointer %zu, long %zu, size_t %zu, enum %zu\n", sizeof(void *), sizeof(long), sizeof(size_t), sizeof(enum symbolicate_processor));
  printf("entry: %zu bytes, name %zu, size %zu, modified %zu, kind %zu, encrypted %zu\n", sizeof(struct symbolicate_entry),
         offsetof(struct symbolicate_entry, name), offsetof(struct symbolicate_entry, size), offsetof(struct symbolicate_entry, modified),
         offsetof(struct symbolicate_entry, kind), offsetof(struct symbolicate_entry, is_encrypted));
  printf("instruction: %zu bytes, mnemonic %zu, operands %zu, written %zu, count %zu\n", sizeof(struct symbolicate_instruction),
         offsetof(struct symbolicate_instruction, mnemonic), offsetof(struct symbolicate_instruction, operands),
         offsetof(struct symbolicate_instruction, written), offsetof(struct symbolicate_instruction, written_count));
}

static void disassemble(enum symbolicate_processor processor, const uint8_t *bytes, size_t count) {
  symbolicate_disassembler *disassembler = symbolicate_disassembler_open(processor);
  if (!disassembler) {
    printf("processor %d: none\n", processor);
    return;
  }
  struct symbolicate_instruction instruction;
  memset(&instruction, 0, sizeof instruction);
  if (symbolicate_disassemble(disassembler, bytes, count, 0x100004000, &instruction)) {
    printf("processor %d: %s %s, %u bytes, writes", processor, instruction.mnemonic, instruction.operands, instruction.size);
    for (uint8_t i = 0; i < instruction.written_count; i++) printf(" %s", symbolicate_written_register(&instruction, i));
    printf("\n");
  }
  symbolicate_disassembler_close(disassembler);
}

// The names and contents of an archive; bytes above 127 are printed as numbers, since `char` has a sign here and none on ARM.
static void archive(const char *path) {
  char message[256] = "";
  symbolicate_archive *archive = symbolicate_archive_open(path, 0, message, sizeof message);
  if (!archive) {
    printf("archive: %s\n", message);
    return;
  }
  struct symbolicate_entry entry;
  while (symbolicate_archive_next(archive, &entry) == 1) {
    printf("entry, %lld bytes, kind %d, encrypted %d:", (long long)entry.size, entry.kind, entry.is_encrypted);
    for (const char *at = entry.name; at && *at; at++) printf(" %u", (unsigned char)*at);
    unsigned char buffer[64];
    int64_t count = symbolicate_archive_read(archive, buffer, sizeof buffer);
    printf("; read %lld:", (long long)count);
    for (int64_t i = 0; i < count; i++) printf(" %u", buffer[i]);
    printf("\n");
  }
  symbolicate_archive_close(archive);
}

static void demangle(void) {
  int status = 0;
  char *name = __cxa_demangle("_ZNK4shop8Checkout5totalEi", NULL, NULL, &status);
  printf("C++: %s, %d\n", name ? name : "none", status);
  free(name);
  const char *names[] = {"_ZN4shop8checkout5total17h0123456789abcdefE", "_RNvCs1234_4shop5total",
                         "_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y", "shop"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *rust = rust_demangle(names[i], 0);
    printf("Rust: %s\n", rust ? rust : "none");
    free(rust);
  }
}

// Fetches a file; with `limit`, a part of it is too much.
static void fetch(const char *url, const char *name, int64_t limit) {
  char address[512], message[256] = "";
  snprintf(address, sizeof address, "%s/%s", url, name);
  FILE *file = tmpfile();
  if (!file) return;
  long code = 0;
  enum symbolicate_http_end end = symbolicate_http_get(address, fileno(file), limit, 10000, &code, message, sizeof message);
  unsigned long sum = 0, count = 0;
  rewind(file);
  for (int byte; (byte = getc(file)) != EOF; count++) sum = sum * 31 + (unsigned)byte;
  printf("http %s: end %d, status %ld, %lu bytes, sum %lu%s%s\n", name, end, code, end == SYMBOLICATE_HTTP_DONE ? count : 0,
         end == SYMBOLICATE_HTTP_DONE ? sum : 0, *message ? ", " : "", message);
  fclose(file);
}

// Every byte at every place of a block, and texts of every length around that of a vector.
static void blocks(void) {
  uint8_t text[160];
  uint64_t sums[5] = {0, 0, 0, 0, 0};
  for (int byte = 0; byte < 256; byte++) {
    for (int place = 0; place < 64; place++) {
      memset(text, 'a', sizeof text);
      text[place] = (uint8_t)byte;
      struct symbolicate_json_block block = symbolicate_json_block(text);
      struct symbolicate_string_block inside = symbolicate_string_block(text);
      uint64_t masks[5] = {block.quotes + inside.quotes, block.backslashes + inside.backslashes, block.structure, block.blanks, block.others};
      for (int mask = 0; mask < 5; mask++) sums[mask] = sums[mask] * 31 + masks[mask] + (uint64_t)byte;
    }
  }
  printf("blocks: %016llx %016llx %016llx %016llx %016llx\n", (unsigned long long)sums[0], (unsigned long long)sums[1],
         (unsigned long long)sums[2], (unsigned long long)sums[3], (unsigned long long)sums[4]);
  uint64_t ends = 0, same = 0;
  for (int end = 0; end < 100; end++) {
    for (int place = 0; place <= end; place++) {
      memset(text, 'a', sizeof text);
      text[place] = place % 2 ? '\n' : '\r';
      for (int start = 0; start < 4; start++) ends = ends * 31 + (uint64_t)symbolicate_line_end(text, start, end);
      uint8_t other[160];
      memcpy(other, text, sizeof text);
      same = same * 3 + symbolicate_same(text, other, end);
      other[place] ^= 1;
      same = same * 3 + symbolicate_same(text, other, end);
    }
  }
  printf("line ends: %016llx, same: %016llx\n", (unsigned long long)ends, (unsigned long long)same);
  uint64_t zeros = 0;
  for (int end = 0; end < 100; end++) {
    for (int place = 0; place + 3 <= end; place++) {
      for (int last = 0; last < 3; last++) {
        memset(text, 'a', sizeof text);
        memset(text + place, 0, 3);
        text[place + 2] = (uint8_t)(last * 'b' / 2);
        for (int start = 0; start < 4; start++) {
          long found = symbolicate_after_zeros(text, start, end, 'b');
          long expected = last != 1 && start <= place ? place + 2 : -1;
          if (found != expected) printf("after zeros: %ld, not %ld\n", found, expected);
          zeros = zeros * 31 + (uint64_t)found;
        }
      }
    }
  }
  printf("after zeros: %016llx\n", (unsigned long long)zeros);
  uint64_t beside = 0;
  for (int byte = 0; byte < 256; byte++) {
    for (int place = 0; place < 70; place++) {
      for (int at = 0; at < 80; at++) text[at] = (uint8_t)(at % 5 == 0 ? '\n' : at % 7 == 0 ? '\t' : ' ' + at);
      text[place] = (uint8_t)byte;
      long found = symbolicate_beside_text(text, place % 3, 70);
      int isText = (byte >= ' ' && byte < 0x7f) || byte == '\n' || byte == '\t';
      long expected = isText || place < place % 3 ? 70 : place;
      if (found != expected) printf("beside text: %ld, not %ld\n", found, expected);
      beside = beside * 31 + (uint64_t)found;
    }
  }
  printf("beside text: %016llx\n", (unsigned long long)beside);
}

int main(int argc, char **argv) {
  layout();
  blocks();
  printf("arguments: %d of %d, %s\n", symbolicate_argument_count(), argc,
         symbolicate_argument_count() == argc && symbolicate_arguments()[0] == argv[0] ? "the same" : "others");
  printf("program: %s\n", strstr(symbolicate_program_path(), "fences") ? "found" : "lost");
  printf("build: %s %s %s\n", symbolicate_build_commit(), symbolicate_build_date(), symbolicate_build_swift() ? "swift" : "no swift");
  printf("capstone: %d\n", symbolicate_capstone_is_installed());
  disassemble(SYMBOLICATE_ARM64, (const uint8_t[]){0x08, 0x0c, 0x40, 0xf9}, 4);
  disassemble(SYMBOLICATE_X86_64, (const uint8_t[]){0x48, 0x8b, 0x43, 0x18}, 4);
  disassemble(SYMBOLICATE_THUMB, (const uint8_t[]){0x18, 0x68}, 2);
  disassemble(SYMBOLICATE_ARM64, (const uint8_t[]){0xff, 0xff, 0xff, 0xff}, 4);
  printf("archives: %d\n", symbolicate_archive_is_installed());
  if (argc > 1) archive(argv[1]);
  archive("/nonexistent");
  demangle();
  printf("http: %d\n", symbolicate_http_is_installed());
  if (argc > 2) {
    fetch(argv[2], "names.zip", 1 << 20);
    fetch(argv[2], "names.zip", 10);
    fetch(argv[2], "missing", 1 << 20);
  }
  fprintf(stderr, "char is %s, pages have %ld bytes, libdebuginfod is %s\n", CHAR_MIN < 0 ? "signed" : "unsigned", sysconf(_SC_PAGESIZE),
          symbolicate_debuginfod_is_installed() ? "there" : "not there");
  return 0;
}
