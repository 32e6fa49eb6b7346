import Drawings
import Glibc

@testable import CommandSupport

/// By how much what was rendered differs from what a head hears: means over the azimuths of a room.
struct RoomComparison {
  /// Decibels per band, 0.2 to 6 kHz, by which the level difference of the whole response is wrong.
  var wholeLevel: Double
  /// The same for the direct sound alone.
  var directLevel: Double
  /// Microseconds by which the time difference of the direct sound is wrong.
  var time: Double
  /// Microseconds by which it is wrong straight ahead.
  var centre: Double
  /// Decibels over the bands: how the level of the whole response changes with azimuth, against how the head's does.
  var spectrum: Double
  /// By how much the coherence of the ears in the late part differs, 250 to 500 Hz.
  var lowCoherence: Double
  /// The same from 2 to 6 kHz.
  var highCoherence: Double

  /// The most of each that passes for what a head hears.
  ///
  /// Measured, worst of three boards: 1.2 dB, 1.2 dB, 35 us, 10 us, 0.6 dB, 0.11, 0.02. Exchanged, summed and held
  /// wrongly, at best: 2.3 dB, 5.8 dB, 388 us.
  static let bounds = RoomComparison(
    wholeLevel: 2, directLevel: 4.5, time: 130, centre: 25, spectrum: 1, lowCoherence: 0.15,
    highCoherence: 0.3)

  /// The heads of the columns.
  static let header =
    "              whole ILD  direct ILD      ITD   centre  spectrum  late 250-500 Hz  2-6 kHz"

  /// One line of the table.
  func line(_ name: String) -> String {
    func column(_ value: Double, _ digits: Int, _ unit: String, _ width: Int) -> String {
      let text = "\(value.text(digits: digits)) \(unit)"
      return String(repeating: " ", count: max(1, width - text.count)) + text
    }
    return name + String(repeating: " ", count: max(0, 13 - name.count))
      + column(wholeLevel, 2, "dB", 10) + column(directLevel, 2, "dB", 12)
      + column(time, 0, "us", 9) + column(centre, 0, "us", 9) + column(spectrum, 2, "dB", 10)
      + column(lowCoherence, 2, "", 16) + column(highCoherence, 2, "", 10)
  }

  /// The figures beyond their bounds, in words.
  var findings: [String] {
    let rows = [
      ("ILD of the whole response", wholeLevel, Self.bounds.wholeLevel),
      ("ILD of the direct sound", directLevel, Self.bounds.directLevel),
      ("ITD", time, Self.bounds.time), ("ITD straight ahead", centre, Self.bounds.centre),
      ("spectrum", spectrum, Self.bounds.spectrum),
      ("late coherence at 250 to 500 Hz", lowCoherence, Self.bounds.lowCoherence),
      ("late coherence at 2 to 6 kHz", highCoherence, Self.bounds.highCoherence),
    ]
    return rows.filter { !($0.1 <= $0.2) }.map {
      "\($0.0): \($0.1.text(digits: 2)) is more than \($0.2.text(digits: 2))"
    }
  }
}

extension RoomComparison {
  /// Compares responses from ``RoomScene/azimuths`` with those of a head.
  init(_ rendered: [BinauralResponse], head: [BinauralResponse]) {
    let (ours, theirs) = (rendered.map(BinauralSpectrum.init), head.map(BinauralSpectrum.init))
    let direct = (
      rendered.map { BinauralSpectrum($0.direct) }, head.map { BinauralSpectrum($0.direct) }
    )
    wholeLevel = Self.levelError(ours, theirs)
    directLevel = Self.levelError(direct.0, direct.1)
    let times = zip(direct.0, direct.1).map {
      1e6 * abs($0.timeDifference - $1.timeDifference)
    }
    time = Self.mean(times)
    centre = zip(RoomScene.azimuths, times).filter { $0.0 == 0 }.map(\.1).max() ?? .infinity
    spectrum = Self.spectrumError(ours, theirs)
    let late = (
      rendered.map { BinauralSpectrum($0.late) }, head.map { BinauralSpectrum($0.late) }
    )
    lowCoherence = abs(Self.coherence(late.0, 250..<500) - Self.coherence(late.1, 250..<500))
    highCoherence = abs(Self.coherence(late.0, 2000..<6000) - Self.coherence(late.1, 2000..<6000))
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  private static func levelError(_ a: [BinauralSpectrum], _ b: [BinauralSpectrum]) -> Double {
    mean(
      zip(a, b).map { a, b in
        mean(zip(a.levelDifferences, b.levelDifferences).map { abs($0 - $1) })
      })
  }

  /// The standard deviation over bands, without what is the same for all azimuths: the timbre of a microphone.
  private static func spectrumError(_ a: [BinauralSpectrum], _ b: [BinauralSpectrum]) -> Double {
    let differences = zip(a, b).map { zip($0.levels, $1.levels).map { $0 - $1 } }
    let common = differences[0].indices.map { band in mean(differences.map { $0[band] }) }
    return mean(
      differences.map { difference in
        let rest = zip(difference, common).map { $0 - $1 }
        let level = mean(rest)
        return mean(rest.map { ($0 - level) * ($0 - level) }).squareRoot()
      })
  }

  /// The greatest of the mean correlation over delays: azimuths are averaged, so that chance is.
  private static func coherence(_ late: [BinauralSpectrum], _ range: Range<Double>) -> Double {
    let values = late.map { $0.coherence(range) }
    return (values.first ?? []).indices.map { delay in mean(values.map { $0[delay] }) }.max() ?? 0
  }
}
