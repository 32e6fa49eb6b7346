/// The correction of stereo for the direction that each band's sound comes from: the scan for it and what follows.
struct DirectionalCorrection: ~Copyable {
  private var scan: DirectionScan
  private let tracker: ResponseTracker

  init(_ tables: DirectionalTables, groups: Int) {
    scan = DirectionScan(tables)
    tracker = ResponseTracker(tables, groups: groups)
  }

  /// Forgets all sound so far.
  @_noAllocation @_noLocks
  mutating func reset() {
    scan.reset()
    tracker.reset()
  }

  /// The correction for the next window; false when there is none at all.
  @_noAllocation @_noLocks
  mutating func next(_ window: StereoWindow, into correction: UnsafeMutablePointer<LaneComplex>)
    -> Bool
  {
    scan.next(UnsafePointer(window.real), UnsafePointer(window.imaginary))
    return tracker.correct(
      scan, microphones: UnsafePointer(window.spectra), ears: UnsafePointer(window.ears),
      into: correction)
  }
}
