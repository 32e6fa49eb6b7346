import Face
import Recorder
import TakeFiles

extension SeasonReport {
  /// The start and the end of a take in seconds since 1970; `nil` if the clock was not set.
  static func span(_ take: TakeSet) -> Range<Double>? {
    guard let file = take.main.first, file.metadata.isClockSet, file.rate > 0 else { return nil }
    let start = Double(file.metadata.date.localSeconds - (file.metadata.utcOffsetSeconds ?? 0))
    return start..<(start + max(0.001, Double(take.frames) / Double(file.rate)))
  }

  /// The starts and the ends of the takes that the log says were finished, but of which no file is in the folder any
  /// more, because they were pruned, moved or deleted.
  static func gone(_ lines: [DeploymentLog.Line], _ sets: [TakeSet]) -> [Range<Double>] {
    let here = Set(sets.compactMap { TakeName(fileName: $0.name) })
    return lines.compactMap { line in
      guard line.type == RecorderEvent.Kind.takeFinished.rawValue,
        let seconds = line.fields["seconds"].flatMap({ Double($0) }), seconds > 0,
        seconds < line.time, var name = line.fields["file"].flatMap(TakeName.init(fileName:))
      else { return nil }
      (name.content, name.part) = (.rendered, nil)
      return here.contains(name) ? nil : (line.time - seconds)..<line.time
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
