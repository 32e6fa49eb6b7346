import Beamforming
import Boards
import Essentials
import Realtime
import TakeFiles

extension TakePlan {
  /// Returns the metadata that the take's files have in common, without the name and the events of the take.
  ///
  /// - Parameter preRollFrames: the number of frames of the take before the press.
  func metadata(preRollFrames: Int) -> TakeMetadata {
    var metadata = TakeMetadata()
    metadata.familyID = uid
    metadata.contents = form.contents
    noteClock(in: &metadata)
    metadata.battery = battery
    metadata.place = place
    (metadata.unitName, metadata.unitSerial) = (unit.name, unit.serial)
    metadata.unitVersion = unit.version.flatMap { $0.isEmpty ? nil : $0 }
    metadata.boardID = board.id
    metadata.boardName = board.name
    metadata.dataSource = board.dataSources[design.which.dataSource].name
    metadata.describe(design)
    metadata.preferredRate = board.capture.rate
    metadata.rate = grant.rate
    metadata.captureFormat = grant.format.rawValue
    metadata.inputGain = grant.inputGain
    metadata.lowCutHertz = form.lowCutHertz
    metadata.limits = form.limits
    metadata.preRollFrames = preRollFrames
    if let reason { metadata.notes.append(reason) }
    if grant.format != board.capture.format || grant.rate != board.capture.rate {
      metadata.notes.append(
        "asked for \(board.capture.format.rawValue) at \(board.capture.rate) Hz")
    }
    return metadata
  }

  /// Enters in metadata the quality of the clock that gave the date, and whether that clock was set.
  func noteClock(in metadata: inout TakeMetadata) {
    metadata.isClockSet = isClockSet
    metadata.utcOffsetSeconds = isClockSet ? time.utcOffsetSeconds : nil
    metadata.clock = clock
  }

  /// Derives the metadata of every file of a part from the metadata that all files have in common.
  ///
  /// - Parameter sincePress: the number of frames on the time line from the press to the first frame of the part.
  func metadata(
    _ base: TakeMetadata, part: Int, firstFrame: Int, sincePress: Int
  ) -> PartMetadata {
    var rendered = base
    rendered.part = part
    rendered.firstFrame = firstFrame
    let rate = grant.rate
    rendered.date = time.date(secondsEarlier: -Double(sincePress) / Double(rate))
    rendered.timeReference = time.framesSinceMidnight(rate: rate, framesEarlier: -sincePress)
    rendered.tracks = design.tracks
    var safety = rendered
    safety.content = .safety
    safety.gain = Self.safetyDecibels
    var raw = rendered
    raw.content = .raw
    raw.tracks = rawTracks
    // The raw file does not have the processing of the rendered file.
    (raw.lowCutHertz, raw.limits, raw.ambisonics) = (nil, false, nil)
    return PartMetadata(rendered: rendered, safety: safety, raw: raw)
  }

  /// The level of the safety file relative to the take, in decibels.
  package static let safetyDecibels = -12.0

  private var rawTracks: [TakeMetadata.Track] {
    (0..<grant.channels).map { channel in
      guard let microphone = board.microphones.first(where: { $0.channel == channel }) else {
        return .init(name: "CHANNEL \(channel + 1)")
      }
      // If the gain of the card is unknown, the sensitivity of a microphone does not tell the level of the sound.
      let isKnown = board.capture.gainControls.isEmpty || grant.inputGain != nil
      return .init(
        name: microphone.name, gain: microphone.gain, isInverted: microphone.isInverted,
        sensitivity: isKnown ? microphone.sensitivity(inputGain: grant.inputGain) : nil)
    }
  }
}

extension TakeMetadata {
  /// Enters the filters with which a file was rendered.
  package mutating func describe(_ design: Design) {
    pattern = design.pattern.rawValue
    preferredPattern = design.preferredPattern.rawValue
    orientation = design.which.orientation?.rawValue
    frontEmphasis = design.pattern == .stereo ? design.frontEmphasis : nil
    isRefined = nil
    rendering = design.rendering?.rawValue
    wind = design.windHandling
    ambisonics = design.ambisonics
    filterHash = design.filters.fingerprint
    // A raw file has the notes of its take, whose filters may be others.
    notes.removeAll {
      $0.hasPrefix(Self.without) || $0 == DesignNote.noLeftAndRight.description
    }
    for note in design.notes {
      switch note {
      case .unusable(let names): notes.append(Self.without + names.joined(separator: ", "))
      case .pair, .pairUpright, .pairIncomplete, .noSide, .noAmbisonics, .noLeftAndRight:
        notes.append(note.description)
      case .bodyMissing: notes.append("filters without the body, which had not been computed yet")
      default: break
      }
    }
  }
}

extension TakeMetadata {
  private static let without = "without "

  /// The names of the microphones that a take left out because they were dead at its start.
  package var absentMicrophones: [String] {
    notes.filter { $0.hasPrefix(Self.without) }.flatMap { note in
      note.dropFirst(Self.without.count).split(separator: ",").map { name in
        String(name.drop { $0 == " " })
      }
    }
  }

  /// The microphones that fell silent during the take, with the frame at which they did; the filters of the take stayed
  /// the same.
  package var silencedMicrophones: [(names: [String], frame: Int)] {
    markers.filter { $0.kind == .microphone && $0.label.hasSuffix(Self.silent) }.map { marker in
      let names = marker.label.dropLast(Self.silent.count).split(separator: ",")
      return (names.map { name in String(name.drop { $0 == " " }) }, marker.frame)
    }
  }

  /// The words with which the label of a marker ends if microphones fell silent.
  static let silent = " silent"
}

extension Design {
  /// How wind is handled, such as "off" or, with the strength, "auto, 15 dB"; `nil` for patterns other than stereo.
  package var windHandling: String? {
    guard pattern == .stereo else { return nil }
    guard let wind else { return WindHandling.off.rawValue }
    let whole = wind.strength == wind.strength.rounded()
    return "\(WindHandling.auto.rawValue), "
      + (whole ? "\(Int(wind.strength))" : "\(wind.strength)") + " dB"
  }

  /// The order, scale and bandwidth of ambisonics in one line, as written to files; `nil` for other patterns.
  package var ambisonics: String? {
    guard let band = filters.bandwidth else { return nil }
    return "AmbiX, order \(Ambisonics.order), ACN, SN3D, horizontal (Z is silent), "
      + "good from \(Int(band.lowerBound.rounded())) to \(Int(band.upperBound.rounded())) Hz"
  }

  /// The descriptions of the channels of a rendered file.
  var tracks: [TakeMetadata.Track] {
    if pattern == .ambix { return Ambisonics.channels.map { .init(name: $0) } }
    return pattern.hasLeftAndRight
      ? [.init(name: "LEFT"), .init(name: "RIGHT")]
      : [.init(name: pattern.rawValue.uppercased())]
  }
}

extension FilterBank {
  /// A hash of the coefficients: equal filters have equal hashes, on any machine.
  package var fingerprint: String {
    fnv1a(coefficients.lazy.map(\.bitPattern)).hexadecimal(digits: 16)
  }
}
