import FoundationEssentials
import PinnaCapture

/// `localizedDescription` of a refusal is its sentence.
extension CaptureError: LocalizedError {
  /// The sentence that says what happened, and what to do.
  public var errorDescription: String? { description }
}
