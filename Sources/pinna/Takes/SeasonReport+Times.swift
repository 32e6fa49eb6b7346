import Face
import Recorder
import TakeFiles

extension SeasonReport {
  /// The start of a take in seconds since 1970, and the end that it would have without pauses; `nil` if the clock was
  /// not set.
  ///
  /// - Parameter utcOffset: returns the offset of the local clock, for a file that does not state its own; see
  ///   ``init(_:_:_:utcOffset:)``.
  static func span(_ take: TakeSet, utcOffset: (Double) -> Int) -> Range<Double>? {
    guard let file = take.main.first, file.metadata.isClockSet, file.rate > 0 else { return nil }
    let local = file.metadata.date.localSeconds
    let about = Double(local - utcOffset(Double(local)))
    let start = Double(local - (file.metadata.utcOffsetSeconds ?? utcOffset(about)))
    return start..<(start + max(0.001, Double(take.frames) / Double(file.rate)))
  }

  /// The times in which takes were paused, in order, by the log.
  static func pauses(_ lines: [DeploymentLog.Line]) -> [Range<Double>] {
    var (pauses, begin): ([Range<Double>], Double?) = ([], nil)
    for line in lines {
      switch RecorderEvent.Kind(rawValue: line.type) {
      case .takePaused: begin = line.time
      case .takeResumed, .takeFinished:
        if let begin, begin < line.time { pauses.append(begin..<line.time) }
        begin = nil
      default: break
      }
    }
    return pauses.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The times in which a take was recorded, if this would be its time without any pause.
  static func pieces(_ take: Range<Double>, _ pauses: [Range<Double>]) -> [Range<Double>] {
    var (pieces, rest): ([Range<Double>], Range<Double>) = ([], take)
    for pause in pauses where rest.contains(pause.lowerBound) {
      pieces.append(rest.lowerBound..<pause.lowerBound)
      rest = pause.upperBound..<(rest.upperBound + pause.upperBound - pause.lowerBound)
    }
    return pieces + [rest]
  }

  /// The order of a person or a program to the take before a missing time; `nil` if the log says nothing of that.
  static func order(
    _ hole: Range<Double>, _ lines: [DeploymentLog.Line], _ pauses: [Range<Double>]
  ) -> String? {
    if pauses.contains(where: { $0.overlaps(hole) }) { return "the take was paused" }
    let isStopped = lines.contains { line in
      line.type == RecorderEvent.Kind.takeFinished.rawValue
        && line.fields["end"] == TakeEnd.stopped.words
        && abs(line.time - hole.lowerBound) < closingSeconds
    }
    return isStopped ? "the take was stopped" : nil
  }

  /// The longest time in seconds from the end of a take to its line in the log, which is written once the files are
  /// closed.
  private static let closingSeconds = 10.0

  /// The starts and the ends of the takes that the log says were finished, but of which no file is in the folder any
  /// more, because they were pruned, moved or deleted.
  ///
  /// Like ``span(_:utcOffset:)``, this gives the ends that the takes would have without pauses.
  static func gone(
    _ lines: [DeploymentLog.Line], _ sets: [TakeSet], _ pauses: [Range<Double>]
  ) -> [Range<Double>] {
    let here = Set(sets.compactMap { TakeName(fileName: $0.name) })
    return lines.compactMap { line in
      guard line.type == RecorderEvent.Kind.takeFinished.rawValue,
        let seconds = line.fields["seconds"].flatMap({ Double($0) }), seconds > 0,
        seconds < line.time, var name = line.fields["file"].flatMap(TakeName.init(fileName:))
      else { return nil }
      (name.content, name.part) = (.rendered, nil)
      guard !here.contains(name) else { return nil }
      var start = line.time - seconds
      for pause in pauses.reversed() where (start...line.time).contains(pause.upperBound) {
        start -= pause.upperBound - pause.lowerBound
      }
      return start..<(start + seconds)
    }
  }

  /// These times in order and without overlaps; takes that are less than a second apart are merged.
  static func merged(_ spans: [Range<Double>]) -> [Range<Double>] {
    var all: [Range<Double>] = []
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = all.last, span.lowerBound <= last.upperBound + 1 {
        all[all.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        all.append(span)
      }
    }
    return all
  }

  /// The parts of a time that other times do not cover.
  static func holes(of span: Range<Double>, in others: [Range<Double>]) -> [Range<Double>] {
    var (holes, place): ([Range<Double>], Double) = ([], span.lowerBound)
    for other in others where other.upperBound > place && other.lowerBound < span.upperBound {
      if other.lowerBound > place { holes.append(place..<other.lowerBound) }
      place = max(place, other.upperBound)
    }
    if place < span.upperBound { holes.append(place..<span.upperBound) }
    return holes
  }
}
