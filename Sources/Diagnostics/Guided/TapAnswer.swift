import Boards
import Glibc

/// The channel that answers a tap on a microphone.
///
/// A finger on a port presses the air in it: that microphone hears it tens of decibels louder than its neighbours,
/// which hear only the sound that travels through the board.
struct TapAnswer: Equatable {
  /// The loudest channel.
  let channel: Int
  /// Decibels by which it is louder than the next.
  let margin: Double

  /// Decibels from which a channel stands out.
  ///
  /// Smaller margins come from a tap on the case, or from one between two ports.
  static let clearMargin = 6.0
  /// Seconds after the onset in which a tap is loudest.
  private static let seconds = 0.03

  /// Finds the answer in a sound; `nil` if no channel moved.
  ///
  /// All channels are compared: a microphone may be on one that the board file does not use.
  init?(_ tap: SuddenSound) {
    let sound = tap.sound
    let span = tap.onset..<min(sound.frames, tap.onset + Int(Self.seconds * Double(sound.rate)))
    let energies = (0..<sound.channels).map { channel -> Double in
      let samples = sound.samples(of: channel)
      return zip(samples[span], samples[span].dropFirst())
        .reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }
    }
    let order = energies.indices.sorted { energies[$0] > energies[$1] }
    guard let first = order.first, energies[first] > 0 else { return nil }
    channel = first
    let second = order.count > 1 ? energies[order[1]] : 0
    margin = second > 0 ? 10 * log10(energies[first] / second) : .infinity
  }

  /// True if the channel stands out.
  var isClear: Bool { margin >= Self.clearMargin }
}
