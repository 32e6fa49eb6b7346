import Beamforming
import Boards
import Recorder

extension FilterStore {
  /// The designs of a board with the settings for stereo.
  ///
  /// - Parameters:
  ///   - rate: frames per second.
  ///   - noiseFloor: the lowest white noise gain in decibels; `nil` for that of the board.
  ///   - cacheDirectory: the folder in which designs are kept between runs; `nil` for none.
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

  /// `$PINNA_CACHE`, else `$XDG_CACHE_HOME/pinna`, else `~/.cache/pinna`, else none.
  package static func cacheDirectory(_ environment: [String: String]) -> String? {
    func value(_ name: String) -> String? {
      guard let text = environment[name], !text.isEmpty else { return nil }
      return text
    }
    return value("PINNA_CACHE") ?? value("XDG_CACHE_HOME").map { $0 + "/pinna" }
      ?? value("HOME").map { $0 + "/.cache/pinna" }
  }
}
