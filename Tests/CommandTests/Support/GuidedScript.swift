/// A square board with two buttons and an accelerometer, and scenarios in which hands do what a guided check asks for.
enum GuidedScript {
  static let board = """
    schema = 1
    name = "Square"
    source = "made for tests"
    [capture]
    device = "simulated"
    channels = 4
    format = "S32_LE"
    rate = 48000
    [[microphone]]
    name = "a"
    channel = 0
    position = [-40.0, 40.0, 0.0]
    [[microphone]]
    name = "b"
    channel = 1
    position = [40.0, 40.0, 0.0]
    [[microphone]]
    name = "c"
    channel = 2
    position = [40.0, -40.0, 0.0]
    [[microphone]]
    name = "d"
    channel = 3
    position = [-40.0, -40.0, 0.0]
    [[data-source]]
    name = "Back"
    orientation = "back"
    forward = [0.0, 0.0, -1.0]
    patterns = ["stereo"]
    [orientation]
    mode = "hand-held"
    [accelerometer]
    chip = "lis3dh"
    bus = 1
    address = 0x18
    [buttons.record]
    chip = "bench"
    line = 17
    [buttons.source]
    chip = "bench"
    line = 18
    """

  /// Seconds from one thing that hands do to the next.
  private static let pace = 3.0

  /// A scenario in a quiet room whose hands do these things one after the other, from some second on.
  static func scenario(_ deeds: [String], from start: Double = 0, _ more: String = "") -> String {
    let lines = deeds.enumerated().map { index, deed in
      let at = start + pace * Double(index + 1)
      // A clap is a burst beside the board, at arm's length.
      guard deed.hasPrefix("clap ") else { return "[[hand]]\nat = \(at)\n\(deed)" }
      return """
        [[source]]
        noise = "white"
        azimuth = \(deed.dropFirst(5))
        distance = 0.8
        level = -20.0
        start = \(at)
        until = \(at + 0.03)
        """
    }
    return """
      board = "square.toml"
      duration = 150.0
      seed = 3
      [[source]]
      noise = "pink"
      azimuth = -40.0
      distance = "far"
      level = -65.0

      """ + more + "\n" + lines.joined(separator: "\n") + "\n"
  }

  static let presses = ["press = \"record\"", "press = \"source\""]
  static let turns = [
    "turn = \"portrait\"", "turn = \"portraitUpsideDown\"", "turn = \"landscapeLeft\"",
    "turn = \"landscapeRight\"",
  ]
  static let taps = ["a", "b", "c", "d"].map { "tap = \"\($0)\"" }
  static let claps = turns.flatMap { [$0, "clap -90", "clap 90"] }
}
