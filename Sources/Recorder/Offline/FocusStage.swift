import Acoustics
import Beamforming
import Boards
import Glibc
import Realtime

/// A request to focus on a sector, with the part of the sound that is to be written.
package struct FocusWish: Sendable, Equatable {
  /// The part of the sound that is to be written.
  package enum Part: String, Sendable, CaseIterable {
    /// The sound of the sector, with all other sound attenuated.
    case whole
    /// The sound of the sector alone.
    case foreground
    /// All sound except the foreground; foreground and background add up to the take.
    case background
  }

  package var focus: Focus
  package var part: Part

  /// Creates a wish from its parts.
  package init(_ focus: Focus, part: Part = .whole) { (self.focus, self.part) = (focus, part) }
}

/// The data that are needed in addition to the filters to render a focus.
package struct FocusedDesign: Sendable {
  package let wish: FocusWish
  package let tables: FocusTables
  let directions: DirectionalDesign

  /// The reason why a voice in the focus would wander with a board's microphones; `nil` if it would stay in its place.
  package func refusal(_ board: Board) -> String? {
    guard tables.microphones.count <= 2, board.calibration != .calibrated else { return nil }
    return
      "\(board.id) has two microphones that are not calibrated, so the voice in the focus would wander; "
      + "'pinna check --calibrate' measures them"
  }
}

extension FocusWish {
  /// The request in words, for the metadata of a file.
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

/// Passes stereo through a ``FocusFilter``, in windows of the microphones' sound and of the stereo rendered from it.
///
/// Frame n of the output is frame n of the input.
final class FocusStage {
  private let tables: FocusTables
  private let filter: FocusFilter
  private let part: FocusWish.Part
  private var survey: DirectionSurvey
  private let transform: RealFourierTransform
  private let shape: [Double]
  private let channels: [Int]
  private let format: RawFormat
  /// True if the stereo that comes in was rendered by direction.
  private let isDirected: Bool
  private var invalid = 0
  /// Frames of all the board's microphones that have not been the second half of a window yet; ``stereo`` has those of
  /// the stereo.
  private var heard: [Float] = []
  private var stereo: [Float] = []
  /// The first halves of the next windows of microphones and stereo; ``tail`` is the overlap from the previous window.
  private var past: (heard: [Float], stereo: [Float])
  private var tail: (left: [Double], right: [Double])
  /// The number of frames that came in; ``framesOut`` is the number that went out.
  private var framesIn = 0
  private var framesOut = 0
  /// The number of frames that must still be dropped, because they come before the first frame of the recording.
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

  /// Takes the next frames of all channels of the recording.
  func hear(_ samples: UnsafePointer<Int32>, frames: Int, of stride: Int) {
    framesIn += frames
    for n in 0..<frames {
      for channel in channels {
        heard.append(
          RawSamples.sample(samples[n * stride + channel], format: format, invalid: &invalid))
      }
    }
  }

  /// Takes the next frames of the stereo, and returns the output frames that are ready.
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

  /// Returns the remaining output frames, after the last input frames.
  func finish() -> [Float] {
    guard framesOut < framesIn else { return [] }
    heard += [Float](repeating: 0, count: 2 * hop * channels.count)
    stereo += [Float](repeating: 0, count: 2 * hop * 2)
    return process([])
  }

  /// Returns the output frames that belong to the recording.
  private func trimmed(_ frames: [Float]) -> [Float] {
    let skipped = min(discard, frames.count / 2)
    discard -= skipped
    let count = min(frames.count / 2 - skipped, framesIn - framesOut)
    framesOut += count
    return Array(frames[(2 * skipped)..<(2 * (skipped + count))])
  }

  /// Processes a window, and returns the first half of the result with the overlap from the previous window added.
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
