import Glibc
import TestSupport
import Testing

/// `pinna-web pair`, which root calls in a shell of any mask, for a service that is another user.
@Suite(
  "The rights of a code",
  .enabled(if: ChildProcess.builtPrograms != nil, "needs the built pinna program"))
struct PairMaskTests {
  @Test(
    "the service can read it, whatever the mask of its maker", arguments: ["022", "027", "077"])
  func mask(mask: String) throws {
    let folder = try TemporaryDirectory()
    try #require(
      symlink((ChildProcess.builtPrograms ?? ".") + "/pinna", folder.file("pinna-web")) == 0)
    let line = """
      mkdir \(folder.file("state")) && umask \(mask) && \
      \(folder.file("pinna-web")) pair --state \(folder.file("state")) >/dev/null 2>&1; \
      stat -c %a \(folder.file("state"))/code
      """
    #expect(ChildProcess.run(["sh", "-c", line])?.output == "644\n")
  }
}
