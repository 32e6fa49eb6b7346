import Beamforming
import Boards
import Essentials
import Glibc
import Realtime
import TakeFiles

/// Renders a file of microphone channels in the same way as the recorder renders a take.
///
/// Live takes use the same renderer with the same configuration: rendering a take's raw file reproduces the take's own
/// rendered file bit for bit.
package struct OfflineRenderer: Sendable {
  /// The board whose microphones are in the file.
  package var board: Board
  /// The filters.
  package var design: Design
  /// The filters of the cases that follow because the board was turned, in order, each with the first frame to which it
  /// applies.
  package var turns: [(frame: Int, design: Design)] = []
  /// The sector in the foreground; `nil` for no focus.
  package var focus: FocusedDesign?
  /// The form of the output, which is one WAV file; only the format of its samples, its low cut and its limiter are
  /// used.
  package var form: TakeForm
  /// True if the output keeps the delay of the filters.
  package var keepsDelay: Bool
  /// The range of input frames to render; `nil` for all.
  package var range: Range<Int>?
  /// Returns true if the work should be abandoned; it then ends with `ECANCELED`.
  package var isOver: @Sendable () -> Bool = { false }
  /// The name of the new take that the output becomes; `nil` if the output is to be another file of the input's take.
  package var take: TakeName?

  /// Creates a renderer from its parts.
  package init(
    board: Board, design: Design, turns: [(frame: Int, design: Design)] = [], form: TakeForm,
    keepsDelay: Bool = false
  ) {
    (self.board, self.design, self.turns, self.form) = (board, design, turns, form)
    self.keepsDelay = keepsDelay
  }

  /// The result of a rendering.
  package struct Summary: Sendable, Equatable {
    /// The number of rendered frames.
    package var frames = 0
    /// The number of frames per second.
    package var rate = 0
    /// The number of channels of the output.
    package var channels = 0
    /// The faults of the input, each in a phrase; the sound that could be read was rendered all the same.
    package var faults: [String] = []
    /// The number of input samples that were not numbers and were rendered as silence.
    package var invalidSamples = 0
    /// The number of frames whose level the limiter turned down.
    package var limitedFrames = 0
    /// The number of gusts of strong wind that were reduced.
    package var winds = 0
    /// The number of samples that were beyond the range of the output's format.
    package var clippedSamples = 0
    /// The names of the microphones in use that delivered nothing but one constant value.
    package var silentMicrophones: [String] = []

    /// Creates an empty summary at a sample rate.
    package init(rate: Int) { self.rate = rate }
  }

  /// The number of frames that are read at once.
  static let block = 16384
  /// Seconds of the input that are also processed before and after the requested range, so that the output begins and
  /// ends as if more had been rendered.
  private static let settlingSeconds = 2

  /// Renders a file to a new file, which must not exist yet.
  ///
  /// A rendering that fails leaves no file behind, so it can be repeated.
  ///
  /// - Parameter progress: called with the fraction done, 0 to 1.
  /// - Throws: ``OfflineRenderError/file(_:)`` if a file cannot be read or written, or
  ///   ``OfflineRenderError/mismatch(file:problem:)`` if the input is not a recording of the board.
  package func render(
    _ input: String, to output: String, progress: (Double) -> Void = { _ in }
  ) throws(OfflineRenderError) -> Summary {
    let reader = try Self.open(input)
    if let problem = problem(rate: reader.rate, channels: reader.channels) {
      throw .mismatch(file: input, problem: problem)
    }
    if let range, range.isEmpty || range.upperBound > reader.frames {
      throw .mismatch(
        file: input,
        problem:
          "it is \(TakeMetadata.place(frame: reader.frames, rate: reader.rate)) long, so it has no such part"
      )
    }
    do throws(TakeFileError) {
      let take = try TakeFile.read(path: input)
      let faults = try TakeVerifier.faults(of: take)
      let metadata = try metadata(of: take, faults, for: output)
      var summary = try render(reader, to: output, metadata: metadata, progress: progress)
      summary.faults = faults
      return summary
    } catch {
      throw .file(error)
    }
  }

  private static func open(_ path: String) throws(OfflineRenderError) -> WAVReader {
    try translate(try WAVReader.open(path: path), to: OfflineRenderError.file)
  }

  /// The reason why a recording cannot have been made with the board; `nil` if there is no such reason.
  func problem(rate: Int, channels: Int) -> String? {
    if rate != design.filters.rate {
      return
        "it has \(rate) frames per second, but the filters are for \(design.filters.rate)"
    }
    if let needed = board.microphones.map(\.channel).max(), needed >= channels {
      return
        "it has \(channels.counted("channel")), but the board \(board.id) needs channel \(needed)"
        + " (counted from 0); is it a file from another board?"
    }
    return nil
  }

  private func render(
    _ reader: consuming WAVReader, to output: String, metadata: TakeMetadata,
    progress: (Double) -> Void
  ) throws(TakeFileError) -> Summary {
    var reader = reader
    let settling = Self.settlingSeconds * reader.rate
    let wanted = range ?? 0..<reader.frames
    let start = max(0, wanted.lowerBound - settling)
    let cases = CaseRenderers(
      self, channels: reader.channels, format: reader.encoding.isFloat ? .float : .integer,
      start: start, wanted: range)
    if range != nil { reader.seek(toFrame: start) }
    TakeRemains.remove(of: output, madeWith: metadata)
    let writer = try WAVWriter.create(
      path: output,
      format: AudioFormat(rate: reader.rate, channels: cases.outputs, samples: form.samples),
      metadata: metadata.unfinished)
    let inProgress = writer.inProgressPath
    do throws(TakeFileError) {
      return try render(&reader, with: cases, to: writer, metadata: metadata, progress: progress)
    } catch {
      _ = unlink(inProgress)
      throw error
    }
  }

  private func render(
    _ reader: inout WAVReader, with cases: CaseRenderers, to writer: consuming WAVWriter,
    metadata: TakeMetadata, progress: (Double) -> Void
  ) throws(TakeFileError) -> Summary {
    var writer = writer
    let samples = UnsafeMutablePointer<Int32>.allocate(capacity: Self.block * reader.channels)
    defer { samples.deallocate() }
    let start = reader.position
    // The seconds before and after the range do not count.
    let isToEnd = range?.upperBound ?? .max >= reader.frames
    let wanted = (range?.lowerBound ?? start)..<(isToEnd ? .max : range?.upperBound ?? .max)
    let end = range.map { $0.upperBound + Self.settlingSeconds * reader.rate } ?? .max
    let total = Double(max(1, min(end, reader.frames) - start))
    var silent = SilentMicrophones(design, board)
    var (before, within) = (Summary(rate: reader.rate), Summary?.none)
    while reader.position < end {
      let isWanted = wanted.contains(reader.position)
      let stop = [wanted.lowerBound, wanted.upperBound].first { $0 > reader.position } ?? end
      let count = try reader.read(
        samples: samples, frames: min(Self.block, stop - reader.position))
      if count == 0 { break }
      if isOver() { throw .system(operation: .read, path: writer.inProgressPath, code: ECANCELED) }
      if isWanted { silent.hear(samples, frames: count, of: reader.channels) }
      cases.render(samples, frames: count)
      try cases.give(to: &writer)
      if reader.position == wanted.lowerBound { before = cases.counts(rate: reader.rate) }
      if reader.position == wanted.upperBound { within = cases.counts(rate: reader.rate) }
      progress(Double(reader.position - start) / total)
    }
    while cases.finish() { try cases.give(to: &writer) }
    var summary = within ?? cases.counts(rate: reader.rate)
    summary.limitedFrames = min(summary.limitedFrames - before.limitedFrames, writer.frames)
    summary.invalidSamples -= before.invalidSamples
    summary.frames = writer.frames
    summary.channels = cases.outputs
    summary.clippedSamples = writer.clippedSamples
    summary.silentMicrophones = silent.names
    try writer.finish(metadata)
    return summary
  }

  /// Returns the identity of the output that this renderer makes from a take, which differs between takes and between
  /// ways of rendering.
  ///
  /// - Throws: ``TakeFileError`` if the sound of another recorder's file cannot be read.
  package func identity(of take: TakeFile, for output: String) throws(TakeFileError) -> String {
    try metadata(of: take, [], for: output).familyID
  }

  /// A hash of the samples of a file, which tells recordings without an identity apart.
  private static func fingerprint(of path: String) throws(TakeFileError) -> String {
    var reader = try WAVReader.open(path: path)
    var samples = [Int32](repeating: 0, count: block * reader.channels)
    var hash = fnv1a([UInt32]())
    while reader.position < reader.frames {
      let count = try reader.read(samples: &samples, frames: block)
      if count == 0 { break }
      let words = samples[..<(count * reader.channels)].lazy.map { UInt32(bitPattern: $0) }
      hash = fnv1a(words, basis: hash)
    }
    return hash.hexadecimal(digits: 16)
  }

  /// The metadata of the output: those of the input, and those of the rendering.
  ///
  /// Time, gaps and markers are taken from the input, because frame n of the output is frame n of the input, or of its
  /// range.
  private func metadata(
    of take: TakeFile, _ faults: [String], for output: String
  ) throws(TakeFileError) -> TakeMetadata {
    let input = take.path
    var metadata = take.metadata
    metadata.notes += faults.map { TakeMetadata.flawedSource + $0 }
    if let range {
      let ends = [range.lowerBound, range.upperBound].map {
        TakeMetadata.place(frame: $0, rate: take.rate)
      }
      metadata.cut(to: range, rate: take.rate)
      metadata.loudness = nil
      metadata.notes.append("from \(ends[0]) to \(ends[1])")
    }
    if let name = self.take {
      (metadata.take, metadata.loudness) = (name.stem, nil)
      (metadata.part, metadata.parts) = (0, 1)
    }
    if metadata.take.isEmpty { metadata.take = TakeName.stem(of: output) }
    metadata.content = .rendered
    // The files of other recorders may have the same name, time and length.
    let source =
      metadata.familyID.isEmpty
      ? metadata.take + " " + (try Self.fingerprint(of: input)) : metadata.familyID
    metadata.boardID = board.id
    metadata.boardName = board.name
    metadata.dataSource = board.dataSources[design.which.dataSource].name
    let start = range?.lowerBound ?? 0
    // Describe the case that applies at the beginning of the output.
    metadata.describe(turns.last { $0.frame <= start }?.design ?? design)
    metadata.lowCutHertz = form.lowCutHertz
    metadata.limits = form.limits
    metadata.gain = 0
    metadata.tracks = design.tracks
    metadata.audioChecksum = nil
    metadata.notes.append(TakeMetadata.renderedFrom + TakeName.fileName(of: input))
    metadata.notes += turns.filter { $0.frame > start && $0.frame < range?.upperBound ?? .max }.map
    {
      "turned to \($0.design.which.orientation?.rawValue ?? "") at frame \($0.frame - start)"
    }
    if let focus { metadata.notes.append(focus.wish.note) }
    if keepsDelay { metadata.notes.append("delay of the filters kept") }
    metadata.end = metadata.end ?? .init(.other, "end of \(TakeName.fileName(of: input))")
    identify(&metadata, from: source)
    return metadata
  }

  /// Gives the output an identity of its own: a take that is rendered in another way is another recording, of which the
  /// output is the only file.
  ///
  /// Parts of a take that are rendered in the same way get the same identity, so they stay together.
  private func identify(_ metadata: inout TakeMetadata, from family: String) {
    // Add the words step by step: a single expression is too much for Swift 6.0.3 to type-check.
    var words = [
      family, metadata.boardID, metadata.dataSource, metadata.orientation ?? "", metadata.pattern,
      metadata.filterHash, form.samples.rawValue, "\(form.lowCutHertz ?? 0)", "\(form.limits)",
      "\(keepsDelay)",
    ]
    if let range { words.append("\(range)") }
    if let take { words.append(take.stem) }
    words += design.identity
    if let focus { words.append(focus.wish.note) }
    words += turns.map { "\($0.frame) \($0.design.filters.fingerprint)" }
    metadata.familyID = TakeMetadata.identity(of: words)
    (metadata.contents, metadata.copy) = ([.rendered], nil)
  }
}

extension Design {
  /// The words that tell ways of rendering apart, in addition to the pattern and the filters.
  fileprivate var identity: [String] {
    (rendering == .directional ? ["directional"] : [])
      + (wind.map { ["wind \($0.strength)"] } ?? [])
  }
}

/// The reason why a file cannot be rendered.
package enum OfflineRenderError: Error, Sendable, Equatable {
  /// The input or the output cannot be read or written.
  case file(TakeFileError)
  /// The input is not a recording of the board.
  case mismatch(file: String, problem: String)
}
