import FoundationEssentials
import PinnaCapture

/// Makes the `localizedDescription` of an error its ``description``.
extension CaptureError: LocalizedError {
  /// A sentence that says what happened, and what to do about it.
  public var errorDescription: String? { description }
}
