#include "CCapstone.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The part of capstone/capstone.h that is needed, and that versions 4 and 5 have in common.
typedef size_t csh;
enum { ARCH_ARM = 0, ARCH_ARM64 = 1, ARCH_X86 = 3, MODE_THUMB = 1 << 4, MODE_64 = 1 << 3, OPTION_DETAIL = 2, OPTION_MEMORY = 4, ON = 3 };
static unsigned (*version)(int *, int *);
static int (*open_handle)(int, int, csh *);
static int (*set_option)(csh, int, size_t);
static int (*close_handle)(csh *);
static void *(*allocate)(csh);
static void (*release)(void *, size_t);
static int (*decode)(csh, const uint8_t **, size_t *, uint64_t *, void *);
static int (*access_registers)(csh, const void *, uint16_t *, uint8_t *, uint16_t *, uint8_t *);
static const char *(*register_name)(csh, unsigned);
static int mnemonic_offset;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

// cs_opt_mem: Capstone follows null pointers when it gets no memory, so that it gets it where this program gets its own.
static const struct {
  void *(*malloc)(size_t);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  void (*free)(void *);
  int (*vsnprintf)(char *, size_t, const char *, va_list);
} memory = {malloc, calloc, realloc, free, vsnprintf};

struct symbolicate_disassembler {
  csh handle;
  void *instruction;
};

// The first fields of cs_insn in both versions: uint32_t id; uint64_t address; uint16_t size; uint8_t bytes[16 or 24]; char
// mnemonic[32]; char op_str[160].
enum { SIZE_OFFSET = 16, BYTES_OFFSET = 18, MNEMONIC_SIZE = 32 };

static void load(void) {
  static const struct { const char *name; int major, bytes; } known[] = {{"libcapstone.so.5", 5, 24}, {"libcapstone.so.4", 4, 16}};
  for (size_t i = 0; i < sizeof known / sizeof *known && !is_loaded; i++) {
    void *library = dlopen(known[i].name, RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
    *(void **)&version = dlsym(library, "cs_version");
    *(void **)&open_handle = dlsym(library, "cs_open");
    *(void **)&set_option = dlsym(library, "cs_option");
    *(void **)&close_handle = dlsym(library, "cs_close");
    *(void **)&allocate = dlsym(library, "cs_malloc");
    *(void **)&release = dlsym(library, "cs_free");
    *(void **)&decode = dlsym(library, "cs_disasm_iter");
    *(void **)&access_registers = dlsym(library, "cs_regs_access");
    *(void **)&register_name = dlsym(library, "cs_reg_name");
    int major = 0, minor = 0;
    if (version) version(&major, &minor);
    is_loaded = major == known[i].major && open_handle && set_option && close_handle && allocate && release && decode
        && access_registers && register_name && set_option(0, OPTION_MEMORY, (size_t)&memory) == 0;
    mnemonic_offset = BYTES_OFFSET + known[i].bytes;
  }
}

int symbolicate_capstone_is_installed(void) {
  pthread_once(&once, load);
  return is_loaded;
}

symbolicate_disassembler *symbolicate_disassembler_open(enum symbolicate_processor processor) {
  static const struct { int arch, mode; } modes[] = {
      [SYMBOLICATE_ARM64] = {ARCH_ARM64, 0}, [SYMBOLICATE_X86_64] = {ARCH_X86, MODE_64},
      [SYMBOLICATE_ARM] = {ARCH_ARM, 0}, [SYMBOLICATE_THUMB] = {ARCH_ARM, MODE_THUMB}};
  if (!symbolicate_capstone_is_installed()) return NULL;
  symbolicate_disassembler *result = calloc(1, sizeof *result);
  if (!result) return NULL;
  if (open_handle(modes[processor].arch, modes[processor].mode, &result->handle) != 0) {
    free(result);
    return NULL;
  }
  set_option(result->handle, OPTION_DETAIL, ON);
  result->instruction = allocate(result->handle);
  if (result->instruction) return result;
  symbolicate_disassembler_close(result);
  return NULL;
}

int symbolicate_disassemble(
    symbolicate_disassembler *disassembler, const uint8_t *bytes, size_t count, uint64_t address,
    struct symbolicate_instruction *instruction) {
  const char *found = disassembler->instruction;
  if (!decode(disassembler->handle, &bytes, &count, &address, disassembler->instruction)) return 0;
  memcpy(&instruction->size, found + SIZE_OFFSET, sizeof instruction->size);
  instruction->mnemonic = found + mnemonic_offset;
  instruction->operands = instruction->mnemonic + MNEMONIC_SIZE;
  uint16_t read[64], written[64];
  uint8_t read_count = 0, written_count = 0;
  instruction->written_count = 0;
  if (access_registers(disassembler->handle, found, read, &read_count, written, &written_count) != 0) return 1;
  for (uint8_t i = 0; i < written_count && i < 64; i++) {
    const char *name = register_name(disassembler->handle, written[i]);
    if (name) instruction->written[instruction->written_count++] = name;
  }
  return 1;
}

const char *symbolicate_written_register(const struct symbolicate_instruction *instruction, uint8_t position) {
  return instruction->written[position];
}

void symbolicate_disassembler_close(symbolicate_disassembler *disassembler) {
  if (disassembler->instruction) release(disassembler->instruction, 1);
  close_handle(&disassembler->handle);
  free(disassembler);
}
