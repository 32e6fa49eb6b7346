/// A means of keeping a machine busy, to check whether capture still keeps up.
package protocol LoadProbe: Sendable {
  /// Runs a body while all processors are overloaded and data is being written to the medium that holds a folder.
  ///
  /// - Parameters:
  ///   - directory: the folder of takes; if it cannot be written to, no data are written.
  ///   - body: the work to do meanwhile; called once.
  /// - Thread: control; returns when the body has returned.
  func whileBusy(directory: String, _ body: () -> Void)
}
