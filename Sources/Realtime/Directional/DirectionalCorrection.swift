/// The correction of stereo for the direction of each band's sound: a scan finds the direction, and a tracker uses it.
struct DirectionalCorrection: ~Copyable {
  private var scan: DirectionScan
  private let tracker: ResponseTracker

  init(_ tables: DirectionalTables) {
    scan = DirectionScan(tables)
    tracker = ResponseTracker(tables)
  }

  /// Forgets all the sound it has processed so far.
  @_noAllocation @_noLocks
  mutating func reset() {
    scan.reset()
    tracker.reset()
  }

  /// Finds the direction of the sound in the next window; false if there is nothing to correct.
  @_noAllocation @_noLocks
  mutating func find(_ microphones: SpectrumRows) -> Bool {
    let isBelieved = scan.next(microphones)
    tracker.follow(scan)
    return isBelieved
  }

  /// Computes the correction for the window that was scanned last.
  @_noAllocation @_noLocks
  func correct(_ window: StereoWindow, into correction: SpectrumRows) {
    tracker.correct(scan, window, into: correction)
  }
}
