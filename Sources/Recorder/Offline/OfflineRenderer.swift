import Beamforming
import Boards
import Essentials
import Glibc
import Realtime
import TakeFiles

/// Renders a file of microphone channels through the engine of the recorder.
///
/// Live takes use the same renderer with the same configuration: rendering a take's raw file reproduces the take's own
/// rendered file bit for bit.
package struct OfflineRenderer: Sendable {
  /// The board whose microphones are in the file.
  package var board: Board
  /// The filters.
  package var design: Design
  /// The filters of other cases, in order, each with its first frame: where the board was turned.
  package var turns: [(frame: Int, design: Design)] = []
  /// The sector in the foreground; `nil` for none.
  package var focus: FocusedDesign?
  /// Samples, low cut and limiter of the output, which is one WAV file.
  package var form: TakeForm
  /// True to keep the delay of the filters in the output.
  package var keepsDelay: Bool
  /// The frames of the input to render; `nil` for all.
  package var range: Range<Int>?
  /// True to abandon the work, which ends it with `ECANCELED`.
  package var isOver: @Sendable () -> Bool = { false }
  /// The name of the take that the output becomes; `nil` for a file of the input's take.
  package var take: TakeName?

  /// A renderer from its parts.
  package init(
    board: Board, design: Design, turns: [(frame: Int, design: Design)] = [], form: TakeForm,
    keepsDelay: Bool = false
  ) {
    (self.board, self.design, self.turns, self.form) = (board, design, turns, form)
    self.keepsDelay = keepsDelay
  }

  /// The result of a rendering.
  package struct Summary: Sendable, Equatable {
    /// Rendered frames.
    package var frames = 0
    /// Frames per second.
    package var rate = 0
    /// Channels of the output.
    package var channels = 0
    /// The faults of the input, one phrase each; the existing sound was rendered.
    package var faults: [String] = []
    /// Input samples that were not numbers and became silence.
    package var invalidSamples = 0
    /// Frames whose level the limiter turned down.
    package var limitedFrames = 0
    /// The number of gusts of strong wind that were reduced.
    package var winds = 0
    /// Samples that did not fit into the output's format.
    package var clippedSamples = 0

    /// An empty summary at a rate.
    package init(rate: Int) { self.rate = rate }
  }

  /// Frames read at once.
  static let block = 16384
  /// Seconds heard before and after a part, so that it begins as if it had been running.
  private static let settlingSeconds = 2

  /// Renders a file into a new one, which must not exist.
  ///
  /// A failed rendering leaves nothing behind: it can be repeated.
  ///
  /// - Parameter progress: called with the part done, 0 to 1.
  /// - Throws: ``OfflineRenderError/file(_:)`` if a file cannot be read or written,
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
      var summary = try render(
        reader, to: output, metadata: metadata(of: take, faults, for: output), progress: progress)
      summary.faults = faults
      return summary
    } catch {
      throw .file(error)
    }
  }

  private static func open(_ path: String) throws(OfflineRenderError) -> WAVReader {
    try translate(try WAVReader.open(path: path), to: OfflineRenderError.file)
  }

  /// The reason why a recording does not belong to the board; `nil` for none.
  func problem(rate: Int, channels: Int) -> String? {
    if rate != design.filters.rate {
      return
        "it has \(rate) frames per second, but the filters are for \(design.filters.rate)"
    }
    if let needed = board.microphones.map(\.channel).max(), needed >= channels {
      return "it has \(channels) channels, but the board \(board.id) needs channel \(needed)"
        + " (counted from 0); is it the file of another board?"
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
    let writer = try WAVWriter.create(
      path: output,
      format: AudioFormat(rate: reader.rate, channels: cases.outputs, samples: form.samples),
      metadata: metadata)
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
    let end = range.map { $0.upperBound + Self.settlingSeconds * reader.rate } ?? .max
    let total = Double(max(1, min(end, reader.frames) - start))
    while reader.position < end {
      let count = try reader.read(
        samples: samples, frames: min(Self.block, end - reader.position))
      if count == 0 { break }
      if isOver() { throw .system(operation: .read, path: writer.inProgressPath, code: ECANCELED) }
      cases.render(samples, frames: count)
      try cases.give(to: &writer)
      progress(Double(reader.position - start) / total)
    }
    while cases.finish() { try cases.give(to: &writer) }
    var summary = Summary(rate: reader.rate)
    summary.frames = writer.frames
    summary.channels = cases.outputs
    cases.summarize(&summary)
    summary.clippedSamples = writer.clippedSamples
    try writer.finish(metadata)
    return summary
  }

  /// The metadata of the input, plus those of its rendering.
  ///
  /// Time, gaps and markers are the input's own: frame n of the output is its frame n.
  private func metadata(
    of take: TakeFile, _ faults: [String], for output: String
  ) -> TakeMetadata {
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
    let source = metadata.familyID.isEmpty ? metadata.take : metadata.familyID
    metadata.boardID = board.id
    metadata.boardName = board.name
    metadata.dataSource = board.dataSources[design.which.dataSource].name
    let start = range?.lowerBound ?? 0
    // The case at the beginning.
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

  /// Gives the output its own identity: another case is another recording, and this is its only file.
  ///
  /// The parts of a take that are rendered in the same way stay together.
  private func identify(_ metadata: inout TakeMetadata, from family: String) {
    // Step by step: one sum of all is too much for Swift 6.0.3 to type-check.
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
  /// The words that distinguish ways of rendering, apart from pattern and filters.
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
