import Acoustics
import ResponseFiles

/// The ears that a stereo take is made for.
package enum Ears: Sendable, Equatable {
  /// The measured KEMAR head.
  case kemar
  /// A rigid sphere with two ears; needs no data.
  case sphere
  /// A head from a SOFA file.
  case file(String)

  /// The SOFA file, if there is one.
  package var path: String? {
    switch self {
    case .kemar: ResponseFile.defaultHeadPath
    case .sphere: nil
    case .file(let path): path
    }
  }

  /// The responses of the head at a sample rate.
  ///
  /// - Throws: ``ResponseFiles/ResponseFileError``, which names the file.
  package func head(rate: Int) throws(ResponseFileError) -> Head {
    guard let path else { return .spherical }
    return .measured(try ResponseFile.readHead(path: path, rate: rate))
  }

  /// A text that changes with the data behind the ears: the file with its size and date.
  var identity: String {
    path.map(FileStamp.text) ?? "sphere"
  }
}
