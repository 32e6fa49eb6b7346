import Acoustics
import Boards
import Testing

@Suite("Transforms, bands and resampling")
struct ToolsTests {
  @Test("A transform and its inverse give the signal again", arguments: [2, 64, 320, 1024])
  func roundTrip(length: Int) {
    let transform = RealFourierTransform(length: length)
    let signal = (0..<length).map { Double(($0 * 7919 + 13) % 101) / 50 - 1 }
    for (a, b) in zip(signal, transform.inverse(transform.forward(signal))) {
      #expect(abs(a - b) < 1e-12)
    }
  }

  @Test("A late impulse has a falling phase (e^{+jwt})")
  func sign() {
    let transform = RealFourierTransform(length: 16)
    let spectrum = transform.forward([0, 1])
    #expect(abs(spectrum[4].re) < 1e-15 && abs(spectrum[4].im + 1) < 1e-15)
  }

  @Test("A-weighting is 0 dB at 1 kHz and the table's value at 100 Hz and 10 kHz")
  func aWeighting() {
    #expect(abs(AWeighting.power(1000) - 1) < 1e-3)
    #expect(abs(AWeighting.power(100) / 0.01222 - 1) < 0.02)  // -19.1 dB
    #expect(abs(AWeighting.power(10000) / 0.5623 - 1) < 0.02)  // -2.5 dB
  }

  @Test("Bands are one bandwidth apart and peak at their centre")
  func bands() {
    let bands = ErbBands(rate: 48000, fftLength: 4096)
    #expect(abs(bands.centres[0] - 80) < 1e-9)
    #expect((bands.centres.last ?? 0) <= 17500)
    for (a, b) in zip(bands.centres, bands.centres.dropFirst()) {
      #expect(abs((b - a) / ErbBands.bandwidth(at: (a + b) / 2) - 1) < 0.05)
    }
    let bin = Int((bands.centres[20] / (48000.0 / 4096)).rounded())
    #expect(bands.weights[20 * bands.bins + bin] > 0.97)
  }

  @Test("Resampling keeps delay and level of a pulse", arguments: [(44100, 48000), (48000, 16000)])
  func resampling(from: Int, to: Int) {
    // A smooth pulse of 1 ms whose shape both rates can hold.
    func pulse(_ time: Double) -> Double {
      let x = (time - 0.004) / 0.0005
      return abs(x) < 4
        ? max(0, 1 - x * x / 16) * max(0, 1 - x * x / 16) * max(0, 1 - x * x / 16) : 0
    }
    let input = (0..<from / 100).map { pulse(Double($0) / Double(from)) }
    let resampler = Resampler(inputRate: from, outputRate: to)
    let output = resampler.resample(input[...])
    let gain = Double(from) / Double(to)
    for frame in (to / 1000)..<(to * 8 / 1000) {
      #expect(abs(output[frame] - gain * pulse(Double(frame) / Double(to))) < 2e-3)
    }
  }

  @Test("A delay of a whole frame moves the response by a frame")
  func delay() {
    let input: [Double] = [1, 0.5, 0.25, 0]
    let output = Resampler(inputRate: 48000, outputRate: 48000, delay: 2).resample(input[...])
    for (a, b) in zip(output, [0, 0, 1, 0.5, 0.25]) { #expect(abs(a - b) < 1e-12) }
  }
}
