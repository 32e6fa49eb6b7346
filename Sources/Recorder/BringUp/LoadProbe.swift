/// A load that keeps a machine busy while capture is checked for being in time.
package protocol LoadProbe: Sendable {
  /// Runs a body while every processor is overloaded and the medium of a folder is written to.
  ///
  /// - Parameters:
  ///   - directory: the folder of takes; one that cannot be written to is left alone.
  ///   - body: the work; it is called once.
  /// - Thread: control; waits for the body.
  func whileBusy(directory: String, _ body: () -> Void)
}
