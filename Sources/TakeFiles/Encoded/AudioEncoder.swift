/// An encoder that turns samples into the bytes of a compressed file.
///
/// - Thread: one at a time.
protocol AudioEncoder: AnyObject {
  /// The encoded bytes waiting for the file.
  var stream: EncodedStream { get set }

  /// Encodes floats, full scale 1; returns the number of clamped samples.
  func encode(interleaved samples: UnsafePointer<Float>, frames: Int) throws(TakeFileError) -> Int

  /// Encodes samples as a capture device gives them: left-justified integers, or the bits of floats.
  func encode(samples: UnsafePointer<Int32>, frames: Int) throws(TakeFileError)

  /// Moves encoded bytes into the stream, without waiting for more.
  func collect() throws(TakeFileError)

  /// Ends the encoding; then everything is in the stream.
  func finish() throws(TakeFileError)

  /// Ends the encoding at once; its output is useless.
  func abandon()
}
