import Acoustics
import Beamforming
import Boards
import Glibc
import TestSupport
import Testing

@testable import Recorder

/// Rendering by direction with the tables of real designs, through the renderer of takes.
@Suite("Stereo by direction")
struct DirectionalRenderingTests {
  /// Left over right in decibels, without the beginning.
  private func difference(_ ears: [[Float]]) -> Double {
    let levels = ears.map { ear in
      ear.dropFirst(4800).reduce(0.0) { $0 + Double($1) * Double($1) }
    }
    return 10 * log10(levels[0] / levels[1])
  }

  @Test(
    "the sides of every case are right, in level and in time",
    arguments: DirectionalBoard.phone.board.cases)
  func sides(which: Board.Case) throws {
    let phone = DirectionalBoard.phone
    let design = try phone.design(.directional, which)
    #expect(design.rendering == .directional)
    for azimuth in [-120.0, -60, -20, 20, 60, 120] {
      let ears = phone.render(design, try phone.sound(from: azimuth, in: which))
      #expect(difference(ears) * azimuth > 0, "\(azimuth)")
      #expect(lateness(ears) * azimuth > 0, "\(azimuth)")
    }
  }

  @Test(
    "sounds from the sides are nearer to the ears than filters alone bring them",
    arguments: [DirectionalBoard.phone, .ring, .pair])
  func nearer(_ array: DirectionalBoard) throws {
    let (linear, directional) = (
      try array.design(.linear), try array.design(.directional)
    )
    #expect(linear.filters == directional.filters)
    let head = HeadResponses(head: .spherical, rate: 48_000, fftLength: 512, width: 1)
    var errors = (0.0, 0.0)
    for azimuth in stride(from: -90.0, through: 90, by: 15) {
      let heard = try array.sound(from: azimuth)
      let wanted = bands(head, azimuth: azimuth)
      for (index, value) in bands(array.render(linear, heard)).enumerated() {
        errors.0 += abs(value - wanted[index])
      }
      for (index, value) in bands(array.render(directional, heard)).enumerated() {
        errors.1 += abs(value - wanted[index])
      }
    }
    #expect(errors.1 < 0.6 * errors.0, "\(errors)")
  }

  private static let octaves = [
    (300.0, 600.0), (600, 1200), (1200, 2400), (2400, 4800), (4800, 9600),
  ]

  /// Left over right in octaves, decibels.
  private func bands(_ ears: [[Float]]) -> [Double] {
    let transform = RealFourierTransform(length: 8192)
    let spectra = ears.map { transform.forward($0[4800..<12_992].map(Double.init)) }
    return Self.octaves.map { low, high in
      let range = Int(low / 48_000 * 8192)..<Int(high / 48_000 * 8192)
      let powers = spectra.map { $0[range].reduce(0) { $0 + $1.power } }
      return 10 * log10(powers[0] / powers[1])
    }
  }

  /// The same of a head, for tones that are as many in each octave.
  private func bands(_ head: HeadResponses, azimuth: Double) -> [Double] {
    let direction = (Int((azimuth / 5).rounded()) + 72) % 72
    return Self.octaves.map { low, high in
      var powers = [0.0, 0.0]
      for bin in Int(low / 93.75)..<Int(high / 93.75) {
        for ear in 0..<2 {
          let response = head.lanes[head.index(ear: ear, bin: bin) + direction / 4][direction % 4]
          powers[ear] += response.power / Double(max(bin, 1))
        }
      }
      return 10 * log10(powers[0] / powers[1])
    }
  }

  @Test(
    "the noise of microphones stays as filters alone make it",
    arguments: [DirectionalBoard.phone, .ring])
  func selfNoise(_ array: DirectionalBoard) throws {
    let noise = array.selfNoise()
    let linear = array.render(try array.design(.linear), noise)
    let directional = array.render(try array.design(.directional), noise)
    var (changed, power, error) = (0, 0.0, 0.0)
    for ear in 0..<2 {
      for (a, b) in zip(linear[ear], directional[ear]) {
        if a != b { changed += 1 }
        power += Double(a) * Double(a)
        error += Double(a - b) * Double(a - b)
      }
    }
    // Some frames are the same bit for bit; what chance makes of the others is 33 dB lower in this short noise.
    #expect(changed < 2 * linear[0].count)
    #expect(error < power / 1500, "\(10 * log10(error / power))")
  }

  @Test("silence stays silence, and a prefix of the sound gives a prefix of the take")
  func prefix() throws {
    let phone = DirectionalBoard.phone
    let design = try phone.design(.directional)
    let heard = try phone.sound(from: 40)
    let whole = phone.render(design, heard)
    let part = phone.render(design, heard.map { Array($0.prefix(9000)) })
    for ear in 0..<2 { #expect(part[ear].prefix(8000) == whole[ear].prefix(8000)) }
    let silence = phone.render(design, heard.map { $0.map { _ in Float(0) } })
    #expect(silence.allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test("the limits of tables: mono patterns have none, upright planar arrays look ahead only")
  func tables() throws {
    let which = Board.Case(dataSource: 0, orientation: .portrait)
    let omni = try DirectionalBoard.phone.store(.directional).ready(which, pattern: .omni)
    #expect(omni.directional == nil && omni.rendering == nil)
    let phone = try #require(try DirectionalBoard.phone.design(.directional).directional)
    let elevations = [0, 10, 20, 30, 40, -10, -20]
    #expect(phone.isAround && phone.rings.map(\.elevation) == elevations)
    #expect(phone.rings.map(\.count) == [72, 72, 72, 60, 56, 72, 72])
    let ring = try #require(try DirectionalBoard.ring.design(.directional).directional)
    #expect(!ring.isAround && ring.rings.map(\.elevation) == elevations)
    #expect(ring.rings.map(\.count) == [37, 37, 37, 31, 29, 37, 37])
    // The memory of the tables of four microphones; a recorder keeps those of the case in use.
    let numbers = phone.whitening.count + phone.projections.count + phone.pickers.count
    #expect(8 * numbers + 16 * (phone.linear.count + phone.wanted.count) < 10_000_000)
  }

  @Test("a store gives tables with its filters, and linear stores none")
  func store() throws {
    let which = Board.Case(dataSource: 0, orientation: .portrait)
    let store = FilterStore(
      board: PairOfMicrophones.board, ears: .sphere, settings: DesignSettings(taps: 64),
      rendering: .directional, cacheDirectory: TestForm.cache)
    let design = try store.design(which, pattern: .stereo)
    #expect(design.directional != nil)
    #expect(store.prepared(which, pattern: .stereo) == design.linear)
    #expect(design.linear.directional == nil && design.linear.filters == design.filters)
    let linear = try PairOfMicrophones.store().design(which, pattern: .stereo)
    #expect(linear.rendering == .linear)
  }

  @Test("tables of cases that are not in use go: each has megabytes")
  func recentTables() {
    let keys = (0..<3).map {
      FilterStore.Key(Board.Case(dataSource: $0, orientation: .portrait), .stereo, [])
    }
    var recent = RecentStages()
    recent.keep(StageDesign(), of: keys[0])
    recent.keep(StageDesign(), of: keys[1])
    #expect(recent.recall(keys[0]) != nil)
    recent.keep(StageDesign(), of: keys[2])
    #expect(keys.map { recent.recall($0) != nil } == [true, false, true])
  }
}
