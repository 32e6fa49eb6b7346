import Boards
import Glibc
import TestSupport
import Testing

@Suite("The list of chips in boards/README.md is the table of chips")
struct ChipListTests {
  /// The sentence before the list, and the row by which it ends.
  private static let start = "| chip | addresses | also |\n|---|---|---|\n"

  private static var rows: String {
    AccelerometerChip.all.map { chip in
      let addresses = chip.addresses.map(hexadecimal).joined(separator: ", ")
      let others = chip.variants.sorted { $0.key < $1.key }
        .map { "\($0.value) (\(hexadecimal(Int($0.key))))" }.joined(separator: ", ")
      return "| `\"\(chip.name)\"` | \(addresses) | \(others) |\n".replacing("|  |", with: "| |")
    }.joined()
  }

  private static func hexadecimal(_ value: Int) -> String {
    "0x" + (value < 16 ? "0" : "") + String(value, radix: 16)
  }

  @Test("every chip has a row, and no other one; PINNA_WRITE_FIXTURES=1 writes them anew")
  func list() throws {
    let file = MarkdownFile.root + "/boards/README.md"
    let old = try #require(MarkdownFile.text(of: file))
    let head = try #require(old.firstRange(of: Self.start)).upperBound
    let end = try #require(old[head...].firstRange(of: "\n\n")).lowerBound
    let new = old[..<head] + Self.rows.dropLast() + old[end...]
    if getenv("PINNA_WRITE_FIXTURES") != nil {
      let descriptor = open(file, O_WRONLY | O_TRUNC)
      defer { close(descriptor) }
      #expect(write(descriptor, String(new), new.utf8.count) == new.utf8.count)
    } else {
      #expect(old == new)
    }
  }
}
