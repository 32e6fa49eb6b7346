import Assembly
import Drawings
import Essentials
import Face
import Recorder
import TakeFiles

extension Command {
  /// The command `pinna takes show`.
  static let takesShow = Command(
    "show", summary: "show all facts and metadata of a take",
    discussion: """
      When you first show a take, the loudness (EBU R 128: integrated, range, true peak) and the highest sample of its \
      stereo file are measured and kept; for takes longer than ten minutes, only with --loudness.
      """,
    positionals: [TakesArguments.takeArgument],
    options: [loudness, json, SettingsArguments.config],
    examples: [
      .init("pinna takes show 7", "take 7 in the directory named in the settings"),
      .init("pinna takes show ZOOM0007.WAV", "the metadata in another recorder's file"),
    ]
  ) { arguments, console in
    let word = arguments.positionals[0]
    let take = try TakesArguments.take(word, arguments).narrowed(to: TakeName.fileName(of: word))
    let measured = try take.loudness(console, always: arguments.has(loudness))
    var record = TakeRecord(take)
    record.loudness = measured.map { TakeRecord.Loudness($0) }
    try console.print(record, arguments) {
      try TakeDetails(take, loudness: measured, terminal: console.terminal).print(to: console)
    }
    return .success
  }

  private static let loudness = Option.flag("loudness", "also measure the loudness of a long take")
}

extension TakeSet {
  /// The length in seconds up to which a take is measured without being asked to.
  private static let shortSeconds = 600.0

  /// The loudness of the stereo or mono files, as stored or else as measured now; `nil` for a take that has none.
  fileprivate func loudness(
    _ console: Console, always: Bool
  ) throws(CommandError) -> LoudnessSurvey.Result? {
    let isMeasurable = main.allSatisfy {
      LoudnessMeter.possibleChannels.contains($0.channels) && $0.content == .rendered
    }
    guard !main.isEmpty, isMeasurable, !isInProgress, !isBeingWritten, damaged.isEmpty else {
      return nil
    }
    let store = FilterStore.cacheDirectory(console.environment).map {
      LoudnessStore(cacheDirectory: $0)
    }
    if let kept = store?.result(of: main) { return kept }
    let seconds = Double(frames) / Double(max(1, main[0].rate))
    guard always || seconds <= Self.shortSeconds else { return nil }
    var progress = Progress("Measuring \(name)", console: console)
    defer { progress.finish() }
    do throws(TakeFileError) {
      let result = try LoudnessSurvey(main.map(\.path)).run { progress.update($0) }
      store?.keep(result, of: main)
      return result
    } catch {
      // If a file cannot be decoded, everything else about it can still be shown.
      console.note("note: the loudness cannot be measured: \(error)".printable)
      return nil
    }
  }

  /// The whole take or, if the path names a copy of one kind, only the copies of that kind, which hold other facts.
  fileprivate func narrowed(to fileName: String) -> TakeSet {
    let paths = copies.map(\.path) + (files.isEmpty ? [] : damaged.map(\.path))
    guard let path = paths.first(where: { TakeName.fileName(of: $0) == fileName }),
      let kind = TakeFileKind(path: path)
    else { return self }
    var set = self
    set.files = copies.filter { $0.kind == kind }
    set.damaged = damaged.filter { TakeFileKind(path: $0.path) == kind }
    return set
  }
}
