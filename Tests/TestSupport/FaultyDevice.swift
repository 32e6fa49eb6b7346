import Glibc

/// A capture device of alsa-lib whose frames carry their number, and which fails when it is told to.
///
/// Tests/Fixtures/faulty_device.c tells what it can do.
public struct FaultyDevice {
  /// Its name.
  public static let name = "numbered"
  /// The text of an ALSA configuration in which it is defined.
  public let configuration: String

  /// True when it can be built here.
  public static let isPossible = library != nil
  /// The needs of building it.
  public static let needs = "needs a C compiler, pkg-config and the headers of alsa-lib"

  /// A device with such entries in its definition.
  public init(_ entries: [String: String]) {
    let lines = entries.map { "  \($0.key) \"\($0.value)\"\n" }.sorted().joined()
    configuration = """
      pcm_type.faulty { lib "\(Self.library?.file("faulty.so") ?? "")" }
      pcm.\(Self.name) {
        type faulty
      \(lines)}

      """
  }

  /// The folder of the library, built once for all tests of a process.
  nonisolated(unsafe) private static let library: TemporaryDirectory? = {
    let parts = #filePath.split(separator: "/").dropLast(2)
    let source = parts.reduce("") { $0 + "/" + $1 } + "/Fixtures/faulty_device.c"
    let script = """
      cc -std=gnu11 -O1 -Wall -Wextra -shared -fPIC -DPIC $(pkg-config --cflags alsa) \
        -o "$1" "$2" $(pkg-config --libs alsa)
      """
    guard let folder = try? TemporaryDirectory(),
      ChildProcess.run(["sh", "-c", script, "sh", folder.file("faulty.so"), source])?.status == 0
    else { return nil }
    return folder
  }()
}

/// The numbers in the frames of a ``FaultyDevice`` that were recorded.
public struct NumberedFrames {
  /// Frames in a row that are all numbered on, or all silent.
  public struct Piece: Equatable {
    /// The first frame.
    public var start: Int
    /// Frames.
    public var count: Int
    /// The number of the first frame less its place; `nil` for silence.
    public var shift: Int?
  }

  /// The pieces, in order.
  public private(set) var pieces: [Piece] = []

  /// Looks through interleaved words of at least two channels.
  public init(samples words: [Int32], channels: Int) {
    for frame in 0..<(words.count / channels) {
      let isSilent = words[frame * channels + 1] == 0
      let shift = isSilent ? nil : Int(words[frame * channels] >> 8) - frame
      if let last = pieces.last, last.shift == shift {
        pieces[pieces.count - 1].count += 1
      } else {
        pieces.append(Piece(start: frame, count: 1, shift: shift))
      }
    }
  }

  /// The silences.
  public var silences: [Piece] { pieces.filter { $0.shift == nil } }

  /// By how many frames each numbered piece is later than the first one.
  public var shifts: [Int] {
    let all = pieces.compactMap(\.shift)
    return all.map { $0 - all[0] }
  }
}
