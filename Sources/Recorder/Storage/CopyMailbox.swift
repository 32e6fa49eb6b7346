/// The two files through which a recorder and another program, which has rights of its own, communicate.
package struct CopyMailbox: Sendable, Equatable {
  /// The other program, named after its systemd unit.
  package enum Program: String, Sendable, Equatable {
    /// The program that copies takes to another medium.
    case copy = "pinna-copy"
    /// The program that opens or closes the recorder's own Wi-Fi.
    case wifi = "pinna-wifi"
    /// The program that powers the system off until the next scheduled take.
    case sleep = "pinna-sleep"
  }

  /// The mailbox for the Wi-Fi.
  package static let wifi = CopyMailbox(
    request: "/run/pinna/wifi-request", status: "/run/pinna-wifi/status", program: .wifi)

  /// The mailbox for the system's sleep.
  package static let sleep = CopyMailbox(
    request: "/run/pinna/sleep-request", status: "/run/pinna-sleep/status", program: .sleep)

  /// The path of the file that the recorder writes: it holds a number that grows with every request, or the time of an
  /// alarm.
  package var request: String
  /// The path of the file that the program replaces whenever something changes: it holds `copying 3 of 12`, `opening`,
  /// `closing`, and finally `done WORDS` or `failed SENTENCE`.
  package var status: String
  /// The program at the other end.
  package var program = Program.copy
}

/// News of a request to another program, which concerns a copy of the takes or the Wi-Fi.
package enum CopyNews: Sendable, Equatable {
  /// The request was sent.
  case asked
  /// The program is carrying out the request.
  case started
  /// The request has been carried out; the value is the program's own words.
  case finished(String)
  /// The request failed; the value is the reason.
  case failed(String)
}
