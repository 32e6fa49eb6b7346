import Assembly
import Boards
import LinuxBoard
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

@Suite("The board that is attached") struct AttachedBoardTests {
  private func board(_ id: String, device: String) throws -> Board {
    let text = PairBoardFile.attached.replacing("hw:CARD=pinnatest,DEV=0", with: device)
    return try Board.load(text: text, name: id + ".toml", id: id)
  }

  @Test("one device of one board file is it; another form of the device's name is the same device")
  func one() throws {
    let uma = try board("uma-8", device: "hw:CARD=SPK,DEV=0")
    let other = try board("phone", device: "hw:CARD=phone,DEV=0")
    #expect(
      AttachedBoard.find(devices: ["plughw:SPK"], boards: [other, uma]) == .one(uma, others: []))
    #expect(AttachedBoard.find(devices: ["hw:CARD=PCH,DEV=0"], boards: [other, uma]) == .none)
    #expect(AttachedBoard.find(devices: [], boards: [other, uma]) == .none)
  }

  @Test(
    "of several files for one device, the one whose id the others continue; else a person must say")
  func uses() throws {
    let table = try board("uma-8-table", device: "hw:CARD=SPK,DEV=0")
    let held = try board("uma-8", device: "hw:CARD=SPK,DEV=0")
    let own = try board("mine", device: "hw:CARD=SPK,DEV=0")
    let devices = ["hw:CARD=SPK,DEV=0"]
    #expect(
      AttachedBoard.find(devices: devices, boards: [table, held])
        == .one(held, others: ["uma-8-table"]))
    #expect(
      AttachedBoard.find(devices: devices, boards: [table, held, own])
        == .several(["mine", "uma-8", "uma-8-table"]))
  }

  @Test("a stereo input without a board file is plain stereo, left on the left; others are none")
  func plain() throws {
    func input(_ device: String, _ channels: ClosedRange<Int>) -> CaptureDeviceDescription {
      let offer = CaptureOffer(
        formats: [.s16], channels: Array(channels), rateRange: 44100...44100, rates: [44100],
        hasInterleavedMemory: true)
      return .init(device: device, card: "HDA Intel PCH", name: "ALC257", offer: offer)
    }
    let console = Console(
      terminal: .file, diagnosticsTerminal: .file, output: { _ in }, diagnostics: { _ in })
    #expect(try AttachedBoard.stereo([input("hw:CARD=A,DEV=0", 4...8)], console) == nil)
    let found = try AttachedBoard.stereo(
      [input("hw:CARD=A,DEV=0", 4...8), input("hw:CARD=PCH,DEV=0", 1...2)], console)
    let board = try #require(found)
    #expect(board.capture.device == "hw:CARD=PCH,DEV=0" && board.name == "HDA Intel PCH")
    #expect(board.capture.rate == 44100 && board.capture.format == .s16)
    // What its file says of Back: the left input is the left of a take.
    #expect(board.dataSources.first?.name == "Back")
  }

  @Test("two devices that both have a board file: a person must say; a simulated board is none")
  func several() throws {
    let uma = try board("uma-8", device: "hw:CARD=SPK,DEV=0")
    let uma2 = try board("uma-8-b", device: "hw:CARD=SPK_1,DEV=0")
    let simulated = try board("phone", device: "simulated")
    let devices = ["hw:CARD=SPK,DEV=0", "hw:CARD=SPK_1,DEV=0", "simulated"]
    #expect(
      AttachedBoard.find(devices: devices, boards: [uma, uma2]) == .several(["uma-8", "uma-8-b"]))
    #expect(
      AttachedBoard.find(devices: devices, boards: [uma, simulated]) == .one(uma, others: []))
  }
}
