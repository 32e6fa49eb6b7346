import Assembly
import Boards
import LinuxBoard
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct InputListTests {
  @Test(
    "names of the same device are known as such",
    arguments: [
      ("hw:CARD=pair", "hw:CARD=pair,DEV=0", true), ("hw:pair,0", "hw:CARD=pair,DEV=0", true),
      ("plughw:CARD=pair,DEV=0", "hw:CARD=pair,DEV=0", true),
      ("hw:CARD=pair,DEV=1", "hw:CARD=pair,DEV=0", false), ("bench", "hw:CARD=bench,DEV=0", false),
    ])
  func same(one: String, other: String, expected: Bool) {
    #expect(CaptureDeviceName.isSame(one, other) == expected)
  }

  private func list(_ device: String) -> InputList {
    InputList(
      devices: [CaptureDeviceDescription(device: device, card: "Pair", name: "PCM")],
      boards: [pairBoard])
  }

  @Test("a device has the boards that capture with it; others are without their device")
  func boards() {
    let found = list("hw:CARD=none,DEV=0")
    #expect(found.boards(using: found.devices[0]).map(\.id) == ["pair"])
    #expect(found.withoutDevice.isEmpty)
    var other = list("hw:CARD=other,DEV=0")
    #expect(other.withoutDevice.map(\.id) == ["pair"])
    other.keepDevicesOfBoards()
    #expect(other.devices.isEmpty)
  }

  @Test("who holds a device, and why it could not be asked, are lines of their own")
  func facts() {
    var device = CaptureDeviceDescription(device: "hw:CARD=x,DEV=0", card: "x", name: "y")
    device.holder = "arecord (pid 12)"
    device.problem = "open: Permission denied; join the group audio"
    #expect(
      InputReport.facts(device).map(\.0) == [
        "in use by arecord (pid 12); end that program to record",
        "open: Permission denied; join the group audio",
      ])
  }

  @Test("data sources are told with what they can do")
  func sources() {
    let line = InputReport.sources(pairBoard).lines(showsTitles: false)
    #expect(
      line == ["Back  looks out of the back  stereo, omni  stereo in four orientations"])
  }
}
