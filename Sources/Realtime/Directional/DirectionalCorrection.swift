/// The correction of stereo for the direction that each band's sound comes from: the scan for it and what follows.
struct DirectionalCorrection: ~Copyable {
  private var scan: DirectionScan
  private let tracker: ResponseTracker

  init(_ tables: DirectionalTables) {
    scan = DirectionScan(tables)
    tracker = ResponseTracker(tables)
  }

  /// Forgets all sound so far.
  @_noAllocation @_noLocks
  mutating func reset() {
    scan.reset()
    tracker.reset()
  }

  /// Looks where the sound of the next window comes from; false when there is nothing to correct.
  @_noAllocation @_noLocks
  mutating func find(_ microphones: SpectrumRows) -> Bool {
    let isBelieved = scan.next(microphones)
    tracker.follow(scan)
    return isBelieved
  }

  /// The correction for the window that was looked at.
  @_noAllocation @_noLocks
  func correct(_ window: StereoWindow, into correction: SpectrumRows) {
    tracker.correct(scan, window, into: correction)
  }
}
