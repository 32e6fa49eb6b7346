import Acoustics
import Boards
import Glibc
import ResponseFiles
import TestSupport
import Testing

/// Heads as other programs write them.
@Suite(
  "Head files",
  .enabled(
    if: SOFAWriter.isAvailable, "needs sofar in the virtual environment that PINNA_TEST_VENV names")
)
struct HeadFileTests {
  private static let rate = 48000

  private func path(_ options: String, in folder: TemporaryDirectory) throws -> String {
    let path = folder.file("head.sofa")
    let outcome = SOFAWriter.writeHead(path, options)
    try #require(outcome?.status == 0, "\(outcome?.output ?? "not started")")
    return path
  }

  private func responses(_ set: ImpulseResponseSet) -> HeadResponses {
    HeadResponses(head: .measured(set), rate: Self.rate, fftLength: 512, width: 1)
  }

  /// The greatest difference in decibels from 100 Hz to 10 kHz between two heads, on the horizon at the nearer ear.
  private func difference(_ a: HeadResponses, _ b: HeadResponses) -> Double {
    var greatest = 0.0
    for (q, direction) in DirectionGrid.standard.horizon.enumerated() {
      for bin in 1...106 {
        let place = a.index(ear: direction.y >= 0 ? 0 : 1, bin: bin) + q / 4
        let ratio = a.lanes[place][q % 4].power / b.lanes[place][q % 4].power
        greatest = max(greatest, abs(10 * log10(ratio)))
      }
    }
    return greatest
  }

  @Test(
    "The same head is the same however its file is written",
    arguments: [
      "--positions cartesian", "--rate 44100", "--rate 96000 --taps 512", "--delay receiver",
      "--delay measurement", "--ears swapped", "--ears unplaced", "--view 0 1 0",
      "--view 0 0 -1 --up 1 0 0", "--listener 1 2 1", "--convention GeneralFIR",
      "--distance 0.5 --distance 1.5 --taps 128",
    ])
  func sameHead(options: String) throws {
    let folder = try TemporaryDirectory()
    let plain = try ResponseFile.readHead(
      path: path("--grid sphere", in: folder), rate: Self.rate)
    let other = try ResponseFile.readHead(path: path(options, in: folder), rate: Self.rate)
    #expect(other.directions.count == plain.directions.count)
    #expect(difference(responses(other), responses(plain)) < 0.3)
  }

  @Test("A damaged file in which libmysofa goes round for ever is refused after some seconds")
  func endless() throws {
    let folder = try TemporaryDirectory()
    let path = try path("--grid three --taps 16", in: folder)
    var bytes = try folder.read("head.sofa")
    // The number of references to dimensions, whose highest byte is 0.
    let name = Array("DIMENSION_LIST".utf8)
    let place = try #require(
      (0..<bytes.count - 100).first { bytes[$0..<$0 + name.count].elementsEqual(name) })
    bytes[place + name.count + 28] = 2
    try folder.write(bytes, to: "head.sofa")
    #expect {
      try ResponseFile.readHead(path: path, rate: Self.rate)
    } throws: {
      "\($0)".contains("damaged inside")
    }
  }

  @Test(
    "A head of few directions is near the same head of many",
    arguments: zip(["--grid ring", "--grid band", "--grid fifty --taps 8192"], [1.0, 0.5, 5.0]))
  func fewDirections(options: String, decibels: Double) throws {
    let folder = try TemporaryDirectory()
    let plain = try ResponseFile.readHead(
      path: path("--grid sphere", in: folder), rate: Self.rate)
    let other = try ResponseFile.readHead(path: path(options, in: folder), rate: Self.rate)
    #expect(difference(responses(other), responses(plain)) < decibels)
  }

  private static let mistakes = [
    Mistake("--mistake nan", "holds samples that are not numbers"),
    Mistake("--mistake silent", "an ear receives no sound in measurement 1;"),
    Mistake("--mistake one-silent", "an ear receives no sound in measurement 6;"),
    Mistake("--mistake no-delays", "give responses that still have their delays"),
    Mistake("--ears mislabelled", "left and right contradict each other"),
    Mistake("--emitter 0.5 0 0", "has a loudspeaker beside the source (EmitterPosition)"),
    Mistake("--view 0 0 1", "does not state where the listener looks"),
    Mistake("--grid front", "its measurements cover 40 % of the horizon"),
    Mistake("--grid median", "has 2 directions; a head needs at least 4"),
    Mistake("--grid three", "has 3 directions; a head needs at least 4"),
  ]

  @Test("A head that cannot serve is refused with the reason", arguments: mistakes)
  func refused(mistake: Mistake) throws {
    let folder = try TemporaryDirectory()
    let path = try path(mistake.options, in: folder)
    let words = Self.complaint(path)
    #expect(words.hasPrefix("\(path): ") && words.contains(mistake.words), "\(words)")
  }

  /// The error that reading a file gives.
  private static func complaint(_ path: String) -> String {
    do throws(ResponseFileError) {
      _ = try ResponseFile.readHead(path: path, rate: rate)
      return "nothing"
    } catch {
      return error.description
    }
  }

  @Test("A file that ends early says how long it should be")
  func truncated() throws {
    let folder = try TemporaryDirectory()
    let path = try path("--grid ring", in: folder)
    try #require(truncate(path, 40000) == 0)
    let words = Self.complaint(path)
    #expect(words.contains("it is damaged: it ends early, with 40000 of "), "\(words)")
  }
}

/// A head with a mistake, and words of the message that names it.
struct Mistake: Sendable, CustomTestStringConvertible {
  let options: String
  let words: String

  init(_ options: String, _ words: String) {
    self.options = options
    self.words = words
  }

  var testDescription: String { options }
}
