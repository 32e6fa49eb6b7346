/// The bins in which a window shows a steady tone: its main lobe.
enum ToneLobe {
  /// The distance in bins from the loudest bin at which the tone still determines what a bin contains.
  static var reach: Float { @_noAllocation @_noLocks get { Float(width) } }
  /// The same as a number of bins; and the distance in bins at which only other sounds are heard.
  static var width: Int { @_noAllocation @_noLocks get { 2 } }
  static var beside: Int { @_noAllocation @_noLocks get { 3 } }
  /// The most power beside a tone, as a share of the power in its loudest bin; the side lobes of the sine window are
  /// softer than that, and noise is rarely.
  ///
  /// - Source: F. Harris, On the use of windows for harmonic analysis, Proc. IEEE 66 (1978), table 1.
  private static var contrast: Float { @_noAllocation @_noLocks get { 0.01 } }

  /// True if a bin is the loudest of a tone.
  ///
  /// - Parameter loudness: the powers of the bins; the bin has ``beside`` neighbours on both sides.
  @_noAllocation @_noLocks
  static func isPeak(_ loudness: UnsafePointer<Float>, _ bin: Int) -> Bool {
    let here = loudness[bin]
    guard here > 0, here >= loudness[bin - 1], here > loudness[bin + 1] else { return false }
    let most = here * contrast
    return loudness[bin - beside] < most && loudness[bin + beside] < most
  }

  /// The distance in bins from the loudest bin to a tone's frequency, -0.5 to 0.5.
  ///
  /// For the magnitudes of a sine window's main lobe, it is exact in the middle of a bin and between two bins, and
  /// accurate to 0.02 elsewhere.
  @_noAllocation @_noLocks
  static func offset(_ loudness: UnsafePointer<Float>, _ bin: Int) -> Float {
    var powers = Lanes.zero
    for n in 0..<3 { powers[n] = loudness[bin - 1 + n] }
    let magnitudes: Lanes = powers * Root.inverse(Root.bounded(powers))
    let (below, above) = (magnitudes[0], magnitudes[2])
    return (above - below) / (below + magnitudes[1] + above)
  }

  /// The difference between two responses of which a share leads to a mixture of both in magnitude and in phase.
  ///
  /// A share of the plain difference would cancel an ear where the two responses have opposite phases. Sounds with many
  /// frequencies need no such care: their phases differ from bin to bin.
  @_noAllocation @_noLocks
  static func part(
    _ share: Float, from response: LaneComplex, to aim: LaneComplex
  ) -> LaneComplex {
    guard share < 1 else { return aim - response }
    let (near, far) = (Root.bounded(response.power), Root.bounded(aim.power))
    let nearScale: Lanes = Root.inverse(near) * (1 - share)
    let farScale: Lanes = Root.inverse(far) * share
    let magnitude: Lanes = near * nearScale + far * farScale
    let sum = response.scaled(by: nearScale) + aim.scaled(by: farScale)
    let mixture = sum.scaled(by: Root.ofRatio(magnitude * magnitude, sum.power))
    return (mixture - response).scaled(by: Lanes(repeating: 1 / share))
  }
}

extension ResponseMeter {
  /// Gives all bins of a tone's main lobe the responses and the belief at the tone's frequency, for the tones whose
  /// loudest bin is in a range.
  ///
  /// These bins hold one sound. With a response each, they would no longer fit together, and the tone would get
  /// sidebands at the rate of the windows.
  ///
  /// - Parameter loudness: the power of every bin, summed over all microphones.
  @_noAllocation @_noLocks
  func joinLobes(_ loudness: UnsafePointer<Float>, _ first: Int, _ end: Int) {
    var bin = first
    while bin < end {
      if row(.belief)[bin] > 0, ToneLobe.isPeak(loudness, bin) {
        joinLobe(bin, offset: ToneLobe.offset(loudness, bin))
        bin += ToneLobe.width
      }
      bin += 1
    }
  }

  /// Gives the bins around a tone's loudest bin the values at its frequency.
  @_noAllocation @_noLocks
  private func joinLobe(_ bin: Int, offset: Float) {
    let (next, share) = (offset < 0 ? bin - 1 : bin + 1, abs(offset))
    let belief = row(.belief)
    // The responses of a bin that is not believed are not known.
    guard belief[next] > 0 else { return }
    let believed = between(bin, next, share, belief)
    var (model, aim) = (LaneComplex.zero, LaneComplex.zero)
    for ear in 0..<2 {
      model.re[ear] = between(bin, next, share, row(.model, 2 &* ear))
      model.im[ear] = between(bin, next, share, row(.model, 2 &* ear &+ 1))
      aim.re[ear] = between(bin, next, share, row(.aim, 2 &* ear))
      aim.im[ear] = between(bin, next, share, row(.aim, 2 &* ear &+ 1))
    }
    let wanted = model + ToneLobe.part(believed, from: model, to: aim)
    for other in (bin - ToneLobe.width)...(bin + ToneLobe.width) {
      belief[other] = believed
      for ear in 0..<2 {
        row(.model, 2 &* ear)[other] = model.re[ear]
        row(.model, 2 &* ear &+ 1)[other] = model.im[ear]
        row(.aim, 2 &* ear)[other] = wanted.re[ear]
        row(.aim, 2 &* ear &+ 1)[other] = wanted.im[ear]
      }
    }
  }

  /// The value of a row between two bins.
  @_noAllocation @_noLocks
  private func between(
    _ bin: Int, _ other: Int, _ share: Float, _ values: UnsafeMutablePointer<Float>
  ) -> Float {
    values[bin] + share * (values[other] - values[bin])
  }
}
