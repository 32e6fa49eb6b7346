import Boards
import Glibc

/// The channel of each microphone, from the arrival times of sounds from roughly known directions.
///
/// For each map, sounds are fitted as plane waves from any direction near the stated one, with delays for all channels;
/// the map with the smallest residual wins. It is compared with every map that differs in two channels, and with the
/// maps that would fit if all directions were turned around an axis of the device: on a round array only the stated
/// directions distinguish them.
///
/// - Source: Y. Rockah and P. Schultheiss, "Array shape calibration using sources in unknown locations", IEEE Trans.
///   ASSP 35, 1987, for identifiability: with all directions unknown an array is known except for its rotation.
struct ChannelMap {
  /// The channel of every microphone.
  let channels: [Int]
  /// The natural logarithm of the odds of this map against the next best; negative if another fits better.
  let margin: Double
  /// The maps that fit about equally well, including this one.
  let likely: [[Int]]
  /// The fitted directions, by sound; not of unit length.
  let directions: [Vector3]
  /// The delay of every microphone's channel, in seconds.
  let delays: [Double]

  private struct Fit {
    var channels: [Int]
    var cost: Double
    var directions: [Vector3]
    var delays: [Double]
  }

  /// The best map of microphones at these places to the channels that hear.
  ///
  /// If the sounds leave several maps, the preferred one is taken if it is among them: microphones above one another
  /// hear claps at their height alike, and a channel without a microphone can carry the sound of one.
  ///
  /// - Parameters:
  ///   - preferred: the channels of the board file.
  ///   - leastMargin: log odds above which one map is preferred to another.
  ///   - places: the places of the microphones as seen by a wave passing the body, in metres.
  ///   - delays: `[sound][channel]`, seconds.
  ///   - error: the error of plane waves in free field, in seconds.
  /// - Precondition: at least as many channels as places.
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

  /// The microphones whose channel differs among these maps.
  var unsure: [Int] {
    channels.indices.filter { n in Set(likely.map { $0[n] }).count > 1 }
  }

  /// The channels of those microphones in these maps, in ascending order.
  var unsureChannels: [Int] {
    Set(unsure.flatMap { n in likely.map { $0[n] } }).sorted()
  }

  /// Maps with two microphones exchanged, or with one moved to an unused channel.
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

  /// The number of turns tried around each axis: the finest array has eight microphones in a ring.
  private static let turns = 24
}
