import Boards
import Essentials
import Face
import Recorder
import TakeFiles

/// The result of `pinna record`.
struct RecordReport {
  /// The takes, in order; if one take was asked for, it comes last, after any takes that it continues.
  let takes: [TakeResult]
  /// True if keys could start and end any number of takes.
  let isSession: Bool
  let console: Console

  private var take: TakeResult? { takes.last }

  /// Prints the take, for people or for programs.
  ///
  /// - Throws: ``CommandError`` if a fault ended the take, or the take is empty.
  func print(asJSON: Bool) throws {
    console.concludeWork()
    guard let take else {
      if asJSON { try console.print(JSONOutput.text(NoTake())) }
      console.note("no take was started")
      return
    }
    for earlier in takes.dropLast() {
      if isSession {
        try console.print(lines: lines(earlier))
      } else {
        for line in lines(earlier) { console.note("earlier take: \(line)") }
      }
    }
    if asJSON {
      try console.print(JSONOutput.text(facts(take)))
    } else {
      try console.print(lines: lines(take))
    }
    if let error { throw error }
  }

  /// The JSON that is printed if there is no take.
  private struct NoTake: Encodable {
    var take: TakeRecord? = nil
    var message: String = "ended before a take was started"
    enum CodingKeys: CodingKey { case take, message }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(take, forKey: .take)
      try container.encode(message, forKey: .message)
    }
  }

  /// The fault that ended the take early; `nil` if no fault did.
  var error: CommandError? {
    // In a session, the line about each take says why it ended, so the early end of a finished take is not an error.
    if isSession, take?.files.isEmpty == false { return nil }
    switch take?.end {
    case .captureEnded(let end): return CommandError(SessionFault.captureEnded(end))
    case .channelsRotated(let count):
      return CommandError(
        "the capture device delivered its channels in a different order (rotated by \(count)), so the take was ended "
          + "before this change; start a new take", .unavailable)
    case .storageFailed(let error): return CommandError(error)
    case .powerFailing:
      return CommandError(
        "the board signalled a power failure, so the take was ended and closed",
        .unavailable)
    case .storageFull:
      return CommandError(
        "the storage was nearly full, so the take was ended and closed; free some space",
        .cannotCreate)
    case .stopped, .durationReached, .shutdown:
      return take?.files.isEmpty == true
        ? CommandError("the take ended before its first frame: nothing was recorded", .temporary)
        : nil
    default: return nil
    }
  }

  private func lines(_ take: TakeResult) -> [String] {
    let board = take.plan.board
    var parts = [
      TakeText.length(seconds: take.seconds), board.name(of: take.plan.design.which),
      take.plan.design.pattern.rawValue,
    ]
    let lost = take.gapTotals
    parts.append(
      lost.count == 0
        ? "no gaps"
        : "\(lost.count.counted("gap")) with \(lost.frames.counted("frame")) in all")
    if take.clippedSamples > 0 { parts.append("\(take.clippedSamples.counted("sample")) clipped") }
    if take.end != .stopped { parts.append(take.end.words) }
    let files = take.files + take.safetyFiles + take.rawFiles
    guard !files.isEmpty else {
      let none = "no finished file  (\(parts.joined(separator: ", ")))"
      guard case .storageFailed = take.end else { return [none] }
      return [
        none,
        "'pinna takes recover' finishes the part of the take that reached \(take.plan.directory)",
      ]
    }
    return ["\(files[0])  (\(parts.joined(separator: ", ")))"] + files.dropFirst()
  }

  private func facts(_ take: TakeResult) throws(CommandError) -> TakeRecord? {
    let directory = take.plan.directory
    return try translating(to: CommandError.file) { () throws(TakeFileError) in
      let all = try TakeDirectory(path: directory).takes()
      return all.first { set in
        set.files.contains { file in
          take.files.contains { TakeName.fileName(of: $0) == TakeName.fileName(of: file.path) }
        }
      }.map { TakeRecord($0) }
    }
  }
}
