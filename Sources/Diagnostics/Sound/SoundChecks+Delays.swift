import Boards

extension SoundChecks {
  /// The findings about delays that exceed their geometric bounds, and about orders of channels that would explain
  /// them.
  func delays(_ living: [Int]) -> [Finding] {
    guard living.count > 1 else {
      return [
        Finding(.soundOrder, .skip, "there is no other microphone"),
        Finding(.soundPhase, .skip, "there is no other microphone"),
      ]
    }
    guard let bounds = DelayBounds(spectra, board: board, microphones: living) else {
      return [Self.unknownOrder]
        + living.map {
          Finding(
            .soundPhase, name($0), .skip, "the microphones have no low-frequency sound in common",
            remedy: "check again with a fan, an engine or a voice nearby")
        }
    }
    let orders = bounds.otherOrders
    guard orders.isEmpty else { return [misplaced(living, orders)] }
    let wrong = bounds.mostWrong
    return [Self.unknownOrder] + living.map { phase($0, bounds, isWrong: wrong.contains($0)) }
  }

  private func phase(_ microphone: Int, _ bounds: DelayBounds, isWrong: Bool) -> Finding {
    let limit = "no more than the microphones' distances and tolerances allow"
    guard let delay = bounds.delay(microphone) else {
      return Finding(
        .soundPhase, name(microphone), .skip,
        "has too little low-frequency sound in common with the others",
        remedy: "check again with a fan, an engine or a voice nearby")
    }
    let microseconds = delay.seconds * 1e6
    let words =
      "\(Quantity.tenths(abs(microseconds))) us \(microseconds < 0 ? "before" : "after") the others"
    return Finding(
      .soundPhase, name(microphone), isWrong ? .fail : .pass,
      isWrong
        ? "is \(words), more than any direction of sound "
          + "explains" : words, value: microseconds,
      unit: "us", limit: limit,
      remedy: isWrong
        ? "set its delay in the board file, or check its position and whether its data line starts at another "
          + "time" : nil)
  }

  /// The finding about a wrong order of channels.
  ///
  /// Its subject is every microphone in question, because delays often do not determine the order.
  private func misplaced(_ living: [Int], _ orders: [[Int]]) -> Finding {
    let moved = orders.map { order in zip(living, order).filter { $0 != $1 } }
    let words = moved.prefix(Self.toldOrders).map { pairs in
      pairs.map { "channel \(board.microphones[$0].channel) sounds like \(name($1))" }
        .joined(separator: ", ")
    }
    let others = orders.count - words.count
    let inQuestion = living.filter { microphone in
      moved.contains { $0.contains { $0.0 == microphone } }
    }
    return Finding(
      .soundOrder, inQuestion.map(name).joined(separator: ", "), .fail,
      words.joined(separator: "; or ")
        + (others > 0 ? "; or one of \(Quantity.count(others, "other order"))" : ""),
      limit: "delays that the positions in the board file allow",
      remedy: "tap each microphone to find its channel, then correct channel in the board file")
  }

  /// The maximum number of orders to list in a finding.
  private static let toldOrders = 2

  /// The finding without evidence of a wrong order: only a person who knows where a sound is can confirm that left
  /// is left.
  private static let unknownOrder = Finding(
    .soundOrder, .skip, "nothing contradicts the order; only a sound from a known side proves it",
    limit: "delays that the positions in the board file allow")
}
