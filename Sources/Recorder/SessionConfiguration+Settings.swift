import Beamforming
import Boards
import TakeFiles

/// A setting that this version cannot do.
public struct UnavailableSetting: Error, Sendable, Equatable, CustomStringConvertible {
  /// The key, as it is written.
  public var key: String
  /// What was asked.
  public var asked: String
  /// What there is.
  public var available: String

  /// What was asked, and what there is.
  public var description: String {
    "\(key) = \(asked) is not available in this version; use \(available)"
  }
}

extension SessionConfiguration {
  /// The configuration that settings ask for.
  ///
  /// - Throws: ``UnavailableSetting`` for what this version cannot do.
  public init(_ settings: Settings, board: Board) throws(UnavailableSetting) {
    let take = settings.take
    guard take.format == .wav else {
      throw UnavailableSetting(
        key: "take.format", asked: "\"\(take.format.rawValue)\"", available: "\"wav\"")
    }
    guard !settings.monitor.enabled else {
      throw UnavailableSetting(key: "monitor.enabled", asked: "true", available: "false")
    }
    self.init(board: board, directory: take.directory)
    samples = take.samples.fileFormat
    keepsRaw = take.raw
    keepsSafety = take.safety
    preRollSeconds = take.preRoll
    lowCutHertz = take.lowCut
    limits = take.limiter
    split =
      switch take.split {
      case .off: .off
      case .length(let seconds): .seconds(seconds)
      case .size(let bytes): .bytes(bytes)
      }
    dataSource = settings.stereo.source
    pattern = settings.stereo.pattern
    orientation = board.orientation == .handHeld ? settings.stereo.orientation : nil
    capturePriority = settings.realtime.capturePriority
    renderPriority = settings.realtime.renderPriority
  }
}

extension Settings.Samples {
  /// The sample format of files.
  public var fileFormat: SampleFormat {
    switch self {
    case .s24: .s24
    case .f32: .f32
    }
  }
}

extension DesignSettings {
  /// The design that settings ask for, at a sample rate.
  public init(_ stereo: Settings.Stereo, rate: Int) {
    self.init(frontEmphasis: stereo.frontEmphasis, width: stereo.width, rate: rate)
  }
}
