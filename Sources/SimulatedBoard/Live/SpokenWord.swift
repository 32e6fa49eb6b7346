import Glibc
import TakeFiles

/// A recording of words that name the direction they come from.
struct SpokenWord: Sendable {
  /// The folder of the recordings installed by alsa-utils.
  static let folder = "/usr/share/sounds/alsa"
  /// The names of the recordings, each with the azimuth, in degrees, that its words name.
  private static let places: [(name: String, azimuth: Double)] = [
    ("Front_Center", 0), ("Front_Right", 45), ("Side_Right", 90), ("Rear_Right", 135),
    ("Rear_Center", 180), ("Rear_Left", -135), ("Side_Left", -90), ("Front_Left", -45),
  ]

  /// The azimuth that the words name, in degrees.
  let azimuth: Double
  /// The samples of the recording.
  let samples: [Float]

  /// True if a folder contains all of the recordings.
  static func areThere(in folder: String) -> Bool {
    places.allSatisfy { access(path($0.name, folder), R_OK) == 0 }
  }

  /// Loads the recordings for all directions.
  ///
  /// - Throws: `TakeFileError` if a recording cannot be read.
  static func all(in folder: String, rate: Double) throws(TakeFileError) -> [SpokenWord] {
    var words: [SpokenWord] = []
    for place in places {
      words.append(
        SpokenWord(
          azimuth: place.azimuth,
          samples: try RecordedSound.load(path: path(place.name, folder), rate: rate)))
    }
    return words
  }

  /// The index of the recording whose direction is nearest to an azimuth.
  static func nearest(to azimuth: Double, in words: [SpokenWord]) -> Int {
    func distance(_ index: Int) -> Double {
      abs((words[index].azimuth - azimuth).remainder(dividingBy: 360))
    }
    return words.indices.min { distance($0) < distance($1) } ?? 0
  }

  private static func path(_ name: String, _ folder: String) -> String { "\(folder)/\(name).wav" }
}
