import Boards

extension SoundChecks {
  /// The findings about each microphone's unshared noise, compared with the other microphones and the board file.
  func noise(
    _ living: [Int], _ shared: SharedPressure?, _ heard: inout HeardMicrophones
  ) -> [Finding] {
    guard living.count > 1 else {
      return living.map {
        Finding(.soundNoise, name($0), .skip, "there is no other microphone to compare with")
      }
    }
    let unshared = UnsharedNoise(spectra, microphones: living.map { board.microphones[$0] })
    // A microphone with less gain also has less noise.
    let levels = living.indices.map { place in
      unshared.level(place, rate: sound.rate).map { level in
        var level = level
        level.own -= shared?.match(place)?.gain ?? 0
        return level
      }
    }
    return living.enumerated().map { place, microphone -> Finding in
      let others = levels.indices.filter { $0 != place }.compactMap { levels[$0]?.own }.sorted()
      guard let level = levels[place], !others.isEmpty else {
        return Finding(.soundNoise, name(microphone), .skip, "it captured too little sound")
      }
      let finding = noise(microphone, level, others: others[others.count / 2])
      if finding.verdict != .skip { heard.ownNoise[microphone] = level.own }
      return finding
    }
  }

  private func noise(_ microphone: Int, _ level: UnsharedNoise.Level, others: Double) -> Finding {
    let stated = board.simulation.noise
    let limit =
      "at most \(Int(Self.noiseRange)) dB above the others and above the \(Quantity.tenths(stated)) dBFS(A) of the "
      + "board file"
    let words = "\(Quantity.tenths(level.own)) dBFS(A)"
    guard level.own > max(others, stated) + Self.noiseRange else {
      return Finding(
        .soundNoise, name(microphone), .pass, "self-noise of at most \(words)", value: level.own,
        unit: "dBFS(A)", limit: limit)
    }
    guard level.overSound > Self.noiseRange else {
      return Finding(
        .soundNoise, name(microphone), .skip,
        "the room is too loud to measure the microphone's self-noise, which is at most \(words)",
        value: level.own,
        unit: "dBFS(A)", limit: limit, remedy: "check again in a quieter room")
    }
    let digits = Quantity.digits(telling: level.own - max(others, stated), from: Self.noiseRange)
    return Finding(
      .soundNoise, name(microphone), .warn,
      "has \(Quantity.decimal(level.own - others, digits: digits)) dB more self-noise than the others: \(words)",
      value: level.own, unit: "dBFS(A)", limit: limit,
      remedy: "check for wind or a touch on its port, then check its supply and ground")
  }

  /// The largest difference, in decibels, that is normal between the noises of equal microphones in one room.
  private static let noiseRange = 6.0
}
