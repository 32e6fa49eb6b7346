import Recorder

extension Bench {
  /// Captures a few seconds of sound on every channel, as the recorder would.
  ///
  /// - Parameter progress: called with the finished part of the work, 0 to 1.
  /// - Throws: ``Recorder/SessionFault`` if the device cannot be opened or delivers no frames.
  /// - Thread: control; it waits.
  package func listen(
    seconds: Double, progress: (Double) -> Void = { _ in }
  ) throws(SessionFault) -> CaptureRecord {
    switch SoundCapture(self, seconds: seconds).record(progress) {
    case .refused(let fault): throw fault
    case .captured(let record): return record
    }
  }
}
