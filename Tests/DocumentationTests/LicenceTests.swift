import Glibc
import TestSupport
import Testing

@Suite("The table of licences has what is linked")
struct LicenceTests {
  /// A row of the table in CONTRIBUTING.md.
  private struct Row {
    /// The libraries, as `libasound` or `toml++`.
    var libraries: [String]
    /// The package of Debian.
    var package: String
    /// The license, by its name of SPDX.
    var license: String
    /// The way in which it is linked.
    var linked: String
  }

  /// Licences that go with Apache-2.0, and the ways of linking for which they do.
  private static let compatible: [String: Set<String>] = [
    "Apache-2.0 WITH Swift-exception": ["compiled in", "dynamically"],
    "BSD-2-Clause": ["compiled in", "dynamically"],
    "BSD-3-Clause": ["compiled in", "dynamically"],
    "EPL-2.0 OR BSD-3-Clause": ["when MQTT is used"],
    "GPL-3.0-or-later WITH GCC-exception-3.1": ["dynamically"],
    "LGPL-2.1-or-later": ["dynamically", "when the page is served"],
    "MIT": ["compiled in", "dynamically"],
    "MPL-2.0": ["compiled in"],
  ]

  private static func text(_ path: String) throws -> String {
    try #require(MarkdownFile.text(of: MarkdownFile.root + "/" + path), "no \(path)")
  }

  private static func rows() throws -> [Row] {
    let file = try #require(MarkdownFile.all.first { $0.path == "CONTRIBUTING.md" })
    let lines = file.lines.drop { !$0.hasPrefix("| library |") }.dropFirst(2)
    return lines.prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimming(" ") }
      return Row(
        libraries: cells[0].split(separator: ", ").map(String.init), package: cells[1],
        license: cells[2], linked: cells[3])
    }
  }

  /// The packages of the compiler, which has its own runtime.
  private static let ofCompilers: Set<String> = ["g++", "libc6-dev", "swiftlang"]

  @Test("every license goes with Apache-2.0 as it is linked")
  func compatibility() throws {
    let rows = try Self.rows()
    #expect(rows.count > 10)
    for row in rows {
      let ways = Self.compatible[row.license, default: []]
      #expect(ways.contains(row.linked), "\(row.libraries): \(row.license), \(row.linked)")
    }
  }

  @Test("packages are those that the scripts install")
  func packages() throws {
    let script = try Self.text("deploy/packages.sh")
    let list = try #require(script.firstMatch(of: /\nlibrary_packages=\(([^)]*)\)/)).output.1
    let installed = list.split { $0 == " " || $0 == "\n" }.map(String.init)
    let rows = try Self.rows().map(\.package).filter { !Self.ofCompilers.contains($0) }
    #expect(rows.sorted() == installed.sorted())
    let package = try Self.text("Package.swift")
    let provided = package.matches(of: /\.apt\(\["([^"]+)"\]\)/).map { String($0.output.1) }
    #expect(provided.count > 5 && Set(provided).isSubset(of: rows))
  }

  @Test("libraries are those that sources name")
  func sources() throws {
    let rows = try Self.rows()
    let maps = MarkdownFile.root + "/Sources/*/module.modulemap"
    let linked = try #require(ChildProcess.run(["sh", "-c", "cat \(maps)"])).output
      .matches(of: /link "(\w+)"/).map { "lib" + $0.output.1 }
    let package = try Self.text("Package.swift")
    let named = package.matches(of: /linkedLibrary\("(\w+)"\)/).map { "lib" + $0.output.1 }
    let loaded = try ["CWebServer/web_server.c", "CMosquitto/mqtt.c"].flatMap { path in
      try Self.text("Sources/" + path).matches(of: /dlopen\("(\w+)\.so/).map {
        String($0.output.1)
      }
    }
    let known = rows.filter { !Self.ofCompilers.contains($0.package) }
    let compiled = known.filter { $0.linked == "compiled in" }.flatMap(\.libraries)
    #expect(loaded.count == 2 && linked.count > 5)
    #expect(Set(known.flatMap(\.libraries)) == Set(linked + named + loaded + compiled))
  }

  private static let built = ChildProcess.builtPrograms.map { $0 + "/pinna" }
  private static let canRead =
    built.map { access($0, R_OK) == 0 } == true && ChildProcess.has("readelf")

  @Test(
    "the built program needs no other library",
    .enabled(if: canRead, "needs the built program and readelf"))
  func program() throws {
    let rows = try Self.rows()
    let run = try #require(ChildProcess.run(["readelf", "-d", Self.built ?? ""]))
    let needed = run.output.matches(of: /\(NEEDED\).*\[(.+?)\.so[.\d]*\]/).map {
      String($0.output.1)
    }
    #expect(needed.contains("libsndfile") && needed.count > 8)
    let dynamic = Set(rows.filter { $0.linked == "dynamically" }.flatMap(\.libraries))
    let others = needed.filter { name in
      let isRuntime = name.hasPrefix("libswift") || name.hasPrefix("libFoundation")
      return !isRuntime && !name.hasPrefix("ld-linux")
        && !dynamic.contains(name.replacing("_s", with: ""))
    }
    #expect(others == [])
  }

  @Test("the package's file names licences as the table does")
  func copyright() throws {
    let licences = Set(try Self.rows().map(\.license))
    let named = try Self.text("deploy/package/debian/copyright")
      .matches(of: /(?m)^License: (.+)$/).map { String($0.output.1) }
    #expect(named.count == 4)
    #expect(Set(named).subtracting(["Apache-2.0"]).isSubset(of: licences))
    let compiled = Set(try Self.rows().filter { $0.linked == "compiled in" }.map(\.license))
    #expect(compiled.isSubset(of: named))
  }

  @Test("the license at the root is whole")
  func license() throws {
    let text = try Self.text("LICENSE")
    #expect(text.contains("Apache License\n                           Version 2.0, January 2004"))
    for number in 1...9 { #expect(text.contains("\n   \(number). ")) }
    #expect(text.contains("END OF TERMS AND CONDITIONS") && text.utf8.count == 11_358)
  }
}

extension Substring {
  /// The text without such characters at its ends.
  fileprivate func trimming(_ character: Character) -> String {
    let start = drop { $0 == character }
    let end = start.lastIndex { $0 != character }.map { start.index(after: $0) }
    return String(start[..<(end ?? start.startIndex)])
  }
}
