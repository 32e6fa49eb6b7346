/// The two files by which a recorder and the program that copies takes talk to each other.
public struct CopyMailbox: Sendable, Equatable {
  /// The recorder writes it: a number that grows with every request.
  public var request: String
  /// The program replaces it whenever something changes: `copying 3 of 12`, and in the end `done WORDS` or `failed
  /// SENTENCE`.
  public var status: String

  /// A mailbox from its two files.
  public init(request: String, status: String) {
    self.request = request
    self.status = status
  }
}

/// News of a copy of the takes to another medium.
public enum CopyNews: Sendable, Equatable {
  /// The other program was asked.
  case asked
  /// It works.
  case started
  /// Everything is on the medium; the program's own words about it.
  case finished(String)
  /// It could not be done; the reason.
  case failed(String)
}
