// Assertions of toml++ become exceptions, in debug and in release: some malformed texts violate them (version 3.3
// aborts at "[[[a]]]", marzer/tomlplusplus#301), and no file may abort the process.
#undef NDEBUG
[[noreturn]] static void broken(const char *assertion);
#define TOML_ASSERT(expression) \
  (static_cast<bool>(expression) ? static_cast<void>(0) : broken(#expression))

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
// The maximum nesting of arrays and inline tables. Together with the limit on dotted keys below, it bounds the depth of
// the tree, so that freeing it, which recurses, cannot exhaust the stack.
#define TOML_MAX_NESTED_VALUES 32

#include "CToml.h"

#include <toml++/toml.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

static void broken(const char *assertion) { throw std::logic_error(assertion); }

struct ctoml_document {
  toml::table root;
  std::vector<ctoml_record> records;
};

namespace {

constexpr int mostDotsInOneKey = 32;

void fail(ctoml_failure *failure, unsigned line, unsigned column, std::string_view problem) {
  failure->line = line;
  failure->column = column;
  std::snprintf(failure->problem, sizeof failure->problem, "%.*s",
                static_cast<int>(problem.size()), problem.data());
}

/// Skips a string that starts at `i` and returns the index after it. An unclosed single-line string ends with its line;
/// toml++ then reports it.
size_t endOfString(std::string_view text, size_t i) {
  const char quote = text[i];
  const bool escapes = quote == '"';
  const char triple[] = {quote, quote, quote};
  const std::string_view fence(triple, 3);
  if (text.substr(i, 3) == fence) {
    for (i += 3; i < text.size(); i++) {
      if (escapes && text[i] == '\\')
        i++;
      else if (text.substr(i, 3) == fence)
        return i + 3;
    }
    return text.size();
  }
  for (i += 1; i < text.size() && text[i] != '\n'; i++) {
    if (escapes && text[i] == '\\' && i + 1 < text.size() && text[i + 1] != '\n')
      i++;
    else if (text[i] == quote)
      return i + 1;
  }
  return i;
}

bool startsKey(char c) {
  return c == '"' || c == '\'' || c == '-' || c == '_' || (c >= '0' && c <= '9') ||
         (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// A first pass over the text makes two checks that toml++ lacks. Every dotted key must be short, because toml++ nests
/// a table for every dot without a limit. `[[` must have a key, because otherwise toml++ 3.3 violates its own
/// assertion.
///
/// It assumes that the text is TOML. Otherwise, toml++ stops at the error, and the result of this pass for the rest of
/// the text does not matter.
class FirstLook {
 public:
  explicit FirstLook(std::string_view text) : text(text) {}

  bool passes(ctoml_failure *failure) {
    while (i < text.size()) {
      if (text[i] == '"' || text[i] == '\'') {
        skipString();
        continue;
      }
      if (text[i] == '#') {
        skipComment();
        continue;
      }
      count();
      if (dots > mostDotsInOneKey) return refuse(failure, "this key has too many dots");
      if (headsNoKey()) return refuse(failure, "a key is expected after [[");
      if (text[i] == '\n') newLine();
      i++;
    }
    return true;
  }

 private:
  std::string_view text;
  size_t i = 0;
  size_t lineStart = 0;
  unsigned line = 1;
  int dots = 0;
  // The open arrays and inline tables, and a flag for an earlier `=` in this line: brackets after it are values.
  int nesting = 0;
  bool isValue = false;

  void newLine() {
    line++;
    lineStart = i + 1;
    if (nesting == 0) isValue = false;
  }

  void skipString() {
    for (const size_t end = endOfString(text, i); i < end; i++)
      if (text[i] == '\n') newLine();
  }

  /// Stops at the end of the line.
  void skipComment() {
    while (i < text.size() && text[i] != '\n') i++;
  }

  void count() {
    switch (text[i]) {
      case '.': dots++; return;
      case '=': isValue = true; break;
      case '[': case '{': if (isValue) nesting++; break;
      case ']': case '}': if (nesting > 0) nesting--; break;
      case ',': case '\n': break;
      default: return;
    }
    dots = 0;
  }

  /// True at the second bracket of a `[[` that starts a line, with no key after it.
  bool headsNoKey() const {
    if (isValue || text[i] != '[' || i == lineStart || text[i - 1] != '[') return false;
    const std::string_view before = text.substr(lineStart, i - 1 - lineStart);
    if (before.find_first_not_of(" \t") != before.npos) return false;
    const size_t next = text.find_first_not_of(" \t", i + 1);
    return next != text.npos && !startsKey(text[next]);
  }

  bool refuse(ctoml_failure *failure, std::string_view problem) const {
    fail(failure, line, static_cast<unsigned>(i - lineStart + 1), problem);
    return false;
  }
};

ctoml_record record(const toml::node &node, const toml::key *key) {
  ctoml_record r = {};
  r.line = node.source().begin.line;
  r.column = node.source().begin.column;
  if (key) {
    r.key = key->data();
    r.key_length = key->length();
    r.key_line = key->source().begin.line;
    r.key_column = key->source().begin.column;
  }
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): the depth is bounded, see TOML_MAX_NESTED_VALUES.
void append(std::vector<ctoml_record> &records, const toml::node &node, const toml::key *key) {
  ctoml_record r = record(node, key);
  if (const toml::table *table = node.as_table()) {
    r.kind = CTOML_TABLE;
    r.children = table->size();
    records.push_back(r);
    for (auto &&[k, value] : *table) append(records, value, &k);
    return;
  }
  if (const toml::array *array = node.as_array()) {
    r.kind = CTOML_ARRAY;
    r.children = array->size();
    records.push_back(r);
    for (const toml::node &value : *array) append(records, value, nullptr);
    return;
  }
  if (const auto *text = node.as_string()) {
    r.kind = CTOML_STRING;
    r.text = text->get().data();
    r.text_length = text->get().size();
  } else if (const auto *integer = node.as_integer()) {
    r.kind = CTOML_INTEGER;
    r.integer = integer->get();
  } else if (const auto *real = node.as_floating_point()) {
    r.kind = CTOML_FLOAT;
    r.real = real->get();
  } else if (const auto *boolean = node.as_boolean()) {
    r.kind = CTOML_BOOLEAN;
    r.integer = boolean->get() ? 1 : 0;
  } else {
    r.kind = CTOML_DATE;
  }
  records.push_back(r);
}

}  // namespace

ctoml_document *ctoml_parse(const char *bytes, size_t length, ctoml_failure *failure) {
  try {
    const std::string_view text(bytes, length);
    if (!FirstLook(text).passes(failure)) return nullptr;
    toml::parse_result result = toml::parse(text);
    if (!result) {
      const toml::source_position at = result.error().source().begin;
      fail(failure, at.line, at.column, result.error().description());
      return nullptr;
    }
    auto document = std::make_unique<ctoml_document>();
    document->root = std::move(result).table();
    append(document->records, document->root, nullptr);
    return document.release();
  } catch (const std::exception &error) {
    fail(failure, 1, 1, error.what());
  } catch (...) {
    fail(failure, 1, 1, "the parser failed");
  }
  return nullptr;
}

const ctoml_record *ctoml_records(const ctoml_document *document, size_t *count) {
  *count = document->records.size();
  return document->records.data();
}

void ctoml_free(ctoml_document *document) { delete document; }
