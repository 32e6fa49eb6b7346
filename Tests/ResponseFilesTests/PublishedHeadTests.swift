import Acoustics
import Glibc
import ResponseFiles
import TestSupport
import Testing

/// Heads as laboratories published them in 2014: the left ear first, and placed to the right.
@Suite("Heads as they are published")
struct PublishedHeadTests {
  private static let rate = 48000
  private static let kemar = ResponseFile.defaultHeadPath

  private static func responses(_ set: ImpulseResponseSet) -> HeadResponses {
    HeadResponses(head: .measured(set), rate: rate, fftLength: 512, width: 1)
  }

  /// The level of the left ear against the right one in decibels, in bands of a third of an octave from 200 Hz to 6
  /// kHz, `[direction of the horizon][band]`.
  private static func levels(_ head: HeadResponses) -> [[Double]] {
    let bands = (0..<16).map { 200 * pow(2, Double($0) / 3) }.filter { $0 < 6000 }
    return DirectionGrid.standard.horizon.indices.map { q in
      bands.map { centre in
        let bins = (1..<head.bins).filter {
          let ratio = Double($0) * head.frequencyStep / centre
          return ratio > pow(2, -1.0 / 4) && ratio < pow(2, 1.0 / 4)
        }
        let powers = (0..<2).map { ear in
          bins.reduce(1e-12) { sum, bin in
            sum + head.lanes[head.index(ear: ear, bin: bin) + q / 4][q % 4].power
          }
        }
        return 10 * log10(powers[0] / powers[1])
      }
    }
  }

  /// The mean difference of the levels between two heads' ears, and the directions from the side (30 degrees and more)
  /// whose louder ear is the farther one.
  private static func compare(
    _ set: ImpulseResponseSet
  ) throws -> (error: Double, wrongSides: Int) {
    let wanted = levels(responses(try ResponseFile.readHead(path: kemar, rate: rate)))
    let found = levels(responses(set))
    var (sum, count, wrong) = (0.0, 0.0, 0)
    for (q, direction) in DirectionGrid.standard.horizon.enumerated() {
      for (a, b) in zip(found[q], wanted[q]) {
        sum += abs(a - b)
        count += 1
      }
      let mean = found[q].reduce(0, +)
      if abs(direction.y) >= 0.5, (mean > 0) != (direction.y > 0) { wrong += 1 }
    }
    return (sum / count, wrong)
  }

  @Test(
    "A file in the layout of 2014 is read with its sides, and a remark on its receivers",
    .enabled(
      if: SOFAWriter.isAvailable && access(kemar, R_OK) == 0,
      "needs libmysofa1, and sofar in the virtual environment that PINNA_TEST_VENV names"),
    arguments: zip(["cipic", "listen", "cologne", "mit"], [1.5, 1.5, 1.0, 0.1]))
  func layouts(layout: String, decibels: Double) throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("head.sofa")
    let outcome = SOFAWriter.writeHeadOf2014(path, layout: layout, head: Self.kemar)
    try #require(outcome?.status == 0, "\(outcome?.output ?? "not started")")
    let head = try ResponseFile.readHead(path: path, rate: Self.rate)
    #expect(head.remarks.count == 1)
    #expect(head.remarks.first?.contains("to the right, as files from 2014 do") == true)
    let found = try Self.compare(head)
    #expect(found.error < decibels)
    #expect(found.wrongSides == 0)
  }

  @Test(
    "The published files themselves are read, where a folder has them",
    .enabled(
      if: getenv("PINNA_TEST_HEADS") != nil,
      "needs the folder PINNA_TEST_HEADS with the files of tests/ in libmysofa's sources"),
    arguments: [
      "CIPIC_subject_003_hrir_final", "LISTEN_1002_IRC_1002_C_HRIR", "FHK_HRIR_L2354",
      "MIT_KEMAR_normal_pinna.old", "MIT_KEMAR_large_pinna",
    ])
  func published(name: String) throws {
    let folder = try #require(getenv("PINNA_TEST_HEADS").map { String(cString: $0) })
    let head = try ResponseFile.readHead(path: "\(folder)/\(name).sofa", rate: Self.rate)
    #expect(head.remarks.count == 1)
    let found = try Self.compare(head)
    print("\(name): \(found.error) dB from KEMAR")
    #expect(found.error < 3)
    #expect(found.wrongSides == 0)
  }
}
