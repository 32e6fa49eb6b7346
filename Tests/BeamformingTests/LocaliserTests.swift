import Acoustics
import Beamforming
import Boards
import Glibc
import ResponseFiles
import TestSupport
import Testing

@Suite struct LocaliserTests {
  static let azimuths = Array(stride(from: -80, through: 80, by: 10))
  static let hasKemar = access(ResponseFile.defaultHeadPath, R_OK) == 0

  private static func kemar() throws -> Head {
    .measured(
      try ResponseFile.readHead(path: ResponseFile.defaultHeadPath, rate: EarSignals.rate))
  }

  /// The largest error over all directions and sounds, in degrees, with the place where it is.
  private static func worst(_ head: Head) -> (error: Double, place: String) {
    let localiser = Localiser(head: head, rate: EarSignals.rate)
    let responses = HeadResponses(head: head, rate: EarSignals.rate, fftLength: 1024, width: 1)
    var worst = (error: 0.0, place: "")
    for sound in EarSignals.Sound.allCases {
      let samples = EarSignals.samples(sound)
      for azimuth in azimuths {
        let (left, right) = EarSignals.filtered(
          samples, by: EarSignals.ears(of: responses, azimuth: azimuth))
        let heard = localiser.listen(left: left, right: right).azimuth
        let error = abs(heard - Double(azimuth))
        if error > worst.error { worst = (error, "\(sound) at \(azimuth), heard at \(heard)") }
      }
    }
    return worst
  }

  @Test func theSphericalHeadIsHeardWhereItWasPlaced() {
    let worst = Self.worst(.spherical)
    #expect(worst.error < 3, "\(worst.place)")
  }

  @Test(.enabled(if: LocaliserTests.hasKemar, "needs the head that libmysofa1 installs"))
  func theMeasuredHeadIsHeardWhereItWasPlaced() throws {
    let worst = try Self.worst(Self.kemar())
    #expect(worst.error < 3, "\(worst.place)")
  }

  /// An independent formula: the exact sphere at angles that no grid has.
  @Test(arguments: [-67.3, -33.1, -4.7, 12.2, 48.8])
  func directionsBetweenThoseOfTheGridAreHeardToo(azimuth: Double) {
    let localiser = Localiser(head: .spherical, rate: EarSignals.rate)
    let responses = [-SphericalHead.earAngle, SphericalHead.earAngle].map { ear in
      (0...512).map { bin in
        let frequency = Double(bin) * Double(EarSignals.rate) / 1024
        return SphericalHead.response(frequency: frequency, angle: azimuth - ear)
      }
    }
    let (left, right) = EarSignals.filtered(EarSignals.samples(.pink), by: responses)
    let heard = localiser.listen(left: left, right: right)
    #expect(abs(heard.azimuth - azimuth) < 1.5)
    #expect((heard.timeDifference > 0) == (azimuth < 0))
    #expect((heard.levelDifference > 0) == (azimuth < 0))
  }

  /// Woodworth's formula is for high frequencies; the difference below 1.5 kHz is up to half as long again.
  @Test func theTimeDifferenceIsThatOfTheSphere() {
    let localiser = Localiser(head: .spherical, rate: EarSignals.rate)
    let head = HeadResponses(
      head: .spherical, rate: EarSignals.rate, fftLength: 1024, width: 1)
    for azimuth in [10, 30, 50, 70] {
      let (left, right) = EarSignals.filtered(
        EarSignals.samples(.white), by: EarSignals.ears(of: head, azimuth: azimuth))
      let delay = -localiser.listen(left: left, right: right).timeDifference
      let woodworth = SphericalHead.woodworthDelay(azimuth: Double(azimuth))
      #expect((woodworth...(1.5 * woodworth)).contains(delay), "\(azimuth): \(delay)")
    }
  }

  @Test func aFractionOfASampleIsMeasured() {
    let localiser = Localiser(head: .spherical, rate: EarSignals.rate)
    let seconds = 3.3 / Double(EarSignals.rate)
    let delayed = (0...512).map { bin -> Complex in
      let phase = -2 * Double.pi * Double(bin) * Double(EarSignals.rate) / 1024 * seconds
      return Complex(cos(phase), sin(phase))
    }
    let (left, right) = EarSignals.filtered(
      EarSignals.samples(.white), by: [(0...512).map { _ in Complex(1) }, delayed])
    let heard = localiser.listen(left: left, right: right)
    #expect(abs(heard.timeDifference - seconds) < 1e-6)
    #expect(abs(heard.levelDifference) < 0.1)
  }

  @Test func equalChannelsAreStraightAhead() {
    let localiser = Localiser(head: .spherical, rate: EarSignals.rate)
    let signal = EarSignals.samples(.pink).map(Float.init)
    let heard = localiser.listen(left: signal, right: signal)
    #expect(heard.azimuth == 0)
    #expect(heard.timeDifference == 0)
    #expect(heard.levelDifference == 0)
    #expect(!heard.isSilent)
  }

  @Test func exchangedChannelsAreTheMirrorImage() {
    let localiser = Localiser(head: .spherical, rate: EarSignals.rate)
    let head = HeadResponses(
      head: .spherical, rate: EarSignals.rate, fftLength: 1024, width: 1)
    let (left, right) = EarSignals.filtered(
      EarSignals.samples(.speech), by: EarSignals.ears(of: head, azimuth: 35))
    let heard = localiser.listen(left: left, right: right)
    let mirrored = localiser.listen(left: right, right: left)
    #expect(abs(heard.azimuth + mirrored.azimuth) < 1e-6)
    #expect(heard.levelDifference == -mirrored.levelDifference)
    #expect(abs(heard.timeDifference + mirrored.timeDifference) < 1e-9)
  }

  @Test(arguments: [0, 1, 48000]) func silenceHasNoDirection(frames: Int) {
    let silence = [Float](repeating: 0, count: frames)
    let heard = Localiser(head: .spherical, rate: EarSignals.rate)
      .listen(left: silence, right: silence)
    #expect(
      heard
        == Heard(
          leftLevel: Heard.lowestLevel, rightLevel: Heard.lowestLevel, timeDifference: 0,
          azimuth: 0, isSilent: true))
  }

  @Test func oneChannelAloneIsOnItsSide() {
    let signal = EarSignals.samples(.pink).map(Float.init)
    let silence = [Float](repeating: 0, count: signal.count)
    let localiser = Localiser(head: .spherical, rate: EarSignals.rate)
    #expect(localiser.listen(left: signal, right: silence).azimuth < -45)
    #expect(localiser.listen(left: silence, right: signal).azimuth > 45)
  }

  @Test(arguments: [8000, 44100, 96000]) func everySampleRateIsHeard(rate: Int) {
    let localiser = Localiser(head: .spherical, rate: rate)
    var generator = SeededGenerator(seed: 3)
    let noise = (0..<rate).map { _ in Double.random(in: -0.1...0.1, using: &generator) }
    let head = HeadResponses(head: .spherical, rate: rate, fftLength: 1024, width: 1)
    let (left, right) = EarSignals.filtered(
      Array(noise.prefix(48000)), by: EarSignals.ears(of: head, azimuth: 40))
    #expect(abs(localiser.listen(left: left, right: right).azimuth - 40) < 3)
  }

  @Test func theWidthOfTheTakeIsAllowedFor() {
    let head = HeadResponses(
      head: .spherical, rate: EarSignals.rate, fftLength: 1024, width: 0.5)
    let (left, right) = EarSignals.filtered(
      EarSignals.samples(.pink), by: EarSignals.ears(of: head, azimuth: 60))
    let wide = Localiser(head: .spherical, rate: EarSignals.rate)
    let narrow = Localiser(head: .spherical, rate: EarSignals.rate, width: 0.5)
    #expect(abs(wide.listen(left: left, right: right).azimuth - 30) < 3)
    #expect(abs(narrow.listen(left: left, right: right).azimuth - 60) < 3)
  }
}
