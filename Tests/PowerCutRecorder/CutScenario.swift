/// The recording that the power cuts fall into: 17 s, three takes, with pauses before, between and after them.
///
/// - A short take; its pre-roll is only as long as the recorder runs.
/// - A long one with 3 s of pre-roll that reach back to before the end of the first take, in three files of at most 4
///   s.
/// - One that goes on until the recorder is shut down, in two files.
enum CutScenario {
  /// Simulated seconds of the recording.
  static let seconds = 17.0
  /// Seconds before a press that a take starts with.
  static let preRollSeconds = 3.0
  /// Seconds after which a take goes on in a new file.
  static let splitSeconds = 4.0

  /// The scenario as a file would state it; `board` is not read from it.
  static let text = """
    board = "given"
    duration = \(seconds)
    seed = 20

    [[source]]
    noise = "pink"
    azimuth = -35.0
    distance = "far"
    level = -24.0
    start = 0.0

    [[hand]]
    at = 1.0
    press = "record"

    [[hand]]
    at = 2.5
    press = "record"

    [[hand]]
    at = 4.5
    press = "record"

    [[hand]]
    at = 12.5
    press = "record"

    [[hand]]
    at = 13.5
    press = "record"
    """
}
