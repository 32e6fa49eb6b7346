import FoundationEssentials
import PinnaCapture

/// The `localizedDescription` of a refusal is its ``description``.
extension CaptureError: LocalizedError {
  /// The sentence that says what happened, and what to do.
  public var errorDescription: String? { description }
}
