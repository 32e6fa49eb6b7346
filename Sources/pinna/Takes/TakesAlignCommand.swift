import Assembly
import Drawings
import Essentials
import Face
import Glibc
import LinuxBoard
import TakeFiles

extension Command {
  /// The command `pinna takes align`.
  static let takesAlign = Command(
    "align", summary: "align takes of several recorders on one time line",
    discussion: """
      Once a minute, a take stores a frame number and its time of day. These pairs show when its first frame was \
      recorded, and how the sound card drifts. Values are relative to the first take that you name: offset is how much \
      later a take begins; drift is how many more frames it has in the same time, in parts per million; error is one \
      standard deviation at the end of the time that the takes share. The clocks of the recorders must agree: by GPS, \
      by NTP or, best of all, by a pulse per second ([clock] pps). 'error' does not include the error of the \
      recorders' own clocks.

      --out writes the part that all takes share into WAV files that start and end at the same moment and have the \
      same rate: frame n is the same moment in each file. The first take is only cut, sample for sample; the others \
      are resampled, and lie within half a frame of the time line. It uses raw files if all takes have them, otherwise \
      stereo files; the takes stay as they are. First make one file of a split take: 'pinna takes trim TAKE --from 0'.
      """,
    positionals: [
      Positional("TAKE", "paths of takes: dawn/7 is take 7 in dawn", count: .oneOrMore)
    ],
    options: [out, json, SettingsArguments.config],
    examples: [
      .init(
        "pinna takes align oak/3 birch/3", "offset and drift of the second relative to the first"),
      .init(
        "pinna takes align oak/3 birch/3 --out aligned",
        "also write files that match frame by frame"),
    ]
  ) { arguments, console in
    guard arguments.positionals.count > 1 else {
      throw arguments.usageError("one take alone cannot be aligned; name two or more")
    }
    let takes = try arguments.positionals.map { word throws(CommandError) in
      try AlignedTake(try TakesArguments.take(word, arguments), word)
    }
    var report = try AlignmentReport(takes)
    for one in takes where !one.line.isDriftKnown {
      console.note(
        "warning: \(one.word) is too short to measure the clock drift of its sound card, which can be "
          + "\(Int(TakeTimeLine.unknownDrift)) ppm or more")
    }
    if let folder = arguments[out] {
      var progress = Progress("Aligning", console: console)
      defer { progress.finish() }
      report.files = try AlignedFiles(takes, report.span, folder).write { progress.update($0) }
    }
    try console.print(report, arguments) {
      try report.print(to: console)
    }
    return .success
  }

  private static let out = Option.text(
    "out", "DIR", "a folder for WAV files that match frame by frame")
}

/// A take with the time of each of its frames.
struct AlignedTake {
  let take: TakeSet
  let file: TakeFile
  let line: TakeTimeLine
  /// The word by which the command line names the take.
  let word: String

  init(_ take: TakeSet, _ word: String) throws(CommandError) {
    (self.take, self.word) = (take, word)
    guard let file = take.main.first else {
      throw CommandError("\(word): none of its files can be read", .data)
    }
    self.file = file
    do throws(TakeTimeLine.Problem) {
      line = try take.timeLine()
    } catch {
      let words =
        switch error {
        case .noPairs: "it has no pairs of frame and time"
        case .jumps: "it was paused or joined, or the clock was set during it"
        case .partMissing: "a part of it is missing"
        case .clockUnset: "the clock was not set"
        }
      throw CommandError("\(word): \(words), so the time of its frames is not known", .data)
    }
  }
}

/// The offsets and drifts of several takes relative to the first of them.
struct AlignmentReport: Encodable {
  /// The figures of one take.
  struct Member: Encodable {
    var name: String
    /// The seconds by which the first frame of this take is later than that of the first take.
    var offsetSeconds: Double
    /// The parts per million by which this take has more frames than the first one in the same time; `nil` if not
    /// known.
    var driftParts: Double?
    /// One standard deviation of this take's time relative to the first take's, at the end of the time that all share;
    /// the errors of the recorders' own clocks are not included.
    var errorSeconds: Double
    /// The source of the recorder's clock, and the largest error that its system allows for.
    var clockSource: String?
    var clockErrorSeconds: Double?
  }

  /// The start and the end of the time that all takes share, in seconds since 1970.
  var fromTime: Double
  var toTime: Double
  var takes: [Member]
  /// The paths of the files that were written.
  var files: [String]?

  /// The time that all takes share, in microseconds since 1970.
  var span: ClosedRange<Double> { fromTime * 1e6...toTime * 1e6 }

  init(_ all: [AlignedTake]) throws(CommandError) {
    let first = all[0].line
    let begin = all.map { $0.line.time(at: 0) }.max() ?? 0
    let end = all.map { $0.line.time(at: Double($0.line.frames)) }.min() ?? 0
    guard end > begin else {
      throw CommandError(
        "these takes do not overlap in time: \(all.map(\.word).joined(separator: ", "))", .data)
    }
    (fromTime, toTime) = (begin / 1e6, end / 1e6)
    takes = all.enumerated().map { index, one in
      let (own, reference) = (one.line, first)
      let (a, b) = (
        own.error(at: own.frame(at: end)), reference.error(at: reference.frame(at: end))
      )
      let isKnown = own.isDriftKnown && reference.isDriftKnown
      let clock = one.file.metadata.clock
      return Member(
        name: one.take.name,
        offsetSeconds: ((own.start - reference.start) / 1e6).rounded(toDigits: 7),
        driftParts: isKnown ? (own.drift - reference.drift).rounded(toDigits: 3) : nil,
        errorSeconds: index == 0
          ? 0 : ((a * a + b * b).squareRoot() / 1e6).rounded(toDigits: 7),
        clockSource: clock?.source.rawValue, clockErrorSeconds: clock?.errorSeconds)
    }
  }

  func print(to console: Console) throws {
    let table = TextTable(
      columns: [
        .init("Take"), .init("Offset s", .right), .init("Drift ppm", .right),
        .init("Error us", .right), .init("Clock"),
      ],
      rows: takes.map { one in
        [
          .init(one.name.printable, .bold), .init(one.offsetSeconds.text(digits: 6)),
          .init(one.driftParts?.signedText(digits: 2) ?? "-"),
          .init((one.errorSeconds * 1e6).text(digits: 0)),
          .init(
            (one.clockSource ?? "not known")
              + (one.clockErrorSeconds.map { ", within \($0.shortText(digits: 6)) s" } ?? "")),
        ]
      })
    try console.print(table)
    let length = TakeText.length(seconds: toTime - fromTime)
    var words = ["Common time: \(length), from \(Self.text(fromTime)) UTC."]
    for file in files ?? [] { words.append("Wrote \(file)") }
    try console.print("")
    try console.printResult(lines: words.flatMap { $0.wrapped(to: console.terminal.width) })
  }

  private static func text(_ seconds: Double) -> String {
    let milliseconds = Int((seconds.truncatingRemainder(dividingBy: 1) * 1000).rounded(.down))
    let digits = "\(milliseconds + 1000)".dropFirst()
    return CivilDate(epochSeconds: Int(seconds.rounded(.down)), utcOffsetSeconds: 0).text
      + ".\(digits)"
  }
}

/// Writes files of several takes that all have the same first and last instant, and the same rate.
struct AlignedFiles {
  private let takes: [AlignedTake]
  private let span: ClosedRange<Double>
  private let folder: String
  private let content: TakeName.Content
  /// The number of frames in each read.
  private static let block = 4096

  init(_ takes: [AlignedTake], _ span: ClosedRange<Double>, _ folder: String) throws(CommandError) {
    (self.takes, self.span, self.folder) = (takes, span, folder)
    let haveRaw = takes.allSatisfy { !$0.take.files(.raw).isEmpty }
    content = haveRaw ? .raw : .rendered
    for one in takes {
      let files = one.take.files(content)
      guard files.count == 1 else {
        throw CommandError(
          files.isEmpty
            ? "\(one.word): it has no \(content.rawValue) file"
            : "\(one.word): it is in \(files.count) parts; make one file of them with 'pinna takes "
              + "trim \(one.word) --from 0', then align the new take", .data)
      }
    }
  }

  /// Writes one file for each take, and returns the paths.
  func write(_ progress: (Double) -> Void) throws(CommandError) -> [String] {
    try OutputFolder.make(folder)
    let reference = takes[0].line
    let first = reference.frame(at: span.lowerBound).rounded(.up)
    let count = Int((reference.frame(at: span.upperBound) - first).rounded(.down))
    guard count > 0 else { throw CommandError("these takes have no frame in common", .data) }
    var paths: [String] = []
    for (index, one) in takes.enumerated() {
      let start = index == 0 ? first : one.line.frame(at: reference.time(at: first))
      let ratio = index == 0 ? 1 : one.line.ratio(to: reference)
      let path = folder + "/" + name(of: index)
      do throws(TakeFileError) {
        try write(one, to: path, from: start, ratio: ratio, count: count) { part in
          progress((Double(index) + part) / Double(takes.count))
        }
      } catch {
        // If one file fails, all are removed, because the rest could be mistaken for all of them.
        for made in paths { unlink(made) }
        throw .file(error)
      }
      paths.append(path)
    }
    return paths
  }

  /// The name for a file; if takes of several recorders have the same name, later ones get a number.
  private func name(of index: Int) -> String {
    let name = takes[index].take.name
    let same = takes.prefix(index).count { $0.take.name == name }
    return name + (same == 0 ? "" : "_\(same + 1)") + "_aligned.wav"
  }

  private func write(
    _ one: AlignedTake, to path: String, from start: Double, ratio: Double, count: Int,
    _ progress: (Double) -> Void
  ) throws(TakeFileError) {
    let file = one.take.files(content)[0]
    let audio = try TakeAudio(path: file.path)
    let rate = takes[0].line.rate
    let isCut = ratio == 1
    let samples: SampleFormat = isCut ? Self.samples(of: file) : .f32
    var metadata = file.metadata
    let begin = Int(start.rounded())
    let used = min(Int((Double(count) * ratio).rounded()), file.frames - begin)
    metadata.cut(to: begin..<(begin + max(0, used)), rate: file.rate)
    metadata.clockPairs = ClockPairs(
      start: Int(takes[0].line.time(at: takes[0].line.frame(at: span.lowerBound).rounded(.up))),
      error: Int(one.line.error(at: start).rounded(.up)))
    (metadata.copy, metadata.audioChecksum) = ("aligned", nil)
    (metadata.rate, metadata.preRollFrames) = (rate, 0)
    metadata.notes.append(
      isCut
        ? "cut to the time that all aligned takes have in common"
        : "aligned with \(takes[0].take.name): resampled by \(1 / ratio)")
    var writer = try TakeFileWriter.create(
      path: path, kind: .wav,
      format: AudioFormat(rate: rate, channels: file.channels, samples: samples),
      metadata: metadata)
    UnfinishedFile.begin(path)
    defer { UnfinishedFile.end() }
    do throws(TakeFileError) {
      var stream = try AlignedStream(audio, skipping: begin, ratio: ratio, block: Self.block)
      while writer.frames < count {
        let made = try stream.next(most: count - writer.frames)
        guard !made.isEmpty else { break }
        _ = try writer.append(interleaved: made, frames: made.count / file.channels)
        progress(Double(writer.frames) / Double(count))
      }
      // Because of rounding, a frame or two may be missing at the end.
      let missing = count - writer.frames
      if missing > 0 {
        let silence = [Float](repeating: 0, count: missing * file.channels)
        _ = try writer.append(interleaved: silence, frames: missing)
      }
      _ = try writer.checkpoint(metadata)
    } catch {
      writer.discard()
      throw error
    }
    _ = try writer.finish(metadata)
  }

  /// A format that holds every sample of a file exactly.
  private static func samples(of file: TakeFile) -> SampleFormat {
    guard let bits = file.bits, !file.isFloat else { return .f32 }
    return bits <= 16 ? .s16 : bits <= 24 ? .s24 : .s32
  }
}

/// Reads the samples of a file from a frame on, and resamples them.
private struct AlignedStream {
  private let audio: TakeAudio
  private let channels: Int
  private let converter: StreamConverter?
  private var input: [Float]
  private var waiting: ArraySlice<Float> = []
  private var isAtEnd = false
  private var left: Int
  private let block: Int

  /// - Parameter ratio: the number of frames to read for each frame that is returned.
  init(_ audio: TakeAudio, skipping frames: Int, ratio: Double, block: Int) throws(TakeFileError) {
    (self.audio, left, self.block) = (audio, frames, block)
    channels = audio.file.channels
    converter = ratio == 1 ? nil : StreamConverter(channels: channels, ratio: 1 / ratio)
    if ratio != 1, converter == nil {
      throw .encoder(
        path: audio.file.path, problem: "it cannot be resampled by \(1 / ratio)",
        remedy: "free some memory, or align takes with more similar rates")
    }
    input = [Float](repeating: 0, count: block * channels)
  }

  /// The next samples, in at most `most` frames; empty at the end.
  mutating func next(most: Int) throws(TakeFileError) -> [Float] {
    while left > 0 {
      let skipped = try audio.read(into: &input, frames: min(left, block))
      guard skipped > 0 else { return [] }
      left -= skipped
    }
    while waiting.isEmpty, !isAtEnd {
      let count = try audio.read(into: &input, frames: block)
      isAtEnd = count == 0
      let read = input.prefix(count * channels)
      waiting = converter?.convert(Array(read), isLast: isAtEnd)[...] ?? read
    }
    let taken = waiting.prefix(most * channels)
    waiting = waiting.dropFirst(taken.count)
    return Array(taken)
  }
}
