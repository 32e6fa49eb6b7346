import Beamforming
import Boards
import Recorder

extension FilterStore {
  /// The designs of a board with the settings for stereo.
  ///
  /// - Parameters:
  ///   - rate: frames per second.
  ///   - noiseFloor: the lowest white noise gain in decibels; `nil` for the board's.
  ///   - cacheDirectory: the folder for keeping designs between runs; `nil` for none.
  package convenience init(
    _ stereo: Settings.Stereo, board: Board, rate: Int, noiseFloor: Double? = nil,
    cacheDirectory: String?
  ) {
    var design = DesignSettings(stereo, rate: rate)
    if let noiseFloor { design.noiseFloor = noiseFloor }
    self.init(
      board: board, ears: stereo.ears, settings: design, rendering: stereo.rendering,
      windStrength: stereo.wind == .auto ? stereo.windStrength : nil,
      cacheDirectory: cacheDirectory)
  }

  /// `$PINNA_CACHE`, otherwise `$XDG_CACHE_HOME/pinna`, otherwise `~/.cache/pinna`, otherwise none.
  package static func cacheDirectory(_ environment: [String: String]) -> String? {
    func value(_ name: String) -> String? {
      guard let text = environment[name], !text.isEmpty else { return nil }
      return text
    }
    return value("PINNA_CACHE") ?? value("XDG_CACHE_HOME").map { $0 + "/pinna" }
      ?? value("HOME").map { $0 + "/.cache/pinna" }
  }
}
