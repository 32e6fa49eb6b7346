/// The continuity of each band's sound: the time for which it has continued, or the time since it ended.
///
/// A band whose sound has ended still shows where that sound came from, and soon afterwards where the noise comes from.
/// So the band is ignored, and once it has been quiet for a while, its past is forgotten. The band is used again when a
/// sound begins in it, or about a second later.
struct BandPresence: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// The presence of each band's sound, judged by the band's power relative to its mean power: from 0 (the sound has
  /// ended) to 1 (the sound is present).
  let present: UnsafeMutablePointer<Float>

  private let bands: Int
  /// For each band, the number of looks for which its sound has continued, up to ``settled``, and the number of looks
  /// since its sound ended.
  private let ages: UnsafeMutablePointer<Int>
  private let silences: UnsafeMutablePointer<Int>

  /// The share of its mean power below which a band's sound has ended, and the share above which it is fully present.
  ///
  /// Noise falls below the first share in one window of twenty; a sound that has stopped falls below it immediately.
  private static var ended: Float { @_noAllocation @_noLocks get { 0.05 } }
  private static var there: Float { @_noAllocation @_noLocks get { 0.3 } }
  /// A sound begins in a band when the power rises to this multiple of the previous mean.
  private static var onset: Float { @_noAllocation @_noLocks get { 4 } }
  /// Counts of looks at a band (one look every second window): until its sound counts as continuing, until the past of
  /// an ended sound is forgotten, and until the band is used again.
  private static var settled: Int { @_noAllocation @_noLocks get { 8 } }
  private static var forgetful: Int { @_noAllocation @_noLocks get { 7 } }
  private static var longest: Int { @_noAllocation @_noLocks get { 100 } }

  init(bands: Int) {
    self.bands = bands
    present = memory.make(bands, of: 0)
    ages = memory.make(bands, of: 0)
    silences = memory.make(bands, of: 0)
  }

  /// Forgets all the sound it has processed so far.
  @_noAllocation @_noLocks
  func reset() {
    for band in 0..<bands { (present[band], ages[band], silences[band]) = (0, 0, 0) }
  }

  /// Evaluates the power of a band in a window, given the mean power before and after that window; true if the band's
  /// past is to be forgotten now.
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

  /// True if the past of a band has been forgotten and no sound has begun in the band since.
  @_noAllocation @_noLocks
  func isForgotten(_ band: Int) -> Bool { silences[band] >= Self.forgetful }

  /// True if the sound of a band has continued for a while.
  @_noAllocation @_noLocks
  func goesOn(_ band: Int) -> Bool { ages[band] >= Self.settled }
}
