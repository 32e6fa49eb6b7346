import Glibc
import Testing

/// Finds functions and computed properties that do not carry the realtime attributes.
struct AnnotationScanner {
  /// A declaration without the attributes.
  struct Finding: Equatable {
    let name: String
    let line: Int
  }

  private static let modifiers: Set<Substring> = [
    "public", "package", "private", "fileprivate", "internal", "static", "mutating", "borrowing",
    "consuming", "private(set)", "nonisolated(unsafe)", "prefix",
  ]

  /// The findings in the text of one source file.
  ///
  /// Attributes stand on the lines above a function (also between `#if compiler` and `#endif`), and
  /// inside the braces of a computed property, on its own line or the next one.
  static func findings(in text: String) -> [Finding] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(trimmed)
    return lines.indices.compactMap { index in
      guard let (keyword, name) = declaration(lines[index]) else { return nil }
      let scope: [Substring]
      switch keyword {
      case "func": scope = [lines[index]] + attributeLines(above: index, lines)
      default:
        guard lines[index].contains("{") else { return nil }
        scope = Array(lines[index...min(index + 1, lines.count - 1)])
      }
      let isProven = ["@_noAllocation", "@_noLocks"].allSatisfy { attribute in
        scope.contains { $0.contains(attribute) }
      }
      return isProven ? nil : Finding(name: name, line: index + 1)
    }
  }

  /// The keyword and name of a declaration whose body runs code.
  private static func declaration(_ line: Substring) -> (keyword: Substring, name: String)? {
    let words = line.split(separator: " ").drop { modifiers.contains($0) || $0.hasPrefix("@") }
    guard let keyword = words.first else { return nil }
    if keyword.hasPrefix("subscript") { return (keyword, "subscript") }
    guard ["func", "var"].contains(keyword), let name = words.dropFirst().first else { return nil }
    return (keyword, String(name.prefix { $0 != "(" && $0 != ":" && $0 != "<" }))
  }

  private static func attributeLines(above index: Int, _ lines: [Substring]) -> [Substring] {
    Array(
      lines[..<index].reversed().prefix {
        $0.hasPrefix("@") || $0.hasPrefix("#if compiler") || $0 == "#endif"
      })
  }

  private static func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }
}

@Suite("Every function of Realtime is proven")
struct RealtimeAnnotationTests {
  /// The functions that only the owner calls, on a normal thread, by file: everything else must carry the
  /// attributes.
  ///
  /// Initialisers and deinitialisers allocate and free, and are never scanned.
  static let ownerSide: [String: Set<String>] = [
    "BinOrder.swift": ["bin"],
    "EventLog.swift": ["makeWriter", "events"],
    "DirectionPowers.swift": ["fill"],
    "DirectionSurvey.swift": ["next", "sound", "beliefs", "azimuth"],
    "ScannedRings.swift": ["turn"],
    "SpectrumRows.swift": ["stride", "make"],
    "StereoStage.swift": ["latency", "shift", "usesGlance"],
    "StereoTables.swift": ["grid"],
    "WindGlance.swift": ["step", "lift"],
    "WindReduction.swift": ["fill"],
    "WindTables.swift": ["hop"],
    "DirectionalTables.swift": ["directions", "hop", "bins", "scannedBins"],
    "FilterEngine.swift": ["fillFactors"],
    "FilterSpectra.swift": ["factors", "spectrum", "transform"],
    "FilterTaps.swift": ["channels", "coefficient", "isAmbisonic", "of"],
    // The rings seen by their owner and by the control thread.
    "FrameRing.swift": [
      "makeWriter", "makeReader", "giveBack", "timelineEnd", "storedFrames", "backlog", "gaps",
      "gapTotals", "arrivedEnd",
    ],
    "GapLog.swift": ["gaps"],
    "LivePull.swift": [
      "nextPlace", "connect", "disconnect", "collect", "publish", "replace", "free",
    ],
    "LiveSwitch.swift": ["render", "collect", "play", "connect", "place", "free"],
    // The reading end belongs to the thread of those who listen, which is a normal one.
    "LiveTap.swift": ["rate", "dropped", "drain", "discard"],
    "Memory.swift": ["allocate", "counters", "keep", "make"],
    "MeterBank.swift": ["makeWriter", "reading", "snapshot"],
    "SoundLevelBank.swift": ["makeWriter", "reading", "snapshot"],
    // Filters are made before the thread runs.
    "SoundLevelWriter.swift": ["highPass", "lowPass", "power"],
    "BandMeterWriter.swift": ["lanes"],
    "FrameClock.swift": ["makeWriter", "latest"],
    "LaneComplex.swift": ["makeTwiddles"],
    "MeterReading.swift": ["rootMeanSquare", "updated"],
    "ResponseTracker.swift": ["fill"],
    // The reading end belongs to the writer thread, which is a normal one.
    "SampleRing.swift": [
      "makeWriter", "makeReader", "next", "advance", "isAtEnd", "waiting", "refuse", "end",
      "isFinished",
    ],
    "ScanFactors.swift": ["kept"],
    "TakeRenderLoop.swift": ["limitedFrames", "clippedSamples"],
    "TakeSegments.swift": [
      "extent", "keep",
      "count", "isOpen", "open", "extend", "pause", "resume", "finish", "segments",
      "finalEnd",
    ],
    "WakeLog.swift": ["makeWriter", "wakeUps"],
    "RawFormat.swift": ["clipLevel"],
  ]

  /// The sources of the module, by file name.
  static func sources() throws -> [String: String] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try sources(in: "/" + root + "/Sources/Realtime")
  }

  private static func sources(in folder: String) throws -> [String: String] {
    let stream = try #require(opendir(folder), "cannot open \(folder)")
    defer { closedir(stream) }
    var sources: [String: String] = [:]
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if entry.pointee.d_type == UInt8(DT_DIR), !name.hasPrefix(".") {
        sources.merge(try Self.sources(in: folder + "/" + name)) { first, _ in first }
      }
      guard name.hasSuffix(".swift") else { continue }
      let text = try #require(contents(folder + "/" + name), "cannot read \(name)")
      sources[name] = text
    }
    return sources
  }

  private static func contents(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[0..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("functions and computed properties carry @_noAllocation and @_noLocks")
  func annotations() throws {
    let sources = try RealtimeAnnotationTests.sources()
    #expect(sources.count > 10)
    for (file, text) in sources.sorted(by: { $0.key < $1.key }) {
      let allowed = RealtimeAnnotationTests.ownerSide[file, default: []]
      for finding in AnnotationScanner.findings(in: text) where !allowed.contains(finding.name) {
        Issue.record(
          """
          \(file):\(finding.line): \(finding.name) is not proven: add @_noAllocation @_noLocks, or \
          list it in RealtimeAnnotationTests.ownerSide if no realtime thread calls it
          """)
      }
    }
  }

  @Test("the list of owner-side functions has no entry that is proven or gone")
  func noStaleEntries() throws {
    let sources = try RealtimeAnnotationTests.sources()
    for (file, names) in RealtimeAnnotationTests.ownerSide {
      let found = Set(AnnotationScanner.findings(in: sources[file] ?? "").map(\.name))
      #expect(names.subtracting(found) == [], "\(file)")
    }
  }

  @Test("the module imports only Synchronization")
  func imports() throws {
    for (file, text) in try RealtimeAnnotationTests.sources() {
      let imports = text.split(separator: "\n").filter {
        $0.contains("import ") && !$0.contains("//")
      }
      #expect(imports.allSatisfy { $0 == "import Synchronization" }, "\(file): \(imports)")
    }
  }

  @Test("the scanner sees what is missing and what is there")
  func scanner() {
    let text = """
      struct A {
        @_noAllocation @_noLocks
        public mutating func proven() {}
        #if compiler(>=6.2)
          @_noAllocation @_noLocks
        #endif
        func guarded() {}
        @_noLocks
        func half<T>(_: T) {}
        private static func bare(_ x: Int) -> Int { x }
        var stored = 1
        private(set) var other: Int
        var quick: Int { 1 }
        var slow: Int {
          @_noAllocation @_noLocks get { 1 }
        }
        subscript(n: Int) -> Int { n }
      }
      """
    #expect(
      AnnotationScanner.findings(in: text) == [
        .init(name: "half", line: 9), .init(name: "bare", line: 10),
        .init(name: "quick", line: 13), .init(name: "subscript", line: 17),
      ])
  }
}
