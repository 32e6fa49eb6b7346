import Acoustics
import Boards
import Glibc
import ReferenceArrays
import TestSupport
import Testing

@testable import Beamforming

@Suite("Refinement")
struct RefinementTests {
  private static let rate = 16000
  private static let settings = DesignSettings(noiseFloor: -10, rate: rate)
  private static let table = Board.Case(dataSource: 0, orientation: nil)
  private static let portrait = Board.Case(dataSource: 0, orientation: .portrait)

  private static func designer(
    _ board: Board, settings: DesignSettings = RefinementTests.settings
  ) throws -> FilterDesigner {
    try FilterDesigner(board: board, head: .spherical, settings: settings)
  }

  /// A refinement of a few steps, which is enough to see which way it goes.
  private static func brief(_ designer: FilterDesigner, _ design: Design, steps: Int = 40)
    -> Design?
  {
    var weights = RefinementWeights()
    weights.iterations = steps
    return designer.refine(design, recipes: [[weights]])
  }

  @Test("The gradient is that of the cost")
  func gradient() throws {
    let designer = try Self.designer(Arrays.table("respeaker", Arrays.respeaker))
    let design = try designer.design(Self.table, pattern: .stereo)
    let plan = DesignPlan(
      designer.basis, which: Self.table, layout: try #require(designer.board.layout(Self.table)),
      pattern: .stereo)
    let causal = CausalFilter(taps: Self.settings.actualTaps, delay: Self.settings.delay)
    var weights = RefinementWeights()
    // So that every part of the cost is at work.
    (weights.frontToBackMargin, weights.frontToBackGain) = (-3, 3)
    weights.octaveFrontToBackMargin = -3
    (weights.softest, weights.leastSide) = (0, 30)
    (weights.leastAligned, weights.leastAlignedAhead, weights.leastLead) = (1, 1, 500)
    let cost = RefinementCost(
      designer.array(plan),
      variance: MicrophoneVariance(designer.board, microphones: plan.microphones),
      target: designer.target(.stereo, frontEmphasis: plan.frontEmphasis),
      causal: causal, step: designer.ears.frequencyStep, floor: 0, rate: Self.rate,
      weights: weights)
    var random = SeededGenerator(seed: 5)
    let point = (0..<2).flatMap { output in
      plan.microphones.flatMap { microphone in
        design.filters.filter(output: output, microphone: microphone).map {
          Double($0) + random.next(in: -0.005...0.005)
        }
      }
    }
    cost.keepFrontToBack(of: point)
    var gradient = [Double](repeating: 0, count: point.count)
    var ignored = gradient
    _ = cost.value(point, gradient: &gradient)
    for _ in 0..<4 {
      let direction = point.map { _ in random.next(in: -0.5...0.5) }
      let slope = zip(gradient, direction).reduce(0) { $0 + $1.0 * $1.1 }
      // Differences of fourth order.
      let step = 1e-5
      func value(_ steps: Double) -> Double {
        cost.value(zip(point, direction).map { $0 + steps * step * $1 }, gradient: &ignored)
      }
      let difference = (8 * (value(1) - value(-1)) - (value(2) - value(-2))) / (12 * step)
      #expect(abs(slope - difference) < 1e-6 * abs(slope))
    }
  }

  @Test("Refined filters are nearer to the target, and keep front to back")
  func better() throws {
    let designer = try Self.designer(Arrays.table("respeaker", Arrays.respeaker))
    let closed = try designer.design(Self.table, pattern: .stereo)
    let refined = try #require(Self.brief(designer, closed))
    let (before, after) = (designer.figures(closed), designer.figures(refined))
    #expect(refined.isRefined && !closed.isRefined)
    let (levelBefore, levelAfter) = (try #require(before.ildError), try #require(after.ildError))
    let (timeBefore, timeAfter) = (
      try #require(before.itdErrorMean), try #require(after.itdErrorMean)
    )
    #expect(levelAfter < levelBefore)
    #expect(timeAfter < 0.8 * timeBefore)
    #expect(after.broadbandFrontToBack > before.broadbandFrontToBack - 0.5)
    #expect(abs(after.selfNoise - before.selfNoise) < 3)
  }

  @Test("Filters that count on microphones that differ are better on such")
  func mismatched() throws {
    let designer = try Self.designer(Arrays.handHeld("phone", Arrays.phone))
    let closed = DesignStudy(designer, try designer.design(Self.portrait, pattern: .stereo))
    let received = closed.measure.received
    func error(_ mismatch: Double) throws -> (exact: Double, mismatched: Double) {
      var weights = RefinementWeights()
      (weights.iterations, weights.mismatch) = (60, mismatch)
      let refined = try #require(designer.refine(closed.design, recipes: [[weights]]))
      #expect(refined.filters != closed.design.filters)
      let study = DesignStudy(designer, refined, beside: closed)
      return (
        try #require(study.figures.independent?.ildError),
        study.measure.mismatchedLevelError(received)
      )
    }
    let (careless, careful) = (try error(0), try error(2))
    // What they gain on such microphones they pay for on those that are alike.
    #expect(careful.mismatched < careless.mismatched - 0.05, "\(careful), \(careless)")
    #expect(careful.mismatched > careful.exact && careless.mismatched > careless.exact)
  }

  @Test("The same input gives the same bits")
  func deterministic() throws {
    let designer = try Self.designer(Arrays.handHeld("pair", Arrays.pair))
    let closed = try designer.design(Self.portrait, pattern: .stereo)
    let once = try #require(Self.brief(designer, closed, steps: 10))
    let again = try #require(Self.brief(designer, closed, steps: 10))
    #expect(once.filters == again.filters)
  }

  @Test("A board and its mirror image give mirrored filters")
  func mirrored() throws {
    let mirror = Arrays.phone.map { (-$0.0, $0.1, $0.2) }
    let one = try Self.designer(Arrays.handHeld("one", Arrays.phone))
    let other = try Self.designer(Arrays.handHeld("other", mirror))
    let (x, y) = (
      try one.design(Self.portrait, pattern: .stereo),
      try other.design(Self.portrait, pattern: .stereo)
    )
    let a = try #require(Self.brief(one, x, steps: 20))
    let b = try #require(Self.brief(other, y, steps: 20))
    let loudest = a.filters.coefficients.map(abs).max() ?? 0
    for output in 0..<2 {
      for n in 0..<4 {
        let left = a.filters.filter(output: output, microphone: n)
        let right = b.filters.filter(output: 1 - output, microphone: n)
        for (x, y) in zip(left, right) { #expect(abs(x - y) < 0.01 * loudest) }
      }
    }
  }

  @Test("Corrections of a board are in its refined filters too")
  func corrections() throws {
    let plain = Arrays.table("respeaker", Arrays.respeaker)
    var faulty = plain
    faulty.microphones[1].gain = 3
    faulty.microphones[2].isInverted = true
    faulty.microphones[3].delay = 100e-6
    let (one, other) = (try Self.designer(plain), try Self.designer(faulty))
    let (x, y) = (
      try one.design(Self.table, pattern: .stereo), try other.design(Self.table, pattern: .stereo)
    )
    let a = try #require(Self.brief(one, x, steps: 40))
    let b = try #require(Self.brief(other, y, steps: 40))
    let (before, after) = (one.figures(a), other.figures(b))
    let (levelX, levelY) = (try #require(before.ildError), try #require(after.ildError))
    let (timeX, timeY) = (try #require(before.itdErrorMean), try #require(after.itdErrorMean))
    // The fades of both designs differ a little; faults that are not corrected make hundreds of microseconds.
    #expect(abs(levelX - levelY) < 0.1)
    #expect(abs(timeX - timeY) < 10)
  }

  @Test("Mono, one line across forward, and refined designs come back as they are")
  func asTheyAre() throws {
    let designer = try Self.designer(Arrays.handHeld("pair", Arrays.pair))
    let mono = try designer.design(Self.portrait, pattern: .omni)
    #expect(designer.refine(mono) == mono)
    let upright = try designer.design(
      Board.Case(dataSource: 0, orientation: .landscapeLeft), pattern: .stereo)
    #expect(!upright.canBeRefined)
    #expect(designer.refine(upright) == upright)
    let closed = try designer.design(Self.portrait, pattern: .stereo)
    let refined = try #require(Self.brief(designer, closed, steps: 3))
    #expect(designer.refine(refined) == refined)
  }

  @Test("Where no refinement is better in bands that none has seen, the closed form stays")
  func closedForm() throws {
    let designer = try Self.designer(Arrays.table("respeaker", Arrays.respeaker))
    let closed = try designer.design(Self.table, pattern: .stereo)
    // Weights that want nothing but silence.
    var silent = RefinementWeights()
    (silent.narrowLevel, silent.level, silent.levelStep, silent.coherence) = (0, 0, 0, 0)
    (silent.delay, silent.aligned, silent.sides, silent.frontToBack) = (0, 0, 0, 0)
    (silent.octaveFrontToBack, silent.colour, silent.hollow) = (0, 0, 0)
    (silent.narrowSpectrum, silent.spectrum, silent.spectrumStep) = (0, 0, 0)
    silent.noise = 1e6
    silent.iterations = 20
    let refined = try #require(designer.refine(closed, recipes: [[silent]]))
    #expect(refined.isRefined)
    #expect(refined.filters == closed.filters)
  }

  @Test("Progress rises, and ends the work when it says so")
  func progress() throws {
    let designer = try Self.designer(Arrays.handHeld("pair", Arrays.pair))
    let closed = try designer.design(Self.portrait, pattern: .stereo)
    var seen: [Double] = []
    let result = designer.refine(closed) { part in
      seen.append(part)
      return seen.count < 5
    }
    #expect(result == nil)
    #expect(seen.count == 5)
    #expect(seen == seen.sorted() && seen[0] > 0 && seen[4] <= 1)
  }

  @Test("Other rates and bodies are refined too", arguments: [8000, 44100, 96000])
  func rates(rate: Int) throws {
    var board = Arrays.handHeld("sphere", Arrays.phone)
    board.body = Body(size: Vector3(0.1, 0.15, 0.1), model: .sphere(radius: 0.06))
    let designer = try Self.designer(board, settings: DesignSettings(rate: rate))
    let closed = try designer.design(Self.portrait, pattern: .stereo)
    let refined = try #require(Self.brief(designer, closed, steps: 15))
    #expect(refined.filters.coefficients.allSatisfy { $0.isFinite })
    let before = try #require(designer.figures(closed).independent)
    let after = try #require(designer.figures(refined).independent)
    #expect(
      try #require(after.wrongSides) < #require(before.wrongSides)
        || 2 * after.ildError / before.ildError + after.itdErrorMean / before.itdErrorMean < 3.3)
  }
}

@Suite("Quasi-Newton")
struct QuasiNewtonTests {
  @Test("Rosenbrock's valley is followed to its end")
  func rosenbrock() throws {
    let search = QuasiNewton(memory: 6, iterations: 200, tolerance: 0)
    let found = try #require(
      search.minimise(
        from: [-1.2, 1, -1.2, 1],
        value: { x, gradient in
          var value = 0.0
          for pair in [0, 2] {
            let (a, b) = (x[pair], x[pair + 1])
            value += 100 * (b - a * a) * (b - a * a) + (1 - a) * (1 - a)
            gradient[pair] = -400 * a * (b - a * a) - 2 * (1 - a)
            gradient[pair + 1] = 200 * (b - a * a)
          }
          return value
        }))
    #expect(found.point.allSatisfy { abs($0 - 1) < 1e-6 })
    #expect(found.iterations < 100)
  }

  @Test("A start at the minimum stays there, and a function of no variables is no trouble")
  func nothingToDo() throws {
    let search = QuasiNewton(iterations: 10)
    let bowl = { (x: [Double], gradient: inout [Double]) -> Double in
      for index in x.indices { gradient[index] = 2 * x[index] }
      return x.reduce(0) { $0 + $1 * $1 }
    }
    let still = try #require(search.minimise(from: [0, 0], value: bowl))
    #expect(still.point == [0, 0])
    let empty = try #require(search.minimise(from: [], value: bowl))
    #expect(empty.value == 0)
  }
}
