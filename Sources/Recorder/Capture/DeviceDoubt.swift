/// A doubt about the capture device: takes are still made, and their files note the doubt.
package enum DeviceDoubt: Sendable, Equatable {
  /// Every microphone delivers a constant value: not even noise.
  case silent
  /// The stream was restarted, and the order of its channels has been unknown since then.
  case orderUnknown
  /// The device delivers this many more frames per million than its rate states; fewer if negative.
  case speed(partsPerMillion: Int)

  /// The text of the doubt for the notes of a take, and for a marker.
  var note: String {
    switch self {
    case .silent: "no microphone delivered sound from here on"
    case .orderUnknown: "the order of the channels is unknown from here on"
    case .speed(let parts):
      "the device was \(abs(parts)) ppm too \(parts > 0 ? "fast" : "slow") by the system's clock"
    }
  }
}

extension DeviceDoubt: CustomStringConvertible {
  /// A sentence that says what is wrong and what to do.
  package var description: String {
    switch self {
    case .silent:
      "no microphone delivers a signal, not even noise: check the supply and clock of "
        + "the microphones, and the card's settings"
    case .orderUnknown:
      "the device restarted and the order of its channels is unknown: left and right may be swapped; "
        + "tap the microphones to check"
    case .speed:
      "\(note): check its rate and clock; takes are shorter or longer than they should be"
    }
  }
}
