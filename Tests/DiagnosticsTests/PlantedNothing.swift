import Boards

/// A healthy board in a room, neither of them ideal: everything follows from the seed.
struct PlantedNothing: Sendable, CustomStringConvertible {
  let seed: Int
  let room: Room

  var description: String { "seed \(seed): \(boardName) in \(room.rawValue)" }

  /// The sounds around the board.
  enum Room: String, CaseIterable, Sendable {
    case quiet = "a quiet room"
    case voice = "a room with a voice"
    case fan = "a room with a fan"
    case music = "a room with music at one side"
    case street = "a street"
    case walk = "a room through which a person walks"
  }

  /// Boards that ship, of 2 to 8 microphones, 16 and 24 bits, 16 and 48 kHz; and the bench, which has all parts.
  private static let boards = [
    "bench", "phone", "respeaker-4mic-hat", "matrix-voice", "i2s-pair", "respeaker-usb-4mic",
    "respeaker-6mic-circular", "uma-8",
  ]

  /// The folder `boards` of the project.
  private static let folder =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/boards"

  static let all = (1...100).map {
    PlantedNothing(seed: $0, room: Room.allCases[$0 / boards.count % Room.allCases.count])
  }

  private var boardName: String { Self.boards[seed % Self.boards.count] }

  func board() throws -> Board {
    boardName == "bench"
      ? try PlantedBench.board()
      : try BoardLibrary(folders: [Self.folder]).load(boardName)
  }

  /// The scenario, but for its first lines.
  func text(_ board: Board) -> String { hardware(board) + sounds }

  // MARK: - Hardware within its tolerances

  /// A number between two limits that belongs to this seed and a purpose.
  private func drawn(_ purpose: Int, _ limits: ClosedRange<Double>) -> Double {
    // Multiples of the golden section are spread evenly.
    let part = (Double(seed * 37 + purpose) * 0.618_033_988_749_895)
      .truncatingRemainder(dividingBy: 1)
    let value = limits.lowerBound + part * (limits.upperBound - limits.lowerBound)
    return (value * 1e6).rounded() / 1e6
  }

  private func hardware(_ board: Board) -> String {
    let microphones = board.microphones.enumerated().map { index, microphone in
      """
      [[hardware.microphone]]
      name = "\(microphone.name)"
      offset = \(drawn(100 + index, -0.004...0.004))
      noise = \(board.simulation.noise + drawn(200 + index, -1.5...1.5))
      delay = \(drawn(300 + index, -1...1))
      """
    }
    return """
      [hardware]
      \(board.body == nil ? "" : "body = \"free-field\"")
      gain-error = 0.25
      phase-error = 0.5
      position-error = 0.2
      \(microphones.joined(separator: "\n"))
      [hardware.capture]
      clock = \(drawn(1, -80...80))
      [hardware.accelerometer]
      noise = \(drawn(2, 0.001...0.006))
      scale = \(drawn(3, 0.95...1.05))
      [hardware.storage]
      write-rate = \(drawn(4, 3...40))
      [hardware.system]
      temperature = \(drawn(5, 20...70))

      """
  }

  // MARK: - Rooms

  private var side: String { place(10) }

  private func place(_ purpose: Int) -> String {
    "azimuth = \(drawn(purpose, -180...180))\nelevation = \(drawn(purpose + 1, -40...60))"
  }

  private func pink(_ purpose: Int, _ level: Double, _ more: String = "") -> String {
    PlantedBench.source("noise = \"pink\"", place(purpose), level: level, more)
  }

  private func tones(_ frequencies: [Double], _ level: Double) -> String {
    frequencies.map { PlantedBench.source("tone = \($0)", side, level: level) }.joined()
  }

  private var sounds: String {
    switch room {
    case .quiet: pink(20, -72) + pink(30, -76)
    case .voice:
      pink(20, -62) + pink(10, -38, "start = 0.4\nuntil = 1.1")
        + pink(10, -41, "start = 1.5\nuntil = 2.4")
    // Five blades at 31.3 turns a second.
    case .fan: pink(20, -60) + pink(10, -50) + tones([31.3, 156.5, 313], -52)
    case .music: pink(20, -65) + pink(10, -45) + tones([220, 277.2, 329.6], -36)
    case .street: pink(10, -28) + pink(20, -34) + pink(30, -40)
    case .walk:
      pink(20, -60)
        + """
        [[source]]
        noise = "pink"
        path = [[0.0, \(drawn(10, -180...0)), 0.0, 2.0], [4.0, \(drawn(11, 0...180)), 10.0, 0.8]]
        level = -42.0

        """
    }
  }
}
