import Beamforming
import Boards
import TakeFiles

/// The error for a setting that is not available.
package struct UnavailableSetting: Error, Sendable, Equatable, CustomStringConvertible {
  /// The key of the setting, as written in the settings.
  package var key: String
  /// The requested value.
  package var asked: String
  /// The available values.
  package var available: String

  /// The reason why the requested value is not available.
  package var reason = "not available in this version"

  /// A sentence that says what was requested, why it is not possible, and what is available instead.
  package var description: String { "\(key) = \(asked): \(reason); \(available)" }
}

extension SessionConfiguration {
  /// Creates the configuration that settings ask for.
  ///
  /// - Throws: ``UnavailableSetting`` for a setting that is not available, including a format that cannot hold the
  ///   audio of this board.
  package init(_ settings: Settings, board: Board) throws(UnavailableSetting) {
    let take = settings.take
    let board = try board.asking(inputGain: take.inputGain)
    let monitor = try MonitorConfiguration(settings.monitor, board: board)
    let pattern = settings.stereo.pattern ?? board.standardPattern(of: settings.stereo.source)
    if pattern == .ambix { try Self.checkAmbisonics(settings.stereo, board) }
    let audio = AudioFormat(
      rate: board.capture.rate, channels: max(2, pattern.channels), samples: take.form.samples)
    if let refusal = take.form.kind.refusal(for: audio) {
      throw UnavailableSetting(
        key: "take.format", asked: "\"\(take.form.kind.rawValue)\"", available: refusal.remedy,
        reason: refusal.problem)
    }
    self.init(board: board, directory: take.directory)
    self.settings = settings
    unit = settings.unit.completed(machineID: nil, version: "", prefix: take.prefix)
    self.monitor = monitor
    copy =
      settings.copy.enabled
      ? CopyMailbox(request: settings.copy.request, status: settings.copy.status) : nil
    wifi = settings.hasWiFiHold ? .wifi : nil
    powerOff = settings.power.depth == .system ? .sleep : nil
    schedule = Schedule(settings.schedule, place: settings.place)
    try Self.check(settings.trigger?.band, rate: board.capture.rate)
    metersEars = settings.trigger?.sound == .stereo
    self.pattern = pattern
    orientation = board.orientation == .handHeld ? settings.stereo.orientation : nil
    capturePriority = settings.realtime.capturePriority
    renderPriority = settings.realtime.renderPriority
  }

  /// The highest frequency at which band levels can be measured, as a fraction of the sample rate.
  private static let widestBand = 0.45

  private static func check(_ band: LevelBand?, rate: Int) throws(UnavailableSetting) {
    let highest = widestBand * Double(rate)
    guard let hertz = band?.hertz, hertz.upperBound > highest else { return }
    throw UnavailableSetting(
      key: "trigger.band", asked: "\(Int(hertz.lowerBound)) to \(Int(hertz.upperBound)) Hz",
      available: "up to \(Int(highest)) Hz",
      reason: "the device delivers \(rate) frames per second")
  }

  /// Refuses ambisonics if the microphones cannot tell directions all around with any filters.
  private static func checkAmbisonics(
    _ stereo: Settings.Stereo, _ board: Board
  ) throws(UnavailableSetting) {
    let index = stereo.source.flatMap { board.dataSource(named: $0) } ?? 0
    guard let refusal = board.ambisonicRefusal(dataSource: index) else { return }
    let others = board.dataSources[index].patterns.filter { $0 != .ambix }.map(\.rawValue)
    throw UnavailableSetting(
      key: "stereo.pattern", asked: "\"\(PolarPattern.ambix.rawValue)\"",
      available: "\(board.dataSources[index].name) has \(others.joined(separator: ", "))",
      reason: "\(refusal)")
  }
}

extension MonitorConfiguration {
  /// Creates the configuration of the headphones that settings ask for; `nil` if the headphones are off.
  ///
  /// - Throws: ``UnavailableSetting`` if the settings turn the headphones on but the board has none.
  init?(_ settings: Settings.Monitor, board: Board) throws(UnavailableSetting) {
    guard settings.enabled || settings.tones else { return nil }
    guard let playback = board.playback else {
      throw UnavailableSetting(
        key: settings.enabled ? "monitor.enabled" : "monitor.tones", asked: "true",
        available: "add [playback] with device = \"hw:CARD=NAME\" to the board file, or use false",
        reason: "the board \(board.id) does not name a device for headphones")
    }
    self.init(device: playback.device)
    playsSound = settings.enabled
    playsTones = settings.tones
    volumeDecibels = settings.volume
  }
}

extension DesignSettings {
  /// Creates the settings of the filter design for a sample rate.
  package init(_ stereo: Settings.Stereo, rate: Int) {
    self.init(frontEmphasis: stereo.frontEmphasis, width: stereo.width, rate: rate)
  }
}
