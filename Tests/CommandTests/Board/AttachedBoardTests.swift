import Assembly
import Boards
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
