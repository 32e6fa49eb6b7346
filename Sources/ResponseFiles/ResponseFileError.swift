/// The reason why a response file could not be read, with its path.
package enum ResponseFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no such file.
  case missing(path: String)
  /// The file exists but cannot be opened or read; `reason` says why, usually in the operating system's words.
  case unreadable(path: String, reason: String)
  /// The file is not a SOFA file.
  case notSOFA(path: String)
  /// The file is in HDF5, the format underlying SOFA files, but libmysofa cannot read it.
  case unreadableHDF5(path: String)
  /// The file is a SOFA file, but its convention, which the error names, is not one for impulse responses.
  case wrongConvention(path: String, convention: String)
  /// The file has an unsupported form.
  case unsupported(path: String, what: String, remedy: String)
  /// The data of the file contradict each other or the standard.
  case damaged(path: String, what: String)
  /// The file does not have two receivers, as a head must.
  case receivers(path: String, count: Int)
  /// The head was measured in too few directions.
  case fewDirections(path: String, count: Int)
  /// One measurement of a head, counted from 1, has only silence at one ear.
  case silent(path: String, measurement: Int)
  /// The head was measured over less than half of the horizon.
  case partOfHorizon(path: String, percent: Int)
  /// Sounds from the side reach both ears of the head at the same time.
  case noTimeDifferences(path: String)
  /// Sounds from the left reach the ear that the file declares as left later than the other ear.
  case mirrored(path: String)
  /// Sounds from the side are softer at the ear that they reach first.
  case timesAgainstLevels(path: String, decibels: Int)
  /// The file does not have one receiver per microphone, as a body must.
  case microphones(path: String, found: Int, wanted: Int)
  /// Measurements of a body from neighbouring directions have the same responses; the error names the first such pair,
  /// and the number of pairs.
  case stuck(path: String, first: String, second: String, pairs: Int)
  /// The arrival times of a body would fit its microphones if all azimuths were rotated by a number of degrees.
  case turned(path: String, degrees: Int)
  /// The arrival times of a body would fit its microphones if azimuths were counted the other way round, and then
  /// rotated.
  case clockwise(path: String, degrees: Int)
  /// The arrival times of a body would fit its microphones if two receivers, counted from 1, were exchanged.
  case exchanged(path: String, first: Int, second: Int)
  /// Two exchanged receivers would explain the arrival times as well as rotated azimuths (perhaps counted the other way
  /// round).
  case turnedOrExchanged(path: String, isClockwise: Bool, degrees: Int, first: Int, second: Int)
  /// The arrival times of a body do not fit its microphones; `percent` is the share that does fit.
  case otherPlaces(path: String, percent: Int)

  /// One sentence: the file, the problem, and the remedy.
  package var description: String {
    switch self {
    case .missing(let path):
      "\(path): no such file; "
        + (path == ResponseFile.defaultHeadPath
          ? "install libmysofa1 for the default head, or name a SOFA file"
          : "name an existing SOFA file")
    case .unreadable(let path, let reason):
      "\(path): cannot be read: \(reason)"
    case .notSOFA(let path):
      "\(path): not a SOFA file (AES69); give a .sofa file with impulse responses"
    case .unreadableHDF5(let path):
      "\(path): is an HDF5 file that libmysofa cannot read: it is damaged, or of a kind that libmysofa "
        + "does not know; libmysofa 1.3 reads SOFA files whose variables are 64-bit floats (double), and "
        + "whose responses are stored in pieces (chunks) of fewer than 1048576 samples: write the file in "
        + "this form"
    case .unsupported(let path, let what, let remedy):
      "\(path): has \(what), which is not supported; \(remedy)"
    case .wrongConvention(let path, let convention):
      "\(path): has the convention \(convention), which does not hold free-field impulse responses (FIR); give "
        + "SimpleFreeFieldHRIR or another FIR convention"
    case .damaged(let path, let what):
      "\(path): \(what)"
    case .receivers(let path, let count):
      "\(path): has \(count) receivers; a head has exactly 2 (left, right)"
    case .fewDirections(let path, let count):
      "\(path): has \(count) direction\(count == 1 ? "" : "s"); a head needs at least 4 all around"
    case .silent(let path, let measurement):
      "\(path): an ear receives no sound in measurement \(measurement); give a file without failed "
        + "measurements"
    case .partOfHorizon(let path, let percent):
      "\(path): its measurements cover \(percent) % of the horizon; a head needs at least half of it, on "
        + "both sides"
    case .noTimeDifferences(let path):
      "\(path): the times at which sounds from the side reach the two receivers do not fit two ears; give "
        + "responses that still have their delays"
    case .mirrored(let path):
      "\(path): left and right contradict each other: ReceiverPosition names one receiver as the left ear, "
        + "but sounds from the left reach the other one first; mirror the azimuths or exchange the receivers"
    case .timesAgainstLevels(let path, let decibels):
      "\(path): times and levels contradict each other: sounds from the side first reach the ear at which "
        + "they are \(decibels) dB softer; the ears are exchanged in Data.Delay or in the responses: use "
        + "another copy of the file"
    case .microphones(let path, let found, let wanted):
      "\(path): has \(found) receivers, but the board has \(wanted) microphones; a body has one receiver"
        + " per microphone, in the order of the board file"
    case .stuck, .turned, .clockwise, .exchanged, .turnedOrExchanged, .otherPlaces:
      placesDescription
    }
  }
}
