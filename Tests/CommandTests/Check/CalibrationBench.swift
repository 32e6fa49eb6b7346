/// A folder with a square array, the scenario of claps around it, and `pinna check --calibrate`.

@testable import CommandSupport

struct CalibrationBench {
  /// The folder.
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(ClapScene.board, to: "square.toml")
    try folder.write(ClapScene.scenario(ClapScene.exchanged), to: "claps.toml")
    try folder.write("", to: "settings.toml")
  }

  /// `pinna check` with settings and a cache of its own.
  func pinna(_ words: [String]) -> CommandRun {
    CommandRun.pinna(
      ["check", "--config", folder.path + "/settings.toml"] + words)
  }

  /// A calibration that writes a file of the folder.
  func calibrate(_ words: [String], to name: String = "new.toml") -> CommandRun {
    pinna(["--calibrate", folder.path + "/" + name] + words)
  }

  /// The options of a scenario of the folder.
  func claps(_ name: String = "claps.toml") -> [String] {
    ["--scenario", folder.path + "/" + name]
  }

  /// A raw recording of the claps, with the channels of the board file.
  func recording() throws -> String {
    let scenario = try folder.write(ClapScene.scenario(ClapScene.hardware), to: "recorded.toml")
    let path = folder.expect("claps_raw.wav")
    try ClapScene.record(scenario, board: folder.path + "/square.toml", to: path)
    return path
  }
}
