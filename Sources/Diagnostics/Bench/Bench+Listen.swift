import Recorder

extension Bench {
  /// Captures a few seconds of every channel, as the recorder would.
  ///
  /// - Parameter progress: called with the finished part, 0 to 1.
  /// - Throws: ``Recorder/SessionFault`` if the device cannot be opened or gave no frames.
  /// - Thread: control; waits.
  package func listen(
    seconds: Double, progress: (Double) -> Void = { _ in }
  ) throws(SessionFault) -> CaptureRecord {
    switch SoundCapture(self, seconds: seconds).record(progress) {
    case .refused(let fault): throw fault
    case .captured(let record): return record
    }
  }
}
