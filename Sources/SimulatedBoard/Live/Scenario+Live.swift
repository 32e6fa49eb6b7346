import Boards

extension Scenario {
  /// The scene that a recorder without hardware hears: two voices that take turns, a tone that moves, and light wind.
  ///
  /// The voices come from the recordings of alsa-utils if these are installed, and otherwise from a synthesiser. A
  /// person can make the first voice walk, and its recorded words say where it is.
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

  /// The scenario with wind that a person can control: the wind in the scenario, or else a light wind.
  var withWind: Scenario {
    var scenario = self
    if scenario.winds.isEmpty { scenario.winds = [WindSource(speed: 3, from: -30, level: -46)] }
    return scenario
  }
}
