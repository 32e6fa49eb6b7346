import Acoustics
import Boards

/// Computed responses of bodies on disk: one file per body, keyed by a text that states everything on which the
/// responses depend.
struct BodyCache: Sendable {
  let files: KeptFiles

  init(directory: String) {
    files = KeptFiles(
      directory: directory, magic: "PINNABODY1\n", ending: ".body", largest: 1 << 28)
  }

  /// The weights that are kept on disk for a text; `nil` if there are none.
  func weights(for text: String) -> SurfaceWeights? {
    guard var contents = files.contents(for: text), let count = contents.number(),
      let microphones = contents.number(), let frequencies = contents.number(),
      (1...1_000_000).contains(count), (1...32).contains(microphones),
      (1...65536).contains(frequencies), let step = contents.doubles(1)?.first, step > 0,
      let points = Self.vectors(count, &contents),
      let places = Self.vectors(microphones, &contents),
      let weights = contents.floats(count * frequencies * microphones * 2), contents.bytes.isEmpty
    else { return nil }
    return SurfaceWeights(
      points: points, microphones: places, step: step, frequencies: frequencies, weights: weights)
  }

  /// Keeps weights on disk for a text; a folder that cannot be written to is not an error.
  func keep(_ weights: SurfaceWeights, for text: String) {
    var contents = KeptContents()
    contents.append(weights.points.count)
    contents.append(weights.microphones.count)
    contents.append(weights.frequencies)
    contents.append([weights.step])
    for vector in weights.points + weights.microphones {
      contents.append([vector.x, vector.y, vector.z])
    }
    contents.append(weights.weights)
    files.keep(contents, for: text)
  }

  private static func vectors(_ count: Int, _ contents: inout KeptContents) -> [Vector3]? {
    contents.doubles(3 * count).map { values in
      (0..<count).map { Vector3(values[3 * $0], values[3 * $0 + 1], values[3 * $0 + 2]) }
    }
  }
}
