import Drawings
import Essentials
import TakeFiles

/// Sets the loudness of exported files: `--normalize` and `--gain`.
enum TakesLoudness {
  static let normalize = Option.number(
    "normalize", "LUFS", -50...(-5), unit: "LUFS",
    "give every take this loudness; its true peak stays below -1 dBTP")
  static let gain = Option.number(
    "gain", "DB", -60...60, unit: "dB",
    "make every take louder, as far as its true peak allows, or softer")

  /// The loudness that the arguments ask for; `nil` to leave the samples unchanged.
  static func wish(_ arguments: Arguments) throws(CommandError) -> LoudnessWish? {
    switch (arguments[normalize], arguments[gain]) {
    case (nil, nil): return nil
    case (let loudness?, nil): return .loudness(loudness)
    case (nil, let decibels?): return .gain(decibels)
    case (_?, _?):
      throw arguments.usageError("--normalize and --gain both set the level; give only one of them")
    }
  }

  /// Measures the takes of these jobs, and gives each job the gain that its take needs.
  ///
  /// All takes are measured before any file is made, so that a take without a loudness cannot stop the work half-way.
  static func measure(
    _ jobs: inout [TakesExport.Job], for wish: LoudnessWish, _ console: Console
  ) throws(CommandError) {
    for take in Set(jobs.filter { !$0.isTaken }.map(\.take)).sorted() {
      let parts = jobs.indices.filter { jobs[$0].take == take }
      let files = parts.map { jobs[$0].input }
      if try keepsPeak(wish, files) {
        guard case .gain(let decibels) = wish else { continue }
        for part in parts { jobs[part].gain = decibels }
        continue
      }
      let measured = try survey(files, console)
      guard let gain = wish.gain(measured) else { throw silent(files) }
      if gain.isLowered { console.note(lowered(files[0], wish, gain, measured).printable) }
      for part in parts {
        (jobs[part].gain, jobs[part].loudness) = (gain.applied, measured.loudness)
      }
    }
  }

  /// True if the gain needs no measurement, because it makes channels of microphones softer.
  ///
  /// - Throws: ``CommandError`` for files that cannot be measured.
  private static func keepsPeak(
    _ wish: LoudnessWish, _ files: [TakeFile]
  ) throws(CommandError) -> Bool {
    guard let file = files.first(where: { !LoudnessMeter.possibleChannels.contains($0.channels) })
    else { return false }
    switch wish {
    case .gain(let decibels) where decibels <= 0: return true
    case .gain, .loudness:
      let isAmbisonic = file.metadata.ambisonics != nil
      throw CommandError(
        "\(file.path): \(file.channels) channels of \(isAmbisonic ? "ambisonics" : "microphones") have no loudness, "
          + "and their true peak is not measured; "
          + (isAmbisonic
            ? "render stereo of its raw file first"
            : "export the stereo file of the take, or render this one first"),
        .data)
    }
  }

  private static func survey(
    _ files: [TakeFile], _ console: Console
  ) throws(CommandError) -> LoudnessSurvey.Result {
    var progress = Progress("Measuring \(files[0].fileName)", console: console)
    defer { progress.finish() }
    return try translate(
      try LoudnessSurvey(files.map(\.path)).run { progress.update($0) }, to: CommandError.file)
  }

  private static func silent(_ files: [TakeFile]) -> CommandError {
    let seconds = files.reduce(0) { $0 + $1.seconds }
    let reason =
      seconds < shortest
      ? "shorter than \(shortest) s"
      : "never louder than the gate of -70 LUFS"
    return CommandError(
      "\(files[0].path): its loudness cannot be measured: it is \(reason); leave it out, or use --gain",
      .data)
  }

  /// The sentence to print if the true peak limits the gain.
  private static func lowered(
    _ file: TakeFile, _ wish: LoudnessWish, _ gain: LoudnessWish.Gain,
    _ measured: LoudnessSurvey.Result
  ) -> String {
    let peak = (measured.truePeak + gain.asked).signedText(digits: 1)
    var words =
      "pinna: \(file.path): \(gain.asked.signedText(digits: 1)) dB would raise its true peak to \(peak) dBTP: "
      + "the gain is \(gain.applied.signedText(digits: 1)) dB instead"
    if let loudness = measured.integrated, case .loudness(let wanted) = wish {
      words +=
        ", so its loudness is \((loudness + gain.applied).shortText(digits: 1)) LUFS instead of "
        + wanted.shortText(digits: 1)
    }
    return words
  }

  /// The seconds in each block for which loudness is measured.
  ///
  /// - Source: ITU-R BS.1770-4, annex 1.
  private static let shortest = 0.4
}
