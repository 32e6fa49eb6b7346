import CSndfile
import Glibc

extension FileWindow {
  /// True when frames of a FLAC file can be decoded, each with a right checksum.
  borrowing func decodesFLAC(from first: Int, frames count: Int, channels: Int) -> Bool {
    // libsndfile starts at the position of the descriptor, and all other code here reads by offset.
    guard lseek(descriptor, off_t(base), SEEK_SET) == base else { return false }
    defer { lseek(descriptor, 0, SEEK_SET) }
    var info = SF_INFO()
    guard let file = sf_open_fd(descriptor, Int32(SFM_READ), &info, 0) else { return false }
    defer { sf_close(file) }
    guard info.channels == channels, sf_seek(file, sf_count_t(first), Int32(SEEK_SET)) == first
    else { return false }
    var samples = [Int32](repeating: 0, count: count * channels)
    return sf_readf_int(file, &samples, sf_count_t(count)) == count && sf_error(file) == 0
  }
}
