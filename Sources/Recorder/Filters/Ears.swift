import Acoustics
import ResponseFiles

/// The ears for which a stereo take is rendered.
package enum Ears: Sendable, Equatable {
  /// The measured KEMAR head.
  case kemar
  /// A rigid sphere with two ears, which needs no measured data.
  case sphere
  /// A head from a SOFA file.
  case file(String)

  /// The path of the SOFA file that holds the responses of the ears; `nil` for the sphere.
  package var path: String? {
    switch self {
    case .kemar: ResponseFile.defaultHeadPath
    case .sphere: nil
    case .file(let path): path
    }
  }

  /// Reads or computes the responses of the head at a sample rate.
  ///
  /// - Throws: ``ResponseFiles/ResponseFileError``, which names the file.
  package func head(rate: Int) throws(ResponseFileError) -> Head {
    guard let path else { return .spherical }
    return .measured(try ResponseFile.readHead(path: path, rate: rate))
  }

  /// A text that changes whenever the data of the ears do; a file is represented by its path, size and date.
  var identity: String {
    path.map(FileStamp.text) ?? "sphere"
  }
}
