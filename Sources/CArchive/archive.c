#include "CArchive.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One line a function: its pointer has the type that the header declares.
#define FUNCTIONS(each)                                                                                                             \
  each(archive_read_new) each(archive_read_free) each(archive_read_support_filter_gzip) each(archive_read_support_filter_bzip2)     \
  each(archive_read_support_filter_xz) each(archive_read_support_filter_zstd) each(archive_read_support_format_zip)                 \
  each(archive_read_support_format_tar) each(archive_read_support_format_cab) each(archive_read_support_format_raw) each(archive_read_open_filename)                       \
  each(archive_read_next_header) each(archive_read_data)                                                                            \
  each(archive_error_string) each(archive_format) each(archive_entry_pathname) each(archive_entry_pathname_utf8)                    \
  each(archive_entry_filetype) each(archive_entry_hardlink) each(archive_entry_hardlink_utf8) each(archive_entry_symlink)           \
  each(archive_entry_size) each(archive_entry_size_is_set) each(archive_entry_mtime) each(archive_entry_is_encrypted)

static struct {
#define DECLARE(name) __typeof__(&name) name;
  FUNCTIONS(DECLARE)
} library;
static const char *failure = NULL;
// Names are read in this locale whatever the user's is, for this library's calls only; 0 when the system has none.
static locale_t utf8 = (locale_t)0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  void *handle = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    failure = "libarchive is not installed (libarchive13)";
    return;
  }
#define FIND(name)                                                                                                                  \
  if (!(library.name = (__typeof__(&name))dlsym(handle, #name))) failure = "libarchive is too old: it has no " #name;
  FUNCTIONS(FIND)
}

struct symbolicate_archive {
  struct archive *handle;
};

static locale_t enter(void) { return utf8 ? uselocale(utf8) : (locale_t)0; }
static void leave(locale_t before) {
  if (before) uselocale(before);
}

int symbolicate_archive_is_installed(void) {
  pthread_once(&once, load);
  return failure == NULL;
}

symbolicate_archive *symbolicate_archive_open(const char *path, int is_single, char *message, size_t size) {
  pthread_once(&once, load);
  const char *reason = failure;
  symbolicate_archive *result = NULL;
  if (!reason) {
    struct archive *handle = library.archive_read_new();
    result = calloc(1, sizeof *result);
    if (handle && result) {
      result->handle = handle;
      library.archive_read_support_filter_gzip(handle);
      library.archive_read_support_filter_bzip2(handle);
      library.archive_read_support_filter_xz(handle);
      library.archive_read_support_filter_zstd(handle);
      if (is_single) {
        library.archive_read_support_format_raw(handle);
      } else {
        library.archive_read_support_format_zip(handle);
        library.archive_read_support_format_tar(handle);
        library.archive_read_support_format_cab(handle);
      }
      locale_t before = enter();
      int code = library.archive_read_open_filename(handle, path, 1 << 18);
      leave(before);
      if (code == ARCHIVE_OK) return result;
      reason = library.archive_error_string(handle);
    }
    snprintf(message, size, "%s", reason ? reason : "no memory");
    if (handle) library.archive_read_free(handle);
    free(result);
    return NULL;
  }
  snprintf(message, size, "%s", reason);
  return NULL;
}

static int next(symbolicate_archive *archive, struct symbolicate_entry *entry) {
  struct archive_entry *found = NULL;
  int code = library.archive_read_next_header(archive->handle, &found);
  if (code == ARCHIVE_EOF) return 0;
  if (code != ARCHIVE_OK && code != ARCHIVE_WARN) return -1;
  const char *name = library.archive_entry_pathname_utf8(found);
  entry->name = name ? name : library.archive_entry_pathname(found);
  entry->size = library.archive_entry_size_is_set(found) ? library.archive_entry_size(found) : -1;
  entry->modified = library.archive_entry_mtime(found);
  entry->is_encrypted = library.archive_entry_is_encrypted(found) == 1;
  mode_t type = library.archive_entry_filetype(found);
  int is_hard_link = library.archive_entry_hardlink(found) || library.archive_entry_hardlink_utf8(found);
  if (is_hard_link || type == AE_IFLNK || library.archive_entry_symlink(found)) {
    entry->kind = SYMBOLICATE_ENTRY_LINK;
  } else {
    // A zip file made on another system may not say what an entry is.
    entry->kind = type == AE_IFREG || type == 0 ? SYMBOLICATE_ENTRY_FILE
                  : type == AE_IFDIR            ? SYMBOLICATE_ENTRY_FOLDER
                                                : SYMBOLICATE_ENTRY_OTHER;
  }
  return 1;
}

int symbolicate_archive_next(symbolicate_archive *archive, struct symbolicate_entry *entry) {
  locale_t before = enter();
  int result = next(archive, entry);
  leave(before);
  return result;
}

int64_t symbolicate_archive_read(symbolicate_archive *archive, void *buffer, size_t size) {
  int64_t count = library.archive_read_data(archive->handle, buffer, size);
  return count < 0 ? -1 : count;
}

const char *symbolicate_archive_error(symbolicate_archive *archive) {
  const char *text = library.archive_error_string(archive->handle);
  return text ? text : "it is damaged";
}

int symbolicate_archive_is_seekable(symbolicate_archive *archive) {
  return (library.archive_format(archive->handle) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
}

void symbolicate_archive_close(symbolicate_archive *archive) {
  library.archive_read_free(archive->handle);
  free(archive);
}
