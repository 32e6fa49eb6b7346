import Beamforming
import Boards
import Recorder

// The clap steps check that left is left in a take; for this, a person must know where the sound was.

/// The filters of a case, and what they predict for sounds from either side.
struct CasePromise {
  /// The filters.
  var design: Design
  /// The prediction for a sound from the left.
  var left: SideDifference
  /// The prediction for a sound from the right.
  var right: SideDifference

  /// The prediction for a sound from the given side.
  func difference(_ side: GuidedStep.Side) -> SideDifference { side == .left ? left : right }
}

extension GuidedCheckup {
  /// Prepares everything for judging a clap in a pose, so that the person does not have to wait.
  ///
  /// - Returns: the reason why the clap cannot be judged; `nil` if everything is ready.
  func clapObstacle(_ which: Board.Case) -> String? {
    guard let filters = bench.filters else { return "there are no filters for this board" }
    for which in cases(in: which) where promises[which] == nil {
      guard let promise = Self.promise(which, filters) else {
        return "there are no filters for \(bench.board.name(of: which))"
      }
      promises[which] = promise
    }
    return nil
  }

  /// Waits for a clap, and determines its side in a take of every case with this pose.
  func clap(_ which: Board.Case, _ side: GuidedStep.Side, _ step: GuidedStep) -> GuidedOutcome {
    let silence = undone(
      step, "no clap was heard",
      remedy: "clap louder, or nearer; for microphones that pick up nothing, see "
        + "\(Check.soundAlive)")
    switch nextSound(orElse: silence) {
    case .failure(let none): return none.outcome
    case .success(let sound):
      if let dead = bench.board.microphones.first(where: { sound.isConstant($0.channel) }) {
        return .impossible(
          "microphone \(dead.name) is dead, but the filters in use need all microphones: see \(Check.soundAlive)"
        )
      }
      if let answer = TapAnswer(sound, board: bench.board), answer.margin >= Self.tapMargin {
        return .unclear(
          "only one microphone heard the clap: "
            + "clap beside the board without touching it")
      }
      return judge(sound, asked: which, side)
    }
  }

  /// The maximum level difference of a clap between microphones in decibels: at arm's length, half the distance
  /// gives 6 dB.
  private static let tapMargin = 12.0

  private func judge(
    _ clap: SuddenSound, asked: Board.Case, _ side: GuidedStep.Side
  ) -> GuidedOutcome {
    var comparisons: [ClapComparison] = []
    for which in cases(in: asked) {
      let isMirrored = GuidedPlan.sides(asked, which, bench.board) == .mirrored
      let here = isMirrored ? side.other : side
      guard let promise = promises[which],
        let heard = clap.sideDifference(promise.design, board: bench.board)
      else { return .unclear("the clap would be inaudible in a take") }
      comparisons.append(
        ClapComparison(
          which: which, side: here, heard: heard, promised: promise.difference(here)))
    }
    guard comparisons.allSatisfy({ $0.cue == nil || $0.isClear }) else {
      return .unclear(
        "the clap was in the middle: clap beside the board, at its height")
    }
    guard !comparisons.contains(where: \.isContradictory) else {
      return .unclear(
        "the clap was louder on one side but earlier on the other: clap once, "
          + "away from walls")
    }
    keep(comparisons)
    return .found(comparisons.map(finding))
  }

  private func finding(_ clap: ClapComparison) -> Finding {
    let subject = "\(bench.board.name(of: clap.which)), \(clap.side.rawValue)"
    guard let cue = clap.cue else {
      return Finding(
        .guidedClap, subject, .skip,
        "this geometry separates left and right by only \(Self.words(clap.promised)) in this case")
    }
    let isRight = clap.value > 0
    let (least, unit) =
      cue == .level
      ? (Quantity.tenths(ClapComparison.clearDecibels), "dB")
      : ("\(Int(ClapComparison.clearMicroseconds))", "us")
    return Finding(
      .guidedClap, subject, isRight ? .pass : .fail,
      "a clap on the \(clap.side.rawValue) is \(Self.sides(clap.heard))",
      value: clap.value, unit: unit,
      limit: "at least \(least) \(unit) on the \(clap.side.rawValue); "
        + "the filters promise \(Self.words(clap.promised))",
      remedy: isRight
        ? nil
        : "left and right are swapped: tap the microphones (pinna check \(Check.guidedTap)), and check "
          + "their positions and channels in the board file")
  }

  /// The difference in words: "6.1 dB and 240 us".
  private static func words(_ difference: SideDifference) -> String {
    "\(Quantity.tenths(abs(difference.decibels))) dB and "
      + "\(Int(abs(difference.microseconds).rounded())) us"
  }

  /// The difference with its side: "6.1 dB louder and 240 us earlier on the left".
  private static func sides(_ difference: SideDifference) -> String {
    func side(_ value: Double) -> String { value > 0 ? "right" : "left" }
    let (louder, earlier) = (side(difference.decibels), side(difference.microseconds))
    return "\(Quantity.tenths(abs(difference.decibels))) dB louder "
      + (louder == earlier ? "" : "on the \(louder) ")
      + "and \(Int(abs(difference.microseconds).rounded())) us earlier on the \(earlier)"
  }

  // MARK: Cases

  /// The cases with left and right on the same line as in the given case, possibly exchanged.
  private func cases(in which: Board.Case) -> [Board.Case] {
    GuidedPlan.stereoCases(bench.board).filter { GuidedPlan.sides(which, $0, bench.board) != nil }
  }

  /// The filters of a case, and what they predict; `nil` if the filters cannot be made.
  private static func promise(_ which: Board.Case, _ filters: FilterStore) -> CasePromise? {
    do throws(FilterStoreError) {
      let pattern = filters.board.dataSources[which.dataSource].standardPattern
      let (design, designer) = try filters.inUse(which, pattern: pattern)
      let curves = designer.curves(design)
      guard
        let left = curves.sideDifference(at: -90, within: ClapComparison.sector),
        let right = curves.sideDifference(at: 90, within: ClapComparison.sector)
      else { return nil }
      return CasePromise(design: design, left: left, right: right)
    } catch {
      return nil
    }
  }
}

extension GuidedStep.Side {
  /// The opposite side.
  var other: GuidedStep.Side { self == .left ? .right : .left }
}
