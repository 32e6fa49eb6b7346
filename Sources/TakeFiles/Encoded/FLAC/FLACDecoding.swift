import CSndfile

extension FileWindow {
  /// True if frames of a FLAC file can be decoded, each with a correct checksum.
  borrowing func decodesFLAC(from first: Int, frames count: Int, channels: Int) -> Bool {
    guard let file = SoundFileHandle(descriptor, base..<(base + size)), file.channels == channels,
      sf_seek(file.pointer, sf_count_t(first), Int32(SEEK_SET)) == first
    else { return false }
    var samples = [Int32](repeating: 0, count: count * channels)
    return sf_readf_int(file.pointer, &samples, sf_count_t(count)) == count
      && sf_error(file.pointer) == 0
  }
}
