/// The continuity of each band's sound: how long it has lasted, or been over.
///
/// A band whose sound has ended still shows where that was, and soon where the noise is: so it is ignored, and once it
/// has been quiet for a while, its past is forgotten. It is used again when a sound begins in it, or after a second.
struct BandPresence: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  private var memory = Memory()
  /// How close each band still is to its mean loudness, 0 to 1.
  let present: UnsafeMutablePointer<Float>

  private let bands: Int
  /// The number of looks for which the sound of each band has continued, up to ``settled``, and for which it has been
  /// over.
  private let ages: UnsafeMutablePointer<Int>
  private let silences: UnsafeMutablePointer<Int>

  /// The share of the mean power at which a band's sound has ended, and the share from which it is present.
  ///
  /// Noise is below the first share in one window of twenty, a sound that stopped at once.
  private static var ended: Float { @_noAllocation @_noLocks get { 0.05 } }
  private static var there: Float { @_noAllocation @_noLocks get { 0.3 } }
  /// The ratio of the power to the previous mean at which a sound begins in a band.
  private static var onset: Float { @_noAllocation @_noLocks get { 4 } }
  /// Numbers of looks at a band, one every second window: until its sound counts as continuing, until the past of an
  /// ended sound is forgotten, and until the band is used again.
  private static var settled: Int { @_noAllocation @_noLocks get { 8 } }
  private static var forgetful: Int { @_noAllocation @_noLocks get { 7 } }
  private static var longest: Int { @_noAllocation @_noLocks get { 100 } }

  init(bands: Int) {
    self.bands = bands
    present = memory.make(bands, of: 0)
    ages = memory.make(bands, of: 0)
    silences = memory.make(bands, of: 0)
  }

  /// Forgets all sound so far.
  @_noAllocation @_noLocks
  func reset() {
    for band in 0..<bands { (present[band], ages[band], silences[band]) = (0, 0, 0) }
  }

  /// Evaluates the power of a band in a window, and its mean before and after; true if its past is to be forgotten.
  @_noAllocation @_noLocks
  func look(_ band: Int, _ power: Float, before: Float, mean: Float) -> Bool {
    let begins = power > Self.onset * before
    ages[band] = begins || silences[band] > 0 ? 0 : min(ages[band] + 1, Self.settled)
    let share =
      mean > 0 ? ScanFactors.smooth(power / mean, from: Self.ended, to: Self.there) : 0
    if isForgotten(band) {
      silences[band] = begins || silences[band] >= Self.longest ? 0 : silences[band] + 1
    } else {
      silences[band] = share > 0 ? 0 : silences[band] + 1
    }
    present[band] = isForgotten(band) ? 0 : share
    return silences[band] == Self.forgetful
  }

  /// True if the past of a band is forgotten, and no sound has begun in it since.
  @_noAllocation @_noLocks
  func isForgotten(_ band: Int) -> Bool { silences[band] >= Self.forgetful }

  /// True if the sound of a band has gone on for a while.
  @_noAllocation @_noLocks
  func goesOn(_ band: Int) -> Bool { ages[band] >= Self.settled }
}
