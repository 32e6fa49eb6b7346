import Acoustics
import Boards
import Diagnostics
import Glibc

extension ArrayCalibration {
  /// Measures a board from a recording of sounds around it.
  ///
  /// - Parameters:
  ///   - sound: the recording, with every channel as the device delivered it.
  ///   - sounds: the single sounds in the recording; see ``RoughSound/single(in:)``.
  ///   - field: the model of how sounds reach the microphones of this board.
  /// - Throws: ``CalibrationRefusal`` if the recording does not determine the calibration, or contradicts the board
  ///   file.
  /// - Thread: any; the call takes about a second.
  package init(
    _ sound: CapturedSound, sounds: [RoughSound], board: Board, field: ArrayField
  ) throws(CalibrationRefusal) {
    try Self.check(sound, sounds, board)
    let clear = try Self.withoutClipped(sounds, in: sound)
    func measured(_ stretch: SoundStretch) -> Result<ArrayCalibration, CalibrationRefusal> {
      Result { () throws(CalibrationRefusal) in
        try Self.measured(sound, clear, board, field, stretch)
      }
    }
    let whole = measured(.whole)
    if case .success(let found) = whole, found.isOfDirectSound {
      self = found
      return
    }
    self = try Self.better(whole, measured(.onset))
  }

  /// Calibrates from whole sounds and from onsets, and returns the better result, or throws the more informative
  /// refusal.
  private static func better(
    _ whole: Result<ArrayCalibration, CalibrationRefusal>,
    _ onset: Result<ArrayCalibration, CalibrationRefusal>
  ) throws(CalibrationRefusal) -> ArrayCalibration {
    switch (whole, onset) {
    case (.success(let a), .success(let b)): return b.after.delay < a.after.delay ? b : a
    case (.failure, .success(let found)): return found
    case (.success(let found), .failure(let refusal)):
      // Echoes can hide a contradiction in whole sounds, while an onset may be too short to show anything.
      guard refusal.isFromEchoes else { throw refusal }
      return found
    case (.failure(let a), .failure(let b)):
      throw b.isFromEchoes && !a.isFromEchoes ? a : b
    }
  }

  /// Calibrates from one part of every sound.
  private static func measured(
    _ sound: CapturedSound, _ clear: (sounds: [RoughSound], clipped: [String]), _ board: Board,
    _ field: ArrayField, _ stretch: SoundStretch
  ) throws(CalibrationRefusal) -> ArrayCalibration {
    let sounds = clear.sounds
    let listening = CalibrationListening(sound, sounds: sounds, field: field, stretch: stretch)
    let heard = sound.channelIndices.filter { listening.isHeard[$0] }
    guard heard.count >= board.microphones.count else {
      throw .unheard(channels: heard, microphones: board.microphones.count)
    }
    let arrivals = try ArrivalSet(listening, sounds: sounds, heard: heard, field: field)
    guard arrivals.sounds.count >= Self.leastSounds else {
      throw .fewSounds(clear: arrivals.sounds.count, wanted: Self.leastSounds)
    }
    let map = try Self.map(board, field, arrivals)
    var found = try Self.fitted(
      board, field, arrivals, map: map, clear: arrivals.sounds.indices.map { $0 },
      unheard: clear.clipped + arrivals.unclear)
    found.stretch = stretch
    if map.margin <= Self.leastMargin {
      (found.unsure, found.unsureChannels) = (map.unsure, map.unsureChannels)
    }
    return found
  }

  /// Finds the channel of every microphone, which must follow from the sounds or from the board file.
  private static func map(
    _ board: Board, _ field: ArrayField, _ arrivals: ArrivalSet
  ) throws(CalibrationRefusal) -> ChannelMap {
    let preferred = board.microphones.map(\.channel)
    let map = ChannelMap(
      places: CalibrationModel.places(field, arrival: arrivals.arrivals[0]),
      sounds: arrivals.sounds, delays: arrivals.arrivals.map(\.delays), heard: arrivals.heard,
      error: field.hasBody ? bodyError : freeError, preferred: preferred,
      leastMargin: leastMargin)
    if map.margin > leastMargin { return map }
    // If the sounds leave the channels of all microphones open, they prove nothing about the order.
    let isOpen = map.unsure.count == preferred.count && map.likely.count > mostMaps
    guard map.channels == preferred, !isOpen else {
      throw .uncertainMap(keepsOrder: map.channels == preferred)
    }
    return map
  }

  /// Returns the sounds that clip on no channel, and the names of the sounds that clip.
  private static func withoutClipped(
    _ sounds: [RoughSound], in sound: CapturedSound
  ) throws(CalibrationRefusal) -> ([RoughSound], clipped: [String]) {
    let clips = sounds.map { sound.clippedChannels(from: $0.start, to: $0.end) }
    let clear = sounds.indices.filter { clips[$0].isEmpty }
    guard clear.count >= leastSounds || clear.count == sounds.count else {
      throw .clipped(channels: Set(clips.joined()).sorted(), clear: clear.count)
    }
    let names = sounds.indices.filter { !clips[$0].isEmpty }.map { sounds[$0].name }
    return (clear.map { sounds[$0] }, names)
  }

  private static func check(
    _ sound: CapturedSound, _ sounds: [RoughSound], _ board: Board
  ) throws(CalibrationRefusal) {
    guard sound.channels == board.capture.channels else {
      throw .otherDevice(channels: sound.channels, wanted: board.capture.channels)
    }
    guard board.microphones.count > 1 else { throw .oneMicrophone }
    let seconds = Double(sound.frames) / Double(sound.rate)
    for one in sounds where one.start < 0 || one.end > seconds + 1e-6 {
      throw .outside(sound: one.name)
    }
    guard sounds.count >= leastSounds else {
      throw .fewSounds(clear: sounds.count, wanted: leastSounds)
    }
    // The directions must lie on several sides, so their mean must be far shorter than a unit vector.
    let sum = sounds.map(\.direction).reduce(.zero, +)
    guard sum.length < mostOneSided * Double(sounds.count) else { throw .fewDirections }
  }

  /// Fits the model to the sounds, and then again without the sounds that differ from all others.
  private static func fitted(
    _ board: Board, _ field: ArrayField, _ arrivals: ArrivalSet, map: ChannelMap, clear: [Int],
    unheard: [String]
  ) throws(CalibrationRefusal) -> ArrayCalibration {
    let model = CalibrationModel(
      board, field: field, sounds: clear.map { arrivals.sounds[$0] },
      arrivals: clear.map { arrivals.arrivals[$0] }, channels: map.channels)
    var start = CalibrationState(
      model, delays: map.delays.map { $0 * 1e6 }, gains: map.delays.map { _ in 0 })
    for (place, k) in clear.enumerated() where map.directions[k].length > 0.1 {
      start.directions[place] = map.directions[k].normalized
    }
    let draws = CalibrationDraws(model, from: start)
    let odd = oddSounds(draws)
    let isFirst = clear.count == arrivals.sounds.count
    if isFirst, !odd.isEmpty, clear.count - odd.count >= leastSounds {
      return try fitted(
        board, field, arrivals, map: map,
        clear: clear.indices.filter { !odd.contains($0) }.map { clear[$0] },
        unheard: unheard + odd.map { arrivals.sounds[clear[$0]].name })
    }
    let elsewhere = clear.indices.filter {
      dot(draws.directions[$0], arrivals.sounds[clear[$0]].direction) < mostElsewhere
    }
    guard elsewhere.isEmpty else {
      throw .otherDirections(
        elsewhere.map {
          CalibrationRefusal.Contradiction(
            sound: arrivals.sounds[clear[$0]].name,
            from: ToldDirection.nearest(to: draws.directions[$0]).name)
        })
    }
    let after = Misfit(delay: draws.misfit.x, level: draws.misfit.y)
    guard after.delay <= mostMisfit else { throw .otherBoard(misfit: after.delay) }
    let inverted = leastChanges(board, map: map, polarities: arrivals.polarities)
    // Of all the values that fit, take the values that leave most microphones unchanged: if one microphone is odd,
    // correct that microphone and not all the others.
    let gainShift = median(zip(board.microphones, draws.gains).map { $0.gain + $1.mean })
    let delayShift = median(zip(board.microphones, draws.delays).map { $0.delay * 1e6 - $1.mean })
    return ArrayCalibration(
      board: board,
      microphones: board.microphones.enumerated().map { n, microphone in
        Microphone(
          name: microphone.name, channel: map.channels[n], isInverted: inverted[n],
          gain: Estimate(value: gainShift - draws.gains[n].mean, error: draws.gains[n].deviation),
          delay: Estimate(
            value: delayShift + draws.delays[n].mean, error: draws.delays[n].deviation),
          offset: draws.offsets[n].map { Estimate(value: $0.mean, error: $0.deviation) },
          tolerance: model.tolerances[n])
      },
      before: misfitBefore(board, field, arrivals, clear), after: after,
      used: clear.map { arrivals.sounds[$0].name }, unused: unheard, mapMargin: map.margin,
      hasBody: field.hasBody, highest: (field.highestForDelays, field.highestForLevels))
  }

  /// The largest misfit in microseconds at which the board still counts as the calibrated board.
  ///
  /// This is ten times the misfit due to echoes in a room; a different board causes a larger misfit.
  private static let mostMisfit = 30.0

  /// The sounds whose residuals are much larger than the others', such as a slamming door or a clap from elsewhere.
  private static func oddSounds(_ draws: CalibrationDraws) -> [Int] {
    let errors = draws.misfits
    let middle = errors.sorted()[errors.count / 2]
    return errors.indices.filter { errors[$0] > max(oddFactor * middle, oddMicroseconds) }
  }

  /// The misfit of the same sounds to the board file; for the best fit, the directions may deviate a little from the
  /// stated directions.
  private static func misfitBefore(
    _ board: Board, _ field: ArrayField, _ arrivals: ArrivalSet, _ clear: [Int]
  ) -> Misfit? {
    let channels = board.microphones.map(\.channel)
    guard channels.allSatisfy({ arrivals.heard.contains($0) }) else { return nil }
    let model = CalibrationModel(
      board, field: field, sounds: clear.map { arrivals.sounds[$0] },
      arrivals: clear.map { arrivals.arrivals[$0] }, channels: channels)
    let start = CalibrationState(
      model, delays: board.microphones.map { $0.delay * 1e6 },
      gains: board.microphones.map { -$0.gain })
    let draws = CalibrationDraws(soundsOf: model, from: start)
    return Misfit(delay: draws.misfit.x, level: draws.misfit.y)
  }

  /// For each microphone, true if it is inverted; as few microphones as possible differ from the board file.
  private static func leastChanges(
    _ board: Board, map: ChannelMap, polarities: [Double]
  ) -> [Bool] {
    let found = map.channels.map { polarities[$0] < 0 }
    let changes = zip(found, board.microphones).filter { $0 != $1.isInverted }.count
    let isOpposite =
      2 * changes > found.count
      || (2 * changes == found.count && found[0] != board.microphones[0].isInverted)
    return found.map { $0 != isOpposite }
  }

  /// The smallest number of sounds that allows a proposal: one each from the left, from the right, from ahead and from
  /// behind.
  package static let leastSounds = 4
  /// The largest permitted length of the mean of the directions; it would be 1 if all sounds came from one side.
  private static let mostOneSided = 0.7
  /// The error in seconds of assuming plane waves: in a free field for a source at 1 m, and around a body.
  private static let freeError = 8e-6
  private static let bodyError = 20e-6
  /// The cosine of 55 degrees: a person who claps from the stated direction is off by less than this angle.
  private static let mostElsewhere = 0.57
  /// The smallest log odds at which the channel map counts as certain: 3000 to 1.
  private static let leastMargin = 8.0
  /// The largest number of likely maps among which the board file's map is believed: the number of maps for two pairs
  /// of microphones, each with one microphone above the other.
  private static let mostMaps = 4
  /// A sound is left out if its misfit exceeds both this multiple of the median misfit and this many microseconds.
  private static let oddFactor = 5.0
  private static let oddMicroseconds = 3.0
}

/// The median of a list of numbers.
private func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

extension CapturedSound {
  /// The indices of the channels, from 0.
  fileprivate var channelIndices: Range<Int> { 0..<channels }
}
