import Testing

@testable import LinuxBoard

@Suite struct DeviceNameTests {
  @Test("a name says card, device and subdevice, by key or by place")
  func names() {
    func parts(_ name: String) -> [String]? {
      AlsaDeviceName(name).map {
        [$0.card, "\($0.device)", $0.subdevice.map { "\($0)" } ?? "any"]
      }
    }
    #expect(parts("hw:CARD=seeed4micvoicec,DEV=0") == ["seeed4micvoicec", "0", "any"])
    #expect(parts("hw:Loopback,1,3") == ["Loopback", "1", "3"])
    #expect(parts("plughw:2") == ["2", "0", "any"])
    #expect(parts("hw:SUBDEV=2,DEV=1,CARD=x") == ["x", "1", "2"])
    #expect(parts("hw:x,0,-1") == ["x", "0", "any"])
    #expect(parts("default") == nil)
    #expect(parts("null:") == nil)
  }

  @Test("the thread that has a device, from the status of a subdevice")
  func owner() {
    let running = """
      state: RUNNING
      owner_pid   : 1234
      trigger_time: 71.034537541
      tstamp      : 75.192410103
      delay       : 192
      """
    #expect(PCMHolder.owner(status: running) == 1234)
    #expect(PCMHolder.owner(status: "closed\n") == nil)
    #expect(PCMHolder.owner(status: "") == nil)
    #expect(PCMHolder.owner(status: "owner_pid   : nobody\n") == nil)
  }

  @Test("the process of a thread, from its status")
  func process() {
    let status = "Name:\tcapture\nUmask:\t0022\nState:\tS (sleeping)\nTgid:\t1200\nPid:\t1234\n"
    #expect(PCMHolder.process(status: status) == 1200)
    #expect(PCMHolder.process(status: "Name:\tcapture\n") == nil)
  }

  @Test("cards are read with id and name")
  func cards() {
    let text = """
       0 [Loopback       ]: Loopback - Loopback
                            Loopback 1
       1 [seeed4micvoicec]: seeed-4mic-voic - seeed-4mic-voicecard
                            seeed-4mic-voicecard
       2 [b1             ]: bcm2835_hdmi - bcm2835 HDMI 1
                            bcm2835 HDMI 1
      """
    #expect(
      SoundCard.cards(text: text) == [
        SoundCard(number: 0, id: "Loopback", name: "Loopback"),
        SoundCard(number: 1, id: "seeed4micvoicec", name: "seeed-4mic-voicecard"),
        SoundCard(number: 2, id: "b1", name: "bcm2835 HDMI 1"),
      ])
    #expect(SoundCard.cards(text: "--- no soundcards ---\n") == [])
    #expect(SoundCard.cards(text: "") == [])
  }

  @Test("devices that capture are read, others are left out")
  func devices() {
    let text = """
      00-00: Loopback PCM : Loopback PCM : playback 8 : capture 8
      00-01: Loopback PCM : Loopback PCM : playback 8 : capture 8
      01-00: bcm2835-i2s-ac10x-codec0 ac10x-codec0-0 :  : capture 1
      02-00: MAI PCM i2s-hifi-0 : MAI PCM i2s-hifi-0 : playback 1
      """
    #expect(
      SoundDevice.captureDevices(text: text) == [
        SoundDevice(card: 0, device: 0, name: "Loopback PCM"),
        SoundDevice(card: 0, device: 1, name: "Loopback PCM"),
        SoundDevice(card: 1, device: 0, name: "bcm2835-i2s-ac10x-codec0 ac10x-codec0-0"),
      ])
    #expect(SoundDevice.captureDevices(text: "nonsense\n:\n") == [])
  }

  @Test("an offer is said in few words")
  func offer() {
    var offer = CaptureOffer(
      formats: [.s32, .s16], channels: [1, 2, 4, 5, 6, 8], rateRange: 8000...48_000,
      rates: [8000, 48_000], hasInterleavedMemory: true)
    #expect(
      offer.description == "S32_LE, S16_LE; 1, 2, 4 to 6, 8 channels; 8000 to 48000 Hz")
    offer = CaptureOffer(
      formats: [], channels: [], rateRange: 48_000...48_000, rates: [],
      hasInterleavedMemory: false)
    #expect(
      offer.description == """
        no known format; no channel count up to 32; 48000 Hz, no access by interleaved mmap
        """)
  }

  @Test("listing inputs never fails, whatever this machine has")
  func list() {
    for device in AlsaInputs.list() {
      #expect(device.device.hasPrefix("hw:CARD="))
      #expect(device.offer != nil || device.holder != nil || device.problem != nil)
    }
  }
}
