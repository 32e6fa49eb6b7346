import Boards
import Drawings
import Realtime
import Testing

@testable import CommandSupport
@testable import Face
@testable import pinna

@Suite struct MeterBarTests {
  /// A tone with this peak.
  private static func reading(_ peak: Float) -> MeterReading {
    MeterReading(peak: peak, meanSquare: peak * peak / 2, clippedSamples: 0)
  }

  private static func level(_ reading: MeterReading, _ hold: MeterHold? = nil)
    -> RecorderStatus.Level
  {
    RecorderStatus.Level(reading, hold, name: nil)
  }

  @Test("a full-scale sine is 0 dBFS by its peak and by its root mean square")
  func sine() {
    let level = Self.level(Self.reading(1))
    #expect(abs(level.rms) < 0.001)
    #expect(abs(level.peak) < 0.001)
  }

  @Test("the mean, which falls slower, is never above the peak that is shown with it")
  func falling() {
    let reading = MeterReading(peak: 0.01, meanSquare: 0.01, clippedSamples: 0)
    let level = Self.level(reading)
    #expect(level.rms == level.held && abs(level.held + 40) < 0.1)
    let held = Self.level(reading, MeterHold(Self.reading(0.5), atSeconds: 0))
    #expect(held.rms < held.held)
  }

  @Test("silence has a number, and no mark")
  func silence() {
    let level = Self.level(Self.reading(0))
    #expect(level.rms.meterText == "  -inf")
    #expect(MeterBar(columns: 10, isUnicode: false).text(level).plain == "..........")
  }

  @Test("the solid part ends at the root mean square, the light one at the peak")
  func parts() {
    // -30 dBFS and -15 dBFS on a scale of 60 dB in 60 columns.
    let reading = MeterReading(
      peak: 0.177828, meanSquare: 0.0005, clippedSamples: 0)
    let text = MeterBar(columns: 60, isUnicode: false).text(Self.level(reading)).plain
    #expect(text.filter { $0 == "#" }.count == 30)
    #expect(text.filter { $0 == "=" }.count == 15)
    #expect(Array(text)[45] == "|")
  }

  @Test("a held peak stays where it was while the peak falls")
  func held() {
    let hold = MeterHold(Self.reading(1), atSeconds: 0)
      .updated(with: Self.reading(0.1), atSeconds: 1)
    let level = Self.level(Self.reading(0.1), hold)
    #expect(level.held == 0)
    #expect(MeterBar(columns: 20, isUnicode: true).text(level).plain.last == "┃")
  }

  @Test(
    "bars are as long as they should be and the scale is not longer", arguments: [1, 8, 33, 90])
  func length(_ columns: Int) {
    for peak in [0, 0.001, 0.5, 1, 4] as [Float] {
      let bar = MeterBar(columns: columns, isUnicode: true)
      #expect(bar.text(Self.level(Self.reading(peak))).width == columns)
      #expect(bar.scale().width <= max(columns, 3))
    }
  }
}
