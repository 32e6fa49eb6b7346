import Beamforming
import SimulatedBoard
import Varlink

// The methods of the interface, each declared here and nowhere else. The recorder's control thread does their work
// (`RecorderHost+Calls.swift`).

/// No parameters, or no reply.
package struct NoValues: Codable, Sendable, Equatable {
  /// No values.
  package init() {}
}

extension RecorderInterface {
  /// All methods, in the order of the description.
  static let methods: [ServedMethod] = [
    .init(getStatus), .init(watch), .init(start), .init(stop), .init(pause), .init(resume),
    .init(mark), .init(selectSource), .init(selectPattern), .init(select), .init(adjust),
    .init(awaitPresses), .init(listTakes), .init(getTake), .init(hold), .init(deleteTake),
    .init(editTake),
    .init(trimTake), .init(focusTake), .init(getDrawing), .init(listen), .init(act),
  ]

  // MARK: - The state

  /// A state.
  package struct StatusReply: Codable, Sendable, Equatable {
    package var status: RecorderStatus
  }

  /// Seconds between two states.
  package struct Interval: Codable, Sendable { var interval: NumberParameter<Double>? }

  /// Seconds between two states of a client.
  static let intervals = 0.05...60.0

  /// The state now.
  package static let getStatus = RecorderMethod<NoValues, StatusReply>(
    "GetStatus",
    """
    The state now. "ears" is empty where left and right are not rendered: outside a take, while no client watches. In \
    ambisonics (pattern "ambix") they are W, Y and X, by their names
    """
  ) { _ in .wish(.status) }

  /// The state whenever it changes.
  package static let watch = RecorderMethod<Interval, StatusReply>(
    "Watch", form: .more,
    """
    The state now and whenever it changes, at most every so many seconds (0.1 without); needs "more". A client that \
    reads slowly gets the newest state, and never old ones
    """
  ) { (parameters) throws(VarlinkError) in
    let wanted = parameters.interval?.value ?? 0.1
    guard wanted.isFinite else { throw .invalidParameter("interval") }
    return .watch(interval: min(max(wanted, intervals.lowerBound), intervals.upperBound))
  }

  // MARK: - Takes that are made

  /// A take that begins.
  package struct StartReply: Codable, Sendable, Equatable {
    /// Its number, the name of its files, and the path that the first of them has once it is closed; none for a take
    /// that has no file yet.
    package var number: Int?
    package var name: String?
    package var path: String?
  }

  /// A take that ends.
  package struct StopReply: Codable, Sendable, Equatable {
    package var number: Int?
    package var name: String?
    /// Its length.
    package var seconds: Double?
    /// The reason for its end in a few words, and the paths of its files; none while they are being closed.
    package var end: String?
    package var files: [String] = []

    /// A take by its number and name.
    init(number: Int?, name: String?) { (self.number, self.name) = (number, name) }
  }

  /// Waits until files are closed, or not.
  package struct Wait: Codable, Sendable {
    package var wait: Bool?

    /// A wish to wait.
    package init(_ wait: Bool = false) { self.wait = wait }
  }

  /// A marker that was set.
  package struct MarkReply: Codable, Sendable, Equatable {
    /// Its frame in the take.
    package var frame: Int?
  }

  /// Starts a take.
  package static let start = RecorderMethod<NoValues, StartReply>(
    "Start",
    """
    Starts a take, as a press of record does. path is the name that its first file has once it is closed; when there \
    is no file after 5 s, the reply has no path
    """
  ) { _ in .wish(.start) }

  /// Ends the take.
  package static let stop = RecorderMethod<Wait, StopReply>(
    "Stop",
    """
    Ends the take; its files are closed in the background. With wait the reply comes when they are, and has the \
    reason for its end and the paths of its files
    """
  ) { .wish(.stop(waits: $0.wait ?? false)) }

  /// Pauses the take.
  package static let pause = RecorderMethod<NoValues, NoValues>(
    "Pause", "Pauses the take; nothing happens when it is paused already"
  ) { _ in .wish(.pause(true)) }

  /// Goes on with the take.
  package static let resume = RecorderMethod<NoValues, NoValues>(
    "Resume", "Goes on with a paused take; nothing happens when it is not paused"
  ) { _ in .wish(.pause(false)) }

  /// The text of a marker.
  package struct Text: Codable, Sendable {
    package var text: String?

    /// A text; `nil` for a marker with a number.
    package init(_ text: String?) { self.text = text }
  }

  /// Sets a marker.
  package static let mark = RecorderMethod<Text, MarkReply>(
    "Mark",
    "Sets a marker in the take, with a text of one line or numbered; the reply has its frame"
  ) { .wish(.mark($0.text)) }

  // MARK: - Choices

  /// A name.
  package struct Name: Codable, Sendable {
    package var name: String

    /// A name.
    package init(_ name: String) { self.name = name }
  }

  /// A data source, a polar pattern, or both.
  package struct Choice: Codable, Sendable {
    package var dataSource: String?
    package var pattern: String?

    /// A choice.
    package init(dataSource: String?, pattern: String?) {
      (self.dataSource, self.pattern) = (dataSource, pattern)
    }
  }

  /// Selects a data source.
  package static let selectSource = RecorderMethod<Name, NoValues>(
    "SelectSource", "Selects a data source of the board by its name"
  ) { .wish(.select(source: $0.name, pattern: nil)) }

  /// Selects a polar pattern.
  package static let selectPattern = RecorderMethod<Name, NoValues>(
    "SelectPattern", "Selects a polar pattern"
  ) { .wish(.select(source: nil, pattern: $0.name)) }

  /// Selects a data source and a polar pattern.
  package static let select = RecorderMethod<Choice, NoValues>(
    "Select",
    "Selects a data source, a polar pattern, or both together: both or, with an error, neither"
  ) { .wish(.select(source: $0.dataSource, pattern: $0.pattern)) }

  /// Another sound of takes.
  package struct Adjustment: Codable, Sendable {
    var lowCut: NumberParameter<Double>?
    var inputGain: NumberParameter<Double>?

    /// Another low cut in hertz, 0 for none, another input gain in decibels, or both.
    package init(lowCut: Double?, inputGain: Double?) {
      self.lowCut = lowCut.map { NumberParameter($0) }
      self.inputGain = inputGain.map { NumberParameter($0) }
    }
  }

  /// Changes the low cut and the input gain.
  package static let adjust = RecorderMethod<Adjustment, NoValues>(
    "Adjust",
    """
    Changes the low cut of takes in hertz (0 for none) and the input gain of the sound card in decibels, until the \
    recorder is started anew; refused while a take is made, and for a gain that the board file names no control of
    """
  ) {
    .wish(
      .adjust(lowCut: $0.lowCut.map { $0.value == 0 ? nil : $0.value }, gain: $0.inputGain?.value))
  }

  // MARK: - A simulated board

  /// Something that a person does.
  package struct Act: Codable, Sendable {
    package var act: String

    /// An act by its name.
    package init(_ act: String) { self.act = act }
  }

  /// Does something with a simulated board.
  package static let act = RecorderMethod<Act, NoValues>(
    "Act",
    """
    Does with a simulated board what hands do with a real one: \
    \(SimulatedWorld.Act.allCases.map(\.rawValue).joined(separator: ", ")). The status has the outcome in \
    "simulation"; a real board refuses it
    """
  ) { (parameters) throws(VarlinkError) in
    guard let act = SimulatedWorld.Act(rawValue: parameters.act) else {
      throw .invalidParameter("act")
    }
    return .wish(.act(act))
  }

  // MARK: - What lasts as long as its connection

  /// The one who asks.
  package struct By: Codable, Sendable {
    package var by: String?

    /// The name of a program or a browser.
    package init(_ by: String) { self.by = by }
  }

  /// A device that is lent.
  package struct DeviceReply: Codable, Sendable {
    package var device: String
  }

  /// Shows that presses are asked for.
  package static let awaitPresses = RecorderMethod<By, NoValues>(
    "AwaitPresses", form: .more,
    """
    Shows on the lights and among the warnings that presses of the source button are asked for, and by whom, until the \
    connection is closed; needs "more". They are counted in sourcePresses, and do what they do otherwise
    """
  ) { .wish(.awaitPresses(by: $0.by ?? "")) }

  /// Lends the capture device.
  package static let hold = RecorderMethod<By, DeviceReply>(
    "Hold", form: .more,
    """
    Lends the capture device, buttons and lights until the connection is closed; needs "more". "by" says to whom
    """
  ) { .wish(.hold(by: $0.by ?? "")) }

  /// The live sound.
  package static let listen = RecorderMethod<By, NoValues>(
    "Listen", form: .upgrade,
    """
    The live sound, as a take would have it; needs "upgrade". After the reply the connection carries blocks: frames \
    (32 bits), frames per second (32 bits), frames that were missed so far (64 bits), then left and right in turn as \
    32-bit floats, all little endian. Who reads slowly misses frames. While nothing is captured, none come
    """
  ) { .wish(.listen(by: $0.by ?? "")) }

  // MARK: - Takes on the storage, and drawings

  /// A part of the list of takes.
  package struct TakeRange: Codable, Sendable {
    var before: NumberParameter<Int>?
    var limit: NumberParameter<Int>?

    /// The newest takes, or those before a number.
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

    /// A take by both.
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
    "Takes, the newest first: those before a number, at most so many (20 without, 100 at most)"
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
    Deletes all files of a take. Its name, as a list has it, is asked for as well; one that is made or being closed is \
    refused
    """
  ) { .wish(.delete($0.value, name: $0.name)) }

  /// Changes of a take.
  package struct TakeEdits: Codable, Sendable, Equatable {
    let number: NumberParameter<Int>
    let name: String
    /// Its title and its note; empty ones remove them.
    package var title: String?
    package var note: String?
    /// "keep", "false" or "none".
    package var rating: String?
    /// Seconds at which it gets a marker, and the words of that.
    package var mark: NumberParameter<Double>?
    package var label: String?
    /// Seconds near a marker of a person that is to go.
    package var unmark: NumberParameter<Double>?

    /// Changes of a take, none so far.
    package init(_ key: TakeKey) { (number, name) = (key.number, key.name) }

    /// The number and the name of the take.
    var key: TakeKey { TakeKey(number.value, name: name) }
  }

  /// Changes what people say of a take.
  package static let editTake = RecorderMethod<TakeEdits, TakeReply>(
    "EditTake", seconds: longSeconds,
    """
    Changes the title, the note (empty ones remove them), the judgement ("keep", "false", "none") or the markers of a \
    finished take in all of its files, and answers the take as it is then. "mark" sets a marker at so many seconds, \
    with the words of "label"; "unmark" removes the marker of a person that is nearest, at most half a second away
    """
  ) { .wish(.edit($0)) }

  /// A part of a take.
  package struct TakeCut: Codable, Sendable, Equatable {
    let number: NumberParameter<Int>
    let name: String
    /// Seconds of the take.
    package var from: NumberParameter<Double>
    package var to: NumberParameter<Double>

    /// The part of a take between two seconds of it.
    package init(_ key: TakeKey, from: Double, to: Double) {
      (number, name) = (key.number, key.name)
      (self.from, self.to) = (NumberParameter(from), NumberParameter(to))
    }

    /// The number and the name of the take.
    var key: TakeKey { TakeKey(number.value, name: name) }
  }

  /// Seconds in which a reply is expected where the files of a take, which may have gigabytes, are written.
  private static let longSeconds = 600.0

  /// Makes a new take of a part of another one.
  package static let trimTake = RecorderMethod<TakeCut, TakeReply>(
    "TrimTake", seconds: longSeconds,
    """
    Makes a new take of the part of a finished take between two seconds of it, and answers the new one; the other stays
    """
  ) { .wish(.trim($0)) }

  /// A sector of a take.
  package struct TakeFocus: Codable, Sendable, Equatable {
    let number: NumberParameter<Int>
    let name: String
    /// Degrees, positive to the right.
    package var azimuth: NumberParameter<Double>
    /// Degrees; 60 without.
    package var width: NumberParameter<Double>?
    /// Decibels; 9 without.
    package var strength: NumberParameter<Double>?

    /// A sector around an azimuth.
    package init(_ key: TakeKey, azimuth: Double, width: Double?, strength: Double?) {
      (number, name, self.azimuth) = (key.number, key.name, NumberParameter(azimuth))
      (self.width, self.strength) = (width.map { .init($0) }, strength.map { .init($0) })
    }

    /// The number and the name of the take.
    var key: TakeKey { TakeKey(number.value, name: name) }

    /// The sector; `nil` for one that does not exist.
    var focus: Focus? {
      var focus = Focus(azimuth: azimuth.value)
      if let width { focus.width = width.value }
      if let strength { focus.strength = strength.value }
      return Focus.azimuths.contains(focus.azimuth) && Focus.widths.contains(focus.width)
        && Focus.strengths.contains(focus.strength) ? focus : nil
    }
  }

  /// Makes a new take of another one, with a focus.
  package static let focusTake = RecorderMethod<TakeFocus, TakeReply>(
    "FocusTake", seconds: longSeconds,
    """
    Makes a new take of the raw file of a finished take, in which what does not come from around an azimuth is softer, \
    and answers the new one; the other stays
    """
  ) { .wish(.focus($0)) }

  /// A drawing of how the board is held.
  package static let getDrawing = RecorderMethod<CaseKey, DrawingReply>(
    "GetDrawing", "A drawing of how the board is held in a case, as SVG"
  ) { .question(.drawing(dataSource: $0.dataSource, orientation: $0.orientation)) }
}
