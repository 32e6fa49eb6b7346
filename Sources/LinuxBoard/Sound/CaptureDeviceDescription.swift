import Boards

/// A capture device of this machine, as an entry of a list.
public struct CaptureDeviceDescription: Sendable, Equatable {
  /// The name for a board file, which stays the same from boot to boot, such as `hw:CARD=seeed4micvoicec,DEV=0`.
  public var device: String
  /// The card, for people.
  public var card: String
  /// The device of the card, for people.
  public var name: String
  /// Its offer; `nil` when it could not be asked, which ``holder`` or ``problem`` explains.
  public var offer: CaptureOffer?
  /// The process that has it open now, such as `arecord (pid 1234)`.
  public var holder: String?
  /// The reason why it could not be asked, and the remedy.
  public var problem: String?

  /// A description from its parts.
  public init(
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
