import Boards
import Glibc

/// The channel of each microphone, found from the arrival times of sounds from roughly known directions.
///
/// For each map, the sounds are fitted as plane waves from any direction near the stated direction, with a delay for
/// each channel; the map with the smallest residual wins. This map is compared with every map that differs in two
/// channels, and with the maps that would fit if all directions were turned around an axis of the device: on a round
/// array, only the stated directions distinguish those maps.
///
/// - Source: Y. Rockah and P. Schultheiss, "Array shape calibration using sources in unknown locations", IEEE Trans.
///   ASSP 35, 1987, for identifiability: if all directions are unknown, an array is known except for its rotation.
struct ChannelMap {
  /// The channel of every microphone.
  let channels: [Int]
  /// The natural logarithm of the odds of this map against the next best map; negative if another map fits better.
  let margin: Double
  /// The maps that fit about equally well, including this one.
  let likely: [[Int]]
  /// The fitted direction of each sound; it is not a unit vector.
  let directions: [Vector3]
  /// The delay in seconds of each microphone's channel.
  let delays: [Double]

  private struct Fit {
    var channels: [Int]
    var cost: Double
    var directions: [Vector3]
    var delays: [Double]
  }

  /// Finds the best map of microphones at these places to the channels that hear the sounds.
  ///
  /// If the sounds leave several maps possible and the preferred map is one of them, the preferred map is taken.
  /// Several maps are possible if microphones lie above one another, because they hear claps at their height in the
  /// same way; or if a channel without a microphone carries the sound of another channel's microphone.
  ///
  /// - Parameters:
  ///   - preferred: the channels that the board file states.
  ///   - leastMargin: the log odds above which one map is preferred to another.
  ///   - places: the places of the microphones in metres, as a wave that passes the body sees them.
  ///   - delays: the measured delays in seconds, `[sound][channel]`.
  ///   - error: the error in seconds of assuming plane waves.
  /// - Precondition: there are at least as many channels as places.
  init(
    places: [Vector3], sounds: [RoughSound], delays: [[Double]], heard: [Int], error: Double,
    preferred: [Int], leastMargin: Double
  ) {
    let search = ChannelSearch(places: places, sounds: sounds, delays: delays, error: error)
    var seen: [[Int]: Fit] = [:]
    func look(_ channels: [Int]) -> Fit {
      if let known = seen[channels] { return known }
      let (cost, directions, late) = search.fit(channels)
      let fit = Fit(channels: channels, cost: cost, directions: directions, delays: late)
      seen[channels] = fit
      return fit
    }
    var best = look(search.assigned(heard, turned: { $0 }))
    for axis in 0..<3 {
      for step in 1..<Self.turns {
        let angle = 2 * .pi * Double(step) / Double(Self.turns)
        let fit = look(search.assigned(heard, turned: { Self.turn($0, axis, angle) }))
        if fit.cost < best.cost { best = fit }
      }
    }
    if preferred.allSatisfy(heard.contains) {
      let fit = look(preferred)
      if fit.cost < best.cost { best = fit }
    }
    var isBetter = true
    while isBetter {
      isBetter = false
      for other in Self.neighbours(of: best.channels, heard: heard) {
        let fit = look(other)
        if fit.cost < best.cost { (best, isBetter) = (fit, true) }
      }
    }
    let likely = seen.values.filter { $0.cost - best.cost <= leastMargin }
    let kept = likely.first { $0.channels == preferred } ?? best
    channels = kept.channels
    directions = kept.directions
    self.delays = kept.delays
    self.likely = likely.map(\.channels)
    let next = seen.values.filter { $0.channels != kept.channels }.map(\.cost).min()
    margin = next.map { $0 - kept.cost } ?? .infinity
  }

  /// The microphones whose channel differs among the likely maps.
  var unsure: [Int] {
    channels.indices.filter { n in Set(likely.map { $0[n] }).count > 1 }
  }

  /// The channels that the microphones in ``unsure`` have in the likely maps, in ascending order.
  var unsureChannels: [Int] {
    Set(unsure.flatMap { n in likely.map { $0[n] } }).sorted()
  }

  /// The maps in which two microphones are exchanged, or one is moved to an unused channel.
  private static func neighbours(of channels: [Int], heard: [Int]) -> [[Int]] {
    var result: [[Int]] = []
    for a in channels.indices {
      for b in (a + 1)..<max(a + 1, channels.count) {
        var other = channels
        other.swapAt(a, b)
        result.append(other)
      }
      for free in heard where !channels.contains(free) {
        var other = channels
        other[a] = free
        result.append(other)
      }
    }
    return result
  }

  private static func turn(_ vector: Vector3, _ axis: Int, _ angle: Double) -> Vector3 {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3)
    var turned = vector
    turned[i] = vector[i] * cos(angle) - vector[j] * sin(angle)
    turned[j] = vector[i] * sin(angle) + vector[j] * cos(angle)
    return turned
  }

  /// The number of turns that are tried around each axis: the finest array has eight microphones in a ring.
  private static let turns = 24
}
