import Beamforming
import Boards
import Recorder

extension FilterStore {
  /// A store of filter designs for a board, made with the settings for stereo.
  ///
  /// - Parameters:
  ///   - rate: frames per second.
  ///   - noiseFloor: the lowest white noise gain in decibels; `nil` to use the board's value.
  ///   - cacheDirectory: the folder that keeps designs between runs; `nil` to keep none.
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

  /// The folder for designs: `$PINNA_CACHE`; if it is not set, `$XDG_CACHE_HOME/pinna`, then `~/.cache/pinna`; `nil` if
  /// none is known.
  package static func cacheDirectory(_ environment: [String: String]) -> String? {
    func value(_ name: String) -> String? {
      guard let text = environment[name], !text.isEmpty else { return nil }
      return text
    }
    return value("PINNA_CACHE") ?? value("XDG_CACHE_HOME").map { $0 + "/pinna" }
      ?? value("HOME").map { $0 + "/.cache/pinna" }
  }
}
