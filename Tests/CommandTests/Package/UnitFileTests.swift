import Glibc
import TestSupport
import Testing

@testable import CommandSupport

/// The rights of the units of the package and of the card, and their ways with files of others.
@Suite("The units of the package and of the card") struct UnitFileTests {
  private static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }

  /// The helpers of the recorder, and what root does at the start of a card.
  static let units =
    ["after", "announce", "bridge", "copy", "gps", "prune", "sleep", "web", "wifi"].map {
      "deploy/package/pinna-\($0).service"
    }
    + ["card", "grow", "host-key", "no-takes"].map {
      "deploy/image/root/etc/systemd/system/pinna-\($0).service"
    }

  private static func text(_ path: String) throws -> String {
    try #require(ChildProcess.run(["cat", root + "/" + path])).output
  }

  @Test("each helper has bounds of its memory and its tasks", arguments: units)
  func bounds(unit: String) throws {
    let lines = try Self.text(unit).split(separator: "\n")
    for key in ["MemoryMax=", "TasksMax="] {
      #expect(lines.contains { $0.hasPrefix(key) }, "\(unit): \(key)")
    }
  }

  @Test(
    "each unit scores 2.5 at most with systemd, and says what it leaves open",
    .enabled(if: ChildProcess.has("systemd-analyze"), "needs systemd-analyze"),
    arguments: units + ["deploy/package/pinna.service"])
  func exposure(unit: String) throws {
    let run = try #require(
      ChildProcess.run([
        "systemd-analyze", "security", "--offline=true", "--no-pager", Self.root + "/" + unit,
      ]))
    let words = run.output.split(separator: "\n").last?.split(separator: " ") ?? []
    let exposure = try #require(words.compactMap { Double($0) }.first, "\(run.output)")
    #expect(exposure <= 2.5, "\(unit)")
    #expect(try Self.text(unit).contains("`systemd-analyze security "))
  }

  // MARK: - Requests of a user with fewer rights

  /// Things in the place of a request, of which only a number is one.
  static let requests: [(make: String, isAnswered: Bool)] = [
    ("mkfifo request", false), ("ln -s secret request", false), ("mkdir request", false),
    ("ln -s /dev/zero request", false), ("head -c 3000000 /dev/zero > request", false),
    ("mkfifo request; sleep 5 > request &", false), ("echo 7 > request", true),
  ]

  /// A script of the package with folders of the test, run where a request is.
  private func run(
    _ script: String, _ words: String, request: Int
  ) throws -> (seconds: Int, status: String) {
    let folder = try TemporaryDirectory()
    let place = folder.path
    let shell = """
      cd \(place) && echo 12345 > secret && mkdir answers secrets
      sed -e 's,/run/pinna/copy-request,\(place)/request,' -e 's,/run/pinna/wifi-request,\(place)/request,' \
        -e 's,/run/pinna/sleep-request,\(place)/request,' -e 's,/run/pinna-sleep,\(place)/answers,' \
        -e 's,/run/pinna-wifi,\(place)/answers,' -e 's,/var/lib/pinna-wifi,\(place)/secrets,' \
        -e 's,^patience=8,patience=0,' \
        \(Self.root)/deploy/package/\(script) > script
      \(Self.requests[request].make)
      RUNTIME_DIRECTORY=\(place)/answers timeout -k 1 10 sh script \(words) >/dev/null 2>&1
      echo $?; cat answers/status 2>/dev/null; cat answers/answered 2>/dev/null
      """
    let output = try #require(ChildProcess.run(["sh", "-c", shell])).output
    let lines = output.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    return (Int(lines[0]) ?? -1, lines.count > 1 ? String(lines[1]) : "")
  }

  @Test("no pipe, link or large file in the place of a request holds root up", arguments: 0..<7)
  func request(_ index: Int) throws {
    for (script, words) in [("copy-takes", ""), ("pinna-wifi", "serve"), ("power-off", "")] {
      let (code, status) = try run(script, words, request: index)
      #expect(code == 0, "\(script), \(Self.requests[index].make)")
      #expect(status.isEmpty == !Self.requests[index].isAnswered, "\(script): \(status)")
      #expect(!status.contains("12345"))
    }
  }

  @Test(
    "a request is looked at and read in one step; its absence alone may be looked for",
    arguments: ["copy-takes", "pinna-wifi", "power-off"])
  func once(script: String) throws {
    let text = try Self.text("deploy/package/" + script)
    #expect(text.replacing("[ ! -e \"$request\" ]", with: "").components("\"$request\"") == 2)
    #expect(text.contains("dd if=\"$request\" iflag=nonblock,nofollow bs=20 count=1"))
  }
}

extension String {
  /// The number of parts between these words.
  fileprivate func components(_ words: String) -> Int { split(separator: words).count }
}
