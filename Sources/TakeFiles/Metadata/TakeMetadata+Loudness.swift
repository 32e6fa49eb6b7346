import Essentials

extension TakeMetadata {
  /// Records in the metadata of a copy that the copy is louder than its source.
  ///
  /// - Parameters:
  ///   - added: the gain in decibels that the copy has received.
  ///   - measured: the loudness of the source; `nil` if it was not measured.
  mutating func state(gain added: Double, of measured: Loudness?) {
    guard added != 0 || measured != nil else { return }
    gain += added
    loudness = measured?.raised(by: added).inHundredths
    let change =
      added == 0
      ? "as loud as" : "\(SoundLevel.tenths(abs(added))) dB \(added < 0 ? "softer" : "louder") than"
    var words = "exported \(change) the take"
    if let measured {
      words +=
        ", which has \(SoundLevel.tenths(measured.integrated)) LUFS and a true peak of "
        + "\(SoundLevel.tenths(measured.truePeak)) dBTP"
    }
    notes.append(words)
  }

  /// Records in the metadata of a copy how many samples it could not hold; its loudness is then unknown.
  mutating func state(_ outcome: Transcoder.Outcome) {
    let words = outcome.words
    guard !words.isEmpty else { return }
    loudness = nil
    notes += words
  }
}

extension Transcoder.Outcome {
  /// The samples that the new file could not hold, in one phrase for each reason.
  public var words: [String] {
    var words: [String] = []
    if invalidSamples > 0 {
      let what = invalidSamples.agreeing("was not a number and was", "were not numbers and were")
      words.append("\(invalidSamples.counted("sample")) \(what) silenced")
    }
    if clippedSamples > 0 {
      let what = clippedSamples.agreeing("was", "were")
      words.append("\(clippedSamples.counted("sample")) exceeded full scale and \(what) clipped")
    }
    return words
  }
}
