extension DesignNote {
  /// An octave is judged only if the target has at least this left-to-right ratio in it, in decibels.
  private static let leastTarget = 2.0
  /// The error of a level difference, in decibels, above which directions suffer.
  private static let levelLimit = 3.0
  /// The level difference, in decibels, above which a sound behind seems nearer than one in front.
  private static let wrongSideLimit = 1.0
  /// If sounds behind deviate from flat and from the target by more than this, in decibels, a voice from there is
  /// coloured.
  private static let behindLimit = 3.0
  /// The level of the side signal for a sound ahead, in decibels relative to sounds from the sides, above which the
  /// side signal counts as containing that sound; and the highest octave in hertz for which this is judged.
  private static let (sideLimit, highestSide) = (-10.0, 8000.0)
  /// The smallest noise that is worth mentioning, in decibels.
  private static let noiseLimit = 3.0
  /// The just noticeable change of coherence when the ears have little in common.
  ///
  /// - Source: K. J. Gabriel, H. S. Colburn, JASA 69 (1981): 0.3 to 0.4.
  private static let coherenceLimit = 0.35
  /// The highest octave in hertz for which level differences are judged.
  private static let highestOctave = 4000.0

  /// The findings about a design, computed from its figures and curves: where its filters miss the target.
  ///
  /// These complement ``Design/notes``, which state the limits of the geometry alone.
  public static func findings(_ figures: Figures, _ curves: DesignCurves) -> [DesignNote] {
    var notes: [DesignNote] = []
    if let best = figures.frontToBack.indices.max(by: {
      figures.frontToBack[$0] < figures.frontToBack[$1]
    }) {
      notes.append(
        .frontToBackReached(
          most: figures.frontToBack[best], octave: figures.octaves[best],
          broadband: figures.broadbandFrontToBack))
    }
    let turned = figures.octaves.indices.filter {
      figures.frontToBack[$0] < -wrongSideLimit && figures.targetFrontToBack[$0] > 0
    }
    if let worst = turned.min(by: { figures.frontToBack[$0] < figures.frontToBack[$1] }) {
      notes.append(
        .louderBehind(octave: figures.octaves[worst], decibels: -figures.frontToBack[worst]))
    }
    let pairs = zip(figures.leftToRight, figures.targetLeftToRight)
    let weak = zip(figures.octaves, pairs).filter { _, pair in
      pair.1 >= leastTarget && pair.0 < pair.1 / 2
    }
    if !weak.isEmpty { notes.append(.weakSeparation(octaves: weak.map(\.0))) }
    let wrong = zip(curves.octaves, curves.levelDifferenceErrors).filter {
      $0.1 > levelLimit && $0.0 <= highestOctave
    }
    if !wrong.isEmpty, figures.midSide == nil {
      notes.append(.wrongLevels(octaves: wrong.map(\.0)))
    }
    let common = zip(curves.diffuseCoherence, curves.targetDiffuseCoherence)
    let narrow = zip(curves.octaves, common).filter { $0.1.0 - $0.1.1 > coherenceLimit }
    if !narrow.isEmpty { notes.append(.narrowRoom(octaves: narrow.map(\.0))) }
    if let worst = figures.colour.worst, abs(worst.decibels) > Colour.evenWithin {
      notes.append(.hollow(third: worst.third, decibels: worst.decibels))
    }
    // A mono pattern is meant to be softer in directions away from forward, so it gets no such finding.
    if let softest = figures.colour.softest, softest.decibels < Colour.softestAllowed,
      !figures.leftToRight.isEmpty
    {
      notes.append(
        .hollowInFront(
          third: softest.third, azimuth: softest.azimuth, decibels: softest.decibels))
    }
    notes += behind(figures.colour)
    let side = zip(figures.octaves, figures.sideAhead).filter {
      $0.1 > sideLimit && $0.0 <= highestSide
    }
    if !side.isEmpty { notes.append(.sideAhead(octaves: side.map(\.0))) }
    let noisiest = zip(curves.octaves, curves.noise).max { $0.1 < $1.1 }
    if let noisiest, noisiest.1 > noiseLimit {
      notes.append(.noisiest(octave: noisiest.0, decibels: noisiest.1))
    }
    return notes
  }

  /// The finding about the colour of sounds from behind, if it is neither flat nor like the target's colour.
  private static func behind(_ colour: Colour) -> [DesignNote] {
    guard let worst = colour.worstBehind, abs(worst.decibels) > behindLimit,
      abs(worst.decibels - worst.target) > behindLimit,
      let place = colour.thirds.firstIndex(of: worst.third)
    else { return [] }
    let sign = worst.decibels < 0 ? -1.0 : 1
    let levels = colour.behind.map { $0 * sign }
    let low = levels[..<place].lastIndex { $0 <= behindLimit }.map { $0 + 1 } ?? 0
    let high = levels[place...].firstIndex { $0 <= behindLimit } ?? levels.count
    return [
      .colouredBehind(
        third: worst.third, range: colour.thirds[low]...colour.thirds[high - 1],
        decibels: worst.decibels, target: worst.target)
    ]
  }
}

extension Design {
  /// The limits of the geometry, followed by the findings about the filters, computed from their figures and curves.
  ///
  /// A finding is left out if one of the limits already states that front and back, or left and right, are alike, or if
  /// the pattern is meant to make them alike.
  public func allNotes(_ figures: Figures, _ curves: DesignCurves) -> [DesignNote] {
    let hasFront = pattern != .omni && !notes.contains(.frontAndBackAlike)
    let hasSides = !notes.contains(.noLeftAndRight)
    return notes
      + DesignNote.findings(figures, curves).filter { finding in
        switch finding {
        case .frontToBackReached, .colouredBehind: hasFront
        case .weakSeparation, .wrongLevels, .narrowRoom: hasSides
        default: true
        }
      }
  }
}

extension DesignCurves {
  /// The error of the level difference in each octave, as the mean over azimuths, in decibels; empty for mono.
  public var levelDifferenceErrors: [Double] {
    zip(levelDifferences, targetLevelDifferences).map { reached, wanted in
      zip(reached, wanted).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(max(1, reached.count))
    }
  }
}
