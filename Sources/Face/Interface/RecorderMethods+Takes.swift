import Beamforming
import Varlink

// The methods for takes on the storage, and for drawings; declared like the methods in `RecorderMethods.swift`.

extension RecorderInterface {
  /// A part of the list of takes.
  package struct TakeRange: Codable, Sendable {
    var before: NumberParameter<Int>?
    var limit: NumberParameter<Int>?

    /// The newest takes, or the newest before a number.
    package init(before: Int? = nil, limit: Int) {
      self.before = before.map { NumberParameter($0) }
      self.limit = NumberParameter(limit)
    }
  }

  /// Takes, the newest first.
  package struct TakesReply: Codable, Sendable {
    package var takes: [TakeRecord]
    package var hasMore: Bool

    /// A list from its takes.
    package init(takes: [TakeRecord], hasMore: Bool) {
      (self.takes, self.hasMore) = (takes, hasMore)
    }
  }

  /// The number of a take.
  package struct Number: Codable, Sendable {
    let number: NumberParameter<Int>
    /// The number.
    package var value: Int { number.value }

    /// A number.
    package init(_ number: Int) { self.number = NumberParameter(number) }
  }

  /// A take.
  package struct TakeReply: Codable, Sendable {
    package var take: TakeRecord

    /// A take.
    package init(_ take: TakeRecord) { self.take = take }
  }

  /// The number and the name of a take.
  package struct TakeKey: Codable, Sendable {
    let number: NumberParameter<Int>
    package let name: String
    /// The number.
    package var value: Int { number.value }

    /// A take by number and name.
    package init(_ number: Int, name: String) {
      (self.number, self.name) = (NumberParameter(number), name)
    }
  }

  /// A case of the board.
  package struct CaseKey: Codable, Sendable {
    package var dataSource: String
    package var orientation: String?

    /// A case.
    package init(dataSource: String, orientation: String?) {
      (self.dataSource, self.orientation) = (dataSource, orientation)
    }
  }

  /// A drawing.
  package struct DrawingReply: Codable, Sendable {
    package var svg: String

    /// A drawing as SVG.
    package init(svg: String) { self.svg = svg }
  }

  /// A list of takes.
  package static let listTakes = RecorderMethod<TakeRange, TakesReply>(
    "ListTakes",
    "Takes before a number, newest first: at most \"limit\" of them (default 20, maximum 100)"
  ) { (range) throws(VarlinkError) in
    let limit = range.limit?.value ?? 20
    guard (1...mostTakes).contains(limit) else { throw .invalidParameter("limit") }
    return .question(.list(before: range.before?.value, limit: limit))
  }

  /// A take.
  package static let getTake = RecorderMethod<Number, TakeReply>(
    "GetTake", "A take by its number"
  ) { .question(.take($0.value)) }

  /// Deletes a take.
  package static let deleteTake = RecorderMethod<TakeKey, NoValues>(
    "DeleteTake",
    """
    Deletes all files of a take. Its name, as in a list, is required, too; refused for a take that is being \
    made or closed
    """
  ) { .wish(.delete($0.value, name: $0.name)) }

  /// Changes of a take.
  package struct TakeEdits: Codable, Sendable, Equatable {
    let number: NumberParameter<Int>
    let name: String
    /// Its title and its note; an empty text removes it.
    package var title: String?
    package var note: String?
    /// "keep", "false" or "none".
    package var rating: String?
    /// Seconds at which to add a marker, and its text.
    package var mark: NumberParameter<Double>?
    package var label: String?
    /// Seconds near a marker to remove that a person set.
    package var unmark: NumberParameter<Double>?

    /// Changes of a take, none so far.
    package init(_ key: TakeKey) { (number, name) = (key.number, key.name) }

    /// The number and the name of the take.
    var key: TakeKey { TakeKey(number.value, name: name) }
  }

  /// Changes a person's notes about a take.
  package static let editTake = RecorderMethod<TakeEdits, TakeReply>(
    "EditTake", seconds: longSeconds,
    """
    Changes the title, the note (empty ones remove them), the judgement ("keep", "false", "none") or the markers of a \
    finished take in all of its files, and replies with the changed take. "mark" sets a marker at a time in seconds, \
    with the text of "label"; "unmark" removes the nearest marker that a person set, at most half a second away
    """
  ) { .wish(.edit($0)) }

  /// A part of a take.
  package struct TakeCut: Codable, Sendable, Equatable {
    let number: NumberParameter<Int>
    let name: String
    /// Seconds from the start of the take.
    package var from: NumberParameter<Double>
    package var to: NumberParameter<Double>

    /// The part of a take between two positions in seconds.
    package init(_ key: TakeKey, from: Double, to: Double) {
      (number, name) = (key.number, key.name)
      (self.from, self.to) = (NumberParameter(from), NumberParameter(to))
    }

    /// The number and the name of the take.
    var key: TakeKey { TakeKey(number.value, name: name) }
  }

  /// Seconds in which a reply is expected if the files of a take, possibly gigabytes, must be written.
  private static let longSeconds = 600.0

  /// Makes a new take from a part of another one.
  package static let trimTake = RecorderMethod<TakeCut, TakeReply>(
    "TrimTake", seconds: longSeconds,
    """
    Makes a new take from a part of a finished take, between two times in seconds, and replies with the new take; \
    the original stays
    """
  ) { .wish(.trim($0)) }

  /// A sector of a take.
  package struct TakeFocus: Codable, Sendable, Equatable {
    let number: NumberParameter<Int>
    let name: String
    /// Degrees, positive to the right.
    package var azimuth: NumberParameter<Double>
    /// Degrees; default: 60.
    package var width: NumberParameter<Double>?
    /// Decibels; default: 9.
    package var strength: NumberParameter<Double>?

    /// A sector around an azimuth.
    package init(_ key: TakeKey, azimuth: Double, width: Double?, strength: Double?) {
      (number, name, self.azimuth) = (key.number, key.name, NumberParameter(azimuth))
      (self.width, self.strength) = (width.map { .init($0) }, strength.map { .init($0) })
    }

    /// The number and the name of the take.
    var key: TakeKey { TakeKey(number.value, name: name) }

    /// The sector; `nil` if the values are out of range.
    var focus: Focus? {
      var focus = Focus(azimuth: azimuth.value)
      if let width { focus.width = width.value }
      if let strength { focus.strength = strength.value }
      return Focus.azimuths.contains(focus.azimuth) && Focus.widths.contains(focus.width)
        && Focus.strengths.contains(focus.strength) ? focus : nil
    }
  }

  /// Makes a new take from another one, with a focus.
  package static let focusTake = RecorderMethod<TakeFocus, TakeReply>(
    "FocusTake", seconds: 6 * longSeconds,
    """
    Makes a new take from the raw file of a finished take, in which sounds from outside a range around an azimuth are \
    softer, and replies with the new take; the original stays
    """
  ) { .wish(.focus($0)) }

  /// A drawing of how the board is held.
  package static let getDrawing = RecorderMethod<CaseKey, DrawingReply>(
    "GetDrawing", "A drawing of how the board is held in a case, as SVG"
  ) { .question(.drawing(dataSource: $0.dataSource, orientation: $0.orientation)) }
}
