import CSndfile
import Glibc

/// A file that libsndfile reads, with a descriptor of its own.
///
/// libsndfile 1.2 closes the descriptor that it is given when it cannot read the file, even if it is told not to. The
/// number may belong to another file by the time that the caller closes it once more: so it gets a duplicate, to close
/// whatever happens. The duplicate shares the position in the file.
struct SoundFileHandle: ~Copyable {
  /// libsndfile's handle.
  let pointer: OpaquePointer
  /// Channels of the file.
  let channels: Int

  /// Opens the file of a descriptor where it stands; `nil` when libsndfile cannot read it.
  init?(_ descriptor: Int32) {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { return nil }
    var info = SF_INFO()
    guard let pointer = sf_open_fd(own, Int32(SFM_READ), &info, 1) else { return nil }
    self.pointer = pointer
    channels = Int(info.channels)
  }

  deinit { sf_close(pointer) }
}
