import Beamforming
import Boards
import TakeFiles
import Varlink

// The methods for takes on the storage and for drawings, declared like the methods in `RecorderMethods.swift`.

extension RecorderInterface {
  /// A range in the list of takes.
  package struct TakeRange: Codable, Sendable {
    var before: NumberParameter<Int>?
    var limit: NumberParameter<Int>?

    /// The newest takes of all, or the newest with numbers below `before`.
    package init(before: Int? = nil, limit: Int) {
      self.before = before.map { NumberParameter($0) }
      self.limit = NumberParameter(limit)
    }
  }

  /// Takes, the newest first.
  package struct TakesReply: Codable, Sendable {
    package var takes: [TakeRecord]
    package var hasMore: Bool
    /// The count of audio files in the folder that no list contains, because their names have no number; recorders of
    /// earlier revisions do not send it.
    package var otherFileCount: Int?

    /// Creates a reply with these takes; `hasMore` is true if older ones follow.
    package init(takes: [TakeRecord], hasMore: Bool, otherFileCount: Int = 0) {
      (self.takes, self.hasMore) = (takes, hasMore)
      self.otherFileCount = otherFileCount
    }
  }

  /// The number of a take, and its name, because takes of several recorders in one folder can have the same number.
  package struct Number: Codable, Sendable {
    let number: NumberParameter<Int>
    package let name: String?
    /// The number as an integer.
    package var value: Int { number.value }

    /// Creates a parameter from a number; `nil` as the name means the first take with this number.
    package init(_ number: Int, name: String? = nil) {
      (self.number, self.name) = (NumberParameter(number), name)
    }
  }

  /// A reply with one take.
  package struct TakeReply: Codable, Sendable {
    package var take: TakeRecord

    /// Creates a reply with this take.
    package init(_ take: TakeRecord) { self.take = take }
  }

  /// The number and the name of a take.
  package struct TakeKey: Codable, Sendable {
    let number: NumberParameter<Int>
    package let name: String
    /// The number as an integer.
    package var value: Int { number.value }

    /// Creates the key of a take from its number and its name.
    package init(_ number: Int, name: String) {
      (self.number, self.name) = (NumberParameter(number), name)
    }
  }

  /// A case of the board, as parameters.
  package struct CaseKey: Codable, Sendable {
    package var dataSource: String
    package var orientation: String?

    /// Creates the key of a case from its data source and its orientation.
    package init(dataSource: String, orientation: String?) {
      (self.dataSource, self.orientation) = (dataSource, orientation)
    }
  }

  /// A reply with a drawing.
  package struct DrawingReply: Codable, Sendable {
    package var svg: String

    /// Creates a reply with a drawing in the form of SVG.
    package init(svg: String) { self.svg = svg }
  }

  /// Lists the takes.
  package static let listTakes = RecorderMethod<TakeRange, TakesReply>(
    "ListTakes",
    """
    Takes before a number, newest first: at most "limit" of them (default 20, maximum 100). otherFileCount counts the \
    audio files in the folder that no list contains, because their names have no number
    """
  ) { (range) throws(VarlinkError) in
    let limit = range.limit?.value ?? 20
    guard (1...mostTakes).contains(limit) else { throw .invalidParameter("limit") }
    return .question(.list(before: range.before?.value, limit: limit))
  }

  /// Gets one take.
  package static let getTake = RecorderMethod<Number, TakeReply>(
    "GetTake",
    """
    A take by its number. Takes of several recorders in one folder can have the same number; "name" then selects one \
    of them, and without it, the reply is the first
    """
  ) { .question(.take($0.value, name: $0.name)) }

  /// Deletes a take.
  package static let deleteTake = RecorderMethod<TakeKey, NoValues>(
    "DeleteTake",
    """
    Deletes all files of a take. The name of the take, as in a list, is also required; the request is refused for a \
    take that is being recorded or closed
    """
  ) { .wish(.change(.delete($0.value, name: $0.name))) }

  /// The changes to make to a take.
  package struct TakeEdits: Codable, Sendable, Equatable {
    let number: NumberParameter<Int>
    let name: String
    /// The new title and the new note; an empty text removes the old one.
    package var title: String?
    package var note: String?
    /// The new judgement: "keep", "false" or "none".
    package var rating: String?
    /// The position in seconds at which to add a marker, and the marker's text.
    package var mark: NumberParameter<Double>?
    package var label: String?
    /// A position in seconds; the marker near it that a person set is removed.
    package var unmark: NumberParameter<Double>?

    /// No changes yet to the take with this key.
    package init(_ key: TakeKey) { (number, name) = (key.number, key.name) }

    /// The number and the name of the take.
    var key: TakeKey { TakeKey(number.value, name: name) }

    /// The name of a parameter that is wrong: a text that is too long, a label without a marker, or the first parameter
    /// if there is no change; `nil` if everything is right.
    var wrongParameter: String? {
      let texts = [
        ("title", title, TakeMetadata.mostTitle), ("note", note, TakeMetadata.mostNote),
        ("label", label, TakeMetadata.mostLabel),
      ]
      for (parameter, text, most) in texts where text?.singleLine.count ?? 0 > most {
        return parameter
      }
      if mark == nil, label != nil { return "label" }
      let isChange =
        title != nil || note != nil || rating != nil || mark != nil || unmark != nil
      return isChange ? nil : "title"
    }
  }

  /// Changes the notes that a person keeps about a take.
  package static let editTake = RecorderMethod<TakeEdits, TakeReply>(
    "EditTake", seconds: longSeconds,
    """
    Changes the title, the note (empty text removes either), the judgement ("keep", "false", "none") or the markers of \
    a finished take in all of its files, and replies with the changed take. "mark" sets a marker at a time in seconds, \
    with the text of "label"; "unmark" removes the nearest marker that a person set, at most half a second away. A \
    title has at most \(TakeMetadata.mostTitle) characters, a note \(TakeMetadata.mostNote), a label \
    \(TakeMetadata.mostLabel)
    """
  ) { (edits) throws(VarlinkError) in
    if let parameter = edits.wrongParameter { throw .invalidParameter(parameter) }
    return .wish(.change(.edit(edits)))
  }

  /// The part of a take that becomes a new take.
  package struct TakeCut: Codable, Sendable, Equatable {
    let number: NumberParameter<Int>
    let name: String
    /// The start and the end of the part, in seconds from the start of the take.
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

  /// The time in seconds within which a reply is expected if the recorder must first write the files of a take,
  /// possibly gigabytes.
  private static let longSeconds = 600.0

  /// Makes a new take from a part of another one.
  package static let trimTake = RecorderMethod<TakeCut, TakeReply>(
    "TrimTake", seconds: longSeconds,
    """
    Makes a new take from a part of a finished take, between two times in seconds, and replies with the new take; the \
    original is kept
    """
  ) { .wish(.change(.trim($0))) }

  /// The sector on which to focus a take.
  package struct TakeFocus: Codable, Sendable, Equatable {
    let number: NumberParameter<Int>
    let name: String
    /// The azimuth of the sector's centre, in degrees, positive to the right.
    package var azimuth: NumberParameter<Double>
    /// The width of the sector in degrees; default: 60.
    package var width: NumberParameter<Double>?
    /// The strength of the focus in decibels; default: 9.
    package var strength: NumberParameter<Double>?

    /// Creates a focus on a sector around an azimuth.
    package init(_ key: TakeKey, azimuth: Double, width: Double?, strength: Double?) {
      (number, name, self.azimuth) = (key.number, key.name, NumberParameter(azimuth))
      (self.width, self.strength) = (width.map { .init($0) }, strength.map { .init($0) })
    }

    /// The number and the name of the take.
    var key: TakeKey { TakeKey(number.value, name: name) }

    /// The sector as a focus; `nil` if a value is out of range.
    var focus: Focus? {
      var focus = Focus(azimuth: azimuth.value)
      if let width { focus.width = width.value }
      if let strength { focus.strength = strength.value }
      return Focus.azimuths.contains(focus.azimuth) && Focus.widths.contains(focus.width)
        && Focus.strengths.contains(focus.strength) ? focus : nil
    }
  }

  /// Makes a new take from another one, focused on a sector.
  package static let focusTake = RecorderMethod<TakeFocus, TakeReply>(
    "FocusTake", seconds: 6 * longSeconds,
    """
    Makes a new take from the raw file of a finished take, and replies with the new take; the original is kept. In the \
    new take, sounds from outside a range around an azimuth are softer
    """
  ) { .wish(.change(.focus($0))) }

  /// Gets a drawing of how the board is held.
  package static let getDrawing = RecorderMethod<CaseKey, DrawingReply>(
    "GetDrawing", "A drawing of how the board is held in a case, as SVG"
  ) { (wanted) throws(VarlinkError) in
    if let word = wanted.orientation, InputOrientation(rawValue: word) == nil {
      throw .invalidParameter("orientation")
    }
    return .question(.drawing(dataSource: wanted.dataSource, orientation: wanted.orientation))
  }
}
