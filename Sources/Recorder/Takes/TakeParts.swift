import Glibc
import TakeFiles

/// Creates the parts of a take, with their names, their files and their metadata.
///
/// - Thread: writer.
struct TakeParts {
  /// A function that returns the events in a part of the take, from one frame to another, with at most this many gaps
  /// and markers.
  typealias Events = @Sendable (_ first: Int, _ last: Int, _ limit: Int) -> TakeEvents

  /// The most gaps, and the most markers, to request for the head of a file in progress; deliberately more than the
  /// head can hold.
  private static let eventsInProgress = 256

  private let plan: TakePlan
  private let preRollFrames: Int
  /// The metadata that all files of the take have in common, except the name of the take.
  private let base: TakeMetadata
  private let events: Events
  /// Returns a number for the take from the other medium, given the next free number on this medium; `nil` if there is
  /// none.
  var number: @Sendable (Int) -> Int? = { _ in nil }

  /// Prepares the creation of the parts of a take.
  ///
  /// - Parameters:
  ///   - preRollFrames: the number of frames of the take before the press.
  ///   - events: returns the gaps and markers so far.
  init(plan: TakePlan, preRollFrames: Int, events: @escaping Events) {
    self.plan = plan
    self.preRollFrames = preRollFrames
    base = plan.metadata(preRollFrames: preRollFrames)
    self.events = events
  }

  /// Creates the files of the first part, under the next free number.
  ///
  /// - Throws: ``TakeFileError`` if the folder cannot be read or a file cannot be created.
  func first() throws(TakeFileError) -> TakePart {
    var name = try TakeDirectory(path: plan.directory).nextName(date: plan.date)
      .prefixed(plan.unit.prefix ?? "")
    // Use the number from the other medium, unless this medium already has a take with that number.
    if let other = number(name.number), other > name.number { name.number = other }
    var tries = 0
    while true {
      do throws(TakeFileError) {
        if plan.form.folders == .byDay { try TakeDirectory(path: plan.folder).make() }
        let part = try begin(name, firstFrame: 0)
        // A folder that cannot be listed now, or that has no next number, does not keep the take from starting.
        let own = TakeName.Content.allCases.map { TakeName.inProgressPath(for: path(name, $0)) }
        let directory = TakeDirectory(path: plan.directory)
        guard name.number < TakeDirectory.largestNumber,
          (try? directory.hasOther(number: name.number, than: own)) == true
        else { return part }
        part.discard()
        throw .system(operation: .create, path: path(name, .rendered), code: EEXIST)
      } catch {
        // Deleting the last take of a day deletes the folder of the day too: make it again.
        if case .system(.create, _, ENOENT) = error, plan.form.folders == .byDay, tries < 3 {
          tries += 1
          continue
        }
        // Another program has just used this number: try the next one.
        guard case .system(.create, _, EEXIST) = error, name.number < TakeDirectory.largestNumber
        else { throw error }
        name.number += 1
      }
    }
  }

  /// Creates the files of a part; if one of them cannot be created, none of them is kept.
  ///
  /// - Throws: ``TakeFileError`` if a file cannot be created.
  func begin(_ name: TakeName, firstFrame: Int) throws(TakeFileError) -> TakePart {
    let metadata = metadata(of: name, from: firstFrame)
    // The files of a later part are named after the time at which the part starts.
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
      // The heads of the files must reach the medium before the previous part refers to the files.
      if firstFrame > 0 { for file in part.syncers { try file.sync() } }
    } catch {
      part.discard()
      throw error
    }
    return part
  }

  /// Creates a file of a part; a raw file is always WAV, because only WAV can hold every channel unchanged.
  private func create(
    _ name: TakeName, _ content: TakeName.Content, _ format: AudioFormat, _ metadata: TakeMetadata
  ) throws(TakeFileError) -> TakeFileWriter {
    try TakeFileWriter.create(
      path: path(name, content), kind: kind(content), format: format, metadata: metadata)
  }

  private func kind(_ content: TakeName.Content) -> TakeFileKind {
    content == .raw ? .wav : plan.form.kind
  }

  private func path(_ name: TakeName, _ content: TakeName.Content) -> String {
    var name = name
    name.content = content
    return name.path(in: plan.folder, ending: kind(content).ending)
  }

  /// Returns the metadata of the files of a part, with the gaps and markers that lie in the part.
  ///
  /// - Parameters:
  ///   - last: the frame of the take after the last frame of the part.
  ///   - end: the reason why the part ended; `nil` while it is being written.
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
    // Only a finished file has room for all events: the head of a file in progress, which is written twice a second,
    // must not grow forever.
    let events = events(first, last, end == nil ? Self.eventsInProgress : .max)
    var plan = plan
    if let set = events.set { (plan.time, plan.clock) = (set.time, set.quality) }
    if let quality = events.withoutPulse { plan.clock = quality }
    plan.noteClock(in: &now)
    now.notes += events.notes
    now.clockPairs = events.clock
    // Only the last part states the level of the whole take.
    now.soundLevel = isLast ? events.soundLevel : nil
    (now.markers, now.gaps) = (events.markers, events.gaps)
    now.statedGaps = events.gapTotals
    now.omittedEvents = events.omitted
    return plan.metadata(
      now, part: number, firstFrame: first, sincePress: events.elapsed - preRollFrames)
  }
}
