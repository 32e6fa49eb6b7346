/// The token that was given last, for a browser that did not hear the answer: asked again it gets the same one.
///
/// It is forgotten with the first request that has the token, or after a few seconds.
struct GivenToken: Sendable {
  /// Seconds for which it is kept.
  static let seconds = 30.0

  private var key = ""
  private var token = ""
  private var endsAt = -Double.infinity

  /// Nothing was given yet.
  init() {}

  /// Keeps a token under what it was asked for by: a secret that is good for one browser.
  mutating func keep(_ token: String, for key: String, _ now: Double) {
    (self.token, self.key, endsAt) = (token, key, now + Self.seconds)
  }

  /// The token that was given for a key; `nil` when there is none any more.
  func token(for key: String, _ now: Double) -> String? {
    now < endsAt && key == self.key ? token : nil
  }

  /// Hears that a browser has used its token.
  mutating func hear(_ used: String) {
    if used == token { self = GivenToken() }
  }
}
