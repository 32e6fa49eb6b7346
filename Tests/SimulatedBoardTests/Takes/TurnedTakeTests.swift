import Beamforming
import Boards
import Recorder
import SimulatedBoard
import TakeFiles
import Testing

/// A board that is turned while it records.
@Suite struct TurnedTakeTests {
  private static let end = 7.0

  /// The stereo and the raw file of a take of a sound on the right, in which hands do something.
  private func take(
    _ hands: String, _ takes: SimulatedTakes, split: TakeSplit = .off
  ) throws -> (stereo: [String], raw: [String]) {
    let outcome = try takes.run(
      SimulatedTakes.noise(azimuth: 60) + SimulatedTakes.take(from: 1, to: 1 + Self.end) + hands,
      duration: 2 + Self.end
    ) {
      $0.form.keepsRaw = true
      $0.form.samples = .f32
      $0.form.split = split
    }
    let take = try #require(outcome.takes.first)
    return (take.files, take.rawFiles)
  }

  private func turns(_ path: String) throws -> [TakeMarker] {
    try TakeFile.read(path: path).metadata.markers.filter { $0.kind == .turn }
  }

  @Test("it gets a marker at the turn, and a rendering that follows it keeps right on the right")
  func turned() throws {
    let takes = try SimulatedTakes()
    let made = try take(SimulatedTakes.hand(3, "turn = \"portraitUpsideDown\""), takes)
    let marker = try #require(try turns(made.raw[0]).first)
    #expect(try turns(made.stereo[0]) == [marker] && turns(made.raw[0]) == [marker])
    #expect(marker.turnedTo == "portraitUpsideDown")
    #expect((95_000...110_000).contains(marker.frame), "\(marker)")
    #expect(try takes.leftOverRight(made.stereo[0], from: 0.2, to: 1.8) < -1)
    #expect(
      try takes.leftOverRight(made.stereo[0], from: 2.6, to: 6.8) > 1, "latched, as it is told")

    func design(_ held: InputOrientation) throws -> Design {
      try takes.filters.design(
        Board.Case(dataSource: 0, orientation: held), pattern: .stereo, unusable: [])
    }
    var form = TakeForm()
    form.samples = .f32
    let output = takes.folder.file("followed.wav")
    let summary = try OfflineRenderer(
      board: takes.board, design: design(.portrait),
      turns: [(marker.frame, design(.portraitUpsideDown))], form: form
    ).render(made.raw[0], to: output)
    #expect(summary.frames == Int(Self.end * 48000))
    #expect(try takes.leftOverRight(output, from: 0.2, to: 1.8) < -1)
    #expect(try takes.leftOverRight(output, from: 2.6, to: 6.8) < -1)
    let (own, followed) = (try takes.samples(made.stereo[0]), try takes.samples(output))
    #expect(
      own[0][..<marker.frame] == followed[0][..<marker.frame], "up to the turn it is the take")
    // 20 ms of cross-fade have no step: nothing is louder than both cases are.
    let fade = followed[0][marker.frame..<(marker.frame + 960)]
    let most = followed[0].map(abs).max() ?? 0
    #expect(fade.allSatisfy { abs($0) <= most })
    // Another rendering of the same recording is another recording.
    let ids = try [made.stereo[0], output].map { try TakeFile.read(path: $0).metadata.familyID }
    #expect(ids[0] != ids[1])
  }

  @Test("a hand that turns it and turns it back at once marks nothing")
  func passing() throws {
    let takes = try SimulatedTakes()
    let made = try take(
      SimulatedTakes.hand(3, "turn = \"landscapeLeft\"")
        + SimulatedTakes.hand(4.5, "turn = \"portrait\""), takes)
    #expect(try turns(made.raw[0]).isEmpty && turns(made.stereo[0]).isEmpty)
  }

  @Test("each later part says how it is held when it begins")
  func parts() throws {
    let takes = try SimulatedTakes()
    // It is told before the first part ends: a part that is finished has no place for it any more.
    let made = try take(
      SimulatedTakes.hand(1.2, "turn = \"landscapeRight\""), takes, split: .seconds(4))
    #expect(made.stereo.count == 2)
    let marker = try #require(try turns(made.stereo[0]).first)
    #expect(marker.frame < 48_000, "\(marker)")
    #expect(try turns(made.stereo[1]) == [.turn(to: "landscapeRight", frame: 4 * 48_000)])
  }
}
