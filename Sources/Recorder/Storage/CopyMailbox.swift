/// The two files by which a recorder and a program with rights of its own talk to each other.
package struct CopyMailbox: Sendable, Equatable {
  /// The program that is asked, by the name of its unit.
  package enum Program: String, Sendable, Equatable {
    /// It copies takes to another medium.
    case copy = "pinna-copy"
    /// It opens a Wi-Fi of the recorder's own, or closes it.
    case wifi = "pinna-wifi"
    /// It powers the system off until a take of the schedule.
    case sleep = "pinna-sleep"
  }

  /// The mailbox of the Wi-Fi.
  package static let wifi = CopyMailbox(
    request: "/run/pinna/wifi-request", status: "/run/pinna-wifi/status", program: .wifi)

  /// The mailbox of the sleep of the system.
  package static let sleep = CopyMailbox(
    request: "/run/pinna/sleep-request", status: "/run/pinna-sleep/status", program: .sleep)

  /// The recorder writes it: a number that grows with every request, or the time of an alarm.
  package var request: String
  /// The program replaces it whenever something changes: `copying 3 of 12`, `opening`, `closing`, and in the end `done
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
  /// The other program was asked.
  case asked
  /// It works.
  case started
  /// It is done; the program's own words about it.
  case finished(String)
  /// It could not be done; the reason.
  case failed(String)
}
