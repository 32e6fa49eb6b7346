import CSndfile

/// A sound file by libsndfile, which the other convolvers use as well: so the filters are what differs.
struct SoundFile: ~Copyable {
  /// Frames per second, channels, and how the file is stored.
  private(set) var info: SF_INFO
  private let file: OpaquePointer

  /// Opens a file for reading; `nil` when libsndfile cannot.
  static func reading(_ path: String) -> SoundFile? {
    var info = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &info) else { return nil }
    return SoundFile(info: info, file: file)
  }

  /// Makes a WAV file of 32-bit floats; `nil` when libsndfile cannot.
  static func writing(_ path: String, rate: Int32, channels: Int) -> SoundFile? {
    var info = SF_INFO()
    info.samplerate = rate
    info.channels = Int32(channels)
    info.format = Int32(bitPattern: UInt32(SF_FORMAT_WAV) | UInt32(SF_FORMAT_FLOAT))
    guard let file = sf_open(path, Int32(SFM_WRITE), &info) else { return nil }
    // A plain file, without the loudest sample of each channel.
    sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    return SoundFile(info: info, file: file)
  }

  private init(info: SF_INFO, file: OpaquePointer) {
    self.info = info
    self.file = file
  }

  deinit { sf_close(file) }

  /// Samples per frame.
  var channels: Int { Int(info.channels) }

  /// Reads interleaved frames; gives how many there were.
  func read(into samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    Int(sf_readf_float(file, samples, sf_count_t(frames)))
  }

  /// Appends interleaved frames; whether all of them could be written.
  func write(_ samples: UnsafePointer<Float>, frames: Int) -> Bool {
    sf_writef_float(file, samples, sf_count_t(frames)) == sf_count_t(frames)
  }
}
