extension ResponseFileError {
  /// The sentence that describes an error in the directions or positions of a body.
  var placesDescription: String {
    switch self {
    case .stuck(let path, let first, let second, let pairs):
      "\(path): the measurements from \(first) and from \(second) have the same responses"
        + (pairs > 1 ? ", as do \(pairs - 1) more pairs of neighbouring directions" : "")
        + ": the turntable did not turn between them; measure these directions again, or leave them out"
    case .turned(let path, let degrees):
      "\(path): its arrival times fit the positions of the microphones if all azimuths are rotated by"
        + " \(Self.degrees(degrees)); correct SourcePosition: azimuth 0 points out of the device's front, 90 to its"
        + " right edge"
    case .clockwise(let path, let degrees):
      "\(path): its arrival times fit the positions of the microphones if azimuths are counted the other way"
        + " round" + (degrees == 0 ? "" : " and rotated by \(Self.degrees(degrees))")
        + "; correct SourcePosition: azimuth 0 points out of the device's front, 90 to its right edge"
    case .exchanged(let path, let first, let second):
      "\(path): its arrival times fit the positions of the microphones if receivers \(first) and \(second) are"
        + " exchanged; put the receivers in the order of the board file"
    case .turnedOrExchanged(let path, let isClockwise, let degrees, let first, let second):
      "\(path): its arrival times fit the positions of the microphones if receivers \(first) and \(second) are"
        + " exchanged, and about as well if "
        + (isClockwise ? "azimuths are counted clockwise" : "all azimuths are rotated")
        + (degrees == 0 ? "" : (isClockwise ? " and rotated" : "") + " by \(Self.degrees(degrees))")
        + ": the times do not show which of these is true; check which receiver is which microphone, then "
        + "check SourcePosition: azimuth 0 points out of the device's front, 90 to its right edge"
    case .otherPlaces(let path, let percent):
      "\(path): its arrival times do not fit the positions of the microphones (\(percent) % of them do); compare"
        + " the board file's positions and order of microphones with the measurement, and SourcePosition: azimuth 0"
        + " points out of the device's front, 90 to its right edge, elevation 90 to its top edge"
    default: ""
    }
  }

  private static func degrees(_ count: Int) -> String {
    "\(count) degree\(abs(count) == 1 ? "" : "s")"
  }
}
