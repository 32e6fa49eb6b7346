import Acoustics
import Boards
import Glibc

/// The arrivals of all sounds that are heard clearly, and the polarities on which the sounds agree.
struct ArrivalSet {
  /// The sounds that are heard clearly.
  private(set) var sounds: [RoughSound] = []
  /// The arrivals of ``sounds``, each in every channel.
  private(set) var arrivals: [Arrival] = []
  /// The names of the sounds that are not heard clearly.
  private(set) var unclear: [String] = []
  /// The channels that hear the sounds.
  let heard: [Int]
  /// The polarity of each channel: 1, or -1 if the channel is inverted relative to the reference.
  let polarities: [Double]

  init(
    _ listening: CalibrationListening, sounds: [RoughSound], heard: [Int], field: ArrayField
  ) throws(CalibrationRefusal) {
    self.heard = heard
    let aperture = field.positions.map { ($0 - field.centre).length * 2 }.max() ?? 0
    let highest = 1 / (6 * (aperture / Air.speedOfSound + Self.usualDelay))
    let coarse = sounds.indices.map {
      listening.coarse($0, reach: field.reach, highest: highest)
    }
    var polarities = [Double](repeating: 1, count: listening.signals.count)
    for channel in heard {
      let upright = coarse.reduce(0) { $0 + $1.uprightness[channel] }
      let weight = coarse.reduce(0) { $0 + $1.weights[channel] }
      guard weight > 0, abs(upright) > Self.leastUprightness * weight else {
        throw .uncertainPolarity(channel: channel)
      }
      polarities[channel] = upright < 0 ? -1 : 1
    }
    self.polarities = polarities
    for (k, sound) in sounds.enumerated() {
      let arrival = Arrival(
        listening, frames: listening.frames[k], polarities: polarities, start: coarse[k].delays)
      let isClear = heard.allSatisfy { arrival.coherences[$0] > Self.leastCoherence }
      guard isClear, arrival.levelWeights.contains(where: { $0.weight > 0 }) else {
        unclear.append(sound.name)
        continue
      }
      self.sounds.append(sound)
      arrivals.append(arrival)
    }
  }

  /// A sound whose coherence is below this is not heard clearly.
  private static let leastCoherence = 0.7
  /// The smallest magnitude of the mean correlation that shows polarity: channels that receive the same pressure have
  /// more than 0.5, and noise has 0.
  private static let leastUprightness = 0.3
  /// The typical delay between channels in seconds, in addition to the travel time of the sound.
  private static let usualDelay = 30e-6
}
