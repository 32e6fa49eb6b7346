/// The longer sentences of notes.
extension DesignNote {
  static func frontToBack(_ decibels: [String], octave: Double, isHeard: Bool) -> String {
    let most = "front and back differ by \(decibels[0]) dB at most"
    guard isHeard else { return most + ": a sound behind is as loud as one in front" }
    return most + ", in the octave of \(hertz(octave)); by \(decibels[1]) dB with pink noise"
  }

  static func pair(_ left: String, _ right: String, _ distance: Double) -> String {
    "plain stereo: \(left) is left and \(right) is right, \(Int((1000 * distance).rounded())) mm apart, without filters"
  }

  static func side(_ octaves: String) -> String {
    "in \(octaves), a sound straight ahead is less than 10 dB softer in the side signal than a sound at a side: it is "
      + "about equally loud on the left and on the right, but not in phase"
  }

  static func uncalibrated(_ floor: String) -> String {
    "the board file does not state that gains and delays were measured: at a noise floor of \(floor) dB, errors of "
      + "the microphones become noticeable; calibrate, state the errors in [calibration], or raise the noise floor "
      + "to -6 dB"
  }

  static func behind(_ octave: Double, _ decibels: String) -> String {
    "sounds from behind are \(decibels) dB louder than sounds from the front in the octave of "
      + hertz(octave)
  }

  static func colour(_ third: Double, _ decibels: String, isSofter: Bool) -> String {
    let (word, change) = isSofter ? ("hollow", "softer") : ("coloured", "louder")
    return "\(word): sounds around the listener are \(decibels) dB \(change) around "
      + "\(pitch(third)) than from 0.2 to 2 kHz"
  }

  static func behind(
    _ third: Double, _ range: ClosedRange<Double>, _ decibels: String, target: String,
    isSofter: Bool
  ) -> String {
    let change = isSofter ? "softer" : "louder"
    let word = third > 1000 ? (isSofter ? "dull" : "bright") : "coloured"
    let most =
      "\(word) behind: sounds within 45 degrees of straight behind are \(decibels) dB \(change) "
      + "around \(pitch(third)) than from 0.2 to 2 kHz (target: \(target) dB)"
    guard range.upperBound > 1.1 * range.lowerBound else { return most }
    return most
      + ", and over 3 dB \(change) from \(pitch(range.lowerBound)) to \(pitch(range.upperBound))"
  }

  static func head(percent: Int) -> String {
    "the head was measured in \(percent) % of all directions: more than 30 degrees from the measured directions, "
      + "the spherical head is used"
  }

  static func calibrating(_ gain: CalibrationGain) -> String {
    "calibrating this board (pinna check --calibrate) would bring the error of level differences between the ears"
      + " below 1.5 kHz from \(round(gain.errorNow)) to \(round(gain.errorAfter)) dB (median of"
      + " \(gain.boards) boards whose gains differ by \(round(gain.now.gainError)) dB before and"
      + " \(round(gain.after.gainError)) dB after)"
  }
}
