import Recorder

/// A load on a simulated machine, which makes the capture thread as late as the scenario states.
package struct SimulatedLoad: LoadProbe {
  private let capture: SimulatedCapture

  init(_ capture: SimulatedCapture) { self.capture = capture }

  /// Runs `body` while the machine is busy.
  package func whileBusy(directory: String, _ body: () -> Void) {
    capture.setBusy(true)
    body()
    capture.setBusy(false)
  }
}
