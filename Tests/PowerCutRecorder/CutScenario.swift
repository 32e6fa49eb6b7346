/// The recording that the power cuts fall into: 30 s, three takes, with pauses before, between and after them.
///
/// - A short take; its pre-roll is only as long as the recorder runs.
/// - A long one with 5 s of pre-roll that reach back to before the end of the first take, in three files of at most 7
///   s.
/// - One that goes on until the recorder is shut down, in two files.
enum CutScenario {
  /// Simulated seconds of the recording.
  static let seconds = 30.0
  /// Seconds before a press that a take starts with.
  static let preRollSeconds = 5.0
  /// Seconds after which a take goes on in a new file.
  static let splitSeconds = 7.0

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
    at = 1.5
    press = "record"

    [[hand]]
    at = 4.5
    press = "record"

    [[hand]]
    at = 7.0
    press = "record"

    [[hand]]
    at = 21.0
    press = "record"

    [[hand]]
    at = 23.0
    press = "record"
    """
}
