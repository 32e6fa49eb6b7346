import CSndfile

/// The audio of a compressed file in one of the formats that libsndfile reads.
final class SoundFileSource: AudioSource {
  private let path: String
  private let file: OpenFile
  private let channels: Int
  /// The byte ranges of the streams after the current one.
  private var links: [Range<Int>]
  private var handle: SoundFileHandle
  /// The place in the file of each channel; `nil` to keep the order of the file.
  var order: [Int]?

  /// Opens a file whose shape is known.
  init(_ take: TakeFile) throws(TakeFileError) {
    (path, channels) = (take.path, take.channels)
    file = try OpenFile.read(path)
    let window = try FileWindow(
      descriptor: file.descriptor, size: file.regularSize ?? 0, path: path, kind: take.kind)
    // Begin after any tags, because libsndfile does not skip every tag that may come before FLAC.
    let first = take.links.first ?? window.base..<(window.base + window.size)
    links = Array(take.links.dropFirst())
    handle = try Self.open(file.descriptor, first, path: path, channels: channels)
  }

  private static func open(
    _ descriptor: Int32, _ range: Range<Int>, path: String, channels: Int
  ) throws(TakeFileError) -> SoundFileHandle {
    guard let handle = SoundFileHandle(descriptor, range) else {
      throw .malformed(path: path, offset: range.lowerBound, problem: text(sf_error(nil)))
    }
    guard handle.channels == channels else {
      throw .malformed(
        path: path, offset: range.lowerBound,
        problem: "libsndfile finds \(handle.channels) channels in it")
    }
    return handle
  }

  func read(
    into samples: UnsafeMutablePointer<Float>, frames: Int
  ) throws(TakeFileError) -> Int {
    let count = try read(frames) { sf_readf_float(handle.pointer, samples, sf_count_t(frames)) }
    guard let order else { return count }
    for start in stride(from: 0, to: count * channels, by: channels) {
      let stored = (0..<channels).map { samples[start + $0] }
      for (place, channel) in order.enumerated() { samples[start + place] = stored[channel] }
    }
    return count
  }

  func read(samples: UnsafeMutablePointer<Int32>, frames: Int) throws(TakeFileError) -> Int {
    try read(frames) { sf_readf_int(handle.pointer, samples, sf_count_t(frames)) }
  }

  /// Reads from the current stream and, when that ends, from the next one.
  private func read(_ frames: Int, _ body: () -> sf_count_t) throws(TakeFileError) -> Int {
    while true {
      let count = body()
      let code = sf_error(handle.pointer)
      if code != 0 || count < 0 {
        throw .malformed(path: path, offset: 0, problem: Self.text(code))
      }
      if count > 0 || links.isEmpty { return Int(count) }
      handle = try Self.open(
        file.descriptor, links.removeFirst(), path: path, channels: channels)
    }
  }

  private static func text(_ code: Int32) -> String {
    "libsndfile cannot read it: " + String(cString: sf_error_number(code))
  }
}
