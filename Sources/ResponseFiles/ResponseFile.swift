import Acoustics

/// SOFA files (AES69) as plain values.
package enum ResponseFile {
  /// The MIT KEMAR head installed by Debian's libmysofa1 (Gardner and Martin, 1994; free with citation).
  package static let defaultHeadPath = "/usr/share/libmysofa/default.sofa"

  /// Reads impulse responses with any number of receivers, at the requested sample rate.
  ///
  /// Delays stated separately in the file are included in the responses. The amplitude of each frequency stays as
  /// measured.
  /// - Throws: ``ResponseFileError``, which names the file and the problem.
  /// - Precondition: `rate` is positive.
  package static func read(path: String, rate: Int) throws(ResponseFileError) -> ImpulseResponseSet
  {
    let file = try SOFAFile(path: path)
    try file.checkConvention()
    return try file.responses(rate: rate)
  }
}
