import TestSupport
import Testing

@testable import Bridge

@Suite("The command line of pinna-bridge")
struct BridgeArgumentTests {
  @Test("options are understood")
  func understood() throws {
    let all = try BridgeArguments([
      "--host", "h", "--port", "81", "--user", "u", "--password-file", "p", "--topic", "a/b",
      "--discovery", "none", "--commands", "--prometheus", "f", "--interval", "2.5", "--control",
      "c",
    ])
    #expect(all.host == "h" && all.port == 81 && all.user == "u" && all.passwordFile == "p")
    #expect(all.prefix == "a/b" && all.discovery == nil && all.takesCommands)
    #expect(all.prometheus == "f" && all.interval == 2.5 && all.control == "c")
    #expect(try BridgeArguments(["--host", "h"]).port == 1883)
    #expect(try BridgeArguments(["--host", "h", "--ca", "f"]).port == 8883)
    #expect(try BridgeArguments(["--help"]).work == .help)
    #expect(try BridgeArguments(["--version"]).work == .version)
  }

  @Test(
    "mistakes are told",
    arguments: [
      [], ["--prometheus"], ["host"], ["--hst", "h"], ["--host", "h", "--port", "0"],
      ["--host", "h", "--topic", "a//b"], ["--host", "h", "--topic", "#"],
      ["--host", "h", "--topic", "a+\u{301}"],
      ["--host", "h", "--interval", "0"], ["--host", "h", "--interval", "nan"],
      ["--host", "h", "--password-file", "p"], ["--prometheus", "f", "--commands"],
      ["--prometheus", "f", "--ca", "x"],
    ])
  func mistakes(words: [String]) {
    #expect(throws: BridgeArguments.Mistake.self) { try BridgeArguments(words) }
  }

  @Test("lines of the help fit on a screen, and go on in their column")
  func lines() {
    for line in BridgeArguments.help.split(separator: "\n") {
      #expect(line.count <= 120 && !line.dropFirst(29).contains("   "), "\(line)")
    }
  }

  @Test("help and manual page have every option")
  func help() throws {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    let page = try #require(ChildProcess.run(["cat", root + "/deploy/package/pinna-bridge.1"]))
      .output
    for word in [
      "--host", "--port", "--ca", "--user", "--password-file", "--topic", "--discovery",
      "--commands",
      "--prometheus", "--interval", "--control", "--help", "--version",
    ] {
      #expect(BridgeArguments.help.contains(word))
      #expect(page.replacing("\\-", with: "-").contains(word), "\(word)")
    }
  }
}
