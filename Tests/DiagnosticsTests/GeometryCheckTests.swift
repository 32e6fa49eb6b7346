import Beamforming
import Boards
import Recorder
import TestSupport
import Testing

@testable import Diagnostics

@Suite("What a geometry can do")
struct GeometryCheckTests {
  /// Closed forms for a spherical head, short enough for a test.
  static func filters(_ board: Board) -> FilterStore {
    FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(taps: 128),
      cacheDirectory: TestForm.cache)
  }

  private static func study(_ board: Board, _ heard: HeardMicrophones = .init()) -> GeometryStudy {
    GeometryStudy(filters(board), heard) { _ in }
  }

  private static func findings(
    _ board: Board, _ heard: HeardMicrophones = .init()
  ) -> [Finding] {
    GeometryChecks(study(board, heard), board: board).findings
  }

  /// Two microphones 60 mm apart from left to right.
  private static let pair: Board = {
    var board = SoundRoom.board
    board.microphones = [-0.03, 0.03].enumerated().map {
      Microphone(
        name: "MIC\($0.offset + 1)", channel: $0.offset, position: Vector3($0.element, 0, 0))
    }
    board.dataSources[0].microphones = [0, 1]
    return board
  }()

  /// A board file of this package.
  private static func shipped(_ id: String) throws -> Board {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    parts.append("boards/\(id).toml")
    return try Board.load(path: parts.joined(separator: "/"))
  }

  @Test(
    "no shipped board fails or warns for what physics forbids it",
    arguments: ["phone", "i2s-pair", "respeaker-4mic-hat", "matrix-voice-table"])
  func healthy(id: String) throws {
    let board = try Self.shipped(id)
    let findings = Self.findings(board)
    #expect(findings.filter { $0.verdict == .fail || $0.verdict == .warn } == [])
    for check in GeometryChecks.checks where check != .geometryFilters {
      let found = findings.filter { $0.check == check }
      #expect(found.map(\.subject) == board.cases.map(board.name))
      #expect(found.allSatisfy { $0.value.map(\.isFinite) == true && $0.limit != nil })
    }
    let filters = findings.filter { $0.check == .geometryFilters }
    #expect(filters.count == 1 && filters.first?.value == Double(board.cases.count))
    #expect(filters.first?.message.hasPrefix("filters in ") == true)
    // Its body takes minutes to compute, which a checkup does not wait for; another test may have computed it.
    let isInTheAir = filters.first?.message.contains("microphones without a body") == true
    #expect(!isInTheAir || id == "phone")
  }

  @Test("what physics forbids is said in words, at the figure that it limits")
  func words() throws {
    let findings = Self.findings(Self.pair)
    func message(_ check: Check, _ subject: String) throws -> String {
      try #require(findings.first { $0.check == check && $0.subject == subject }).message
    }
    #expect(try message(.geometryFront, "Back portrait").contains("only two microphones"))
    let held = try message(.geometrySides, "Back landscapeLeft")
    #expect(held.contains("left and right cannot be told apart"))
    #expect(try !message(.geometrySides, "Back portrait").contains("cannot be told apart"))
    let aliasing = try #require(
      findings.first { $0.check == .geometryBandwidth && $0.subject == "Back portrait" }?.value)
    // Half a wavelength of 343 m/s is 60 mm.
    #expect(abs(aliasing - 343 / 0.12) < 5)
  }

  @Test("a dead microphone is not used, and the figures are those of the others")
  func dead() throws {
    let found = HeardMicrophones(dead: [0])
    let findings = Self.findings(SoundRoom.board, found)
    let filters = try #require(findings.first { $0.check == .geometryFilters })
    #expect(filters.message.contains("not used: MIC1"))
    #expect(findings.allSatisfy { $0.verdict == .pass })
    let whole = Self.study(SoundRoom.board).cases.map(\.figures)
    #expect(Self.study(SoundRoom.board, found).cases.map(\.figures) != whole)
  }

  @Test("measured gains change the figures as a board with such gains has them; small ones do not")
  func gains() throws {
    func found(_ gains: [Double]) -> HeardMicrophones {
      HeardMicrophones(gains: Dictionary(uniqueKeysWithValues: zip(0..., gains)))
    }
    #expect(Self.study(SoundRoom.board, found([0.1, -0.1, 0, 0])).cases[0].measured == nil)
    let uneven = Self.study(SoundRoom.board, found([3, -3, 0, 0])).cases[0]
    let measured = try #require(uneven.measured)
    #expect(measured.separation != uneven.figures.separation)
    #expect(uneven.figures == Self.study(SoundRoom.board).cases[0].figures)
    // All louder alike: nothing changes but the level.
    let alike = Self.study(SoundRoom.board, found([3, 3, 3, 3])).cases[0]
    let (a, b) = (try #require(alike.measured?.separation), try #require(alike.figures.separation))
    #expect(abs(a - b) < 1e-6)
  }

  @Test("a pair with one dead microphone has no left and right, and that is no second fault")
  func alone() {
    let findings = Self.findings(Self.pair, HeardMicrophones(dead: [1]))
    #expect(findings.allSatisfy { $0.verdict == .pass || $0.verdict == .skip })
    let sides = findings.filter { $0.check == .geometrySides }
    #expect(sides.map(\.verdict) == [.skip])
  }

  @Test("without any microphone that is alive nothing is looked at")
  func none() {
    let findings = Self.findings(Self.pair, HeardMicrophones(dead: [0, 1]))
    #expect(findings.map(\.check) == GeometryChecks.checks)
    #expect(findings.allSatisfy { $0.verdict == .skip })
  }

  @Test("a head that cannot be read fails once: takes need the same filters")
  func refused() {
    let store = FilterStore(
      board: Self.pair, ears: .file("/nonexistent.sofa"), settings: DesignSettings(taps: 128),
      cacheDirectory: nil)
    let findings = GeometryChecks(GeometryStudy(store, .init()) { _ in }, board: Self.pair).findings
    #expect(findings.map(\.check) == [.geometryFilters])
    #expect(findings.first?.verdict == .fail)
    #expect(findings.first?.message.contains("/nonexistent.sofa") == true)
  }
}
