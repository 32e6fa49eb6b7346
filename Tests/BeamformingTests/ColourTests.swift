import Acoustics
import Boards
import Glibc
import ReferenceArrays
import TestSupport
import Testing

@testable import Beamforming

/// The figures in bands and directions that no design sees.
@Suite struct ColourTests {
  private static let rate = 16000

  private static func designer() throws -> FilterDesigner {
    try FilterDesigner(
      board: Arrays.table("respeaker", Arrays.respeaker), head: .spherical,
      settings: DesignSettings(rate: rate))
  }

  private static let table = Board.Case(dataSource: 0, orientation: nil)

  @Test("Twelfths of an octave tile their range, and are no narrower than a bin")
  func twelfths() throws {
    let step = 46.875
    let bands = NarrowBands.twelfths(200...6000, step: step).bands
    #expect(bands.count > 40)
    var last = 0.0
    for band in bands {
      #expect(band.width > 0.999 && band.centre > last)
      last = band.centre
    }
    // Every bin within the range counts exactly once.
    for bin in 6...120 {
      let sum = bands.reduce(0.0) { sum, band in
        let place = bin - band.first
        return sum + (band.weights.indices.contains(place) ? band.weights[place] : 0)
      }
      #expect(abs(sum - 1) < 1e-9, "bin \(bin)")
    }
  }

  @Test("Filters are even around the listener")
  func even() throws {
    let designer = try Self.designer()
    let figures = designer.figures(try designer.design(Self.table, pattern: .stereo))
    #expect(figures.colour.thirds.first == 100)
    #expect(figures.colour.thirds.count == figures.colour.horizon.count)
    #expect(abs(try #require(figures.colour.worst).decibels) < 1)
    #expect(try #require(figures.independent).wrongSides == 0)
  }

  @Test("A filter that takes a band away is found hollow there, and it is said in words")
  func hollow() throws {
    let designer = try Self.designer()
    let design = try designer.design(Self.table, pattern: .stereo)
    // An echo of the same strength after 4 frames: a notch at an eighth of the rate, 2 kHz.
    let bank = design.filters
    var taps = bank.coefficients
    for row in 0..<(bank.outputs * bank.microphones) {
      for tap in stride(from: bank.taps - 1, through: 4, by: -1) {
        taps[row * bank.taps + tap] += bank.coefficients[row * bank.taps + tap - 4]
      }
    }
    let combed = Design(
      filters: FilterBank(
        rate: bank.rate, microphones: bank.microphones, outputs: bank.outputs, taps: bank.taps,
        delay: bank.delay, coefficients: taps),
      which: design.which, preferredPattern: .stereo, pattern: .stereo,
      frontEmphasis: design.frontEmphasis, notes: [])
    let figures = designer.figures(combed)
    let worst = try #require(figures.colour.worst)
    #expect(worst.decibels < -6)
    #expect((1700...2300).contains(worst.third) || (5500...6500).contains(worst.third))
    let words = DesignNote.findings(figures, designer.curves(combed)).map(\.description)
    #expect(words.contains { $0.hasPrefix("hollow: sounds around the listener are") })
    #expect(words.contains { $0.hasPrefix("hollow in front: sounds from") })
    // Both ears alike: level differences and sides are as before.
    #expect(try #require(figures.independent).wrongSides == 0)
  }

  @Test("The colour behind is that of the filters' responses, and a bright one is said in words")
  func behind() throws {
    let designer = try Self.designer()
    let design = try designer.design(Self.table, pattern: .stereo)
    let colour = designer.figures(design).colour
    #expect(
      colour.behind.count == colour.thirds.count && colour.targetBehind.count == colour.thirds.count
    )
    func level(_ third: Double) -> Double {
      let frequencies = (-20...20).map { third * (1 + 0.0055 * Double($0)) }
      let powers = stride(from: 135.0, through: 225, by: 5).map { azimuth in
        designer.response(
          design, direction: Direction(azimuth: azimuth, elevation: 0), frequencies: frequencies
        ).joined().reduce(0) { $0 + $1.power }
      }
      return powers.reduce(0, +)
    }
    let middle = colour.thirds.filter { (200...2000).contains($0) }.map(level)
    let mean = middle.reduce(0, +) / Double(middle.count)
    for (third, behind) in zip(colour.thirds, colour.behind) where third > 300 {
      #expect(abs(10 * log10(level(third) / mean) - behind) < 0.5, "\(third) Hz")
    }
    var figures = Figures()
    (figures.colour.thirds, figures.colour.horizon) = ([1000, 4000, 5000], [0, 0, 0])
    (figures.colour.behind, figures.colour.targetBehind) = ([0, 8.2, 4], [0, -1.04, 0])
    let words = DesignNote.findings(figures, DesignCurves()).map(\.description)
    #expect(
      words.contains(
        "bright behind: sounds within 45 degrees of straight behind are 8.2 dB louder around 4 kHz than from 0.2 "
          + "to 2 kHz (target: -1 dB), and over 3 dB louder from 4 kHz to 5 kHz"), "\(words)")
    figures.colour.targetBehind = [0, 6, 0]
    #expect(
      !DesignNote.findings(figures, DesignCurves()).contains { $0.description.contains("behind:") })
  }

  @Test("Exchanged ears are on the wrong side everywhere, by level and by time")
  func exchanged() throws {
    let designer = try Self.designer()
    let design = try designer.design(Self.table, pattern: .stereo)
    let bank = design.filters
    let half = bank.microphones * bank.taps
    let exchanged = Design(
      filters: FilterBank(
        rate: bank.rate, microphones: bank.microphones, outputs: 2, taps: bank.taps,
        delay: bank.delay,
        coefficients: Array(bank.coefficients[half...] + bank.coefficients[..<half])),
      which: design.which, preferredPattern: .stereo, pattern: .stereo,
      frontEmphasis: design.frontEmphasis, notes: [])
    let independent = try #require(designer.figures(exchanged).independent)
    // 62 directions of the design and 64 between them, each by level and by time.
    #expect(independent.wrongSides == 2 * (62 + 64))
  }

  @Test("A voice whose highs were taken away has them before, and not in the take")
  func voice() throws {
    var random = SeededGenerator(seed: 3)
    let dry = (0..<16000).map { _ in Float(random.next(in: -0.1...0.1)) }
    // The mean of two neighbours: nothing at half of the rate.
    let dull = zip(dry, dry.dropFirst()).map { 0.3 * ($0 + $1) }
    let spectrum = VoiceSpectrum(dry: dry, left: dull, right: dull, rate: Self.rate)
    #expect(spectrum.thirds.count == spectrum.heard.count)
    #expect(spectrum.thirds.last.map { $0 > 6000 } == true)
    let lost = zip(spectrum.dry, spectrum.heard).map { $0 - $1 }
    let middle = try #require(spectrum.thirds.firstIndex { abs($0 - 1000) < 1 })
    #expect(abs(lost[middle]) < 0.3)
    // |1 + e^{-jw}| / 2 at 6.3 of 8 kHz is -9.6 dB; white noise in a third octave weighs its louder lower half more.
    let last = try #require(lost.last)
    #expect((6.0...10.0).contains(last), "\(last) dB")
  }
}
