/// What keeps a machine busy while somebody looks whether capture is still in time.
public protocol LoadProbe: Sendable {
  /// Does something while every processor has more to do than it can, and the medium of a folder is written to.
  ///
  /// - Parameters:
  ///   - directory: the folder of takes; one that cannot be written to is left alone.
  ///   - body: is called once.
  /// - Thread: control; waits for the body.
  func whileBusy(directory: String, _ body: () -> Void)
}
