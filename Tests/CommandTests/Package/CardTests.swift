import TestSupport
import Testing

@testable import CommandSupport
@testable import LinuxBoard
@testable import pinna

/// The card of `deploy/make-image`, as far as it can be tried without booting it.
@Suite("The card that just starts")
struct CardTests {
  /// The folder of the package.
  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/")

  private static func file(_ name: String) throws -> String {
    try #require(SmallFile.text("\(root)/deploy/image/\(name)"), "no \(name)")
  }

  private static let canTakeUp =
    ChildProcess.builtPrograms != nil && ChildProcess.has("ssh-keygen")
    && ChildProcess.has("iconv")

  @Test(
    "takes up files as people write them, and tells those that are wrong",
    .enabled(if: canTakeUp, "needs the built programs, ssh-keygen and iconv"))
  func takesUp() throws {
    let run = try #require(
      ChildProcess.run([
        Self.root + "/Tests/Package/try-card",
        Self.root + "/deploy/image/root/usr/lib/pinna/card",
        (ChildProcess.builtPrograms ?? ".") + "/pinna", Self.root + "/boards",
      ]))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.split(separator: "\n").filter { $0.hasPrefix("pass") }.count > 50)
  }

  @Test("the settings on a new card are right")
  func settings() throws {
    let run = try #require(
      ChildProcess.run([
        "env", "PINNA_BOARDS=\(Self.root)/boards", (ChildProcess.builtPrograms ?? ".") + "/pinna",
        "config", "check", Self.root + "/deploy/image/card/pinna.toml",
      ]))
    #expect(run.status == 0, "\(run.output)")
  }

  @Test("the layer for rpi-image-gen has the same packages, but for Debian's kernel and firmware")
  func layer() throws {
    let rows = try Self.file("packages").split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ") }
    let packages = rows.filter { $0.count == 1 }.map { String($0[0]) }
    #expect(rows.count - packages.count == 3 && packages.count > 20)
    let layer = try Self.file("pinna.yaml").split(separator: "\n")
      .prefix { $0 != "  customize-hooks:" }.filter { $0.hasPrefix("    - ") }
      .map { String($0.dropFirst(6)) }
    #expect(layer == packages)
  }

  @Test("the recorder looks where the system leaves its notice")
  func notice() throws {
    let script = try Self.file("root/usr/lib/pinna/card")
    let folder = try #require(
      script.split(separator: "\n").first { $0.hasPrefix("answers=") }?.dropFirst(8))
    #expect(CardImage.notice == folder + "/notice")
    #expect(script.contains("keep \"$work/notice\" 644 \"$answers/notice\""))
  }
}
