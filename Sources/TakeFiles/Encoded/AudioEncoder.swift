/// Turns samples into the bytes of a compressed file.
///
/// - Thread: one at a time.
protocol AudioEncoder: AnyObject {
  /// The encoded bytes that wait to be written to the file.
  var stream: EncodedStream { get set }

  /// Encodes floats, full scale 1; returns the number of samples that had to be clamped.
  func encode(interleaved samples: UnsafePointer<Float>, frames: Int) throws(TakeFileError) -> Int

  /// Encodes samples as a capture device gives them: left-justified integers, or the bits of floats.
  func encode(samples: UnsafePointer<Int32>, frames: Int) throws(TakeFileError)

  /// Moves the bytes encoded so far into ``stream``, without waiting for more.
  func collect() throws(TakeFileError)

  /// Ends the encoding; all encoded bytes are then in ``stream``.
  func finish() throws(TakeFileError)

  /// Ends the encoding at once; the output so far is then useless.
  func abandon()
}
