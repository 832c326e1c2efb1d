#pragma once
#include <stddef.h>
#include <stdint.h>

// The few calls of libarchive that are needed to read zip, tar and cab files, and single files that are compressed. The library is loaded when the first archive is opened:
// it brings some thirty megabytes of other libraries with it, which a run without archives should not wait for.

/// An archive that is open for reading.
typedef struct symbolicate_archive symbolicate_archive;

/// What an entry is.
enum symbolicate_entry_kind {
  SYMBOLICATE_ENTRY_FILE,
  SYMBOLICATE_ENTRY_FOLDER,
  SYMBOLICATE_ENTRY_LINK,
  SYMBOLICATE_ENTRY_OTHER
};

/// One entry of an archive.
struct symbolicate_entry {
  /// The name in UTF-8, or as it stands; NULL when it cannot be read. Valid until the next call.
  const char *name;
  /// The size that the archive states; -1 when it does not.
  int64_t size;
  /// The time of modification in seconds since 1970; 0 when it is not stated.
  int64_t modified;
  enum symbolicate_entry_kind kind;
  int is_encrypted;
};

/// Whether the library is installed, with all that is needed of it.
int symbolicate_archive_is_installed(void);
/// Opens an archive, or, with `is_single`, a compressed file as an archive of one entry; NULL on an error, whose text is put into
/// `message`.
symbolicate_archive *symbolicate_archive_open(const char *path, int is_single, char *message, size_t size);
/// Goes to the next entry: 1 when there is one, 0 at the end, -1 on an error.
int symbolicate_archive_next(symbolicate_archive *archive, struct symbolicate_entry *entry);
/// Reads contents of the entry: the number of bytes, 0 at the end, -1 on an error.
int64_t symbolicate_archive_read(symbolicate_archive *archive, void *buffer, size_t size);
/// The text of the last error; never NULL.
const char *symbolicate_archive_error(symbolicate_archive *archive);
/// Whether entries that are not read cost nothing to pass over.
int symbolicate_archive_is_seekable(symbolicate_archive *archive);
/// Closes the archive.
void symbolicate_archive_close(symbolicate_archive *archive);
