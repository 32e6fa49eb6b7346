import Boards

/// A capture device of this machine, as an entry in a list.
package struct CaptureDeviceDescription: Sendable, Equatable {
  /// The name to use in a board file, which stays the same from boot to boot, such as `hw:CARD=seeed4micvoicec,DEV=0`.
  package var device: String
  /// The name of the card, as users see it.
  package var card: String
  /// The name of the device on the card, as users see it.
  package var name: String
  /// The formats, channels and rates that the device offers; `nil` if it could not be queried, for the reason
  /// in ``holder`` or ``problem``.
  package var offer: CaptureOffer?
  /// The process that holds the device open, such as `arecord (pid 1234)`.
  package var holder: String?
  /// The reason why the device could not be queried, and the remedy.
  package var problem: String?

  /// Creates a description from its parts.
  package init(
    device: String, card: String, name: String, offer: CaptureOffer? = nil,
    holder: String? = nil, problem: String? = nil
  ) {
    self.device = device
    self.card = card
    self.name = name
    self.offer = offer
    self.holder = holder
    self.problem = problem
  }
}
