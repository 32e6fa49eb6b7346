import TestSupport
import Testing

@Suite("Names of checks stand in one table")
struct CheckNameTests {
  private static let table = "/Sources/Diagnostics/Bench/Check.swift"

  @Test("no source quotes the name of a check but the enum itself")
  func names() throws {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    let run = try #require(
      ChildProcess.run(
        ["grep", "-rnoE", "--include=*.swift", "\"[a-z]+\\.[a-z]+\"", root + "/Sources"]))
    // FILE:LINE:"NAME"
    let quotes = run.output.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 2) }
      .filter { $0.count == 3 }
    let names = Set(quotes.filter { $0[0].hasSuffix(Self.table) }.map { $0[2] })
    #expect(names.count > 40)
    let strays = quotes.filter { !$0[0].hasSuffix(Self.table) && names.contains($0[2]) }
    #expect(strays.map { $0.joined(separator: ":") } == [])
  }
}
