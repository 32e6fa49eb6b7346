import Acoustics
import Boards

/// The plan for plain stereo or mid-side in a case: its microphones, or another pattern if this one is impossible.
struct PairPlan {
  /// The pattern that is possible.
  let pattern: PolarPattern
  /// The indices of the microphones in use; for plain stereo, left first and then right.
  let microphones: [Int]
  /// Notes that explain the choice.
  let notes: [DesignNote]

  /// Creates the plan for plain stereo or mid-side; `nil` for other patterns.
  ///
  /// If the pair for plain stereo is upright, or one of its microphones is missing, the plan is for stereo by filters,
  /// provided that the microphones extend from left to right: left must stay on the left. Otherwise the plan is for
  /// mono, because two microphones, one above the other, would give a comb filter instead of left and right.
  init?(_ basis: DesignBasis, which: Board.Case, layout: Layout, pattern asked: PolarPattern) {
    switch asked {
    case .plain: self.init(plain: basis, which: which, layout: layout)
    case .midSide: self.init(midSide: basis, which: which, layout: layout)
    case .omni, .cardioid, .subcardioid, .stereo, .ambix: return nil
    }
  }

  private init(plain basis: DesignBasis, which: Board.Case, layout: Layout) {
    let board = basis.board
    let instead = Self.instead(basis, which: which, layout: layout)
    let named = board.pair(of: which.dataSource)
    guard let named, [named.left, named.right].allSatisfy(basis.usable.contains) else {
      (pattern, microphones) = (instead, basis.usable)
      notes = [.pairIncomplete(instead: instead.rawValue)]
      return
    }
    let places = ArrayGeometry(board, microphones: [named.left, named.right], layout: layout).placed
    let distance = (places[1] - places[0]).length
    // In scene axes, Y points to the left.
    let share = distance > 0 ? (places[0].y - places[1].y) / distance : 0
    let names = { (index: Int) in board.microphones[index].name }
    guard abs(share) >= MicrophonePair.leastShare else {
      (pattern, microphones) = (instead, basis.usable)
      notes = [
        .pairUpright(
          left: names(named.left), right: names(named.right), instead: instead.rawValue)
      ]
      return
    }
    let pair = share > 0 ? named : named.exchanged
    pattern = .plain
    microphones = [pair.left, pair.right]
    notes = [
      .pair(
        left: names(pair.left), right: names(pair.right), distance: distance,
        isExchanged: share < 0)
    ]
  }

  private init(midSide basis: DesignBasis, which: Board.Case, layout: Layout) {
    microphones = basis.usable
    let array = ArrayGeometry(basis.board, microphones: basis.usable, layout: layout)
    pattern = array.isMirroredLeftToRight ? .omni : .midSide
    notes = [array.isMirroredLeftToRight ? .noSide : .onePlace]
  }

  /// The pattern used instead of plain stereo.
  private static func instead(
    _ basis: DesignBasis, which: Board.Case, layout: Layout
  ) -> PolarPattern {
    let array = ArrayGeometry(basis.board, microphones: basis.usable, layout: layout)
    return array.isMirroredLeftToRight ? .omni : .stereo
  }
}

extension DesignPlan {
  /// True if every output is a single microphone, corrected but not filtered.
  var isUnfiltered: Bool { pattern == .omni || pattern == .plain }

  /// The spectra `[output][microphone][bin]` of a plan without filters; `nil` for plans with filters.
  func unfiltered(bins: Int) -> [Complex]? {
    guard isUnfiltered else { return nil }
    let through = [Complex](repeating: Complex(1), count: bins)
    let none = [Complex](repeating: .zero, count: bins)
    return (0..<pattern.channels).flatMap { output in
      microphones.indices.flatMap { $0 == output ? through : none }
    }
  }

  /// The target of mid-side; `nil` for the other patterns, whose name alone defines the target.
  func ownTarget(_ settings: DesignSettings, bins: Int) -> Target? {
    pattern == .midSide ? geometry.cardioids(settings, bins: bins) : nil
  }
}

extension ArrayGeometry {
  /// Half the angle in degrees between the two cardioids of mid-side.
  ///
  /// If the array cannot tell front from back, mid is omnidirectional, and the cardioids point to the sides.
  ///
  /// - Source: J. Eargle, The Microphone Book, 2nd edition (2004), chapter 12: the angle between them is 90 to 135
  ///   degrees.
  var sideAngle: Double { isMirroredFrontToBack ? 90 : 65 }

  /// The target of mid-side.
  func cardioids(_ settings: DesignSettings, bins: Int) -> Target {
    Target(sideAngle: sideAngle, width: settings.width, bins: bins)
  }
}
