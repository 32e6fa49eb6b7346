/// A doubt about the capture device: takes are made all the same, and say it.
package enum DeviceDoubt: Sendable, Equatable {
  /// Every microphone gives one value all the time: not even noise.
  case silent
  /// The stream was started again, and nothing tells the order in which its channels come since.
  case orderUnknown
  /// It gives so many more frames in a million than its rate says.
  case speed(partsPerMillion: Int)

  /// The doubt as takes carry it, in their notes and as a marker.
  var note: String {
    switch self {
    case .silent: "no microphone gave a sound from here on"
    case .orderUnknown: "the order of the channels is not known from here on"
    case .speed(let parts):
      "the device was \(abs(parts)) ppm too \(parts > 0 ? "fast" : "slow") by the system's clock"
    }
  }
}

extension DeviceDoubt: CustomStringConvertible {
  /// A sentence that says what is seen, and what to do.
  package var description: String {
    switch self {
    case .silent:
      "no microphone gives a sound, not even noise: check their supply and their clock, and the settings of the card"
    case .orderUnknown:
      "the device was started again and the order of its channels is not known: left and right may be exchanged; "
        + "tap the microphones"
    case .speed:
      "\(note): check its rate and its clock; takes last shorter or longer than they should"
    }
  }
}
