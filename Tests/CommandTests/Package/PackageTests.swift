import Assembly
import Boards
import Recorder
import Testing

@testable import CommandSupport
@testable import LinuxBoard
@testable import pinna

@Suite("What the package says of the program is true")
struct PackageTests {
  /// A file of deploy/package.
  private static func file(_ name: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
    return try #require(SmallFile.text(root + "/deploy/package/" + name), "no \(name)")
  }

  /// The assignments of a unit: all values of a key.
  private static func values(_ key: String, of unit: String) throws -> [String] {
    try file(unit).split(separator: "\n").filter { $0.hasPrefix(key + "=") }
      .map { String($0.dropFirst(key.count + 1)) }
  }

  @Test("every setting of the example is one that there is, and its value is the default")
  func example() throws {
    let lines = Settings.template.split(separator: "\n", omittingEmptySubsequences: false)
    let settings = lines.map { line -> String in
      let isSetting = line.hasPrefix("# ") && line.contains(" = ") && !line.contains("`")
      return String(isSetting ? line.dropFirst(2) : line)
    }
    #expect(settings.filter { $0.contains(" = ") }.count > 20)
    var read = try Settings.load(text: settings.joined(separator: "\n"), name: "pinna.toml")
    #expect(read.board == "respeaker-4mic-hat")
    #expect(read.take.isDirectoryGiven)
    // What must be there, and what has no default that can be written.
    read.board = nil
    read.take.isDirectoryGiven = false
    #expect(read == Settings())
  }

  @Test("the examples of keys without a default are right too")
  func exampleWithoutDefault() throws {
    let lines = Settings.template.split(separator: "\n").map { line in
      String(line.hasPrefix("## ") ? line.dropFirst(3) : line)
    }
    let read = try Settings.load(text: lines.joined(separator: "\n"), name: "pinna.toml")
    #expect(read.take.duration == 1800)
    #expect(read.schedule.count == 1)
    #expect(read.control == .off)
    #expect(read.schedule.first?.longest == 7200)
  }

  @Test("the service starts when there are settings, and they are where the program looks")
  func condition() throws {
    #expect(
      try Self.values("ConditionPathExists", of: "pinna.service") == [Settings.systemPath])
    #expect(try Self.file("pinna.tmpfiles").contains("d /etc/pinna/boards "))
    #expect(BoardLibrary.installedFolders.contains("/etc/pinna/boards"))
    #expect(BoardLibrary.installedFolders.contains("/usr/share/pinna/boards"))
  }

  @Test("takes and filters go where the sandbox lets them")
  func folders() throws {
    let writable = try Self.values("ReadWritePaths", of: "pinna.service")
    #expect(writable == ["/var/lib/pinna"])
    #expect(Settings().take.directory.hasPrefix(writable[0] + "/"))
    #expect(try Self.file("pinna.tmpfiles").contains("d \(Settings().take.directory) "))
    #expect(
      try Self.values("Environment", of: "pinna.service") == ["PINNA_CACHE=/var/cache/pinna"])
    #expect(try Self.values("CacheDirectory", of: "pinna.service") == ["pinna"])
  }

  @Test("only mistakes of a person end the service for good")
  func restart() throws {
    let codes = try #require(
      Self.values("RestartPreventExitStatus", of: "pinna.service").first)
    let personal: [ExitCode] = [.usage, .data, .noInput, .noPermission, .configuration]
    #expect(codes.split(separator: " ").map(String.init) == personal.map { "\($0.rawValue)" })
  }

  @Test("only the recorder hears that it shall end: an encoder that it started finishes its file")
  func ending() throws {
    #expect(try Self.values("KillMode", of: "pinna.service") == ["mixed"])
  }

  @Test("the realtime rights are enough for the priorities that settings may ask for")
  func rights() throws {
    let limit = try #require(
      Self.values("LimitRTPRIO", of: "pinna.service").first.flatMap { Int($0) })
    #expect(limit > Settings().realtime.capturePriority)
    #expect(try Self.values("LimitMEMLOCK", of: "pinna.service") == ["infinity"])
    #expect(try Self.file("pinna.limits").contains("pinna - rtprio \(limit)\n"))
    #expect(try Self.file("pinna.limits").contains("pinna - memlock unlimited\n"))
  }

  @Test("the watchdog waits for several signs of life")
  func watchdog() throws {
    let seconds = try #require(
      Self.values("WatchdogSec", of: "pinna.service").first.flatMap { Double($0) })
    #expect(Watchdog(limitSeconds: seconds).seconds * 2 <= seconds)
    #expect(seconds > 2 * RecorderLoop.turnSeconds)
    // A take is closed and recovered in less than what the recorder holds back for a card that stalls.
    #expect(seconds < 30)
  }

  private static let units = [
    "pinna", "pinna-web", "pinna-announce", "pinna-bridge", "pinna-copy", "pinna-gps",
    "pinna-wifi", "pinna-prune", "pinna-after", "pinna-sleep",
  ]

  @Test("a folder that a unit leaves behind can be read, and its user exists", arguments: units)
  func leftFolder(unit: String) throws {
    let isLeft = try Self.values("RuntimeDirectoryPreserve", of: unit + ".service") == ["yes"]
    // systemd puts such a folder of a dynamic user into /run/private, which only root can enter.
    if isLeft { #expect(try Self.values("DynamicUser", of: unit + ".service") == []) }
    for user in try Self.values("User", of: unit + ".service") where user != "root" {
      let files = try ["pinna", "pinna-bridge"].map { try Self.file($0 + ".sysusers") }
      #expect(files.contains { $0.contains("\nu \(user) ") }, "\(user)")
    }
  }

  @Test(
    "a unit starts where the system has no folder for libraries of another architecture",
    arguments: units)
  func folderOfAnotherArchitecture(unit: String) throws {
    // systemd refuses to start a service whose paths are missing, unless they have a minus sign; and /lib64, which
    // x86-64 has, is missing on arm64.
    for key in ["ExecPaths", "NoExecPaths", "ReadOnlyPaths", "ReadWritePaths", "InaccessiblePaths"]
    {
      for path in try Self.values(key, of: unit + ".service").flatMap({ $0.split(separator: " ") })
      {
        let isEverywhere = ["/", "/usr/lib", "/usr/bin/pinna", "/var/lib/pinna"].contains(path)
        #expect(isEverywhere || path.hasPrefix("-"), "\(unit): \(key)=\(path)")
      }
    }
  }
}
