import Glibc
import Testing

@testable import CommandSupport
@testable import pinna

/// A document that a command gave once and must give again: a file of Tests/Fixtures/output.
///
/// With `PINNA_WRITE_FIXTURES=1` in its environment a test writes the files anew, and `git diff` shows what has
/// changed.
struct OutputFixture {
  /// The name of the file.
  let name: String

  private static let folder =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Fixtures/output"

  private var path: String { Self.folder + "/" + name }

  /// Compares a document with the file, or writes the file where that is asked for.
  func check(_ document: String) throws {
    let text = document.last == "\n" ? document : document + "\n"
    if getenv("PINNA_WRITE_FIXTURES") != nil { return try OutputFile.write(text, to: path) }
    let kept = try read()
    if kept == text { return }
    let (old, new) = (Self.lines(kept), Self.lines(text))
    for (number, pair) in zip(old, new).enumerated() where !Self.isSame(pair.0, pair.1) {
      Issue.record("\(name):\(number + 1)\n- \(pair.0)\n+ \(pair.1)")
      return
    }
    #expect(old.count == new.count, "\(name)")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  // MARK: Numbers

  /// True when two lines are the same but for the last digits of numbers, which belong to the machine's mathematics.
  static func isSame(_ one: Substring, _ other: Substring) -> Bool {
    if one == other { return true }
    let (first, second) = (parts(one), parts(other))
    return first.count == second.count
      && zip(first, second).allSatisfy { $0 == $1 || isClose($0, $1) }
  }

  /// The numbers of a line and what is between them.
  private static func parts(_ line: Substring) -> [Substring] {
    var parts: [Substring] = []
    var start = line.startIndex
    var isNumber = false
    for index in line.indices {
      let isDigit = line[index].isNumber || (isNumber && ".e".contains(line[index]))
      let isExponent = isNumber && line[index] == "-" && line[start..<index].last == "e"
      if (isDigit || isExponent) != isNumber {
        parts.append(line[start..<index])
        (start, isNumber) = (index, !isNumber)
      }
    }
    return parts + [line[start...]]
  }

  /// True when two numbers with a point are one, up to rounding.
  private static func isClose(_ one: Substring, _ other: Substring) -> Bool {
    let digits = [one, other].map { $0.split(separator: ".").dropFirst().first?.count ?? 0 }
    guard let most = digits.max(), most > 0, let a = Double(one), let b = Double(other)
    else { return false }
    return abs(a - b) <= max(1.001 * pow(10, -Double(most)), 1e-6 * abs(a))
  }

  // MARK: Files

  private func read() throws -> String {
    guard let stream = fopen(path, "r") else { throw Unreadable(path: path, code: errno) }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&block, 1, block.count, stream), count > 0 {
      bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A file that is not there: it was never written.
  private struct Unreadable: Error {
    var path: String
    var code: Int32
  }
}
