import Boards

// The tap steps find the channel of each microphone, which only a finger on the microphone's port
// reveals.

extension GuidedCheckup {
  /// Waits for a tap on a microphone, and finds the channel on which it is loudest.
  func tap(_ index: Int, _ step: GuidedStep) -> GuidedOutcome {
    let silence = undone(
      step, "no tap was heard",
      remedy: "tap on the port itself; for a microphone that picks up nothing, see "
        + "\(Check.soundAlive)")
    switch nextSound(orElse: silence) {
    case .failure(let none): return none.outcome
    case .success(let sound):
      let expected = bench.board.microphones[index].channel
      if sound.isConstant(expected) { return .found([dead(expected, step)]) }
      guard let answer = TapAnswer(sound, board: bench.board), answer.isClear else {
        return .unclear("the tap was equally loud on another channel: tap on the port itself")
      }
      return .found([map(answer, index, step)])
    }
  }

  private func limit(_ channel: Int) -> String { "channel \(channel), as in the board file" }

  /// The finding about a silent channel: a tap heard on another channel tells nothing about it.
  private func dead(_ channel: Int, _ step: GuidedStep) -> Finding {
    Finding(
      step.check, step.subject, .fail, "channel \(channel) picks up nothing at all",
      limit: limit(channel),
      remedy: "check its supply, clock and data line; pinna check \(Check.soundAlive) shows more")
  }

  /// The finding that the tap was loudest on the channel in the board file, or on another one.
  private func map(_ answer: TapAnswer, _ index: Int, _ step: GuidedStep) -> Finding {
    let microphones = bench.board.microphones
    let expected = microphones[index].channel
    guard answer.channel != expected else {
      return Finding(
        step.check, step.subject, .pass, "channel \(expected) answers", value: Double(expected),
        limit: limit(expected))
    }
    let owner = microphones.first { $0.channel == answer.channel }?.name
    return Finding(
      step.check, step.subject, .fail,
      "channel \(answer.channel) answers instead of \(expected)"
        + (owner.map { ": the board file has \($0) on that channel" } ?? ""),
      value: Double(answer.channel), limit: limit(expected),
      remedy: "write channel = \(answer.channel) for \(step.subject) into the board file")
  }
}
