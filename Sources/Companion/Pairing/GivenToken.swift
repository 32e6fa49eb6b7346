/// The token that was given last, so that a browser that missed the answer gets the same token when it asks again.
///
/// The token is forgotten with the first request that carries it, or after 30 seconds.
struct GivenToken: Sendable {
  /// Seconds for which the token is kept.
  static let seconds = 30.0

  private var key = ""
  private var token = ""
  private var endsAt = -Double.infinity

  /// Starts without a token.
  init() {}

  /// Keeps a token under the key of the request for it; the key is a secret of one browser.
  mutating func keep(_ token: String, for key: String, _ now: Double) {
    (self.token, self.key, endsAt) = (token, key, now + Self.seconds)
  }

  /// The token that was given for a key; `nil` if there is none, or it is no longer kept.
  func token(for key: String, _ now: Double) -> String? {
    now < endsAt && key == self.key ? token : nil
  }

  /// Notes that a browser has used a token, which then need not be kept.
  mutating func hear(_ used: String) {
    if used == token { self = GivenToken() }
  }
}
