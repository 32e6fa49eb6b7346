import Boards
import Diagnostics
import Recorder

/// Asks a person for one clap after another around a board, and keeps the recorded claps.
///
/// - Thread: control; the walk waits for the person.
package struct CalibrationWalk {
  /// The conversation with the person.
  package struct Talk {
    /// Asks for a clap from a direction; it is clap `number` of `count`, counted from 1.
    package var ask: (_ from: ToldDirection, _ number: Int, _ count: Int) -> Void
    /// Returns the answer that the person has given since the last call; `nil` if there is none.
    package var answer: () -> GuideAnswer?
    /// Reports whether a clap was heard, with words for the person.
    package var tell: (_ isHeard: Bool, _ words: String) -> Void
    /// Reports why the same clap is asked for again.
    package var retry: (_ reason: String) -> Void

    /// Creates a conversation from its parts.
    package init(
      ask: @escaping (_ from: ToldDirection, _ number: Int, _ count: Int) -> Void,
      answer: @escaping () -> GuideAnswer?,
      tell: @escaping (_ isHeard: Bool, _ words: String) -> Void,
      retry: @escaping (_ reason: String) -> Void
    ) {
      (self.ask, self.answer, self.tell, self.retry) = (ask, answer, tell, retry)
    }
  }

  /// The recorded claps, joined end to end.
  package struct Heard: Sendable {
    /// All claps.
    package var sound: CapturedSound
    /// For each clap, its place in ``sound`` and its direction.
    package var sounds: [RoughSound]
  }

  private let bench: Bench
  private let directions: [ToldDirection]
  private let patience: Double

  /// Creates a walk around a board.
  ///
  /// - Parameter patience: the time in seconds that a person has for each clap.
  package init(_ bench: Bench, from directions: [ToldDirection], patience: Double) {
    (self.bench, self.directions, self.patience) = (bench, directions, patience)
  }

  /// The directions from which claps determine the array.
  ///
  /// For a row of microphones they are its two ends, each several times. For any other array they are all sides, and
  /// also above if microphones lie above one another; each of these twice.
  package static func directions(for board: Board) -> [ToldDirection] {
    let axes = ArrayAxes(board.microphones.map(\.position))
    guard axes.rank == 1 else {
      let once = ToldDirection.sides + (hasHeight(board) ? ToldDirection.above : [])
      return once + once
    }
    return [axes.axes[0], -axes.axes[0]].flatMap { end in
      [ToldDirection](repeating: .nearest(to: end), count: clapsAtAnEnd)
    }
  }

  /// True if the heights of a flat board's microphones differ too much to be ignored.
  private static func hasHeight(_ board: Board) -> Bool {
    let heights = board.microphones.map(\.position.z)
    return (heights.max() ?? 0) - (heights.min() ?? 0) > leastHeight
  }

  /// Asks for all the claps.
  ///
  /// - Returns: the recorded claps; `nil` if there are none.
  /// - Throws: ``Recorder/SessionFault`` if the device cannot be opened or stops capturing.
  package func run(_ talk: Talk) throws(SessionFault) -> Heard? {
    let watch = try ClapListener(bench)
    defer { watch.close() }
    var claps = [SuddenSound?](repeating: nil, count: directions.count)
    var index = 0
    while index < directions.count {
      talk.ask(directions[index], index + 1, directions.count)
      switch try turn(watch, talk) {
      case .success(let clap):
        claps[index] = clap
        index += 1
      case .failure(.answered(.again)):
        index = max(0, index - 1)
        claps[index] = nil
      case .failure(.answered(.stop)): index = directions.count
      case .failure: index += 1
      }
    }
    return heard(claps)
  }

  /// The reason why a clap is missing.
  private enum Missing: Error {
    case answered(GuideAnswer)
    case notHeard
  }

  private func turn(
    _ watch: ClapListener, _ talk: Talk
  ) throws(SessionFault) -> Result<SuddenSound, Missing> {
    for _ in 0..<Self.attempts {
      var answer: GuideAnswer?
      let clap = watch.next(within: patience) {
        answer = answer ?? talk.answer()
        return answer != nil
      }
      if let answer { return .failure(.answered(answer)) }
      guard let clap else {
        if let end = watch.end { throw .captureEnded(end) }
        talk.tell(false, "no clap was heard within \(Int(patience)) s")
        return .failure(.notHeard)
      }
      let seconds = Double(clap.sound.frames) / Double(clap.sound.rate)
      let clipped = clap.sound.clippedChannels(from: 0, to: seconds)
      if clipped.isEmpty {
        talk.tell(true, "heard")
        return .success(clap)
      }
      talk.retry("too loud for channel \(clipped[0]): clap softer, or farther away")
    }
    talk.tell(false, "too loud each time")
    return .failure(.notHeard)
  }

  private func heard(_ claps: [SuddenSound?]) -> Heard? {
    var (words, sounds): ([Int32], [RoughSound]) = ([], [])
    var form: CapturedSound?
    for (index, clap) in claps.enumerated() {
      guard let clap else { continue }
      let (sound, rate) = (clap.sound, Double(clap.sound.rate))
      let start = Double(words.count / sound.channels)
      sounds.append(
        RoughSound(
          name: "\(index + 1) (\(directions[index].name))",
          start: (start + Double(clap.onset)) / rate,
          end: (start + Double(sound.frames)) / rate, direction: directions[index].direction))
      words += sound.samples
      form = sound
    }
    return form.map {
      Heard(
        sound: CapturedSound(
          samples: words, channels: $0.channels, rate: $0.rate, format: $0.format,
          significantBits: $0.significantBits),
        sounds: sounds)
    }
  }

  /// If heights in metres differ by more than this, sounds from the sides leave the order of the microphones open.
  private static let leastHeight = 0.005
  /// The number of attempts at one clap, if it is too loud.
  private static let attempts = 3
  /// The number of claps at each end of a row that are needed to measure delays.
  private static let clapsAtAnEnd = 6
}
