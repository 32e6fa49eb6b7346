import Glibc
import TakeFiles

/// The parts of a take before they have frames: their names, their files and their metadata.
///
/// - Thread: writer.
struct TakeParts {
  /// Returns the events in a part of the take, from one frame to another, with at most this many gaps and markers.
  typealias Events = @Sendable (_ first: Int, _ last: Int, _ limit: Int) -> TakeEvents

  /// The maximum number of gaps, and of markers, for the head of a file in progress: more than it has room for.
  private static let eventsInProgress = 256

  private let plan: TakePlan
  private let preRollFrames: Int
  /// The metadata common to all files of the take, except its name.
  private let base: TakeMetadata
  private let events: Events
  /// The number of the take on another medium; `nil` if there is none.
  var number: @Sendable () -> Int? = { nil }

  /// The parts of a take.
  ///
  /// - Parameters:
  ///   - preRollFrames: frames of the take before the press.
  ///   - events: gaps and markers so far.
  init(plan: TakePlan, preRollFrames: Int, events: @escaping Events) {
    self.plan = plan
    self.preRollFrames = preRollFrames
    base = plan.metadata(preRollFrames: preRollFrames)
    self.events = events
  }

  /// The files of the first part, under the next free number.
  ///
  /// - Throws: ``TakeFileError`` if the folder cannot be read or a file cannot be created.
  func first() throws(TakeFileError) -> TakePart {
    var name = try TakeDirectory(path: plan.directory).nextName(date: plan.date)
      .prefixed(plan.unit.prefix ?? "")
    // The take has the same number on both media, unless this one already has a take of that number.
    if let other = number(), other > name.number { name.number = other }
    var tries = 0
    while true {
      do throws(TakeFileError) {
        if plan.form.folders == .byDay { try TakeDirectory(path: plan.folder).make() }
        return try begin(name, firstFrame: 0)
      } catch {
        // Deleting the last take of a day deletes its folder.
        if case .system(.create, _, ENOENT) = error, plan.form.folders == .byDay, tries < 3 {
          tries += 1
          continue
        }
        // Another program was quicker with this number.
        guard case .system(.create, _, EEXIST) = error, name.number < TakeDirectory.largestNumber
        else { throw error }
        name.number += 1
      }
    }
  }

  /// The files of a part; if one of them cannot be created, none is.
  ///
  /// - Throws: ``TakeFileError`` if a file cannot be created.
  func begin(_ name: TakeName, firstFrame: Int) throws(TakeFileError) -> TakePart {
    let metadata = metadata(of: name, from: firstFrame)
    // A later part is named after its own start.
    var own = name
    if firstFrame > 0 { own.date = metadata.rendered.date }
    var part = TakePart(
      file: try create(own, .rendered, plan.renderedFormat, metadata.rendered), name: name,
      firstFrame: firstFrame)
    do throws(TakeFileError) {
      if plan.form.keepsSafety {
        part.safety = try create(own, .safety, plan.renderedFormat, metadata.safety)
      }
      if plan.form.keepsRaw { part.raw = try create(own, .raw, plan.rawFormat, metadata.raw) }
      part.syncers = try part.makeSyncers()
      // Their heads reach the medium before the previous part points to them.
      if firstFrame > 0 { for file in part.syncers { try file.sync() } }
    } catch {
      part.discard()
      throw error
    }
    return part
  }

  /// A file of a part; only WAV can hold every channel unchanged.
  private func create(
    _ name: TakeName, _ content: TakeName.Content, _ format: AudioFormat, _ metadata: TakeMetadata
  ) throws(TakeFileError) -> TakeFileWriter {
    var name = name
    name.content = content
    let kind = content == .raw ? .wav : plan.form.kind
    return try TakeFileWriter.create(
      path: name.path(in: plan.folder, ending: kind.ending), kind: kind, format: format,
      metadata: metadata)
  }

  /// The metadata of the files of a part, with the gaps and markers in its frames.
  ///
  /// - Parameters:
  ///   - last: the frame of the take after its last frame.
  ///   - end: the reason for its end; `nil` while it is being written.
  ///   - isLast: true if no part follows.
  func metadata(
    of name: TakeName, from first: Int, to last: Int = .max, end: TakeMetadata.End? = nil,
    isLast: Bool = false
  ) -> PartMetadata {
    let number = name.part ?? 0
    var (now, take) = (base, name)
    take.part = nil
    now.take = take.stem
    now.end = end
    now.parts = isLast ? number + 1 : nil
    // Only a finished file has room for all of them; the head, written twice a second, must not grow forever.
    let events = events(first, last, end == nil ? Self.eventsInProgress : .max)
    var plan = plan
    if let set = events.set { (plan.time, plan.clock) = (set.time, set.quality) }
    if let quality = events.withoutPulse { plan.clock = quality }
    plan.noteClock(in: &now)
    now.notes += events.notes
    now.clockPairs = events.clock
    // Only the last part has the level of the whole take.
    now.soundLevel = isLast ? events.soundLevel : nil
    (now.markers, now.gaps) = (events.markers, events.gaps)
    now.statedGaps = events.gapTotals
    now.omittedEvents = events.omitted
    return plan.metadata(
      now, part: number, firstFrame: first, sincePress: events.elapsed - preRollFrames)
  }
}
