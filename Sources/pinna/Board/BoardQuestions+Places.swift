import Assembly
import Boards
import Drawings
import Essentials
import LinuxBoard
import Recorder

// Questions about the places of the microphones, and about their capture device.

extension BoardQuestions {
  /// Asks where the microphones are.
  ///
  /// - Parameter total: the number of microphones, if it is known.
  func place(_ sketch: inout BoardSketch, count total: Int?) throws(CommandError) {
    try refuseForeign(sketch.shape, isCounted: total != nil)
    switch sketch.shape {
    case .pair:
      let spacing = try spacing()
      sketch.positions = BoardSketch.line(count: 2, spacing: spacing)
      sketch.measures = "a pair, \(Self.words(spacing)) mm apart, the first microphone on the left"
    case .line:
      let (count, spacing) = (try count(total), try spacing())
      sketch.positions = BoardSketch.line(count: count, spacing: spacing)
      sketch.measures =
        "\(count) in a line from left to right, \(Self.words(spacing)) mm between neighbours"
    case .square:
      let side = try spacing()
      sketch.positions = BoardSketch.square(side: side)
      sketch.measures =
        "a square with sides of \(Self.words(side)) mm"
        + (total == nil ? ", clockwise from the top left" : "")
    case .ring: try placeRing(&sketch, total)
    case .byHand: try placeByHand(&sketch, total)
    }
  }

  /// Refuses the options that belong to other shapes, so that no number is silently ignored.
  private func refuseForeign(_ shape: BoardSketch.Shape, isCounted: Bool) throws(CommandError) {
    let isRow = shape == .pair || shape == .line || shape == .square
    var foreign: [any AnyOption] = isRow ? [] : [Self.spacing]
    if shape != .ring { foreign += Self.ring }
    if shape != .line, shape != .ring, !isCounted { foreign.append(Self.microphones) }
    if shape != .byHand { foreign.append(Self.position) }
    try refuse(foreign, in: "--shape \(shape.rawValue)")
  }

  /// Refuses the options that answer no question about an array, so that no answer is silently ignored.
  func refuseForeign(_ array: String, _ host: BoardSketch.Host) throws(CommandError) {
    var foreign: [any AnyOption] = []
    if array != "i2s" { foreign.append(Self.item) }
    if array != "other" { foreign.append(Self.device) }
    if array != "i2s", array != "other" { foreign += Self.places }
    // "--buttons no" is true of every array.
    let hasContacts = arguments[Self.buttons] == .yes
    if hasContacts, array == "other" { foreign.append(Self.buttons) }
    try refuse(foreign, in: "--array \(array)")
    if hasContacts, host == .other { try refuse([Self.buttons], in: "--computer other") }
  }

  private func refuse(_ foreign: [any AnyOption], in place: String) throws(CommandError) {
    guard let option = foreign.first(where: arguments.has) else { return }
    throw arguments.usageError("--\(option.form.name) does not apply to \(place)")
  }

  private func placeRing(_ sketch: inout BoardSketch, _ total: Int?) throws(CommandError) {
    var count = try count(total)
    let radius = try length(Self.radius, "How far are the sound ports from the middle, in mm?")
    var isMiddle = arguments.has(Self.middle)
    if !isMiddle, arguments[Self.radius] == nil {
      isMiddle = try yes(Self.middle.form, "Is there also a microphone in the middle?")
    }
    if total != nil, isMiddle { count -= 1 }
    // By default, two microphones are on the left and the right, not one above the other.
    let first = arguments[Self.first] ?? (count == 2 ? 9 : 12)
    let isBackwards = arguments.has(Self.counterclockwise)
    sketch.positions = BoardSketch.ring(
      count: count, radius: radius, first: first, isCounterclockwise: isBackwards,
      hasMiddle: isMiddle)
    sketch.measures =
      "\(count) on a ring with a radius of \(Self.words(radius)) mm\(isMiddle ? " and one in the middle" : "")"
      + ", \(isBackwards ? "counterclockwise" : "clockwise") from \(Self.words(first)) o'clock"
  }

  private func placeByHand(_ sketch: inout BoardSketch, _ total: Int?) throws(CommandError) {
    for word in arguments[Self.position] {
      guard let position = Self.position(word) else {
        throw arguments.usageError(
          "--position '\(word)': give three numbers in mm, from -1000 to 1000, such as -30,0,0")
      }
      sketch.positions.append(position)
    }
    if sketch.positions.isEmpty, console.ask != nil { try askPositions(&sketch, total) }
    let count = sketch.positions.count
    guard count > 0 else {
      throw missing("position", "--position X,Y,Z, once for every microphone")
    }
    guard count == total ?? max(2, count) else {
      let wanted = total.map { "\($0)" } ?? "at least 2"
      throw arguments.usageError(
        "--position gives \(count.counted("position")): give \(wanted), one for every microphone"
      )
    }
    sketch.measures = "positions entered by hand"
  }

  /// Asks for the positions one after the other; a position that is already taken is refused at once.
  private func askPositions(_ sketch: inout BoardSketch, _ total: Int?) throws(CommandError) {
    let end = total == nil ? " An empty line ends the list." : ""
    console.note("Where are the microphones, in mm: to the right, up, towards you?\(end)")
    while sketch.positions.count < total ?? Int(Self.counts.upperBound) {
      let (number, before) = (sketch.positions.count + 1, sketch.positions)
      let answer = try ask("MIC\(number):", usual: nil, Self.position.form, number: number) {
        if $0.isEmpty, total == nil, number > 2 { return nil }
        guard let position = Self.position($0) else {
          return "give three numbers from -1000 to 1000, such as -30, 0, 0"
        }
        let near = before.firstIndex { other in
          zip(position, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } < 1
        }
        return near.map {
          "MIC\($0 + 1) is already at this position; microphones must be at least 1 mm apart "
            + "(positions are in mm: 0.03 m is 30)"
        }
      }
      guard let position = Self.position(answer) else { break }
      sketch.positions.append(position)
    }
  }

  /// The three numbers of a position, separated by commas or spaces; `nil` if there are not three.
  private static func position(_ text: String) -> [Double]? {
    let words = text.split { $0 == "," || $0 == " " }
    let numbers = words.compactMap { Double($0) }.filter { abs($0) <= 1000 }
    return words.count == 3 && numbers.count == 3 ? numbers : nil
  }

  /// The number of microphones, which is asked for if it is not known yet.
  private func count(_ total: Int?) throws(CommandError) -> Int {
    if let total { return total }
    return Int(try number(Self.microphones, Self.counts, "How many microphones?"))
  }

  private func spacing() throws(CommandError) -> Double {
    try length(Self.spacing, "How far apart are neighbouring sound ports, in mm?")
  }

  // MARK: - The device

  /// Asks for the device and, if it is attached, takes the format and the rate from it.
  func chooseDevice(_ sketch: inout BoardSketch) throws(CommandError) {
    let microphones = sketch.positions.count
    let devices = AlsaInputs.list()
    let fitting = devices.filter { ($0.offer?.channels.last ?? 0) >= microphones }
    if arguments[Self.device] == nil, console.ask != nil {
      for device in devices {
        console.note("  \(device.device.printable)  \(device.card.printable)")
      }
    }
    sketch.device = try text(
      Self.device, "Which capture device are the microphones on?",
      usual: fitting.first?.device ?? sketch.device
    ) { $0.contains(":") ? nil : "give an ALSA device, such as hw:CARD=mycard,DEV=0" }
    sketch.channels = microphones
    guard
      let offer = devices.first(where: { CaptureDeviceName.isSame($0.device, sketch.device) })?
        .offer
    else { return }
    sketch.channels = offer.channels.first { $0 >= microphones } ?? microphones
    let formats: [CaptureFormat] = [.s32, .s24, .s24Packed, .s16, .float]
    sketch.format = formats.first(where: offer.formats.contains) ?? sketch.format
    sketch.rate = offer.rates.contains(48000) ? 48000 : offer.rates.last ?? sketch.rate
  }
}
