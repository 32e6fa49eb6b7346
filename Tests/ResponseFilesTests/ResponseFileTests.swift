import Acoustics
import Glibc
import ResponseFiles
import Testing

@Suite("Response files")
struct ResponseFileTests {
  private static let path = ResponseFile.defaultHeadPath
  private static let isInstalled = access(ResponseFile.defaultHeadPath, R_OK) == 0

  @Test("The default head has 710 directions and two ears", .enabled(if: isInstalled, "libmysofa1"))
  func defaultHead() throws {
    let head = try ResponseFile.readHead(path: Self.path, rate: 44100)
    #expect(head.directions.count == 710)
    #expect(head.receivers == 2)
    #expect(head.taps == 512)
    for u in head.directions {
      #expect(abs((u * u).sum() - 1) < 1e-9)
    }
  }

  @Test("A source on the left is louder in the left ear", .enabled(if: isInstalled, "libmysofa1"))
  func sides() throws {
    let head = try ResponseFile.readHead(path: Self.path, rate: 48000)
    for (q, u) in head.directions.enumerated() where abs(u.y) > 0.7 {
      let energies = (0..<2).map { ear in
        head.response(direction: q, receiver: ear).reduce(0) { $0 + $1 * $1 }
      }
      #expect((energies[0] > energies[1]) == (u.y > 0))
    }
  }

  @Test("At another rate a response lasts as long", .enabled(if: isInstalled, "libmysofa1"))
  func otherRate() throws {
    let native = try ResponseFile.readHead(path: Self.path, rate: 44100)
    let other = try ResponseFile.readHead(path: Self.path, rate: 48000)
    #expect(other.taps == 558)
    func peak(_ set: ImpulseResponseSet) -> Double {
      let response = Array(set.response(direction: 0, receiver: 0))
      let index = response.indices.max { abs(response[$0]) < abs(response[$1]) } ?? 0
      return Double(index) / Double(set.rate)
    }
    #expect(abs(peak(native) - peak(other)) < 2.0 / 44100)
  }

  @Test("A missing file is named")
  func missing() {
    let path = "/nonexistent/head.sofa"
    #expect(throws: ResponseFileError.missing(path: path)) {
      try ResponseFile.readHead(path: path, rate: 48000)
    }
  }

  @Test(
    "Something else than a SOFA file is named as such", arguments: ["", "text", "\u{89}HDF\r\n"])
  func notSOFA(content: String) throws {
    let file = try TemporaryFile(Array(content.utf8))
    #expect(throws: ResponseFileError.notSOFA(path: file.path)) {
      try ResponseFile.readHead(path: file.path, rate: 48000)
    }
  }

  @Test("An HDF5 file that libmysofa cannot read is not called something else")
  func unreadable() throws {
    let start: [UInt8] = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]
    let file = try TemporaryFile(start + [UInt8](repeating: 9, count: 60))
    #expect(throws: ResponseFileError.unreadableHDF5(path: file.path)) {
      try ResponseFile.readHead(path: file.path, rate: 48000)
    }
  }

  @Test(
    "A file that is cut off in its first bytes is called damaged, not something else",
    arguments: [8, 9, 20, 47])
  func cutOff(count: Int) throws {
    let start: [UInt8] = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]
    let file = try TemporaryFile(Array((start + [UInt8](repeating: 0, count: 60)).prefix(count)))
    #expect(
      throws: ResponseFileError.unreadable(
        path: file.path,
        reason: "it is damaged: it ends after \(count) bytes; use another copy")
    ) {
      try ResponseFile.readHead(path: file.path, rate: 48000)
    }
  }

  @Test(
    "Units and types with a capital are those of the standard",
    .enabled(if: isInstalled, "libmysofa1"), arguments: ["degree", "spherical"])
  func capitals(word: String) throws {
    let file = try TemporaryFile(
      copyOf: Self.path, replacing: word, with: word.prefix(1).uppercased() + word.dropFirst())
    let head = try ResponseFile.readHead(path: file.path, rate: 44100)
    let same = try ResponseFile.readHead(path: Self.path, rate: 44100)
    #expect(head.directions == same.directions)
  }

  @Test(
    "Another unit is not supported, and not called damage", .enabled(if: isInstalled, "libmysofa1"))
  func radians() throws {
    let file = try TemporaryFile(copyOf: Self.path, replacing: "degree", with: "radian")
    do {
      _ = try ResponseFile.readHead(path: file.path, rate: 44100)
      Issue.record("it was read")
    } catch {
      #expect(
        "\(error)".contains("which is not supported; write its angles in degrees"), "\(error)")
    }
  }

  @Test("Another convention is named", .enabled(if: isInstalled, "libmysofa1"))
  func convention() throws {
    let file = try TemporaryFile(
      copyOf: Self.path, replacing: "SimpleFreeFieldHRIR", with: "SimpleFreeFieldHRSO")
    #expect(
      throws: ResponseFileError.wrongConvention(
        path: file.path, convention: "SimpleFreeFieldHRSO")
    ) {
      try ResponseFile.readHead(path: file.path, rate: 48000)
    }
  }

  @Test("A head has two receivers")
  func receivers() {
    let set = ImpulseResponseSet(
      name: "three.sofa", rate: 48000, directions: [SIMD3(1, 0, 0)], receivers: 3, taps: 1,
      samples: [1, 1, 1])
    let error = ResponseFileError.receivers(path: "three.sofa", count: 3)
    #expect(throws: error) { try ResponseFile.head(set) }
    #expect(error.description == "three.sofa: has 3 receivers; a head has exactly 2 (left, right)")
  }
}
