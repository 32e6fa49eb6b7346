import Boards
import Glibc

/// The channel on which a tap on a microphone is loudest.
///
/// A finger on a port compresses the air in the port. The tap is therefore tens of decibels louder at that
/// microphone than at its neighbours, which hear only the sound through the board.
struct TapAnswer: Equatable {
  /// The loudest channel.
  let channel: Int
  /// The level difference, in decibels, between the loudest channel and the next one.
  let margin: Double

  /// The margin, in decibels, from which a channel clearly stands out.
  ///
  /// A tap on the case, or between two ports, gives a smaller margin.
  static let clearMargin = 6.0
  /// The time after the onset, in seconds, in which a tap is loudest.
  private static let seconds = 0.03

  /// Finds the channel on which a tap is loudest; `nil` if no channel changed.
  ///
  /// The comparison includes all channels, because a microphone may be connected to a channel that the board
  /// file does not use. It is made after the gains in the board file, or a soft microphone would seem to hear nothing.
  init?(_ tap: SuddenSound, board: Board) {
    let sound = tap.sound
    let span = tap.onset..<min(sound.frames, tap.onset + Int(Self.seconds * Double(sound.rate)))
    let energies = (0..<sound.channels).map { channel -> Double in
      let samples = sound.samples(of: channel)
      let gain = board.microphones.first { $0.channel == channel }?.gain ?? 0
      return zip(samples[span], samples[span].dropFirst())
        .reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) } * pow(10, gain / 10)
    }
    let order = energies.indices.sorted { energies[$0] > energies[$1] }
    guard let first = order.first, energies[first] > 0 else { return nil }
    channel = first
    let second = order.count > 1 ? energies[order[1]] : 0
    margin = second > 0 ? 10 * log10(energies[first] / second) : .infinity
  }

  /// True if the channel clearly stands out.
  var isClear: Bool { margin >= Self.clearMargin }
}
