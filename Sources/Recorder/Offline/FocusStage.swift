import Acoustics
import Beamforming
import Boards
import Glibc
import Realtime

/// A sector of a recording, and the part of the sound to write.
package struct FocusWish: Sendable, Equatable {
  /// The part of the sound to write.
  package enum Part: String, Sendable, CaseIterable {
    /// The sector with an attenuated rest.
    case whole
    /// The sector alone.
    case foreground
    /// Everything but the foreground: both together are the take.
    case background
  }

  package var focus: Focus
  package var part: Part

  /// A wish from its parts.
  package init(_ focus: Focus, part: Part = .whole) { (self.focus, self.part) = (focus, part) }
}

/// The data that rendering a focus needs in addition to the filters.
package struct FocusedDesign: Sendable {
  package let wish: FocusWish
  package let tables: FocusTables
  let directions: DirectionalDesign

  /// The reason why a board's microphones cannot keep a voice in its place; `nil` if they can.
  package func refusal(_ board: Board) -> String? {
    guard tables.microphones.count <= 2, board.calibration != .calibrated else { return nil }
    return
      "\(board.id) has two microphones that are not calibrated, so the voice in the focus would wander; "
      + "'pinna check --calibrate' measures them"
  }
}

extension FocusWish {
  /// The wish in words, for the metadata of a file.
  package var note: String {
    let place = "focus at \(azimuth) degrees, \(width) wide"
    return part == .whole ? "\(place), \(strength) dB" : "\(part.rawValue) of a \(place)"
  }

  private var azimuth: String { Self.short(focus.azimuth) }
  private var width: String { Self.short(focus.width) }
  private var strength: String { Self.short(focus.strength) }

  private static func short(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}

/// The path of stereo through a ``FocusFilter``: windows of the microphones and of the stereo made from them.
///
/// Frame n of its output is frame n of its input.
final class FocusStage {
  private let tables: FocusTables
  private let filter: FocusFilter
  private let part: FocusWish.Part
  private var survey: DirectionSurvey
  private let transform: RealFourierTransform
  private let shape: [Double]
  private let channels: [Int]
  private let format: RawFormat
  /// True if directions are followed in the incoming stereo.
  private let isDirected: Bool
  private var invalid = 0
  /// Frames of all the board's microphones, and of the stereo, that have not yet been the second half of a window.
  private var heard: [Float] = []
  private var stereo: [Float] = []
  /// The first halves of the next window, and the overlap from the previous one.
  private var past: (heard: [Float], stereo: [Float])
  private var tail: (left: [Double], right: [Double])
  /// Frames in and out.
  private var framesIn = 0
  private var framesOut = 0
  /// Frames before the first one, still to be dropped.
  private var discard: Int

  init(
    _ tables: FocusTables, _ directions: DirectionalTables, part: FocusWish.Part, channels: [Int],
    format: RawFormat, isDirected: Bool
  ) {
    (self.tables, self.part, self.channels) = (tables, part, channels)
    (self.format, self.isDirected) = (format, isDirected)
    filter = FocusFilter(tables)
    survey = DirectionSurvey(directions)
    transform = RealFourierTransform(length: tables.window)
    shape = (0..<tables.window).map { sin(.pi * (Double($0) + 0.5) / Double(tables.window)) }
    let hop = tables.window / 2
    past = (
      [Float](repeating: 0, count: hop * channels.count), [Float](repeating: 0, count: hop * 2)
    )
    let silence = [Double](repeating: 0, count: hop)
    tail = (silence, silence)
    discard = hop
  }

  private var hop: Int { tables.window / 2 }

  /// Takes the next frames of the capture device.
  func hear(_ samples: UnsafePointer<Int32>, frames: Int, of stride: Int) {
    framesIn += frames
    for n in 0..<frames {
      for channel in channels {
        heard.append(
          RawSamples.sample(samples[n * stride + channel], format: format, invalid: &invalid))
      }
    }
  }

  /// Takes the next frames of the stereo, and returns those that are ready.
  func process(_ frames: ArraySlice<Float>) -> [Float] {
    stereo += frames
    var ready: [Float] = []
    let count = channels.count
    var (usedHeard, usedStereo) = (0, 0)
    while heard.count - usedHeard >= hop * count, stereo.count - usedStereo >= hop * 2 {
      let nextHeard = Array(heard[usedHeard..<(usedHeard + hop * count)])
      let nextStereo = Array(stereo[usedStereo..<(usedStereo + hop * 2)])
      (usedHeard, usedStereo) = (usedHeard + hop * count, usedStereo + hop * 2)
      ready += window(nextHeard, nextStereo)
      past = (nextHeard, nextStereo)
    }
    heard.removeFirst(usedHeard)
    stereo.removeFirst(usedStereo)
    return trimmed(ready)
  }

  /// Returns the rest, after the last frames.
  func finish() -> [Float] {
    guard framesOut < framesIn else { return [] }
    heard += [Float](repeating: 0, count: 2 * hop * channels.count)
    stereo += [Float](repeating: 0, count: 2 * hop * 2)
    return process([])
  }

  /// Frames that belong to the recording.
  private func trimmed(_ frames: [Float]) -> [Float] {
    let skipped = min(discard, frames.count / 2)
    discard -= skipped
    let count = min(frames.count / 2 - skipped, framesIn - framesOut)
    framesOut += count
    return Array(frames[(2 * skipped)..<(2 * (skipped + count))])
  }

  /// Processes a window, and returns its first half with the overlap from the previous one.
  private func window(_ nextHeard: [Float], _ nextStereo: [Float]) -> [Float] {
    nextHeard.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress { survey.next(base) }
    }
    let count = channels.count
    let microphones = tables.microphones.map { microphone in
      spectrum { n in
        n < hop ? past.heard[n * count + microphone] : nextHeard[(n - hop) * count + microphone]
      }
    }
    let ears = FocusFilter.Ears(
      left: spectrum { $0 < hop ? past.stereo[2 * $0] : nextStereo[2 * ($0 - hop)] },
      right: spectrum { $0 < hop ? past.stereo[2 * $0 + 1] : nextStereo[2 * ($0 - hop) + 1] })
    let beliefs = survey.beliefs.map { isDirected ? $0 : 0 }
    let made = filter.process(microphones, ears, beliefs: beliefs)
    let wanted: FocusFilter.Ears
    switch part {
    case .whole: wanted = made.whole
    case .foreground: wanted = made.inside
    case .background:
      wanted = .init(
        left: zip(ears.left, made.inside.left).map { $0 - $1 },
        right: zip(ears.right, made.inside.right).map { $0 - $1 })
    }
    let (left, right) = (transform.inverse(wanted.left), transform.inverse(wanted.right))
    var frames = [Float](repeating: 0, count: 2 * hop)
    for n in 0..<hop {
      frames[2 * n] = Float(tail.left[n] + left[n] * shape[n])
      frames[2 * n + 1] = Float(tail.right[n] + right[n] * shape[n])
      tail.left[n] = left[n + hop] * shape[n + hop]
      tail.right[n] = right[n + hop] * shape[n + hop]
    }
    return frames
  }

  private func spectrum(_ sample: (Int) -> Float) -> [Complex] {
    transform.forward((0..<tables.window).map { Double(sample($0)) * shape[$0] })
  }
}
