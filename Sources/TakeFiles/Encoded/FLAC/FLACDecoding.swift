import CSndfile

extension FileWindow {
  /// True if `count` frames of a FLAC file from the frame `first` on can be decoded, all with correct checksums.
  borrowing func decodesFLAC(from first: Int, frames count: Int, channels: Int) -> Bool {
    guard let file = SoundFileHandle(descriptor, base..<(base + size)), file.channels == channels,
      sf_seek(file.pointer, sf_count_t(first), Int32(SEEK_SET)) == first
    else { return false }
    var samples = [Int32](repeating: 0, count: count * channels)
    return sf_readf_int(file.pointer, &samples, sf_count_t(count)) == count
      && sf_error(file.pointer) == 0
  }
}
