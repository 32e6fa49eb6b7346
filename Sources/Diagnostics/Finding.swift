/// The outcome of a check.
package enum Verdict: String, Sendable, Codable, CaseIterable {
  /// As it should be.
  case pass
  /// It records, but less well than it could, or something is uncertain.
  case warn
  /// It does not work as it should.
  case fail
  /// It was not checked; the finding says what is missing.
  case skip
}

/// The result of one check of one thing.
package struct Finding: Sendable, Equatable {
  /// The check that found it.
  package let check: Check
  /// The name of the checked microphone, channel or device; empty for the board as a whole.
  package let subject: String
  /// Pass, warn, fail or skip.
  package let verdict: Verdict
  /// One sentence that states the finding.
  package let message: String
  /// The measured value.
  package var value: Double?
  /// The unit of the value and of the limit.
  package var unit: String?
  /// The limit for the value, with its source: "at most 0.5 dB, the tolerance of the data sheet".
  package var limit: String?
  /// The remedy; `nil` if none is needed.
  package var remedy: String?

  /// A finding from its parts.
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

  /// A finding about the board as a whole.
  package init(
    _ check: Check, _ verdict: Verdict, _ message: String, value: Double? = nil,
    unit: String? = nil, limit: String? = nil, remedy: String? = nil
  ) {
    self.init(
      check, "", verdict, message, value: value, unit: unit, limit: limit, remedy: remedy)
  }
}
