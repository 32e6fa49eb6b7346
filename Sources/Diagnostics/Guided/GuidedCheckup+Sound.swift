import Beamforming
import Boards
import Recorder

// Taps and claps: what only somebody who knows where a sound was can tell.

/// The filters of a case, and how far apart they keep left and right.
struct CaseSeparation {
  /// The filters.
  var design: Design
  /// Decibels between the channels for sounds from the sides, 500 to 4000 Hz.
  var decibels: Double

  /// Whether a clap can be told from one on the other side.
  var canTell: Bool { decibels >= ClapSides.clear + 1 }
}

extension GuidedCheckup {
  /// Which channel answers a tap on a microphone.
  func tap(_ index: Int, _ step: GuidedStep) -> GuidedOutcome {
    let silence = nobody(
      step, "no tap was heard",
      remedy: "tap on the port itself; a microphone that hears nothing at all is named by sound.alive"
    )
    switch nextSound(orElse: silence) {
    case .failure(let none): return none.outcome
    case .success(let sound):
      guard let answer = TapAnswer(sound), answer.isClear else {
        return .unclear("the tap was as loud on another channel: tap on the port itself")
      }
      return .found([map(answer, index, step)])
    }
  }

  /// Whether the channel is that of the board file.
  private func map(_ answer: TapAnswer, _ index: Int, _ step: GuidedStep) -> Finding {
    let microphones = bench.board.microphones
    let expected = microphones[index].channel
    let limit = "channel \(expected), as the board file says"
    guard answer.channel != expected else {
      return Finding(
        step.check, step.subject, .pass, "channel \(expected) answers", value: Double(expected),
        unit: "channel", limit: limit)
    }
    let owner = microphones.first { $0.channel == answer.channel }?.name
    return Finding(
      step.check, step.subject, .fail,
      "channel \(answer.channel) answers and not \(expected)"
        + (owner.map { ": the board file has \($0) there" } ?? ""),
      value: Double(answer.channel), unit: "channel", limit: limit,
      remedy: "write channel = \(answer.channel) for \(step.subject) into the board file")
  }

  /// On which side of a take a clap is, in every case in which the board is held so.
  func clap(_ which: Board.Case, _ side: GuidedStep.Side, _ step: GuidedStep) -> GuidedOutcome {
    guard bench.filters != nil else { return .impossible("there are no filters for this board") }
    let cases = GuidedPlan.stereoCases(bench.board).filter { $0.orientation == which.orientation }
    // Filters are made before the clap: nobody should wait with it.
    for which in cases where separations[which] == nil {
      guard let separation = separation(which) else {
        return .impossible("there are no filters for \(bench.board.name(of: which))")
      }
      separations[which] = separation
    }
    let silence = nobody(
      step, "no clap was heard",
      remedy: "clap louder, or nearer; microphones that hear nothing are named by sound.alive")
    switch nextSound(orElse: silence) {
    case .failure(let none): return none.outcome
    case .success(let sound): return judge(sound, cases, asked: which, side)
    }
  }

  private func judge(
    _ clap: SuddenSound, _ cases: [Board.Case], asked: Board.Case, _ side: GuidedStep.Side
  ) -> GuidedOutcome {
    var findings: [Finding] = []
    for which in cases {
      guard let separation = separations[which],
        let sides = ClapSides(clap, design: separation.design, board: bench.board)
      else { return .unclear("the clap was silent in a take: clap again") }
      let here = isMirrored(which, asked) ? side.other : side
      claps[ClapPlace(which: which, side: here)] = sides
      if !separation.canTell {
        findings.append(limited(which, here, separation))
      } else if abs(sides.difference) < ClapSides.clear {
        return .unclear("the clap was in the middle: clap at the height of the board, at the side")
      } else {
        findings.append(finding(which, here, sides, separation))
      }
    }
    return .found(findings)
  }

  private func finding(
    _ which: Board.Case, _ side: GuidedStep.Side, _ sides: ClapSides, _ separation: CaseSeparation
  ) -> Finding {
    let isRight = (sides.difference > 0) == (side == .right)
    let louder = sides.difference > 0 ? "right" : "left"
    return Finding(
      "guided.clap", "\(bench.board.name(of: which)), \(side.rawValue)",
      isRight ? .pass : .fail,
      "a clap on the \(side.rawValue) is \(Quantity.tenths(abs(sides.difference))) dB louder on the \(louder)",
      value: (side == .right ? 1 : -1) * sides.difference, unit: "dB",
      limit: "at least \(Quantity.tenths(ClapSides.clear)) dB on that side; "
        + "the filters promise \(Quantity.tenths(separation.decibels)) dB",
      remedy: isRight
        ? nil
        : "left and right are exchanged: tap the microphones (pinna check guided.tap), and look at "
          + "their positions in the board file")
  }

  /// Physics says no.
  private func limited(
    _ which: Board.Case, _ side: GuidedStep.Side, _ separation: CaseSeparation
  ) -> Finding {
    Finding(
      "guided.clap", "\(bench.board.name(of: which)), \(side.rawValue)", .skip,
      "this geometry keeps left and right only \(Quantity.tenths(separation.decibels)) dB apart here")
  }

  /// Whether left is right in one case for somebody who holds the board as in the other.
  private func isMirrored(_ a: Board.Case, _ b: Board.Case) -> Bool {
    guard let first = bench.board.layout(a), let second = bench.board.layout(b) else {
      return false
    }
    return dot(first.right, second.right) < 0
  }

  /// The filters of a case and what they promise; `nil` when they cannot be made.
  private func separation(_ which: Board.Case) -> CaseSeparation? {
    guard let filters = bench.filters else { return nil }
    do throws(FilterStoreError) {
      let (design, designer) = try filters.inUse(which, pattern: .stereo)
      let figures = DesignStudy(designer, design).figures
      let octaves = zip(figures.octaves, figures.leftToRight).filter {
        Self.clapBand.contains($0.0)
      }
      guard !octaves.isEmpty else { return nil }
      return CaseSeparation(
        design: design, decibels: octaves.reduce(0) { $0 + $1.1 } / Double(octaves.count))
    } catch {
      return nil
    }
  }

  /// Where a clap is loud, in hertz.
  ///
  /// - Source: B. Repp, "The sound of two hands clapping", J. Acoust. Soc. Am. 81 (1987): 0.5 to 3 kHz.
  private static let clapBand = 400.0...5000
}

extension GuidedStep.Side {
  /// The other side.
  var other: GuidedStep.Side { self == .left ? .right : .left }
}
