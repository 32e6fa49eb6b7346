import Boards

extension Board {
  /// True when the board is only simulated: its device has the name that no ALSA device has.
  package var isSimulatedOnly: Bool { capture.device == "simulated" }
}

extension BoardLibrary {
  /// The boards of the library; faulty files are left out here and named by 'pinna board list'.
  package var boards: [Board] {
    list().compactMap { entry -> Board? in
      guard entry.error == nil else { return nil }
      do { return try Board.load(path: entry.path) } catch { return nil }
    }
  }
}
