import CSndfile

/// A sound file as libsndfile reads it.
struct SoundFile {
  var rate = 0
  var channels = 0
  var frames = 0
  /// Interleaved, justified to the left.
  var words: [Int32] = []
  var comment = ""
  var title = ""

  /// Reads all of a file; `nil` when libsndfile does not take it.
  init?(_ path: String) {
    var info = SF_INFO()
    guard let handle = sf_open(path, Int32(SFM_READ), &info) else { return nil }
    defer { sf_close(handle) }
    rate = Int(info.samplerate)
    channels = Int(info.channels)
    if let text = sf_get_string(handle, Int32(SF_STR_COMMENT)) { comment = String(cString: text) }
    if let text = sf_get_string(handle, Int32(SF_STR_TITLE)) { title = String(cString: text) }
    var block = [Int32](repeating: 0, count: 4096 * channels)
    while true {
      let count = Int(sf_readf_int(handle, &block, 4096))
      if count <= 0 { break }
      words.append(contentsOf: block[..<(count * channels)])
      frames += count
    }
  }

  /// Samples, full scale 1.
  var floats: [Float] { words.map { Float($0) * 0x1p-31 } }
}
