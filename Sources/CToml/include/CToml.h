// toml++ behind a C interface: one call parses a document into a flat list of plain records, and another call frees the
// list.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The kinds of records.
enum ctoml_kind {
  CTOML_TABLE = 0,
  CTOML_ARRAY = 1,
  CTOML_STRING = 2,
  CTOML_INTEGER = 3,
  CTOML_FLOAT = 4,
  CTOML_BOOLEAN = 5,
  CTOML_DATE = 6,
};

/// One value of a document. Lines and columns count from 1; 0 means unknown. The texts belong to the document and are
/// not zero-terminated.
typedef struct {
  int32_t kind;
  uint32_t line, column;
  /// The key in front of the value; NULL for the elements of an array and for the root.
  const char *key;
  size_t key_length;
  uint32_t key_line, key_column;
  const char *text;
  size_t text_length;
  int64_t integer;
  double real;
  /// The number of values directly inside a table or array. They follow it, each with everything inside it.
  size_t children;
} ctoml_record;

/// The reason for rejecting a document.
typedef struct {
  uint32_t line, column;
  char problem[512];
} ctoml_failure;

typedef struct ctoml_document ctoml_document;

/// Parses a document of `length` bytes. Returns NULL and fills in `failure` if it is not TOML.
ctoml_document *ctoml_parse(const char *bytes, size_t length, ctoml_failure *failure);

/// The records of a document, the root table first, and their number.
const ctoml_record *ctoml_records(const ctoml_document *document, size_t *count);

/// Frees a document and its records.
void ctoml_free(ctoml_document *document);

#ifdef __cplusplus
}
#endif
