import Glibc
import TestSupport
import Testing

@testable import TakeFiles

/// Takes with one changed bit, or cut, of all kinds: what is not damaged is kept, at its place in time.
///
/// `deploy/test --long` damages ten times as many.
@Suite struct DamageTests {
  private static let frames = 192_000
  private static let rounds = TestForm.isLong ? 100 : 10
  private static let kinds = [TakeFileKind.wav] + EncodedFixture.kinds

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A finished take of 4 s.
  private func finished(_ kind: TakeFileKind) throws -> [UInt8] {
    let name = "20260314_101500_007.\(kind.ending)"
    let sound = EncodedFixture.noise(frames: Self.frames, channels: 2)
    let format = AudioFormat(rate: 48000, channels: 2, samples: .s24)
    var metadata = EncodedFixture.metadata()
    metadata.gaps = []
    metadata.end = .stopped
    if kind == .wav {
      var writer = try WAVWriter.create(
        path: folder.file(name), format: format, metadata: metadata)
      try writer.append(interleaved: sound, frames: Self.frames)
      try writer.finish(metadata)
    } else {
      try EncodedFixture.write(
        sound, to: folder.file(name), kind: kind, format: format, metadata: metadata)
    }
    return try folder.read(name)
  }

  @Test("a FLAC take is sound whatever its last byte is")
  func lastByte() throws {
    let format = AudioFormat(rate: 48000, channels: 1, samples: .s16)
    let sound = EncodedFixture.noise(frames: 1600, channels: 1)
    var last: Set<UInt8> = []
    // Every checksum that ends like the mark of a header, and as many others.
    for frames in 100..<1600 where last.count < 2 || frames < 700 {
      let path = folder.file("\(frames).flac")
      try EncodedFixture.write(
        Array(sound[..<frames]), to: path, kind: .flac, format: format,
        metadata: EncodedFixture.metadata())
      let bytes = try folder.read("\(frames).flac")
      if bytes.last == 0xFF || frames % 100 == 0 {
        last.insert(bytes.last == 0xFF ? 0xFF : 0)
        let found = try EncodedRecovery.survey(path, .flac)
        let survey = try #require(found)
        #expect(survey.isWhole && survey.frames == frames, "\(frames) frames, \(survey.flaws)")
      }
      unlink(path)
    }
    #expect(last == [0, 0xFF])
  }

  /// Frames that another decoder gets out of a file, as it is.
  private static func othersKeep(_ path: String, _ kind: TakeFileKind) -> Int {
    let (raw, command) = ("\(path).raw", kind == .flac ? Tool.flac : Tool.ffmpeg)
    guard command.isInstalled else { return 0 }
    let arguments =
      kind == .flac
      ? "-dFfs --force-raw-format --endian=little --sign=signed -o \(raw) \(path)"
      : "-nostdin -v quiet -y -i \(path) -f s24le -c:a pcm_s24le \(raw)"
    _ = command.run(arguments)
    var status = stat()
    defer { unlink(raw) }
    return stat(raw, &status) == 0 ? Int(status.st_size) / 6 : 0
  }

  @Test("what is not damaged is kept, at its place in time", arguments: kinds, [false, true])
  func kept(kind: TakeFileKind, isCut: Bool) throws {
    let whole = try finished(kind)
    let (name, mended) = ("d.\(kind.ending)", "d_recovered.\(kind.ending)")
    try folder.write(whole, to: name)
    let reference = try #require(EncodedFixture.samples(folder.file(name), kind: kind))
    var random = SeededGenerator(seed: isCut ? 2 : 1)
    for round in 0..<Self.rounds {
      var bytes = whole
      // Heads have tests of their own.
      let place = Int.random(in: 20000..<whole.count, using: &random)
      if isCut {
        bytes.removeLast(whole.count - place)
      } else {
        bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      unlink(folder.file(mended))
      try folder.write(bytes, to: name)
      let others = Self.othersKeep(folder.file(name), kind)
      let result = TakeRecovery.mend(path: folder.file(name))
      if case .failed(let error) = result.outcome { Issue.record("\(round): \(error)") }
      #expect(try folder.read(name) == bytes, "the damaged file was changed")
      // Decoders refuse some bits within the sound of AAC, which only the checksum of the whole file tells.
      let decoded = EncodedFixture.samples(result.path, kind: kind)
      if decoded == nil, kind == .m4a, !isCut { continue }
      let samples = try #require(decoded, "\(kind) \(round) at \(place)")
      let damaged = result.metadata?.gaps ?? []
      let silent = damaged.reduce(0) { $0 + $1.frames }
      let heard = samples.count / 2 - silent
      #expect(
        Double(heard) >= 0.95 * Double(others) - Double(kind.unit), "\(kind) \(round): \(others)")
      if !isCut { #expect(samples.count == reference.count, "\(kind) \(round) at \(place)") }
      #expect(silent <= 2 * kind.unit, "\(kind) \(round) at \(place): \(damaged)")
      if kind.isLossless {
        let isWAV = kind == .wav
        for frame in 0..<(samples.count / 2) where !isWAV || isCut {
          let isSilent = damaged.contains { ($0.frame..<($0.frame + $0.frames)).contains(frame) }
          let due = isSilent ? 0 : reference[2 * frame]
          if samples[2 * frame] != due {
            Issue.record("\(kind) \(round): frame \(frame) of \(damaged)")
            break
          }
        }
      } else if !isCut, let gap = damaged.first, gap.frame + gap.frames < Self.frames - 24000 {
        // Behind a gap decoders need a moment.
        let last = (2 * (Self.frames - 12000))..<(2 * Self.frames - 4000)
        let error = last.reduce(Float(0)) { $0 + abs(samples[$1] - reference[$1]) }
        let level = last.reduce(Float(0)) { $0 + abs(reference[$1]) }
        #expect(error < 0.5 * level, "\(kind) \(round): the time line moved")
      }
      let survey = try TakeFile.read(path: result.path)
      let check = TakeVerifier.verify(
        TakeSet(name: "d", number: nil, files: [survey], damaged: []))
      // A bit of WAV or AAC that no checksum of its own covers stays wrong, and known to be.
      let known = check.findings.allSatisfy {
        $0.problem.contains("has changed since it was written")
      }
      #expect(check.isSound || (!isCut && known && !kind.isPaged), "\(check.findings)")
    }
  }

  @Test("a hole in the middle of any kind is filled with silence of its exact length")
  func removed() throws {
    for kind in EncodedFixture.kinds {
      let whole = try finished(kind)
      try folder.write(whole, to: "r.\(kind.ending)")
      let reference = try #require(
        EncodedFixture.samples(folder.file("r.\(kind.ending)"), kind: kind))
      var bytes = whole
      for index in (bytes.count / 2)..<(bytes.count / 2 + 20000) { bytes[index] = 0x55 }
      try folder.write(bytes, to: "r.\(kind.ending)")
      let result = TakeRecovery.mend(path: folder.file("r.\(kind.ending)"), inPlace: true)
      let gap = try #require(result.metadata?.gaps.first, "\(kind) \(result)")
      #expect(gap.cause == "damaged file" && result.frames == Self.frames, "\(kind)")
      #expect(try folder.read("r.\(kind.ending).damaged") == bytes)
      let samples = try #require(EncodedFixture.samples(result.path, kind: kind))
      #expect(samples.count == reference.count)
      let middle = 2 * (gap.frame + gap.frames / 2)
      #expect(samples[(middle - 200)..<(middle + 200)].allSatisfy { abs($0) < 1e-4 }, "\(kind)")
      #expect(result.metadata?.notes.last?.hasPrefix("recovered: ") == true)
    }
  }
}

extension TakeFileKind {
  /// True for kinds with a checksum for every part of the sound.
  fileprivate var isPaged: Bool { self == .flac || self == .opus }

  /// Frames of the part that one bit, or a cut, can cost.
  fileprivate var unit: Int {
    switch self {
    case .wav: 1024
    case .flac: 4608
    case .opus: 9600
    case .m4a: 24576
    }
  }
}
