/// The outcome of a check.
package enum Verdict: String, Sendable, Codable, CaseIterable {
  /// Everything is as it should be.
  case pass
  /// The board records, but less well than it could, or something is uncertain.
  case warn
  /// Something does not work.
  case fail
  /// The check was skipped; the finding says what was missing.
  case skip
}

/// The result of one check, for one microphone, channel or device, or for the whole board.
package struct Finding: Sendable, Equatable {
  /// The check that gave this finding.
  package let check: Check
  /// The name of the checked microphone, channel or device; empty for the board as a whole.
  package let subject: String
  /// The verdict: pass, warn, fail or skip.
  package let verdict: Verdict
  /// One sentence that states the finding.
  package let message: String
  /// The measured value, if any.
  package var value: Double?
  /// The unit of the value and of the limit.
  package var unit: String?
  /// The limit for the value, with its reason: "at most 0.5 dB, the tolerance of the data sheet".
  package var limit: String?
  /// The remedy; `nil` if nothing needs to be done.
  package var remedy: String?

  /// Creates a finding from its parts.
  package init(
    _ check: Check, _ subject: String, _ verdict: Verdict, _ message: String,
    value: Double? = nil, unit: String? = nil, limit: String? = nil, remedy: String? = nil
  ) {
    self.check = check
    self.subject = subject
    self.verdict = verdict
    self.message = message
    self.value = value
    self.unit = unit
    self.limit = limit
    self.remedy = remedy
  }

  /// Creates a finding about the board as a whole.
  package init(
    _ check: Check, _ verdict: Verdict, _ message: String, value: Double? = nil,
    unit: String? = nil, limit: String? = nil, remedy: String? = nil
  ) {
    self.init(
      check, "", verdict, message, value: value, unit: unit, limit: limit, remedy: remedy)
  }
}
