import Boards

extension Board {
  /// True if the board is only simulated: its device has a name that no ALSA device has.
  package var isSimulatedOnly: Bool { capture.device == "simulated" }
}

extension BoardLibrary {
  /// The boards of the library; skips faulty files, which 'pinna board list' reports.
  package var boards: [Board] {
    list().compactMap { entry -> Board? in
      guard entry.error == nil else { return nil }
      do { return try Board.load(path: entry.path) } catch { return nil }
    }
  }
}
