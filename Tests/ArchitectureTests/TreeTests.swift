import TestSupport
import Testing

@Suite("The tree keeps its rules")
struct TreeTests {
  @Test("the scanner finds long bodies and long lists of parameters")
  func scanner() {
    let file = SourceFile(
      path: "a.swift",
      text: """
        struct A {
          public init(a: Int, b: [Int: Int], c: (Int, Int) = (1, 2)) {
            self.a = a
          }
          var short: Int { 1 }
          private static var long: Int {
            if true {
              2
            }
          }
          mutating func f(
            _ a: Int
          ) throws(E) {
          }
          /// Throws.
          public func g(_ a: () throws -> Int) throws(E) -> Int { 1 }
          /// Throws.
          ///
          /// - Throws: always.
          @discardableResult
          public func h() throws(E) {}
          public func i(_ a: () throws -> Int) {}
        }
        """)
    #expect(
      file.bodies == [
        .init(line: 2, count: 3), .init(line: 6, count: 5), .init(line: 11, count: 4),
      ])
    #expect(file.initialisers(over: 2) == [2] && file.initialisers(over: 3) == [])
    #expect(file.silentThrows == [16])
    #expect(SourceFile.all.count > 1000)
    #expect(SourceFile.all.reduce(0) { $0 + $1.bodies.count } > 5000)
  }

  @Test("no folder holds more than 25 sources")
  func folders() {
    let counts = Dictionary(grouping: SourceFile.all, by: \.folder).mapValues(\.count)
    #expect(counts.filter { $0.value > 25 } == [:])
  }

  @Test(
    "the sources do not grow unnoticed: who needs more lines raises the limit, and says why",
    arguments: [
      (117_500, ["Sources"]), (24_700, ["Sources/pinna"]),
      (
        12_300,
        [
          "Sources/Face", "Sources/PinnaCapture", "Sources/Companion/Recorder",
          "Sources/pinna/Live", "Sources/pinna/Control",
        ]
      ),
    ] as [(Int, [String])])
  func sizes(most: Int, folders: [String]) {
    let files = folders.flatMap { SourceFile.below($0) }
    let lines = files.reduce(0) { $0 + $1.lines.count - 1 }
    #expect((most / 2...most).contains(lines), "\(folders): \(lines) lines")
  }

  @Test("no two sources have the same file name")
  func fileNames() {
    let names = SourceFile.below("Sources").map { String($0.path.split(separator: "/").last ?? "") }
    let counts = Dictionary(grouping: names.filter { $0 != "main.swift" }, by: \.self)
    #expect(names.count > 1000 && counts.filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  @Test("types say what they hold, and folders of commands do not bear names of targets")
  func names() {
    let vague = /(struct|class|enum|protocol) \w*(Desk|Watch|Book|Facts|Manager|Helper)\b/
    let sources = SourceFile.below("Sources")
    for file in sources {
      for line in file.lines where line.contains(vague) { Issue.record("\(file.path): \(line)") }
    }
    let folders = Set(sources.map(\.folder)).map { $0.split(separator: "/").map(String.init) }
    let targets = Set(folders.map { $0[1] })
    #expect(targets.count > 20)
    let commands = folders.filter { $0[1] == "pinna" }.flatMap { $0.dropFirst(2) }
    #expect(commands.count > 10 && targets.isDisjoint(with: commands))
  }

  @Test("every test of a command is in a folder that one target has")
  func commandTests() throws {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    let package = try #require(ChildProcess.run(["cat", root + "/Package.swift"])).output
    let named = package.matches(of: /commandTests\(\s*"\w+", \[([^\]]*)\]/).flatMap { match in
      match.output.1.matches(of: /\w+/).map { "Tests/CommandTests/" + String($0.output) }
    }
    let folders = Set(SourceFile.below("Tests/CommandTests").map(\.folder))
    #expect(folders.count > 10 && named.count == Set(named).count)
    #expect(folders == Set(named + ["Tests/CommandTests/Support"]))
  }

  @Test("no line has more than 120 columns", arguments: ["Sources", "Tests"])
  func columns(folder: String) {
    for file in SourceFile.below(folder) {
      for (index, line) in file.lines.enumerated() where line.utf8.count > 120 && line.count > 120 {
        Issue.record("\(file.path):\(index + 1) has \(line.count) columns")
      }
    }
  }

  @Test("no function has more than 60 lines", arguments: ["Sources", "Tests"])
  func functions(folder: String) {
    for file in SourceFile.below(folder) {
      for body in file.bodies where body.count > 60 {
        Issue.record("\(file.path):\(body.line) has \(body.count) lines")
      }
    }
  }

  /// Data that is nothing but its fields, as a board file has them.
  private static let pureData = [
    "Sources/Boards/Board.swift", "Sources/Boards/Parts/Microphone.swift",
  ]

  @Test("no initialiser but those of pure data has more than eight parameters")
  func initialisers() {
    for file in SourceFile.below("Sources") where !Self.pureData.contains(file.path) {
      #expect(file.initialisers(over: 8) == [], "\(file.path)")
    }
  }

  @Test(
    "a doc comment begins with the thing, not with a question or a person",
    arguments: ["Sources", "Tests"])
  func comments(folder: String) {
    let starts = ["What ", "Whether ", "Nobody ", "Somebody ", "Anybody ", "Whoever "]
    for file in SourceFile.below(folder) {
      for (index, line) in file.lines.enumerated() {
        let text = line.drop { $0 == " " }
        let isFirst = index == 0 || !file.lines[index - 1].contains("///")
        guard isFirst, text.hasPrefix("/// ") else { continue }
        #expect(
          !starts.contains { text.dropFirst(4).hasPrefix($0) }, "\(file.path):\(index + 1): \(text)"
        )
      }
    }
  }

  @Test("every public function that throws says what")
  func errors() {
    for file in SourceFile.below("Sources") {
      #expect(file.silentThrows == [], "\(file.path)")
    }
  }

  @Test(
    "a session is one class, what it shows and what it is asked for, and keeps what changes to itself"
  )
  func session() throws {
    let parts = SourceFile.below("Sources/Recorder/Session").filter {
      $0.path.contains("/Session+") || $0.path.hasSuffix("/Session.swift")
    }
    let names = parts.compactMap { $0.path.split(separator: "/").last }.sorted()
    #expect(names == ["Session+Requests.swift", "Session+State.swift", "Session.swift"])
    let session = try #require(parts.first { $0.path.hasSuffix("/Session.swift") })
    #expect(session.lines.count <= 360)
    let stored = session.lines.filter { line in
      line.hasPrefix("  ") && !line.hasPrefix("   ") && line.contains(" var ") && line.last != "}"
        && line.last != "{"
    }
    #expect(stored.count > 2 && stored.allSatisfy { $0.hasPrefix("  private var ") })
  }

  @Test("a type has one name in the commands and in the modules that they import")
  func typeNames() {
    let commands = SourceFile.below("Sources/pinna").flatMap(\.lines)
    let modules = Set(commands.filter { $0.hasPrefix("import ") }.map { $0.dropFirst(7) })
    let type = /(?:public |package |final |indirect )*(?:struct|class|enum|protocol) (\w+)/
    var owners: [Substring: Set<Substring>] = [:]
    for module in modules.union(["pinna"]) {
      for line in SourceFile.below("Sources/\(module)").flatMap(\.lines) {
        guard let match = line.prefixMatch(of: type) else { continue }
        owners[match.1, default: []].insert(module)
      }
    }
    #expect(owners.count > 500 && owners.filter { $0.value.count > 1 } == [:])
  }

  @Test("a session's own state is seen by the recorder and its face only, and one loop turns it")
  func face() {
    let inside = ["Recorder", "Face", "SimulatedBoard", "Assembly"].map { "Sources/\($0)/" }
    let outside = SourceFile.below("Sources").filter { file in
      !inside.contains { file.path.hasPrefix($0) }
    }
    for name in ["SessionSnapshot", "SessionEvent", "SessionState"] {
      let seen = outside.filter { file in
        file.lines.contains { line in
          line.split { !$0.isLetter }.contains { $0 == name }
        }
      }
      #expect(seen.map(\.path) == [], "\(name)")
    }
    for call in ["session.snapshot(", "session.state", "session.tick("] {
      let made = outside.filter { $0.lines.contains { $0.contains(call) } }
      #expect(made.map(\.path) == [], "\(call)")
    }
    let turned = SourceFile.below("Sources").filter { file in
      file.lines.contains { $0.contains("loop.tick(") }
    }
    #expect(turned.map(\.path) == ["Sources/Face/Host/RecorderHost.swift"])
  }

  @Test("no timed wait follows the time of day, which somebody may set")
  func conditions() {
    let makers = SourceFile.below("Sources").filter { file in
      file.lines.contains { $0.contains("pthread_cond_init(") }
    }
    #expect(makers.map(\.path) == ["Sources/Essentials/TimedCondition.swift"])
  }

  @Test("the machine of a session is pure: no system call, no lock")
  func machine() {
    let files = SourceFile.below("Sources/Recorder/Session").filter {
      $0.path.contains("/RecorderState") || $0.path.contains("/RecorderInput")
    }
    #expect(files.count == 5)
    let imports = files.flatMap(\.lines).filter { $0.hasPrefix("import ") }
    #expect(Set(imports).isDisjoint(with: ["import Glibc", "import Synchronization"]))
  }

  @Test("take files get new names in one place, which syncs them; an empty one may move on exFAT")
  func renamings() {
    let renaming = /(^|[^.\w])(Glibc\.rename|rename|link|pinna_rename_no_replace)\([^_]/
    let sources = SourceFile.below("Sources/TakeFiles").filter { file in
      file.lines.contains { !$0.contains("///") && !$0.contains("func ") && $0.contains(renaming) }
    }
    #expect(
      sources.map { $0.path.split(separator: "/").last } == ["ExFATPlace.swift", "FileSync.swift"])
  }

  @Test("hardware has one seam: ports, and three probes of the system; contacts settle in Recorder")
  func seam() {
    let lines = SourceFile.below("Sources").flatMap { file in
      file.lines.map { (path: file.path, text: $0) }
    }
    let probes = lines.filter { $0.text.contains("protocol ") && $0.text.contains("Probe") }
      .compactMap { SourceFile.words($0.text).dropFirst().first }
    #expect(Set(probes) == ["LoadProbe:", "StorageProbe:", "SystemProbe:"])
    let settling = lines.filter { $0.text.contains("Debounce(") }.map(\.path)
    #expect(!settling.isEmpty && settling.allSatisfy { $0.hasPrefix("Sources/Recorder/") })
  }

  @Test("drawings know nothing of recorders and boards")
  func drawings() {
    let imports = SourceFile.below("Sources/Drawings").flatMap(\.lines)
      .filter { $0.hasPrefix("import ") }
    #expect(Set(imports) == ["import Glibc"])
  }
}
