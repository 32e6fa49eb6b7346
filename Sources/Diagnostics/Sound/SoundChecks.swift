import Boards
import Essentials
import Glibc

/// The checks of a board's microphones that need only a few seconds of sound, without a person's help.
///
/// A quiet room is enough for the checks of single channels. Gain and polarity are compared at low frequencies, where
/// all microphones of a board hear the same pressure; this requires low-frequency sound that is louder than their
/// self-noise, such as traffic, a fan, or a voice close by.
package struct SoundChecks: Sendable {
  let board: Board
  let sound: CapturedSound
  private let statistics: [ChannelStatistics]
  let spectra: SoundSpectra

  /// The minimum duration of sound for the checks in seconds.
  package static let leastSeconds = 2.0

  /// The checks of a recording made with a board.
  ///
  /// - Precondition: the recording has the channels of the board, and lasts at least ``leastSeconds``.
  package init(_ sound: CapturedSound, board: Board) {
    precondition(sound.channels == board.capture.channels, "the recording is from another device")
    self.board = board
    self.sound = sound
    statistics = (0..<sound.channels).map { ChannelStatistics(sound, channel: $0) }
    spectra = SoundSpectra(sound)
  }

  /// All findings, microphone by microphone.
  package var findings: [Finding] { judged.findings }

  /// The findings, together with the measured values that later checks need.
  var judged: (findings: [Finding], heard: HeardMicrophones) {
    var findings: [Finding] = []
    var heard = HeardMicrophones()
    for index in board.microphones.indices {
      let alive = alive(index)
      findings.append(alive)
      guard alive.verdict != .fail else {
        heard.dead.insert(index)
        continue
      }
      findings += [
        level(index), offset(index), clipping(index), depth(index), stuck(index), hum(index),
      ]
    }
    let living = board.microphones.indices.filter { !heard.dead.contains($0) }
    let hearing = living.filter { level($0).verdict != .fail }
    findings += spareChannels
    findings += copies(living)
    // The comparison leaves out copies and nearly silent microphones, which have nothing useful in common with the
    // others.
    let distinct = hearing.filter { microphone in
      !hearing.contains { $0 < microphone && isCopy($0, microphone) }
    }
    findings += match(distinct, &heard)
    return (findings, heard)
  }

  // MARK: Single channels

  private func statistics(_ microphone: Int) -> ChannelStatistics {
    statistics[board.microphones[microphone].channel]
  }

  func name(_ microphone: Int) -> String { board.microphones[microphone].name }

  private func channelWords(_ microphone: Int) -> String {
    "channel \(board.microphones[microphone].channel)"
  }

  private func alive(_ microphone: Int) -> Finding {
    let statistics = statistics(microphone)
    let limit = "samples that change"
    guard statistics.isConstant else {
      return Finding(.soundAlive, name(microphone), .pass, "delivers sound", limit: limit)
    }
    return Finding(
      .soundAlive, name(microphone), .fail,
      statistics.peak == 0
        ? "\(channelWords(microphone)) is silent: every sample is 0"
        : "\(channelWords(microphone)) is stuck: every sample is the same",
      limit: limit,
      remedy:
        "check its supply, its data line, and the pin that selects its channel (SEL, L/R), and that the board file "
        + "does not give it another microphone's channel")
  }

  /// The level of a microphone after the gain in the board file, in dBFS(A).
  private func correctedLevel(_ microphone: Int) -> Double {
    let microphone = board.microphones[microphone]
    return spectra.weightedLevel(microphone.channel) + microphone.gain
  }

  private func level(_ microphone: Int) -> Finding {
    let level = spectra.weightedLevel(board.microphones[microphone].channel)
    let others = board.microphones.indices.filter { $0 != microphone && !statistics($0).isConstant }
      .map(correctedLevel).sorted()
    let limit = "within \(Int(Self.levelRange)) dB of the others"
    guard !others.isEmpty else {
      return Finding(
        .soundLevel, name(microphone), .pass, "\(Quantity.tenths(level)) dBFS(A)", value: level,
        unit: "dBFS(A)", limit: "none: there is no other microphone")
    }
    // Of an even number of others, either level in the middle may be right: the other one may be a faulty microphone's.
    let middle = others[(others.count - 1) / 2]...others[others.count / 2]
    let own = correctedLevel(microphone)
    let difference = own - min(max(own, middle.lowerBound), middle.upperBound)
    guard abs(difference) > Self.levelRange else {
      return Finding(
        .soundLevel, name(microphone), .pass, "\(Quantity.tenths(level)) dBFS(A)", value: level,
        unit: "dBFS(A)", limit: limit)
    }
    let amount = Quantity.decimal(
      abs(difference), digits: Quantity.digits(telling: abs(difference), from: Self.levelRange))
    let isCorrected = board.microphones.contains { $0.gain != 0 }
    return Finding(
      .soundLevel, name(microphone), .fail,
      "is \(amount) dB \(difference < 0 ? "quieter" : "louder") than the others"
        + (isCorrected ? ", with the gains in the board file" : ""),
      value: level, unit: "dBFS(A)", limit: limit,
      remedy: (difference < 0
        ? "check whether its port is blocked or covered, and check its gain in the mixer"
        : "check its supply and ground, whether wind reaches its port, and its gain in the mixer")
        + (isCorrected ? " and in the board file" : ""))
  }

  private func offset(_ microphone: Int) -> Finding {
    let offset = statistics(microphone).offset
    let level = 20 * log10(max(1e-10, abs(offset)))
    // Sound with a period longer than the recording also has a mean.
    let sure = abs(offset) - Self.offsetSpreads * statistics(microphone).offsetError
    let verdict: Verdict =
      sure > Self.offsetFail ? .fail : sure > Self.offsetWarning ? .warn : .pass
    let digits = [Self.offsetWarning, Self.offsetFail].map {
      Quantity.digits(telling: abs(offset), from: $0, as: Quantity.percent(_:digits:))
    }.max()
    return Finding(
      .soundOffset, name(microphone), verdict,
      verdict == .pass
        ? "its offset is \(Quantity.tenths(level)) dBFS"
        : "has an offset of \(Quantity.percent(offset, digits: digits ?? 1)) of full scale",
      value: level, unit: "dBFS",
      limit: "at most 1 % of full scale; 10 % or more costs headroom",
      remedy: verdict == .pass
        ? nil
        : "the low cut removes it from stereo, but raw files keep it; check the converter's high-pass filter"
    )
  }

  private func clipping(_ microphone: Int) -> Finding {
    let (clipped, frames) = (statistics(microphone).clipped, statistics(microphone).frames)
    let share = Double(clipped) / Double(frames)
    return Finding(
      .soundClipping, name(microphone), clipped == 0 ? .pass : .warn,
      clipped == 0 ? "no frame at full scale" : "\(clipped.counted("frame")) at full scale",
      value: share * 100, unit: "%", limit: "none, unless the room is loud",
      remedy: clipped == 0 ? nil : "lower the gain in the mixer, or check in a quieter room")
  }

  private func depth(_ microphone: Int) -> Finding {
    let bits = statistics(microphone).movingBits
    let promised = board.capture.format == .s16 ? 16 : Self.leastBits
    let isEnough = bits >= promised
    return Finding(
      .soundDepth, name(microphone), isEnough ? .pass : .warn,
      isEnough
        ? "\(bits) bits change"
        : "only \(bits) bits of \(board.capture.format.rawValue) change",
      value: Double(bits), unit: "bits",
      limit: "at least \(promised): I2S microphones deliver 18 to 24",
      remedy: isEnough
        ? nil
        : "look for a 16-bit slot in the device tree overlay, or a conversion in ALSA's configuration"
    )
  }

  private func stuck(_ microphone: Int) -> Finding {
    let bits = statistics(microphone).stuckBits
    return Finding(
      .soundBits, name(microphone), bits.isEmpty ? .pass : .fail,
      bits.isEmpty
        ? "no bit is stuck"
        : "bit \(bits.map(String.init).joined(separator: ", ")) below the sign never changes",
      limit: "every bit above the lowest one changes",
      remedy: bits.isEmpty
        ? nil
        : "check the data line and its timing, such as a bit clock that is too fast or inverted")
  }

  private func hum(_ microphone: Int) -> Finding {
    let channel = board.microphones[microphone].channel
    guard let hum = MainsHum(spectra, channel: channel) else {
      return noHum(microphone, hidden: MainsHum.leastVisible(spectra, channel: channel))
    }
    let isLoud = hum.level > Self.humLimit
    return Finding(
      .soundHum, name(microphone), isLoud ? .warn : .pass,
      "hum of \(Int(hum.frequency)) Hz mains at \(Self.humText(hum.level)) dBFS, "
        + "most of it at \(Int(hum.strongest)) Hz",
      value: hum.level, unit: "dBFS", limit: Self.humWords,
      remedy: isLoud
        ? "run the board from a battery: if the hum stops, it came from the supply or a ground loop; if it stays, it "
          + "comes from something in the room" : nil)
  }

  /// The finding of no detectable hum in the sound of the room.
  private func noHum(_ microphone: Int, hidden: Double) -> Finding {
    let isHidden = hidden > Self.humLimit
    return Finding(
      .soundHum, name(microphone), isHidden ? .skip : .pass,
      isHidden
        ? "no hum was found, "
          + "but other sound could hide hum of up to \(Self.humText(hidden)) dBFS"
        : "no mains hum",
      limit: Self.humWords, remedy: isHidden ? "check again in a quieter room" : nil)
  }

  /// The level of hum in words that tell it from the limit.
  private static func humText(_ level: Double) -> String {
    Quantity.decimal(level, digits: Quantity.digits(telling: level, from: humLimit))
  }

  private static let humWords = "at most \(Int(humLimit)) dBFS"

  private var spareChannels: [Finding] {
    let used = Set(board.microphones.map(\.channel))
    let limit = "channels without a microphone are silent"
    let sounding = (0..<sound.channels).filter { !used.contains($0) && !statistics[$0].isConstant }
    guard !sounding.isEmpty else {
      let count = sound.channels - used.count
      return [
        Finding(
          .soundSpare, .pass,
          count == 0 ? "every channel has a microphone" : "\(count) without a microphone: silent",
          limit: limit)
      ]
    }
    return sounding.map {
      Finding(
        .soundSpare, "channel \($0)", .warn,
        "has sound, but the board file assigns no microphone to it", limit: limit,
        remedy:
          "harmless if it carries playback; otherwise the channels are in a different order")
    }
  }

  // MARK: Pairs of channels

  private func isCopy(_ a: Int, _ b: Int) -> Bool {
    sound.stored(of: board.microphones[a].channel) == sound.stored(of: board.microphones[b].channel)
  }

  private func copies(_ living: [Int]) -> [Finding] {
    let limit = "every microphone has different samples"
    let copies = living.flatMap { a in
      living.filter { $0 > a && isCopy(a, $0) }.map { b in
        Finding(
          .soundCopy, "\(name(a)), \(name(b))", .fail,
          "have the same samples in every frame: one microphone on two channels", limit: limit,
          remedy:
            "check the pin that selects the channel (SEL, L/R), which must differ between the two, and look for a "
            + "mono-to-stereo conversion in ALSA's configuration")
      }
    }
    return copies.isEmpty
      ? [Finding(.soundCopy, .pass, "no two channels are the same", limit: limit)] : copies
  }

  /// The findings about gain and polarity relative to the other microphones, at low frequencies.
  private func match(_ living: [Int], _ heard: inout HeardMicrophones) -> [Finding] {
    let low =
      living.count > 1
      ? SharedPressure(spectra, channels: living.map { board.microphones[$0].channel }) : nil
    // A gain error shared by all microphones looks like a quieter or louder room.
    let gains = living.indices.filter { low?.match($0) != nil }
      .map { board.microphones[living[$0]].gain }.sorted()
    let usual =
      gains.isEmpty ? 0 : (gains[(gains.count - 1) / 2] + gains[gains.count / 2]) / 2
    let signs = living.indices.compactMap { place in
      low?.match(place).map { $0.isOpposite != board.microphones[living[place]].isInverted }
    }
    // Sound shows only which polarities differ, so if the board file seems wrong about most microphones, the others
    // are wrong: for example, none if half of the microphones are inverted, as the file states.
    let isTurned = 2 * signs.filter { $0 }.count > signs.count
    var findings = noise(living, low, &heard) + delays(living)
    for (place, microphone) in living.enumerated() {
      guard let match = low?.match(place) else {
        findings += unmatched(microphone, isAlone: living.count < 2)
        continue
      }
      // The gain of the match is relative to the median, so the gain in the board file must also be
      // relative to its median.
      let error = match.gain - (usual - board.microphones[microphone].gain)
      heard.gains[microphone] = error
      findings += [
        polarity(microphone, match, isOpposite: match.isOpposite != isTurned),
        gain(microphone, error),
      ]
    }
    return findings
  }

  private func unmatched(_ microphone: Int, isAlone: Bool) -> [Finding] {
    let words =
      isAlone
      ? "there is no other microphone"
      : "the microphones have no sound below \(Int(SharedPressure.highest)) Hz in common"
    return [Check.soundPolarity, .soundGain].map {
      Finding(
        $0, name(microphone), .skip, words,
        remedy: isAlone ? nil : "check again with a fan, an engine or a voice nearby")
    }
  }

  private func polarity(
    _ microphone: Int, _ match: SharedPressure.Match, isOpposite: Bool
  ) -> Finding {
    let isWrong = isOpposite != board.microphones[microphone].isInverted
    return Finding(
      .soundPolarity, name(microphone), isWrong ? .fail : .pass,
      isWrong
        ? isOpposite
          ? "has the opposite polarity to the others"
          : "has the same polarity as the others, but the board file says that it is inverted"
        : isOpposite ? "inverted, as in the board file" : "the same as the others",
      value: match.coherence, unit: "coherence",
      limit: "the polarity of the others, unless the board file states inverted",
      remedy: isWrong
        ? "set inverted = \(isOpposite) for \(name(microphone)) in the board file" : nil)
  }

  private func gain(_ microphone: Int, _ error: Double) -> Finding {
    let limit = Self.gainSpreads * board.mismatch.gainError
    let isWrong = abs(error) > limit
    let digits = Quantity.digits(telling: abs(error), from: limit)
    return Finding(
      .soundGain, name(microphone), isWrong ? .warn : .pass,
      isWrong
        ? "is \(Quantity.decimal(abs(error), digits: digits)) dB \(error < 0 ? "softer" : "louder") than the board "
          + "file states"
        : "\(Quantity.signed(error, digits: digits)) dB from the gain in the board file",
      value: error, unit: "dB",
      limit: "at most \(Quantity.decimal(limit, digits: digits)) dB, three times the tolerance in "
        + "the board file",
      remedy: isWrong
        ? "calibrate, or set gain = \(Quantity.signed(board.microphones[microphone].gain - error)) in the board file"
        : nil)
  }

  // MARK: Limits

  /// The largest level difference, in decibels, between a board's microphones in a room; beyond it, a microphone
  /// counts as blocked or broken.
  private static let levelRange = 15.0
  /// The offset, as a fraction of full scale, from which the check warns: I2S MEMS microphones have offsets of up to a
  /// few tenths of a percent.
  private static let offsetWarning = 0.01
  /// The offset, as a fraction of full scale, from which the check fails: it costs 1 dB of headroom.
  private static let offsetFail = 0.1
  /// The number of standard errors beyond which a mean is significant.
  private static let offsetSpreads = 4.0
  /// The minimum number of bits of an I2S microphone (data sheets: SPH0645 18, ICS-43434 24).
  private static let leastBits = 17
  /// The level of hum, in dBFS, that is audible above the self-noise of a MEMS microphone (about -90 dBFS(A)).
  private static let humLimit = -80.0
  /// The number of standard deviations beyond which a gain is outside the board's tolerance.
  private static let gainSpreads = 3.0
}
