/// AAC in fragmented MPEG-4 by FFmpeg's own encoder, in a process of its own.
final class FFmpegEncoder: AudioEncoder {
  var stream = EncodedStream()
  init(path: String, format: AudioFormat) throws(TakeFileError) {
    throw .encoder(path: path, problem: "not here yet", remedy: "choose FLAC")
  }
  func encode(interleaved samples: UnsafePointer<Float>, frames: Int) throws(TakeFileError) -> Int {
    0
  }
  func encode(words: UnsafePointer<Int32>, frames: Int) throws(TakeFileError) {}
  func collect() throws(TakeFileError) {}
  func finish() throws(TakeFileError) {}
  func abandon() {}
  static func bitRate(for format: AudioFormat) -> Int { 128_000 * format.channels }
}
