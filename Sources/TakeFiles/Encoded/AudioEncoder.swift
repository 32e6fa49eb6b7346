/// What turns samples into the bytes of a compressed file.
///
/// - Thread: one at a time.
protocol AudioEncoder: AnyObject {
  /// What was encoded and waits for the file.
  var stream: EncodedStream { get set }

  /// Encodes floats, full scale 1; returns how many were clamped.
  func encode(interleaved samples: UnsafePointer<Float>, frames: Int) throws(TakeFileError) -> Int

  /// Encodes words as a capture device gives them: integers justified to the left, or the bits of floats.
  func encode(words: UnsafePointer<Int32>, frames: Int) throws(TakeFileError)

  /// Brings into the stream what is encoded, without waiting for more.
  func collect() throws(TakeFileError)

  /// Ends the encoding; everything is in the stream then.
  func finish() throws(TakeFileError)

  /// Ends the encoding at once; what comes out is of no use.
  func abandon()
}
