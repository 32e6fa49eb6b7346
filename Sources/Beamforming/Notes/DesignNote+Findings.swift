extension DesignNote {
  /// The smallest side-to-side difference of the target for which an octave is judged, decibels.
  private static let leastTarget = 2.0
  /// The error of level above which directions suffer, decibels.
  private static let levelLimit = 3.0
  /// The difference above which a sound seems nearer behind than in front, decibels.
  private static let wrongSideLimit = 1.0
  /// The deviation behind, both from flat and from the target, above which a voice from there is coloured, decibels.
  private static let behindLimit = 3.0
  /// The level relative to sounds from a side, decibels, from which a sound ahead is no longer absent from the side
  /// signal, and the highest octave, in hertz, for this finding.
  private static let (sideLimit, highestSide) = (-10.0, 8000.0)
  /// The smallest noise worth a sentence, decibels.
  private static let noiseLimit = 3.0
  /// The just noticeable change of coherence if the ears have little in common.
  ///
  /// - Source: K. J. Gabriel, H. S. Colburn, JASA 69 (1981): 0.3 to 0.4.
  private static let coherenceLimit = 0.35
  /// The highest octave, in hertz, for figures of level differences.
  private static let highestOctave = 4000.0

  /// The findings about a design: where its filters miss the target, computed from its figures and curves.
  ///
  /// These complement ``Design/notes``, the limits of geometry alone.
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
    // A mono pattern is meant to be softer away from forward.
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

  /// The colour of sounds from behind, if it is neither flat nor the target's.
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
  /// The limits of the geometry, and then the findings about the filters, computed from their figures and curves.
  ///
  /// A finding is left out if a limit already states that front and back, or left and right, are alike, or if the
  /// pattern is meant to have them so.
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
  /// Mean error over azimuth of the level difference per octave, decibels; empty for mono.
  public var levelDifferenceErrors: [Double] {
    zip(levelDifferences, targetLevelDifferences).map { reached, wanted in
      zip(reached, wanted).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(max(1, reached.count))
    }
  }
}
