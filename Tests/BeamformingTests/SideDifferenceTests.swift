import TestSupport
import Testing

@testable import Beamforming

@Suite("How far on one side a sound is")
struct SideDifferenceTests {
  /// A burst as long as the direct sound of a clap, and the same later and softer by a factor.
  private static func pair(delay: Int, factor: Float) -> (early: [Float], late: [Float]) {
    var random = SeededGenerator(seed: 11)
    let noise = (0..<200).map { _ in Float.random(in: -1...1, using: &random) }
    let room = [Float](repeating: 0, count: 100)
    let early = room + noise + room
    return (early, [Float](repeating: 0, count: delay) + early.dropLast(delay).map { factor * $0 })
  }

  @Test("what is louder and earlier is on that side, by its decibels and microseconds")
  func sides() throws {
    let (early, late) = Self.pair(delay: 12, factor: 0.5)
    let right = try #require(SideDifference(left: late, right: early, rate: 48_000))
    #expect(abs(right.decibels - 6.02) < 0.05)
    #expect(abs(right.microseconds - 250) < 5)
    let left = try #require(SideDifference(left: early, right: late, rate: 48_000))
    #expect(abs(left.decibels + right.decibels) < 1e-9)
    #expect(abs(left.microseconds + right.microseconds) < 1e-6)
  }

  @Test("a sound in the middle is on no side, and silence has none")
  func middle() throws {
    let (sound, _) = Self.pair(delay: 0, factor: 1)
    let middle = try #require(SideDifference(left: sound, right: sound, rate: 48_000))
    #expect(abs(middle.decibels) < 1e-9 && abs(middle.microseconds) < 1e-6)
    let silence = [Float](repeating: 0, count: sound.count)
    #expect(SideDifference(left: silence, right: sound, rate: 48_000) == nil)
    #expect(SideDifference(left: [], right: [], rate: 48_000) == nil)
  }

  @Test("curves give the mean of the directions around a side; mono has none")
  func curves() throws {
    var curves = DesignCurves()
    curves.azimuths = stride(from: -180.0, to: 180, by: 5).map { $0 }
    curves.octaves = [250, 500, 1000, 2000, 4000, 8000]
    #expect(curves.sideDifference(at: 90, within: 30) == nil)
    curves.levelDifferences = curves.octaves.map { octave in
      curves.azimuths.map { octave == 250 || octave == 8000 ? 100 : $0 / 10 }
    }
    curves.pinkTimeDifferencesMicroseconds = curves.azimuths.map { 5 * $0 }
    let right = try #require(curves.sideDifference(at: 90, within: 30))
    #expect(abs(right.decibels - 9) < 1e-9 && abs(right.microseconds - 450) < 1e-9)
    let left = try #require(curves.sideDifference(at: -90, within: 30))
    #expect(abs(left.decibels + 9) < 1e-9 && abs(left.microseconds + 450) < 1e-9)
  }
}
