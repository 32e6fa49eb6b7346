import Glibc
import TakeFiles
import TestSupport

/// A recording by the `pinna` program in which one call on its files goes wrong.
struct FaultyRecording {
  /// The kinds of faults.
  enum Kind: String, CaseIterable {
    /// Half of a write, as on a full disk; trying again succeeds.
    case short
    /// No room.
    case full = "ENOSPC"
    /// The medium fails.
    case broken = "EIO"
    /// The program is killed before, in the middle of, or after the call.
    case kill
    case killHalf = "kill-half"
    case killAfter = "kill-after"

    var isKill: Bool { rawValue.hasPrefix("kill") }
  }

  /// How the takes are kept: WAV in one piece, or another kind in parts of ten seconds.
  let form: TakeFileKind
  let folder: TemporaryDirectory
  private let program: String
  private let library: String

  /// True when everything is there that such a recording needs.
  static let isPossible = ChildProcess.builtPrograms != nil && ChildProcess.has("cc")

  /// The whole scene in one take that nothing disturbs.
  let reference: [Int32]
  static let channels = 2

  init(_ form: TakeFileKind) throws {
    self.form = form
    folder = try TemporaryDirectory()
    program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    library = folder.file("faults.so")
    let source = Self.root + "/Tests/Fixtures/storage_faults.c"
    guard
      ChildProcess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])?.status
        == 0
    else { throw FaultyRecordingError.noCompiler }
    try folder.write(Array(Self.settings(form).utf8), to: "pinna.toml")
    let end = form == .wav ? 7.0 : 15.5
    try folder.write(Array(Self.scenario(presses: [0], seconds: end + 1.2).utf8), to: "whole.toml")
    try folder.write(
      Array(Self.scenario(presses: [1, 3.2, 4, end], seconds: end + 1.2).utf8), to: "scene.toml")
    mkdir(folder.file("takes"), 0o755)
    let whole = ChildProcess.run(
      Self.arguments(program, folder, "whole.toml", "whole"), variables: Self.variables(folder))
    let raw = try Self.files(folder.file("whole")).filter { $0.contains("_raw") }
    guard whole?.status == 0, !raw.isEmpty else {
      throw FaultyRecordingError.failed(whole?.output ?? "")
    }
    reference = try raw.flatMap { [folder] in try Self.words(folder.file("whole/" + $0)) }
  }

  /// The folder of the package.
  static var root: String {
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
      .joined(separator: "/")
  }

  private static func settings(_ form: TakeFileKind) -> String {
    """
    [take]
    format = "\(form.rawValue)"
    raw = true
    pre-roll = 0.5
    split = "\(form == .wav ? "off" : "10 s")"
    [stereo]
    ears = "sphere"
    rendering = "linear"

    """
  }

  private static func scenario(presses: [Double], seconds: Double) -> String {
    var text = """
      board = "i2s-pair"
      duration = \(seconds)
      [[source]]
      noise = "pink"
      azimuth = 40.0
      distance = "far"
      level = -20.0
      start = 0.0

      """
    for press in presses { text += "[[hand]]\nat = \(press)\npress = \"record\"\n" }
    return text
  }

  private static func arguments(
    _ program: String, _ folder: TemporaryDirectory, _ scenario: String, _ takes: String
  ) -> [String] {
    [
      program, "simulate", folder.file(scenario), "--out", folder.file(takes), "--config",
      folder.file("pinna.toml"),
    ]
  }

  private static func variables(_ folder: TemporaryDirectory) -> [String: String] {
    ["PINNA_BOARDS": root + "/boards", "XDG_CACHE_HOME": folder.file("cache")]
  }

  /// Records into a folder; the N-th call on the files goes wrong.
  func record(
    into takes: String, call: Int?, kind: Kind, stays: Bool = false,
    killedAfter microseconds: UInt32? = nil
  ) throws -> ChildProcess.Outcome {
    var variables = Self.variables(folder)
    variables["LD_PRELOAD"] = library
    variables["PINNA_FAULT_COUNT"] = folder.file("count")
    if let call {
      variables["PINNA_FAULT_CALL"] = "\(call)"
      variables["PINNA_FAULT_KIND"] = kind.rawValue
      if stays { variables["PINNA_FAULT_LAST"] = "yes" }
    }
    guard
      let outcome = ChildProcess.run(
        Self.arguments(program, folder, "scene.toml", takes), variables: variables,
        killedAfter: microseconds)
    else { throw FaultyRecordingError.failed("cannot start \(program)") }
    return outcome
  }

  /// Recovers what a recording left behind.
  func recover(_ takes: String) throws -> ChildProcess.Outcome {
    guard
      let outcome = ChildProcess.run([program, "takes", "recover", folder.file(takes)])
    else { throw FaultyRecordingError.failed("cannot start \(program)") }
    return outcome
  }

  /// Calls on the files of the last recording.
  func calls() throws -> Int {
    Int(String(decoding: try folder.read("count"), as: UTF8.self).prefix { $0 != "\n" }) ?? 0
  }

  /// The names in a folder, in order.
  static func files(_ path: String) throws -> [String] {
    try TakeDirectory(path: path).fileNames()
  }

  /// The audio of a file.
  static func words(_ path: String) throws -> [Int32] {
    var reader = try WAVReader.open(path: path)
    var words = [Int32](repeating: 0, count: reader.frames * reader.channels)
    guard reader.frames > 0 else { return [] }
    _ = try words.withUnsafeMutableBufferPointer {
      try reader.read(samples: $0.baseAddress!, frames: $0.count / reader.channels)
    }
    return words
  }

  /// True when samples are a piece of the scene: every frame in its place.
  func isPiece(_ words: [Int32]) -> Bool {
    guard words.count >= 16 else { return true }
    var start = 0
    while start + words.count <= reference.count {
      if reference[start] == words[0], reference[start..<(start + 16)].elementsEqual(words[..<16]) {
        return reference[start..<(start + words.count)].elementsEqual(words)
      }
      start += Self.channels
    }
    return false
  }
}

enum FaultyRecordingError: Error {
  case noCompiler
  case failed(String)
}
