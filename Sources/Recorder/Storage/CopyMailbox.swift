/// The two files through which a recorder and a program with its own rights communicate.
package struct CopyMailbox: Sendable, Equatable {
  /// The other program, by the name of its unit.
  package enum Program: String, Sendable, Equatable {
    /// It copies takes to another medium.
    case copy = "pinna-copy"
    /// It opens or closes the recorder's own Wi-Fi.
    case wifi = "pinna-wifi"
    /// It powers the system off until the next scheduled take.
    case sleep = "pinna-sleep"
  }

  /// The mailbox for the Wi-Fi.
  package static let wifi = CopyMailbox(
    request: "/run/pinna/wifi-request", status: "/run/pinna-wifi/status", program: .wifi)

  /// The mailbox for the system's sleep.
  package static let sleep = CopyMailbox(
    request: "/run/pinna/sleep-request", status: "/run/pinna-sleep/status", program: .sleep)

  /// Written by the recorder: a number that grows with every request, or the time of an alarm.
  package var request: String
  /// Replaced by the program whenever something changes: `copying 3 of 12`, `opening`, `closing`, and finally `done
  /// WORDS` or `failed SENTENCE`.
  package var status: String
  /// The program.
  package var program: Program

  /// A mailbox from its two files.
  package init(request: String, status: String, program: Program = .copy) {
    (self.request, self.status, self.program) = (request, status, program)
  }
}

/// News of a copy of the takes to another medium, or of the Wi-Fi.
package enum CopyNews: Sendable, Equatable {
  /// The request was sent.
  case asked
  /// It is in progress.
  case started
  /// It is done, with the program's own words.
  case finished(String)
  /// It failed, with the reason.
  case failed(String)
}
