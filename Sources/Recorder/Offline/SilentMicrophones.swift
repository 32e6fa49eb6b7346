import Beamforming
import Boards

/// The microphones of a recording that deliver nothing but one constant value, as dead ones do.
struct SilentMicrophones {
  private struct Channel {
    let name: String
    let index: Int
    /// The value of all samples so far; `nil` before the first one.
    var value: Int32?
  }

  /// The channels whose samples have all been the same so far.
  private var silent: [Channel]

  /// Prepares to listen to the microphones that a design uses.
  init(_ design: Design, _ board: Board) {
    silent = design.filters.microphonesInUse.map {
      Channel(name: board.microphones[$0].name, index: board.microphones[$0].channel)
    }
  }

  /// The names of the microphones that were silent throughout; empty if no sample was heard.
  var names: [String] { silent.filter { $0.value != nil }.map(\.name) }

  /// Takes the next frames of all channels.
  mutating func hear(_ samples: UnsafePointer<Int32>, frames: Int, of channels: Int) {
    guard frames > 0 else { return }
    silent = silent.compactMap { channel in
      var channel = channel
      let value = channel.value ?? samples[channel.index]
      channel.value = value
      let isSame = (0..<frames).allSatisfy { samples[$0 * channels + channel.index] == value }
      return isSame ? channel : nil
    }
  }
}
