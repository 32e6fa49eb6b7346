import Recorder

/// A simulated machine that is kept busy: its capture thread is as late then as the scenario says.
public struct SimulatedLoad: LoadProbe {
  private let capture: SimulatedCapture

  init(_ capture: SimulatedCapture) { self.capture = capture }

  /// Does something while the machine is busy.
  public func whileBusy(directory: String, _ body: () -> Void) {
    capture.setBusy(true)
    body()
    capture.setBusy(false)
  }
}
