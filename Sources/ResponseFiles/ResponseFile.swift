import Acoustics

/// Reads SOFA files (AES69) into plain values.
package enum ResponseFile {
  /// The head file that Debian's libmysofa1 installs: the MIT KEMAR head (Gardner and Martin, 1994; free with
  /// citation).
  package static let defaultHeadPath = "/usr/share/libmysofa/default.sofa"

  /// Reads impulse responses with any number of receivers, at the requested sample rate.
  ///
  /// Delays that the file states separately become part of the responses. The amplitude at each frequency stays as it
  /// was measured.
  /// - Throws: ``ResponseFileError``, which names the file and the problem.
  /// - Precondition: `rate` is positive.
  package static func read(path: String, rate: Int) throws(ResponseFileError) -> ImpulseResponseSet
  {
    let file = try SOFAFile(path: path)
    try file.checkConvention()
    return try file.responses(rate: rate)
  }
}
