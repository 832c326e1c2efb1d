#pragma once
#include <stddef.h>
#include <stdint.h>

// The few calls of Capstone that decode instructions. The library is loaded when the first instruction is decoded: most runs decode
// none. Only text and registers are taken from it, so that versions 4 and 5 serve alike.

/// A disassembler of one processor. One thread at a time.
typedef struct symbolicate_disassembler symbolicate_disassembler;

/// What kind of instructions a disassembler decodes.
enum symbolicate_processor { SYMBOLICATE_ARM64, SYMBOLICATE_X86_64, SYMBOLICATE_ARM, SYMBOLICATE_THUMB };

/// One decoded instruction. The strings are valid until the next call; names of registers as long as the program runs.
struct symbolicate_instruction {
  uint16_t size;
  const char *mnemonic;
  const char *operands;
  /// The names of the registers that the instruction writes.
  const char *written[64];
  uint8_t written_count;
};

/// Whether a version of the library is there that this program understands.
int symbolicate_capstone_is_installed(void);
/// Opens a disassembler; NULL without the library or memory.
symbolicate_disassembler *symbolicate_disassembler_open(enum symbolicate_processor processor);
/// Decodes the instruction that begins at `bytes`: 1, or 0 where there is none.
int symbolicate_disassemble(
    symbolicate_disassembler *disassembler, const uint8_t *bytes, size_t count, uint64_t address,
    struct symbolicate_instruction *instruction);
/// The name of one of the registers that an instruction writes, from 0.
const char *symbolicate_written_register(const struct symbolicate_instruction *instruction, uint8_t position);
/// Closes a disassembler.
void symbolicate_disassembler_close(symbolicate_disassembler *disassembler);
