import Boards
import Diagnostics
import Testing

@Suite("Checks of sound")
struct SoundCheckTests {
  private static let board = SoundRoom.board

  private static func room(
    seed: UInt64, board: Board = SoundRoom.board, level: Double = -45
  ) throws -> CapturedSound {
    try SoundRoom.sound(seed: seed, board: board, level: level)
  }

  private static func complaints(
    _ sound: CapturedSound, board: Board = SoundRoom.board
  ) -> [Finding] {
    SoundRoom.complaints(sound, board: board)
  }

  @Test("A healthy board has nothing to complain about", arguments: 1...100)
  func healthy(seed: UInt64) throws {
    let findings = SoundChecks(try Self.room(seed: seed), board: Self.board).findings
    #expect(findings.filter { $0.verdict == .warn || $0.verdict == .fail } == [])
    // No sound proves the order of channels, and a loud one hides self-noise.
    let skipped = Set(findings.filter { $0.verdict == .skip }.map(\.check))
    #expect(skipped.isSubset(of: [.soundOrder, .soundNoise, .soundHum]))
    #expect(Set(findings.map(\.check)).count == 14)
  }

  @Test("Each fault is named by its own findings, and by no others", arguments: PlantedFault.all)
  func planted(fault: PlantedFault) throws {
    for seed: UInt64 in [1, 2, 3] {
      var sound = try Self.room(seed: seed)
      fault.plant(&sound)
      let complaints = Self.complaints(sound)
      var found: [Check: String] = [:]
      for finding in complaints {
        found[finding.check, default: ""] +=
          (found[finding.check] == nil ? "" : " ") + finding.subject
        #expect(finding.remedy != nil)
      }
      #expect(found == fault.found)
    }
  }

  @Test(
    "A stuck bit is found, even if only the sign would have changed it",
    arguments: [(8, true), (10, true), (3, true), (8, false)])
  func stuck(bit: Int, isOne: Bool) throws {
    var sound = try Self.room(seed: 1)
    let mask = Int32(1) << (32 - bit)
    sound.change(1) { _, word in isOne ? word | mask : word & ~mask }
    let findings = SoundChecks(sound, board: Self.board).findings
    let found = findings.first { $0.check == .soundBits && $0.subject == "MIC2" }
    #expect(found?.verdict == .fail)
    #expect(found?.message == "bit \(bit) below the sign never changes")
  }

  @Test(
    "An offset beyond 10 % is a failure, and one beyond 1 % a warning",
    arguments: [(0.12, Verdict.fail), (0.08, .warn), (0.013, .warn), (0.007, .pass)])
  func offset(share: Double, verdict: Verdict) throws {
    var sound = try Self.room(seed: 1)
    sound.change(2) { _, word in word + Int32(share * 0x1p31) }
    let findings = SoundChecks(sound, board: Self.board).findings
    #expect(findings.first { $0.check == .soundOffset && $0.subject == "MIC3" }?.verdict == verdict)
  }

  @Test("In a room without a sound polarity and gain are not judged")
  func silence() throws {
    var quiet = Self.board
    quiet.simulation.noise = -90
    let findings = SoundChecks(try Self.room(seed: 5, level: -140), board: quiet).findings
    let skipped = findings.filter { $0.verdict == .skip }
    #expect(
      Set(skipped.map(\.check)) == [.soundPolarity, .soundGain, .soundPhase, .soundOrder])
    #expect(findings.allSatisfy { $0.verdict == .pass || $0.verdict == .skip })
  }

  @Test("What the board file says of polarity and gain is what is expected")
  func described() throws {
    var board = Self.board
    board.microphones[1].isInverted = true
    board.microphones[2].gain = 3
    #expect(Self.complaints(try Self.room(seed: 4, board: board), board: board) == [])
    // Gains are relative: what all have in common says nothing.
    for gains in [[3.0, 3, 3, 3], [-1.9, 5.7, -1.9, -1.9]] {
      for (index, gain) in gains.enumerated() { board.microphones[index].gain = gain }
      #expect(Self.complaints(try Self.room(seed: 4, board: board), board: board) == [])
    }
    for index in board.microphones.indices { board.microphones[index].gain = index == 2 ? 3 : 0 }
    // A board file that is wrong about a healthy microphone.
    let healthy = try Self.room(seed: 4)
    let complaints = Self.complaints(healthy, board: board)
    #expect(complaints.map(\.check) == [.soundPolarity, .soundGain])
    #expect(complaints.map(\.subject) == ["MIC2", "MIC3"])
  }

  @Test(
    "Half of the microphones may be inverted, and the others too", arguments: [[0, 2], [1, 3]])
  func half(inverted: [Int]) throws {
    var board = Self.board
    for index in inverted { board.microphones[index].isInverted = true }
    let sound = try Self.room(seed: 4, board: board)
    #expect(Self.complaints(sound, board: board) == [])
    board.microphones[inverted[0]].isInverted = false
    let complaints = Self.complaints(sound, board: board)
    #expect(complaints.map(\.check) == [.soundPolarity])
    #expect(complaints.map(\.subject) == [board.microphones[inverted[0]].name])
  }

  @Test("A soft microphone is not blocked if the board file states its gain")
  func soft() throws {
    var board = Self.board
    board.microphones[2].gain = 18
    let sound = try Self.room(seed: 4, board: board)
    #expect(!Self.complaints(sound, board: board).contains { $0.check == .soundLevel })
    #expect(
      Self.complaints(sound).filter { $0.check == .soundLevel }.map(\.subject) == ["MIC3"])
    // If only the stated gain is wrong, the finding says that it counts.
    let healthy = Self.complaints(try Self.room(seed: 4), board: board)
    let wrong = try #require(healthy.first { $0.check == .soundLevel })
    #expect(wrong.subject == "MIC3")
    #expect(wrong.message.contains("louder than the others, with the gains in the board file"))
    #expect(wrong.remedy?.hasSuffix("its gain in the mixer and in the board file") == true)
  }

  @Test("Of three living microphones, only the one that differs is named", arguments: [8.0, 0.05])
  func three(factor: Double) throws {
    var sound = try Self.room(seed: 4, level: -60)
    sound.change(0) { _, _ in 0 }
    sound.scale(2, by: factor)
    let complaints = Self.complaints(sound).filter { $0.check == .soundLevel }
    #expect(complaints.map(\.subject) == ["MIC3"])
  }

  @Test("A channel without a microphone that sounds is told")
  func spare() throws {
    var board = Self.board
    board.microphones.removeLast()
    let complaints = Self.complaints(try Self.room(seed: 6), board: board)
    #expect(complaints.map(\.check) == [.soundSpare])
    #expect(complaints.map(\.subject) == ["channel 3"])
  }
}
