import Boards

extension Scenario {
  /// The scene for a recorder without hardware: two voices taking turns, a moving tone, and light wind.
  ///
  /// The voices are the recordings of alsa-utils if these are installed, and otherwise synthetic. A person can
  /// move the first voice, whose recorded words name its direction.
  package static func live(on board: String) -> Scenario {
    let isSpoken = SpokenWord.areThere(in: SpokenWord.folder)
    func ahead(_ azimuth: Double) -> SoundSource.Position {
      .listener(Direction(azimuth: azimuth, elevation: 0), .metres(1.5))
    }
    let other: SoundSource.Sound =
      isSpoken ? .file(path: SpokenWord.folder + "/Front_Right.wav") : .voice(pitch: 200)
    let path = [(0.0, -80.0), (6, 80), (12, -80)].map {
      SoundSource.PathPoint(
        time: $0.0, direction: Direction(azimuth: $0.1, elevation: 0), distance: 3)
    }
    return Scenario(
      board: board, duration: 12,
      sources: [
        SoundSource(
          sound: isSpoken ? .spoken(directory: SpokenWord.folder) : .voice(pitch: 110),
          position: ahead(-45), level: -20, start: 0.5, until: 2.5),
        SoundSource(sound: other, position: ahead(45), level: -20, start: 3.5, until: 5.5),
        SoundSource(sound: .tone(frequency: 660), position: .path(path), level: -36, start: 7),
      ]
    ).withWind
  }

  /// The scenario with wind that a person can control: the scenario's own wind or, if it has none, a light wind.
  var withWind: Scenario {
    var scenario = self
    if scenario.winds.isEmpty { scenario.winds = [WindSource(speed: 3, from: -30, level: -46)] }
    return scenario
  }
}
