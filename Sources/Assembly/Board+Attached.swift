import Boards

extension Board {
  /// True if the board exists only in simulation: it names a device that cannot exist in ALSA.
  package var isSimulatedOnly: Bool { capture.device == "simulated" }
}

extension BoardLibrary {
  /// The boards in the library, except those with faulty files, which 'pinna board list' reports.
  package var boards: [Board] {
    list().compactMap { entry -> Board? in
      guard entry.error == nil else { return nil }
      do { return try Board.load(path: entry.path) } catch { return nil }
    }
  }
}
