import Drawings
import Essentials
import Face
import LinuxBoard
import Recorder
import TakeFiles

extension Command {
  /// The command `pinna takes play`.
  static let takesPlay = Command(
    "play", summary: "play takes on headphones or loudspeakers",
    discussion: """
      Plays the stereo file of each take, part after part, on an ALSA playback device, until the end or Ctrl-C. The \
      take's left channel is the device's first channel. A take in ambisonics (ambix) is played as two cardioids, one \
      to the left and one to the right.
      """,
    positionals: [TakesArguments.takesArgument],
    options: [device, from, SettingsArguments.config],
    examples: [
      .init("pinna takes play 7", "take 7"),
      .init("pinna takes play dawn.wav --from 90", "from 1:30 on"),
      .init(
        "pinna takes play 7 --device plughw:CARD=Headphones", "play on one of several sound cards"),
    ],
    isLive: true
  ) { arguments, console in
    var files: [TakeFile] = []
    for word in arguments.positionals {
      files += try TakesExport.files(word, content: nil, arguments, console)
    }
    for file in files where file.channels > 2 && !file.isAmbisonic {
      throw arguments.usageError(
        "\(file.path) has \(file.channels) channels, one for each microphone: 'pinna render "
          + "\(file.path)' makes stereo from it")
    }
    ProcessSignals.takeOver()
    var skip = arguments[from] ?? 0
    for file in files where ProcessSignals.stop == nil {
      try TakePlaying(file, device: arguments[device] ?? "default", console: console)
        .run(skipping: &skip)
    }
    return .success
  }

  private static let device = Option.text(
    "device", "DEVICE", "the ALSA device for playback; default: the one named 'default'")
  private static let from = Option.number(
    "from", "S", 0...86_400 * 30, unit: "s", "seconds to skip at the start of the first take")
}

/// Plays one file of a take.
struct TakePlaying {
  private let audio: TakeAudio
  private let device: String
  private let console: Console

  /// The number of frames that are given to the device at once.
  private static let block = 4096

  /// Prepares to play a file on a device.
  ///
  /// - Throws: ``CommandError`` if the file cannot be read.
  init(_ file: TakeFile, device: String, console: Console) throws(CommandError) {
    audio = try translate(try TakeAudio(path: file.path), to: CommandError.file)
    self.device = device
    self.console = console
  }

  /// Plays the file to its end, or until a signal comes.
  ///
  /// - Parameter skip: the seconds to skip; those that were skipped in this file are subtracted.
  /// - Throws: ``CommandError`` if the device cannot be used, or if the file is damaged.
  func run(skipping skip: inout Double) throws(CommandError) {
    let file = audio.file
    let seconds = Double(file.frames) / Double(max(1, file.rate))
    let first = min(file.frames, Int(skip * Double(file.rate)))
    skip = max(0, skip - seconds)
    let channels = file.isAmbisonic ? 2 : file.channels
    let player = try translate(
      try AlsaPlayer(device: device, channels: channels, rate: file.rate), to: Self.error)
    var progress = Progress(
      "Playing \(file.fileName), \(TakeText.length(seconds: seconds))", console: console)
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: Self.block * file.channels)
    defer {
      progress.finish()
      samples.deallocate()
    }
    var done = 0
    while ProcessSignals.stop == nil {
      let count = try translate(
        try audio.read(into: samples, frames: Self.block), to: CommandError.file)
      guard count > 0 else { return player.finish() }
      if file.isAmbisonic { Self.makeStereo(samples, frames: count) }
      let silent = max(0, min(count, first - done))
      done += count
      try translate(
        try player.play(samples + silent * channels, frames: count - silent, channels: channels),
        to: Self.error)
      progress.update(Double(done) / Double(max(1, file.frames)))
    }
    player.stop()
  }

  /// Puts cardioids that point to the left and to the right in the place of W, Y, Z and X, as for headphones during a
  /// take.
  private static func makeStereo(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    for frame in 0..<frames {
      let (pressure, side) = (samples[4 * frame], samples[4 * frame + 1])
      samples[2 * frame] = 0.5 * (pressure + side)
      samples[2 * frame + 1] = 0.5 * (pressure - side)
    }
  }

  private static func error(_ fault: PlaybackFault) -> CommandError {
    guard case .refused(let device, let asked, let offered) = fault else {
      return CommandError(MonitorFault.device(fault))
    }
    let remedy =
      device.hasPrefix("hw:") ? "; 'plug\(device)' converts" : "; name another one with --device"
    return CommandError(
      "\(device): the take needs \(asked), but the device offers \(offered)\(remedy)", .unavailable)
  }
}

extension TakeFile {
  /// True if the channels of the file are W, Y, Z and X of ambisonics.
  fileprivate var isAmbisonic: Bool { metadata.ambisonics != nil && channels == 4 }
}
