import Glibc
import TestSupport
import Testing

@testable import CommandSupport

/// `deploy/package/copy-takes`, as root runs it, with an image in the place of a USB stick.
///
/// FAT and exFAT are tried in the virtual board: `deploy/test-appliance copy`.
@Suite(
  .enabled(if: StickImage.isPossible, "needs root, loop devices, overlayfs and mkfs.ext4"),
  .serialized)
struct CopyScriptTests {
  /// The folder of the package.
  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/")

  @Test(
    "a stick that asks for a panic of the kernel gets its takes, and cannot have one",
    arguments: ["ext2", "ext3", "ext4"])
  func panic(type: String) throws {
    let run = try #require(
      ChildProcess.run([
        Self.root + "/Tests/Package/try-copy-takes", (ChildProcess.builtPrograms ?? ".") + "/pinna",
        Self.root + "/deploy/package/copy-takes", type,
      ]))
    #expect(run.status == 0, "\(run.output)")
  }
}

/// A stick in an image.
private enum StickImage {
  /// True when this machine lets a test mount one.
  static let isPossible: Bool =
    geteuid() == 0 && ChildProcess.builtPrograms != nil && access("/dev/loop-control", W_OK) == 0
    && ChildProcess.has("tune2fs") && ChildProcess.run(["sh", "-c", probe])?.status == 0
  /// Mounts what the script mounts.
  private static let probe = """
    unshare --mount --propagation private sh -c 'd=$(mktemp -d) && mount -t tmpfs none $d && \
    mkdir $d/u $d/w && mount -t overlay none -o lowerdir=/usr/bin,upperdir=$d/u,workdir=$d/w /usr/bin && \
    grep -qw ext4 /proc/filesystems; code=$?; umount -l $d; rmdir $d; exit $code'
    """
}
