import Boards

/// A capture device of this machine, as an entry of a list.
package struct CaptureDeviceDescription: Sendable, Equatable {
  /// The name for a board file, which stays the same across boots, such as `hw:CARD=seeed4micvoicec,DEV=0`.
  package var device: String
  /// The card, for users.
  package var card: String
  /// The device of the card, for users.
  package var name: String
  /// Its offer; `nil` if it could not be queried, as ``holder`` or ``problem`` explains.
  package var offer: CaptureOffer?
  /// The process that has it open now, such as `arecord (pid 1234)`.
  package var holder: String?
  /// The reason why it could not be queried, and the remedy.
  package var problem: String?

  /// A description from its parts.
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
