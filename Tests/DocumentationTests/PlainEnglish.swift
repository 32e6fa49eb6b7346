import Testing

/// A turn of phrase that reads as translated, and what takes its place.
struct Phrase: Sendable, CustomTestStringConvertible {
  /// The regular expression that finds it, as Perl reads it.
  var pattern: String
  /// The words to write.
  var instead: String
  /// Words in which it must be found.
  var caught: [String]
  /// Words that look alike and are good English.
  var allowed: [String]

  var testDescription: String { pattern }

  /// The words of help, messages and documents that are kept out.
  static let all = [
    Phrase(
      pattern: #"(?<![Tt]here )\bis no (?:\#(nouns))\b"#, instead: "is not a ...",
      caught: [#"\"\(text)\" is no address; write"#, "is no wire", "Its end is no sound."],
      allowed: ["There is no address.", "where there is no wire", "This is no longer an address."]),
    Phrase(
      pattern: #"\binstead of (?:that|those) (?:of|in|which)\b"#,
      instead: "the noun: 'default: the list in the settings'",
      caught: ["the control socket instead of that of the settings"],
      allowed: ["instead of the one that failed"]),
    Phrase(
      pattern: #"\b(?:that|those) of the settings\b"#,
      instead: "the noun: 'the path in the settings'",
      caught: ["the list; that of the settings"], allowed: ["the name of the settings"]),
    Phrase(
      pattern: #"\bnone for none\b"#, instead: "'none' turns it off", caught: ["none for none"],
      allowed: ["none of them"]),
    Phrase(
      pattern: #"\b(?:recorder|program) (?:that|which) runs\b(?! (?:as|on|for))"#,
      instead: "the running recorder",
      caught: ["from the recorder that runs", "a recorder which runs lends its device"],
      allowed: ["a recorder that runs as a service", "a program that runs for days"]),
    Phrase(
      pattern: #"\b(?:which|that) (?:is|are) (?:said|told)\b|\bit is said\b"#,
      instead: "who says it, and where",
      caught: ["the gain is lowered, which is said", "left out, and it is said"],
      allowed: ["the message says so", "until it is told to stop"]),
    Phrase(
      pattern: #"\bone(?:'s own| likes| wants| is in)\b"#, instead: "you, your",
      caught: ["as many takes as one likes", "a file of one's own", "to the folder one is in"],
      allowed: ["this one is new", "each one has a name"]),
    Phrase(
      pattern: #"\bwhat there is to\b"#, instead: "the noun: 'the checks'",
      caught: ["say what there is to be checked"], allowed: ["what there is"]),
    Phrase(
      pattern: #"\breceivers? for satellites\b|\bby the satellites\b"#,
      instead: "GPS receiver, GPS time",
      caught: ["place and time of a receiver for satellites", "takes go by the satellites"],
      allowed: ["the satellites that the receiver sees"]),
    Phrase(
      pattern: #"[\d)] further up\b"#, instead: "rotated by",
      caught: ["the channels came 1 further up", #"come \(count) further up"#],
      allowed: ["the table further up"]),
    Phrase(
      pattern: #"\btells? the truth\b"#, instead: "is correct, is wrong",
      caught: ["whose header does not tell the truth", "a header that tells the truth"],
      allowed: ["the true header"]),
    Phrase(
      pattern: #"\bhas to do something for\b"#, instead: "needs a person",
      caught: ["also what a person has to do something for"], allowed: ["has something to do"]),
    Phrase(
      pattern: #"\bmust not be there\b"#, instead: "must not exist",
      caught: ["FILE must not be there"],
      allowed: ["it must be there"]),
    Phrase(
      pattern: #"\b(?:[Aa]n?|[Tt]he|[Ee]very) (?:file|folder|take)s? that (?:is|are) there\b"#,
      instead: "an existing file", caught: ["a file that is there is never replaced"],
      allowed: ["the folder there"]),
    Phrase(
      pattern: #"\bwhere the (?:geometry|board|hardware) can\b(?! \w)"#,
      instead: "as far as it allows",
      caught: ["are softer, where the geometry can"], allowed: ["where the board can be seen"]),
  ]

  /// Nouns that a message says something is not.
  private static let nouns =
    "address|date|digit|direction|line of|microphone|number|option|port|size|sound|time|wire"
}
