import Beamforming
import Boards
import Glibc
import Recorder
import TestSupport
import Testing

/// Wind with the tables of real designs, through the renderer of takes.
@Suite("Wind in stereo")
struct WindRenderingTests {
  private static let arrays = [DirectionalBoard.phone, .ring, .pair]
  private static let held = Board.Case(dataSource: 0, orientation: .portrait)

  private func design(
    _ array: DirectionalBoard, _ rendering: StereoRendering = .linear, wind: Bool
  ) throws -> Design {
    let store = FilterStore(
      board: array.board, ears: .sphere, settings: DesignSettings(frontEmphasis: 0),
      rendering: rendering, windStrength: wind ? 15 : nil, cacheDirectory: TestForm.cache)
    return try store.ready(Self.held, pattern: .stereo)
  }

  /// Deep noise of its own at every microphone.
  private func gusts(_ array: DirectionalBoard, frames: Int = 28_800) -> [[Float]] {
    array.positions.indices.map { n in
      var seeded = SeededGenerator(seed: UInt64(n + 1))
      var (state, other): (Float, Float) = (0, 0)
      return (0..<frames).map { _ in
        state += (Float.random(in: -1...1, using: &seeded) - state) * 0.02
        other += (state - other) * 0.02
        return other
      }
    }
  }

  private func power(_ ears: [[Float]]) -> Double {
    ears.reduce(0) { $0 + $1.dropFirst(9600).reduce(0.0) { $0 + Double($1) * Double($1) } }
  }

  @Test("it is 12 dB softer, and says how strong it may be", arguments: arrays)
  func softer(_ array: DirectionalBoard) throws {
    let (off, on) = (try design(array, wind: false), try design(array, wind: true))
    #expect(off.filters == on.filters && off.wind == nil && on.wind?.strength == 15)
    #expect(off.windHandling == "off" && on.windHandling == "auto, 15 dB")
    #expect(on.linear.wind == nil)
    let wind = gusts(array)
    #expect(power(array.render(on, wind)) < power(array.render(off, wind)) / 16)
    let both = try design(array, .directional, wind: true)
    #expect(power(array.render(both, wind)) < power(array.render(off, wind)) / 16)
  }

  @Test("sounds from all sides stay bit for bit, with either rendering", arguments: arrays)
  func calm(_ array: DirectionalBoard) throws {
    let sounds = try [-120.0, 0, 45, 90].map { try array.sound(from: $0) } + [array.selfNoise()]
    for rendering in StereoRendering.allCases {
      let (off, on) = (
        try design(array, rendering, wind: false), try design(array, rendering, wind: true)
      )
      for (n, heard) in sounds.enumerated() {
        // Noise of microphones is soft; only wind is a noise of its own in each and loud.
        let gain: Float = n == sounds.count - 1 ? 0.001 : 1
        var softer = heard.map { $0.map { $0 * gain } }
        #expect(array.render(on, softer) == array.render(off, softer), "\(n)")
        for frame in softer[0].indices { softer[0][frame] *= 1.122 }
        #expect(array.render(on, softer) == array.render(off, softer), "\(n), 1 dB")
        for frame in softer[0].indices { softer[0][frame] = 0 }
        #expect(array.render(on, softer) == array.render(off, softer), "\(n), dead")
      }
    }
  }

  @Test(
    "a loud tone stays bit for bit, though windows spread it over all frequencies",
    arguments: arrays, [600.0, 900, 1000, 1100, 2000])
  func tone(_ array: DirectionalBoard, hertz: Double) throws {
    // From 45 degrees to the left, as in the hand in portrait.
    let towards = Vector3(-0.7071, 0, -0.7071)
    let heard = array.positions.map { position in
      let start = 2 * .pi * hertz * dot(position, towards) / 343
      return (0..<28_800).map { n in
        0.5 * Float(sin(start + 2 * .pi * hertz * Double(n) / 48_000))
      }
    }
    let (off, on) = (try design(array, wind: false), try design(array, wind: true))
    #expect(array.render(on, heard) == array.render(off, heard))
  }

  @Test("other patterns have no tables of it")
  func patterns() throws {
    let store = FilterStore(
      board: DirectionalBoard.phone.board, ears: .sphere, settings: DesignSettings(),
      windStrength: 15, cacheDirectory: TestForm.cache)
    let design = try store.ready(Self.held, pattern: .omni)
    #expect(design.wind == nil && design.windHandling == nil)
  }

  @Test("tables that were made once are found again, the same bit for bit, for any strength")
  func kept() throws {
    let folder = try TemporaryDirectory()
    func store(
      _ array: DirectionalBoard = .phone, _ strength: Double = 15, width: Double = 1
    ) -> FilterStore {
      FilterStore(
        board: array.board, ears: .sphere, settings: DesignSettings(frontEmphasis: 0, width: width),
        rendering: .directional, windStrength: strength, cacheDirectory: folder.path)
    }
    let first = store()
    let made = try first.ready(Self.held, pattern: .stereo)
    #expect(first.stagedCount == 2 && made.directional != nil && made.wind != nil)
    let second = store()
    #expect(try second.ready(Self.held, pattern: .stereo) == made && second.stagedCount == 0)
    let third = store()
    #expect(try third.linear(Self.held, pattern: .stereo) == made.linear)
    let softer = store(.phone, 9)
    #expect(try softer.ready(Self.held, pattern: .stereo).wind?.strength == 9)
    #expect(softer.stagedCount == 0)
    for other in [store(.ring), store(.phone, 15, width: 0.5)] {
      #expect(try other.linear(Self.held, pattern: .stereo).rendering == .linear)
      #expect(other.stagedCount == 0)
      _ = try other.ready(Self.held, pattern: .stereo)
      #expect(other.stagedCount == 2)
    }
  }

  @Test("tables whose file was damaged, or which are those of other filters, are made again")
  func damaged() throws {
    let design = try design(.phone, .directional, wind: true)
    let other = try self.design(.pair, .directional, wind: true)
    let (directional, wind) = (
      try #require(design.directional), try #require(design.wind)
    )
    #expect(DirectionalDesign(directional.numbers, for: design.filters) == directional)
    #expect(WindDesign(wind.numbers, for: design.filters, strength: 15) == wind)
    #expect(DirectionalDesign(directional.numbers, for: other.filters) == nil)
    #expect(WindDesign(wind.numbers, for: other.filters, strength: 15) == nil)
    var short = directional.numbers
    short.floats.removeLast()
    #expect(DirectionalDesign(short, for: design.filters) == nil)
    short = wind.numbers
    short.floats.append(0)
    #expect(WindDesign(short, for: design.filters, strength: 15) == nil)
    for place in wind.numbers.whole.indices {
      var moved = wind.numbers
      moved.whole[place] = -1
      #expect(WindDesign(moved, for: design.filters, strength: 15) == nil)
    }
  }
}
