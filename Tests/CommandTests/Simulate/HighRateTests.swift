import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Takes of high sample rates, from the microphones to the files and back.
@Suite("Takes at 96 and 192 kHz") struct HighRateTests {
  /// Frames of a take that count: without the pre-roll, in which nothing sounds yet, and the last moment.
  private static func energy(_ samples: [Float], rate: Int) -> Double {
    let frames = (samples.count / 2)..<(samples.count - rate / 10)
    return frames.reduce(0) { $0 + Double(samples[$1] * samples[$1]) } / Double(frames.count)
  }

  @Test(
    "left is left, the raw file renders to the same take bit for bit, and verifies",
    arguments: [
      (96000, "directional", "wav"), (96000, "linear", "flac"), (192_000, "linear", "wav"),
    ])
  func takes(rate: Int, rendering: String, format: String) throws {
    let bench = try AmbisonicBench(rate: rate)
    let words = ["--rendering", rendering, "--wind", "off"]
    let scene = """
      duration = 2.0
      seed = 5
      hand = [{ at = 0.2, press = "record" }, { at = 1.6, press = "record" }]
      [[source]]
      noise = "pink"
      azimuth = -70.0
      level = -20.0

      """
    let (run, takes) = try bench.simulate(
      scene, ["--raw", "--format", format, "--pattern", "stereo"] + words)
    let take = try #require(takes.first, "\(run.diagnostics)")
    let file = try #require(take.main.first)
    #expect(file.rate == rate && file.channels == 2)
    #expect(take.files(.raw).first?.rate == rate && take.files(.raw).first?.channels == 4)
    let made = try AmbisonicBench.channels(file.path)
    #expect(try bench.rendered(take, words) == made)
    let (left, right) = (Self.energy(made[0], rate: rate), Self.energy(made[1], rate: rate))
    // Of all bands together: below 300 Hz an array of 57 mm has hardly a level difference.
    #expect(left > 1.3 * right && right > 0, "\(left) \(right)")
    #expect(bench.pinna(["takes", "verify", file.path]).code == .success)
  }

  @Test("plain stereo keeps every frame and the channels as they came")
  func plain() throws {
    let bench = try AmbisonicBench(rate: 192_000)
    let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
    let pair = try #require(ChildProcess.run(["cat", root + "/boards/i2s-pair.toml"])).output
    try bench.folder.write(
      pair.replacing("rate = 48000", with: "rate = 192000"), to: "pair.toml")
    let (run, takes) = try bench.simulate(
      AmbisonicBench.noise(seconds: 1), board: "pair.toml",
      ["--pattern", "plain", "--raw", "--low-cut", "off", "--no-limiter", "--samples", "f32"])
    let take = try #require(takes.first, "\(run.diagnostics)")
    let (file, raw) = (try #require(take.main.first), try #require(take.files(.raw).first))
    #expect(file.rate == 192_000 && file.frames == raw.frames && file.frames > 190_000)
    let (made, came) = (
      try AmbisonicBench.channels(file.path), try AmbisonicBench.channels(raw.path)
    )
    // The filters of a pair that is only passed on delay it, and change nothing.
    #expect(made.count == 2 && Set(made.map(\.count)).count == 1)
    let sides = [0, 1].map { side in
      came.firstIndex { channel in
        (0..<1024).contains { delay in
          (100_000..<101_000).allSatisfy {
            abs(made[side][$0] - channel[$0 - delay]) < 1e-5
          }
        }
      }
    }
    #expect(Set(sides) == [0, 1], "\(sides)")
  }
}
