import Recorder

extension Bench {
  /// Captures some seconds of every channel, as the recorder would.
  ///
  /// - Parameter progress: called with the part that is done, 0 to 1.
  /// - Throws: ``Recorder/SessionFault`` when the device cannot be opened or gave no frames.
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
