/// The last token given, for a browser that missed the answer: on asking again it gets the same one.
///
/// It is forgotten with the first request that carries the token, or after a few seconds.
struct GivenToken: Sendable {
  /// Seconds for which it is kept.
  static let seconds = 30.0

  private var key = ""
  private var token = ""
  private var endsAt = -Double.infinity

  /// Nothing given yet.
  init() {}

  /// Keeps a token under the key of its request, a secret valid for one browser.
  mutating func keep(_ token: String, for key: String, _ now: Double) {
    (self.token, self.key, endsAt) = (token, key, now + Self.seconds)
  }

  /// The token given for a key; `nil` if there is none any more.
  func token(for key: String, _ now: Double) -> String? {
    now < endsAt && key == self.key ? token : nil
  }

  /// Notes that a browser has used its token.
  mutating func hear(_ used: String) {
    if used == token { self = GivenToken() }
  }
}
