/// The longer sentences of notes.
extension DesignNote {
  static func frontToBack(_ decibels: [String], octave: Double, isHeard: Bool) -> String {
    let most = "front to back of \(decibels[0]) dB at most"
    guard isHeard else { return most + ": a sound behind is as loud as one in front" }
    return most + ", in the octave of \(hertz(octave)); \(decibels[1]) dB with pink noise"
  }

  static func behind(_ octave: Double, _ decibels: String) -> String {
    "sounds from behind are \(decibels) dB louder than those in front in the octave of "
      + hertz(octave)
  }

  static func colour(_ third: Double, _ decibels: String, isSofter: Bool) -> String {
    let (word, change) = isSofter ? ("hollow", "softer") : ("coloured", "louder")
    return "\(word): sounds around the listener are \(decibels) dB \(change) around "
      + "\(pitch(third)) than from 0.2 to 2 kHz"
  }

  static func head(percent: Int) -> String {
    "the head was measured towards \(percent) % of all directions: where nothing was measured within 30 degrees, "
      + "the spherical head takes its place"
  }

  static func calibrating(_ gain: CalibrationGain) -> String {
    "calibrating this board (pinna check --calibrate) would bring the error of level differences between the ears"
      + " below 1.5 kHz from \(round(gain.errorNow)) to \(round(gain.errorAfter)) dB (median of"
      + " \(gain.boards) boards whose gains differ by \(round(gain.now.gainError)) dB before and"
      + " \(round(gain.after.gainError)) dB after)"
  }
}
