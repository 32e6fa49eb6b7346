/// A load that keeps a machine busy while capture is checked for timeliness.
package protocol LoadProbe: Sendable {
  /// Runs a body while every processor is overloaded and data is written to a folder's medium.
  ///
  /// - Parameters:
  ///   - directory: the folder of takes; a folder that is not writable is left alone.
  ///   - body: the work; it is called once.
  /// - Thread: control; waits for the body.
  func whileBusy(directory: String, _ body: () -> Void)
}
