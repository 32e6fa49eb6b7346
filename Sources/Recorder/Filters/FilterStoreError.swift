import Beamforming
import ResponseFiles

/// The reason why filters are missing.
package enum FilterStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The filters cannot be designed.
  case design(DesignError)
  /// The head cannot be read.
  case head(ResponseFileError)
  /// The responses of the body cannot be read.
  case body(BodyStoreError)

  /// A sentence that says what happened, and what to do.
  package var description: String {
    switch self {
    case .design(let error): "\(error)"
    case .head(let error): "\(error)"
    case .body(let error): "\(error)"
    }
  }
}
