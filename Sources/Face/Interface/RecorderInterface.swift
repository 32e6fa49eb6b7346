import Varlink

/// The interface of a recorder on its control socket.
package enum RecorderInterface {
  /// The name of the interface.
  package static let name = "org.pinna.Recorder"
  /// The path of the socket of a recorder that runs as a system service.
  package static let path = "/run/pinna/control"
  /// The group whose members may use the socket.
  package static let group = "pinna"
  /// The mode of the socket's file: access for owner and group.
  package static let mode: UInt32 = 0o660
  /// The most programs that can listen to the live sound at the same time.
  package static let mostListeners = 8
  /// The most clients at the same time, and the most of them that may watch the state, so that some connections stay
  /// free for others.
  static let (connections, mostWatchers) = (64, 32)
  /// The most takes in one reply to a request for a list.
  package static let mostTakes = 100

  /// The description of the service that a recorder offers on its socket.
  package static func service(version: String) -> ServiceDescription {
    ServiceDescription(
      vendor: "Pinna", product: "Pinna, a stereo field recorder", version: version,
      url: "man:pinna-run(1)", interfaces: [.init(name: name, text: description)])
  }

  /// The full name of a method or an error of the interface.
  static func member(_ member: String) -> String { "\(name).\(member)" }

  /// The reply to a request that cannot be fulfilled now.
  static func refusal(_ reason: RecorderReason, _ message: String) -> VarlinkReply {
    VarlinkReply(VarlinkError(member("Refused"), ["reason": reason.rawValue, "message": message]))
  }

  /// The description of the interface in Varlink's language.
  ///
  /// Fields and methods are added but never removed, and clients ignore any that they do not know.
  package static let description = InterfaceDescription().text(
    name,
    "A recorder: its state, its takes, and everything that a user can do with it; revision \(revision)",
    methods,
    """
    # The request is refused, and nothing has changed. reason is a word for programs, message a sentence for people
    error Refused (reason: string, message: string)

    # There is no take with this number
    error NoSuchTake (message: string)

    # The recorder is busy; try again
    error Busy ()
    """)
}

// The names and sentences that describe types whose Swift names or comments do not suit the description.

extension RecorderStatus: InterfaceDescription.Named {
  static let interfaceName = "Status"
  static let interfaceNote: String? =
    """
    "clockSource" is the source of the time: unset, kept (while the power was off), unknown, rtc, ntp, gps or pps
    """
}
extension RecorderStatus.State: InterfaceWord {}
extension RecorderStatus.Sides: InterfaceDescription.Named {
  static let interfaceNote: String? =
    "The edges of the board that are left and right for a listener"
}
extension RecorderStatus.Take: InterfaceDescription.Named {
  static let interfaceNote: String? = "The take in progress"
}
extension RecorderStatus.Level: InterfaceDescription.Named {
  static let interfaceNote: String? = "Decibels relative to full scale; -144 is digital silence"
}
extension RecorderEvent: InterfaceDescription.Named {
  static let interfaceName = "Event"
  static let interfaceNote: String? =
    "Times are seconds since 1970 (UTC). type is a word for programs; the facts of the event are in fields"
}
extension RecorderEvent.Tone: InterfaceWord {}
extension RecorderStatus.Battery: InterfaceDescription.Named {
  static let interfaceNote: String? =
    "state is discharging, charging, full, external or unknown; percent is the charge as a share of the capacity"
}
extension TakeRecord: InterfaceDescription.Named {
  static let interfaceNote: String? =
    "A stored take; in a list it has neither markers nor gaps nor files"
}
extension TakeRecord.Completion: InterfaceWord { static let isDescribed = false }
extension TakeRecord.Battery: InterfaceDescription.Named { static let interfaceName = "Charge" }
