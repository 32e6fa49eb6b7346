import Assembly
import Boards
import Glibc
import Recorder
import TakeFiles

/// The sound of a take for its page: its outlines and, for comparison, two of its microphones unprocessed.
struct TakeSound: Sendable {
  /// The highest levels in many equal parts of a sound, with full scale at 1.
  struct Outline: Sendable, Equatable {
    var left: [Float]
    var right: [Float]

    /// The number of parts in an outline.
    static let columns = 480

    /// Outlines the interleaved frames of two channels.
    init(_ samples: [Float]) {
      let frames = samples.count / 2
      (left, right) = ([], [])
      for column in 0..<Self.columns {
        let first = frames * column / Self.columns
        let last = max(first + 1, frames * (column + 1) / Self.columns)
        var peaks = SIMD2<Float>.zero
        for frame in first..<min(last, frames) {
          peaks.x = max(peaks.x, abs(samples[2 * frame]))
          peaks.y = max(peaks.y, abs(samples[2 * frame + 1]))
        }
        left.append(peaks.x)
        right.append(peaks.y)
      }
    }
  }

  /// The sound of two microphones without filters, in a file of its own.
  struct Bare: Sendable, Equatable {
    /// The path from the page to the file.
    var path: String
    /// The names of the two microphones, left and right.
    var names: [String]
    var outline: Outline
  }

  /// The take, rendered in another way.
  struct Version: Sendable, Equatable {
    /// The name of the version, and the label of its button.
    var title: String
    var choice: String
    /// The path from the page to the file of the version.
    var path: String
    var outline: Outline
  }

  /// The length of the take in seconds.
  var seconds: Double
  /// The path from the page to a file that is played in place of the take; `nil` if the take itself is played.
  ///
  /// The channels of ambisonics are not meant for headphones, so two cardioids are played instead.
  var path: String?
  /// The outline of the stereo file.
  var stereo: Outline
  /// Two microphones, unprocessed; `nil` if there is no raw file, or if no two microphones are apart.
  var bare: Bare?
  /// The versions of the take with a focus on each of its sounds.
  var focused: [Version] = []

  /// The name of the folder beside the page that contains the files of microphones.
  static let folder = "scene"
  /// The maximum length of a take in seconds; the outline of a longer one would not fit into a small memory.
  private static let longest = 1200.0
}

extension TakeSound {
  /// Reads a take, and writes two of its microphones to a file beside it.
  ///
  /// The file of the microphones is as loud as the take, so that loudness does not affect the comparison.
  ///
  /// - Parameter directory: the path of the folder that contains the page.
  /// - Returns: `nil` for a take that is mono, very long, or in several files.
  /// - Throws: ``TakeFiles/TakeFileError`` if a file cannot be read or written, ``CommandError`` if the folder cannot
  ///   be made.
  init?(_ take: TakeResult, board: Board, directory: String) throws {
    guard take.files.count == 1, take.seconds <= Self.longest, take.frames > 0,
      take.plan.design.pattern.hasSides
    else { return nil }
    var samples = try Self.read(take.files[0], channels: [0, 1])
    guard !samples.isEmpty else { return nil }
    seconds = take.seconds
    let name = take.files[0].split(separator: "/").last ?? ""
    let stem = "\(Self.folder)/\(name.prefix { $0 != "." })"
    func write(_ samples: [Float], _ word: String) throws -> String {
      try OutputFolder.make("\(directory)/\(Self.folder)")
      let path = "\(stem)_\(word).wav"
      try Self.write(samples, rate: take.plan.grant.rate, to: "\(directory)/\(path)")
      return path
    }
    if take.plan.design.pattern == .ambix {
      Self.makeCardioids(&samples)
      path = try write(samples, "cardioids")
    }
    stereo = Outline(samples)
    guard take.rawFiles.count == 1, let pair = Self.pair(board, take.plan.design.which) else {
      return
    }
    var bare = try Self.read(take.rawFiles[0], channels: pair.map { board.microphones[$0].channel })
    guard !bare.isEmpty else { return }
    let gain = min(Self.loudness(samples) / max(Self.loudness(bare), 1e-9), 0.98 / Self.peak(bare))
    for index in bare.indices { bare[index] *= gain }
    self.bare = Bare(
      path: try write(bare, "microphones"), names: pair.map { board.microphones[$0].name },
      outline: Outline(bare))
  }

  /// Puts cardioids that point to the left and to the right in the place of W and Y.
  private static func makeCardioids(_ samples: inout [Float]) {
    for frame in 0..<(samples.count / 2) {
      let (pressure, side) = (samples[2 * frame], samples[2 * frame + 1])
      samples[2 * frame] = 0.5 * (pressure + side)
      samples[2 * frame + 1] = 0.5 * (pressure - side)
    }
  }

  /// The microphones that are furthest to the left and to the right in a case; `nil` if no two of them are apart.
  static func pair(_ board: Board, _ which: Board.Case) -> [Int]? {
    guard let layout = board.layout(which) else { return nil }
    let places = board.microphones.map { dot($0.position, layout.right) }
    guard let left = places.indices.min(by: { places[$0] < places[$1] }),
      let right = places.indices.max(by: { places[$0] < places[$1] }),
      places[right] - places[left] > 1e-3
    else { return nil }
    return [left, right]
  }

  /// Reads two channels of a file, interleaved; empty if the file does not have these channels.
  static func read(_ path: String, channels: [Int]) throws(TakeFileError) -> [Float] {
    let audio = try TakeAudio(path: path)
    let width = audio.file.channels
    guard channels.allSatisfy({ $0 < width }) else { return [] }
    var samples: [Float] = []
    samples.reserveCapacity(2 * audio.file.frames)
    var block = [Float](repeating: 0, count: 16384 * width)
    while true {
      let frames = try audio.read(into: &block, frames: 16384)
      guard frames > 0 else { return samples }
      for frame in 0..<frames {
        for channel in channels { samples.append(block[frame * width + channel]) }
      }
    }
  }

  private static func loudness(_ samples: [Float]) -> Float {
    let sum = samples.reduce(0.0) { $0 + Double($1 * $1) }
    return Float((sum / Double(max(1, samples.count))).squareRoot())
  }

  private static func peak(_ samples: [Float]) -> Float {
    max(1e-9, samples.reduce(0) { max($0, abs($1)) })
  }

  private static func write(_ samples: [Float], rate: Int, to path: String) throws(TakeFileError) {
    // A take is never made twice, so a file of this name is from an earlier page about the same take.
    unlink(path)
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: rate, channels: 2, samples: .s24))
    try writer.append(interleaved: samples, frames: samples.count / 2)
    try writer.finish()
  }
}
