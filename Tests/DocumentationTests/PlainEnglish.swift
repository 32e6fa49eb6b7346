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
    Phrase(
      pattern: #"\bfor ever\b"#, instead: "forever",
      caught: ["tones, for ever"], allowed: ["for every file"]),
    Phrase(
      pattern: #"\bthere any more\b"#, instead: "no longer exists",
      caught: ["this take is not there any more"], allowed: ["it no longer exists"]),
    Phrase(
      pattern: #"\bthe most then\b"#, instead: "then the maximum",
      caught: ["duration is the most then"], allowed: ["the most that then fits"]),
    Phrase(
      pattern: #"\ba pulse a second\b"#, instead: "a pulse per second",
      caught: ["it gives a pulse a second"], allowed: ["a pulse per second"]),
    Phrase(
      pattern: #"\bone behind the other\b"#, instead: "one after the other",
      caught: ["parts are joined, one behind the other"], allowed: ["one after the other"]),
    Phrase(
      pattern: #"[;,:] tried again\b"#, instead: "trying again",
      caught: ["no answer; tried again every second"], allowed: ["it is tried again every second"]),
    Phrase(
      pattern: #"\bof that name is there\b"#, instead: "a file of that name exists",
      caught: ["a file of that name is there"], allowed: ["where a folder of that name is, there"]),
    Phrase(
      pattern: #"\bis it of another version\b"#, instead: "is it a different version",
      caught: ["is it of another version?"], allowed: ["a file of another version"]),
    Phrase(
      pattern: #"\bwithout a word\b(?! \w)"#, instead: "silently",
      caught: ["left out without a word."], allowed: ["without a word of warning"]),
    Phrase(
      pattern: #"\bholds? up nothing\b"#, instead: "does not hold up",
      caught: ["a slow reader holds up nothing"], allowed: ["nothing holds it up"]),
    Phrase(
      pattern: #"\bmarkers? of a person\b"#, instead: "a marker that a person set",
      caught: ["there is no marker of a person"], allowed: ["markers that a person set"]),
    Phrase(
      pattern: #"\b(?:every|each) key there is\b(?! an?\b)"#, instead: "every key",
      caught: ["every key there is, and its value"], allowed: ["for every key there is a test"]),
    Phrase(
      pattern: #"\b(?:says|,) until when\b"#, instead: "how long",
      caught: ["it says until when a battery lasts"], allowed: ["a date until when it lasts"]),
    Phrase(
      pattern: #"\ball that (?:is wrong|a hand can do)\b"#,
      instead: "every error, everything that a person can do",
      caught: ["says all that is wrong with it"], allowed: ["all that a test needs"]),
  ]

  /// Nouns that a message says something is not.
  private static let nouns =
    "address|date|digit|direction|line of|microphone|number|option|port|size|sound|time|wire"
}
