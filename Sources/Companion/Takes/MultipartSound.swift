import CSndfile
import Face
import Glibc

/// The sound of a take that can consist of several files, of which one at a time is open.
final class MultipartSound {
  /// A file, and the frames of the take that the file contains.
  private struct Part {
    let folder: String
    let name: String
    let frames: Range<Int>
  }

  /// The number of frames from the start of the take to its end.
  let frames: Int
  /// Frames per second.
  let rate: Int
  private let parts: [Part]
  private var open: (part: Int, handle: OpaquePointer, channels: Int)?

  /// The rendered sound of a take or, if it has none, the content of its first file; `nil` if there is no sound.
  init?(_ take: TakeRecord) {
    let content = take.files.contains { $0.content == "rendered" } ? "rendered" : nil
    let files = take.files.filter { $0.content == content ?? take.files.first?.content }
    parts = files.compactMap { file in
      guard (0..<1 << 40).contains(file.firstFrame), (1..<1 << 40).contains(file.frames) else {
        return nil
      }
      return Part(
        folder: file.folder, name: file.name,
        frames: file.firstFrame..<(file.firstFrame + file.frames))
    }
    (frames, rate) = (parts.map(\.frames.upperBound).max() ?? 0, files.first?.rate ?? 0)
    guard frames > 0, rate > 0 else { return nil }
  }

  deinit { close() }

  /// The highest samples of left and right in a range of frames; `nil` if libsndfile cannot read a file.
  func highest(in range: Range<Int>) -> (left: Float, right: Float)? {
    var (left, right): (Float, Float) = (0, 0)
    for (index, part) in parts.enumerated() where part.frames.overlaps(range) {
      let wanted = part.frames.clamped(to: range)
      guard let (handle, channels) = handle(of: index) else { return nil }
      var samples = [Float](repeating: 0, count: wanted.count * channels)
      sf_seek(handle, sf_count_t(wanted.lowerBound - part.frames.lowerBound), SEEK_SET)
      let count = max(0, Int(sf_readf_float(handle, &samples, sf_count_t(wanted.count))))
      for n in stride(from: 0, to: count * channels, by: channels) {
        (left, right) = (
          max(left, abs(samples[n])), max(right, abs(samples[n + channels - 1]))
        )
      }
    }
    return (left, right)
  }

  private func handle(of index: Int) -> (OpaquePointer, channels: Int)? {
    if let open, open.part == index { return (open.handle, open.channels) }
    close()
    guard let file = OpenTakeFile(folder: parts[index].folder, name: parts[index].name) else {
      return nil
    }
    // libsndfile gets its own descriptor, because it closes the one that it is given even if it cannot read the file.
    let own = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { return nil }
    var info = SF_INFO()
    guard let handle = sf_open_fd(own, Int32(SFM_READ), &info, 1) else { return nil }
    open = (index, handle, Int(info.channels))
    return (1...2).contains(info.channels) ? (handle, Int(info.channels)) : nil
  }

  private func close() {
    if let open { sf_close(open.handle) }
    open = nil
  }
}
