import Acoustics
import Boards

/// The plan for a case: the pattern that is possible, the microphones for it, and the reasons.
struct DesignPlan {
  /// The pattern that the filters will have.
  let pattern: PolarPattern
  /// The indices of the microphones in use.
  let microphones: [Int]
  /// The directions of the scene in the device frame.
  let layout: Layout
  /// The positions of the microphones.
  let geometry: ArrayGeometry
  /// The front emphasis in decibels at 180 degrees; 0 for mono, and if the geometry cannot tell front from back.
  let frontEmphasis: Double
  /// Notes on the limits of the geometry.
  let notes: [DesignNote]

  /// Creates a plan for a case that has at least one usable microphone.
  init(_ basis: DesignBasis, which: Board.Case, layout: Layout, pattern asked: PolarPattern) {
    self.init(basis, which: which, layout: layout, pattern: asked, notes: [])
  }

  /// Creates a plan for stereo, for use if too few microphones remain for ambisonics.
  init(withoutAmbisonics basis: DesignBasis, which: Board.Case, layout: Layout) {
    self.init(basis, which: which, layout: layout, pattern: .stereo, notes: [.noAmbisonics])
  }

  private init(
    _ basis: DesignBasis, which: Board.Case, layout: Layout, pattern asked: PolarPattern,
    notes: [DesignNote]
  ) {
    let board = basis.board
    func geometry(_ microphones: [Int]) -> ArrayGeometry {
      ArrayGeometry(board, microphones: microphones, layout: layout)
    }
    var notes = notes
    let dead = board.microphones.indices.filter { basis.unusable.contains($0) }
    if !dead.isEmpty { notes.append(.unusable(names: dead.map { board.microphones[$0].name })) }
    let own = board.dataSources[which.dataSource].microphones.filter(basis.usable.contains)
    var pattern = asked
    var microphones = asked.hasSides ? basis.usable : own
    if asked != .omni && asked != .ambix && microphones.count < 2 {
      pattern = .omni
      notes.append(.monoFallback(asked: asked.rawValue, usable: microphones.count))
    } else if let other = PairPlan(basis, which: which, layout: layout, pattern: asked) {
      (pattern, microphones) = (other.pattern, other.microphones)
      notes += other.notes
    } else if asked == .cardioid || asked == .subcardioid,
      geometry(microphones).isMirroredFrontToBack
    {
      pattern = .omni
      notes += [.omniFallback(asked: asked.rawValue), .frontAndBackAlike]
    }
    if pattern == .omni { microphones = Array((own + basis.usable).prefix(1)) }
    let array = geometry(microphones)
    self.pattern = pattern
    self.microphones = microphones
    self.layout = layout
    self.geometry = array
    let hasEmphasis = pattern == .stereo && !array.isMirroredFrontToBack
    frontEmphasis = hasEmphasis ? basis.settings.frontEmphasis : 0
    self.notes =
      notes
      + Self.limits(of: array, pattern: pattern, board: board, floor: basis.noiseFloor)
  }

  /// Notes on the limits that an array has with a pattern, the most important first.
  private static func limits(
    of array: ArrayGeometry, pattern: PolarPattern, board: Board, floor: Double
  ) -> [DesignNote] {
    guard pattern != .omni else { return [] }
    var notes: [DesignNote] = []
    if pattern.hasLeftAndRight {
      if array.isMirroredLeftToRight { notes.append(.noLeftAndRight) }
      if array.isMirroredFrontToBack { notes.append(.frontAndBackAlike) }
    }
    if array.isLinear { notes.append(.coneOfConfusion(microphones: array.placed.count)) }
    if pattern == .plain { return notes }
    if array.aliasingFrequency < 20000 {
      notes.append(.spatialAliasing(above: array.aliasingFrequency))
    }
    if pattern.hasSides { notes.append(.noElevation) }
    // The remaining notes are about the noise floor of the settings, and ambisonics has a noise floor of its own.
    if pattern == .ambix { return notes }
    if board.calibration == .nominal && board.statedMismatch == nil && floor < -6 {
      notes.append(.uncalibrated(noiseFloor: floor))
    }
    return notes
  }
}
