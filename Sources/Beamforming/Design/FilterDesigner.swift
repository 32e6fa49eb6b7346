import Acoustics
import Boards
import Glibc

/// Designs a board's filters, case by case.
///
/// The data that the cases share (head, grid, weights) are computed once, in `init`. A designer is a value, which any
/// number of threads can use. The same input always gives the same filters, bit for bit.
public struct FilterDesigner: Sendable {
  /// The head.
  public let head: Head
  /// The board.
  public var board: Board { basis.board }
  /// The settings.
  public var settings: DesignSettings { basis.settings }
  /// The indices of microphones that are dead or excluded.
  public var unusable: Set<Int> { basis.unusable }

  /// The noise floor that is used, in decibels: from the settings, or else ``NoiseFloorChoice/standard(for:)``.
  public var noiseFloor: Double { basis.noiseFloor }

  /// The body that the microphones sit on.
  public let scatterer: Scatterer

  let basis: DesignBasis
  let fftLength: Int
  let ears: HeadResponses
  let weights = DirectionWeights()

  /// The largest number of microphones that a design can have.
  public static let mostMicrophones = 32
  /// The frequency in hertz above which the phase of stereo filters is free, because the ear hears no interaural phase
  /// there.
  static let stereoTransition = 1500.0
  /// The frequency in hertz above which the phase of mono patterns is free.
  static let monoTransition = 3000.0
  /// The largest share of the sphere that a head's measurement may leave out: a little more than the part below -72
  /// degrees, where the stand is.
  static let largestUnmeasured = 0.025
  /// The range of frequencies in hertz over which levels are equalised.
  static let levelRange = 200.0...8000.0

  /// Creates a designer for a board, a head and settings.
  ///
  /// - Parameter body: the responses of the microphones on a box or on a measured body; other bodies need no responses.
  /// - Throws: ``DesignError`` if a setting is out of range, or the board or head cannot be used.
  public init(
    board: Board, head: Head, settings: DesignSettings, unusable: Set<Int> = [],
    body: BodyResponses? = nil
  ) throws(DesignError) {
    basis = try DesignBasis(board: board, settings: settings, unusable: unusable)
    scatterer = try Self.scatterer(of: board, body: body)
    try Self.check(head, rate: settings.rate)
    self.head = head
    fftLength = CausalFilter.oversampling * settings.actualTaps
    ears = HeadResponses(
      head: head, rate: settings.rate, fftLength: fftLength, width: settings.width)
  }

  private static func scatterer(
    of board: Board, body: BodyResponses?
  ) throws(DesignError) -> Scatterer {
    switch board.body?.model {
    case nil, .freeField: return .freeField
    case .sphere(let radius): return .sphere(radius: radius)
    case .box, .measured:
      guard let body, body.microphones == board.microphones.count else {
        throw .bodyResponses(
          board: board.id, found: body?.microphones, wanted: board.microphones.count)
      }
      return .body(body)
    }
  }

  private static func check(_ head: Head, rate: Int) throws(DesignError) {
    guard case .measured(let set) = head else { return }
    guard set.receivers == 2 else {
      throw .head(name: set.name, what: "has \(set.receivers) receivers; a head has exactly 2")
    }
    guard set.directions.count >= 4 else {
      throw .head(
        name: set.name, what: "has \(set.directions.count) directions; a head needs at least 4")
    }
    guard set.rate == rate else { throw .headRate(name: set.name, rate: set.rate, wanted: rate) }
  }

  /// The indices of the microphones that can be used.
  var usable: [Int] { basis.usable }

  /// Designs the filters of one case with one pattern.
  ///
  /// If the geometry or a lack of microphones makes the pattern impossible, the design is for the nearest possible
  /// pattern, and its notes say so. No other pattern is close to ambisonics, so ambisonics is refused if it is
  /// impossible. There is one exception: if too few microphones remain for ambisonics, the design is for stereo or
  /// mono, because an unattended recorder must continue without the missing microphones.
  /// - Throws: ``DesignError/noMicrophones(board:pattern:)`` if no microphone is left,
  ///   ``DesignError/noLayout(board:caseName:)`` if forward and up are parallel,
  ///   ``DesignError/ambisonics(board:caseName:_:)`` with the reason if the array is not suitable.
  /// - Precondition: the case is one of the board's.
  public func design(_ which: Board.Case, pattern: PolarPattern) throws(DesignError) -> Design {
    guard let layout = board.layout(which) else {
      throw .noLayout(board: board.id, caseName: board.name(of: which))
    }
    guard !usable.isEmpty else {
      throw .noMicrophones(board: board.id, pattern: pattern.rawValue)
    }
    var plan = DesignPlan(basis, which: which, layout: layout, pattern: pattern)
    var made: FilterBank?
    if plan.pattern == .ambix {
      do throws(DesignError) {
        made = try ambisonics(plan, which)
      } catch {
        guard !unusable.isEmpty else { throw error }
        plan = DesignPlan(withoutAmbisonics: basis, which: which, layout: layout)
      }
    }
    return Design(
      filters: made ?? filters(plan), which: which, preferredPattern: pattern,
      pattern: plan.pattern, frontEmphasis: plan.frontEmphasis,
      notes: plan.notes + headNotes(plan.pattern))
  }

  /// The remarks on the head, which are missing from designs made from cached filters.
  func headNotes(_ pattern: PolarPattern) -> [DesignNote] {
    guard pattern.hasLeftAndRight, case .measured(let set) = head else { return [] }
    let remarks = set.remarks.map { DesignNote.headFile(remark: $0) }
    guard ears.unmeasured > Self.largestUnmeasured else { return remarks }
    return remarks
      + [.headPartlyMeasured(percent: Int((100 * (1 - ears.unmeasured)).rounded()))]
  }

  /// Designs the filters according to a plan.
  private func filters(_ plan: DesignPlan) -> FilterBank {
    keepingSides(plan) { filters(plan, $0) }
  }

  private func filters(_ plan: DesignPlan, _ weights: DirectionWeights) -> FilterBank {
    let transform = RealFourierTransform(length: fftLength)
    let spectra = plan.unfiltered(bins: transform.bins) ?? spectra(plan, weights)
    let causal = CausalFilter(taps: settings.actualTaps, delay: settings.delay)
    let bins = transform.bins
    let rows = (0..<(plan.pattern.channels * plan.microphones.count)).map { row in
      // Without left and right, only the differences between the two ears of a head would remain, and would pull every
      // sound to one side; so the filters of the left output also serve the right one.
      let own = plan.geometry.isMirroredLeftToRight ? row % plan.microphones.count : row
      return causal.taps(
        of: Array(spectra[(own * bins)..<((own + 1) * bins)]), transform: transform)
    }
    return finished(rows, plan: plan, transform: transform)
  }

  /// Gives filters their final level, and includes the corrections of the microphones.
  func finished(
    _ rows: [[Double]], plan: DesignPlan, transform: RealFourierTransform
  ) -> FilterBank {
    let causal = CausalFilter(taps: settings.actualTaps, delay: settings.delay)
    let gain = plan.isUnfiltered ? 1 : levelGain(rows, plan: plan, transform: transform)
    let final = rows.enumerated().map { index, taps in
      let microphone = plan.microphones[index % plan.microphones.count]
      return corrected(
        taps.map { $0 * gain }, by: Correction(board.microphones[microphone]), causal: causal,
        transform: transform)
    }
    return bank(final, plan: plan)
  }

  /// The model of a plan's microphones.
  func array(_ plan: DesignPlan) -> ArrayModel {
    ArrayModel(
      board, microphones: plan.microphones, layout: plan.layout, scatterer: scatterer)
  }

  /// Solves the closed-form design for a plan: `[output][microphone][bin]`.
  private func spectra(_ plan: DesignPlan, _ weights: DirectionWeights) -> [Complex] {
    let isStereo = plan.pattern.hasLeftAndRight
    let solver = MagnitudeLeastSquares(
      floor: basis.noiseFloor, transition: isStereo ? Self.stereoTransition : Self.monoTransition
    )
    return solver.weights(
      array(plan),
      target: plan.ownTarget(settings, bins: ears.bins)
        ?? target(plan.pattern, frontEmphasis: plan.frontEmphasis),
      directions: weights, step: ears.frequencyStep)
  }

  /// The signals that a pattern's outputs should have.
  func target(_ pattern: PolarPattern, frontEmphasis: Double) -> Target {
    switch pattern {
    case .stereo, .plain, .midSide:
      Target(head: ears, frontEmphasis: frontEmphasis, horizon: weights.horizon)
    case .omni, .ambix: Target(alpha: 1, bins: ears.bins)
    case .subcardioid: Target(alpha: 0.7, bins: ears.bins)
    case .cardioid: Target(alpha: 0.5, bins: ears.bins)
    }
  }

  /// The factor that makes a diffuse field as loud as at one microphone, from 0.2 to 8 kHz.
  private func levelGain(
    _ rows: [[Double]], plan: DesignPlan, transform: RealFourierTransform
  ) -> Double {
    let field = DiffuseField(
      array(plan), bins: transform.bins, step: ears.frequencyStep, weights: weights)
    let spectra = rows.map { transform.forward($0) }
    let count = plan.microphones.count
    var sum = 0.0
    var terms = 0.0
    for bin in 1..<transform.bins
    where Self.levelRange.contains(Double(bin) * ears.frequencyStep) {
      for output in 0..<plan.pattern.channels {
        sum += field.power(bin: bin, filter: (0..<count).map { spectra[output * count + $0][bin] })
        terms += 1
      }
    }
    return sum > 0 ? (terms / sum).squareRoot() : 1
  }

  /// Returns taps that include the correction of their microphone.
  func corrected(
    _ taps: [Double], by correction: Correction, causal: CausalFilter,
    transform: RealFourierTransform
  ) -> [Double] {
    if correction.isIdentity { return taps }
    let spectrum = causal.spectrum(of: taps, transform: transform)
    let step = Double(settings.rate) / Double(transform.length)
    let product = spectrum.enumerated().map { bin, value in
      value * correction.value(Double(bin) * step)
    }
    return causal.taps(of: product, transform: transform)
  }

  /// Puts the filters into their final form, with zeros for microphones that the plan does not use.
  private func bank(_ rows: [[Double]], plan: DesignPlan) -> FilterBank {
    let (count, taps) = (board.microphones.count, settings.actualTaps)
    let outputs = plan.pattern.channels
    var coefficients = [Float](repeating: 0, count: outputs * count * taps)
    for output in 0..<outputs {
      for (position, microphone) in plan.microphones.enumerated() {
        let start = (output * count + microphone) * taps
        for (tap, value) in rows[output * plan.microphones.count + position].enumerated() {
          coefficients[start + tap] = Float(value)
        }
      }
    }
    return FilterBank(
      rate: settings.rate, microphones: count, outputs: outputs, taps: taps,
      delay: settings.delay, coefficients: coefficients)
  }
}
