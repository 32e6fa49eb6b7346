import CSndfile

/// Encodes the formats that libsndfile writes, into memory.
final class SoundFileEncoder: AudioEncoder {
  private let path: String
  private let format: AudioFormat
  private let settings: Settings
  private let cell: UnsafeMutablePointer<EncodedStream>
  private var handle: OpaquePointer?
  private var integers: [Int32]
  private var floats: [Float]

  /// The number of frames to convert at once.
  private static let blockFrames = 2048
  /// The settings with which libsndfile encodes a format.
  struct Settings {
    /// The code by which libsndfile knows the format.
    var code: Int32
    /// The compression from 0 to 1.
    var level: Double
    /// True if the encoder takes floats.
    var isFloat = false
    /// The duration of an Ogg page in milliseconds; `nil` for files without Ogg pages.
    var pageMilliseconds: Double?
  }

  /// Starts an encoder; the head of the file, including space for tags, is then in ``stream``.
  init(path: String, format: AudioFormat, settings: Settings) throws(TakeFileError) {
    self.path = path
    self.settings = settings
    self.format = format
    integers = [Int32](repeating: 0, count: Self.blockFrames * format.channels)
    floats = [Float](
      repeating: 0, count: settings.isFloat ? Self.blockFrames * format.channels : 0)
    cell = .allocate(capacity: 1)
    cell.initialize(to: EncodedStream())
    var callbacks = Self.callbacks
    var info = SF_INFO()
    info.samplerate = Int32(format.rate)
    info.channels = Int32(format.channels)
    info.format = settings.code
    handle = sf_open_virtual(&callbacks, Int32(SFM_WRITE), &info, cell)
    guard handle != nil else { throw failure("libsndfile refuses the format") }
    try prepare()
  }

  deinit {
    abandon()
    cell.deinitialize(count: 1)
    cell.deallocate()
  }

  var stream: EncodedStream {
    get { cell.pointee }
    set { cell.pointee = newValue }
    _modify { yield &cell.pointee }
  }

  /// Sets the quality, reserves space for tags, and writes the head.
  private func prepare() throws(TakeFileError) {
    var level = settings.level
    sf_command(handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
    if var latency = settings.pageMilliseconds {
      sf_command(
        handle, Int32(SFC_SET_OGG_PAGE_LATENCY_MS), &latency, Int32(MemoryLayout<Double>.size))
    }
    let placeholder = String(repeating: " ", count: TagSpace.reservedBytes)
    guard sf_set_string(handle, Int32(SF_STR_COMMENT), placeholder) == 0 else {
      throw failure("libsndfile accepts no tags")
    }
    sf_command(handle, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
    try check()
  }

  func encode(
    interleaved samples: UnsafePointer<Float>, frames: Int
  ) throws(TakeFileError) -> Int {
    var clamped = 0
    for done in stride(from: 0, to: frames, by: Self.blockFrames) {
      let block = min(frames - done, Self.blockFrames)
      let first = samples + done * format.channels
      let count = block * format.channels
      if settings.isFloat {
        clamped += SampleLimits.copy(first, count: count, to: &floats)
        try write(floats: floats, frames: block)
      } else {
        clamped += SampleEncoder.encode(
          first, count: count, bits: format.samples.bits, intoIntegers: &integers)
        try write(samples: integers, frames: block)
      }
    }
    return clamped
  }

  func encode(samples: UnsafePointer<Int32>, frames: Int) throws(TakeFileError) {
    guard settings.isFloat else { return try write(samples: samples, frames: frames) }
    for done in stride(from: 0, to: frames, by: Self.blockFrames) {
      let block = min(frames - done, Self.blockFrames)
      SampleLimits.floats(
        samples + done * format.channels, count: block * format.channels, of: format.samples,
        to: &floats)
      try write(floats: floats, frames: block)
    }
  }

  private func write(samples: UnsafePointer<Int32>, frames: Int) throws(TakeFileError) {
    let written = sf_writef_int(handle, samples, sf_count_t(frames))
    try check(written == sf_count_t(frames))
  }

  private func write(floats: UnsafePointer<Float>, frames: Int) throws(TakeFileError) {
    let written = sf_writef_float(handle, floats, sf_count_t(frames))
    try check(written == sf_count_t(frames))
  }

  func collect() {}

  func finish() throws(TakeFileError) {
    let code = sf_close(handle)
    handle = nil
    if code != 0 { throw failure("libsndfile: " + String(cString: sf_error_number(code))) }
  }

  func abandon() {
    if handle != nil { sf_close(handle) }
    handle = nil
  }

  private func check(_ isWhole: Bool = true) throws(TakeFileError) {
    let code = sf_error(handle)
    if code != 0 { throw failure("libsndfile: " + String(cString: sf_error_number(code))) }
    if !isWhole { throw failure("libsndfile encoded less than it was given") }
  }

  private func failure(_ problem: String) -> TakeFileError {
    .encoder(path: path, problem: problem, remedy: "record WAV and convert the take later")
  }

  private static func stream(_ user: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<
    EncodedStream
  >? {
    user?.assumingMemoryBound(to: EncodedStream.self)
  }

  /// The functions through which libsndfile writes into an ``EncodedStream`` as if it were a file.
  static let callbacks = SF_VIRTUAL_IO(
    get_filelen: { sf_count_t(SoundFileEncoder.stream($0)?.pointee.length ?? 0) },
    seek: { offset, whence, user in
      guard let stream = SoundFileEncoder.stream(user) else { return -1 }
      let base =
        switch Int(whence) {
        case SF_SEEK_CUR: stream.pointee.position
        case SF_SEEK_END: stream.pointee.length
        default: 0
        }
      stream.pointee.position = max(0, base + Int(offset))
      return sf_count_t(stream.pointee.position)
    },
    read: { _, _, _ in 0 },
    write: { bytes, count, user in
      guard let stream = SoundFileEncoder.stream(user), let bytes, count >= 0 else { return 0 }
      stream.pointee.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      return count
    },
    tell: { sf_count_t(SoundFileEncoder.stream($0)?.pointee.position ?? 0) })
}
