import Boards
import TestSupport
import Testing

/// Overlays of this tree, by their number of microphones.
private let overlays = [4, 8]
private let hasCompiler =
  ChildProcess.has("dtc") && ChildProcess.has("fdtoverlay") && ChildProcess.has("fdtget")

@Suite("The overlays in deploy/overlays")
struct OverlayTests {
  /// A tree with the labels of the kernel's that the overlays name.
  ///
  /// - Source: arch/arm64/boot/dts/broadcom of raspberrypi/linux, and its overlay hifiberry-adc8x.
  private static let base = """
    /dts-v1/;
    / {
      compatible = "brcm,bcm2712";
      gpio: gpio { };
      i2s_clk_producer: i2s { status = "disabled"; };
      sound: sound { status = "disabled"; };
    };
    """

  private static let sources = ShippedBoardTests.folder + "/../deploy/overlays"

  private func run(_ words: [String]) throws -> String {
    let outcome = try #require(ChildProcess.run(words))
    #expect(outcome.status == 0, "\(words.joined(separator: " ")): \(outcome.output)")
    return outcome.output
  }

  @Test(
    "it compiles without a warning, fits the kernel's labels, and is what its board file says",
    .enabled(if: hasCompiler, "needs device-tree-compiler"), arguments: overlays)
  func compiles(microphones: Int) throws {
    let folder = try TemporaryDirectory()
    let board = try BoardLibrary(folders: [ShippedBoardTests.folder])
      .load("pi5-i2s-\(microphones)")
    let name = "pinna-i2s-\(microphones)"
    let (overlay, tree) = (folder.file("o.dtbo"), folder.file("base.dtb"))
    let compiled = try run([
      "dtc", "-@", "-I", "dts", "-O", "dtb", "-o", overlay, "\(Self.sources)/\(name).dts",
    ])
    #expect(compiled == "")
    try folder.write(Array(Self.base.utf8), to: "base.dts")
    _ = try run(["dtc", "-@", "-I", "dts", "-O", "dtb", "-o", tree, folder.file("base.dts")])
    let whole = folder.file("whole.dtb")
    _ = try run(["fdtoverlay", "-i", tree, "-o", whole, overlay])
    func value(_ node: String, _ key: String) throws -> String {
      try run(["fdtget", whole, node, key]).split(separator: "\n").joined()
    }
    // The card's id is its name: only letters and digits, at most 15.
    let card = try value("/sound", "simple-audio-card,name")
    #expect(board.capture.device == "hw:CARD=\(card),DEV=0")
    #expect(card.count <= 15 && card.allSatisfy { $0.isLetter || $0.isNumber })
    #expect(try value("/sound", "status") == "okay")
    #expect(try value("/i2s", "status") == "okay")
    let pins = try value("/gpio/pinna-i2s-pins", "pins").split(separator: " ")
    let use = try #require(board.header?.uses.first { $0.taker == "overlay \(name)" })
    #expect(pins.map(String.init) == use.lines.map { "gpio\($0)" })
    #expect(board.capture.channels == microphones)
    #expect(board.header?.config == ["dtoverlay=\(name)"])
    // Both ends of the link, and its clocks, are nodes that exist.
    let codec = try value("/sound/simple-audio-card,codec", "sound-dai")
    #expect(try codec == value("/pinna-microphones", "phandle"))
    let clocks = try value("/sound", "simple-audio-card,bitclock-master")
    #expect(try clocks == value("/sound/simple-audio-card,cpu", "phandle"))
    #expect(
      try value("/sound/simple-audio-card,cpu", "sound-dai") == value("/i2s", "phandle"))
  }

  /// A tree with the labels that the overlay for older boards names.
  ///
  /// - Source: bcm2711-rpi-4-b.dtb of Debian's linux-image-arm64 6.12, which names no requests of the DMA for the sound
  ///   bus.
  private static let older = """
    /dts-v1/;
    / {
      compatible = "brcm,bcm2711";
      dma: dma-controller { #dma-cells = <1>; };
      gpio {
        pcm_gpio18: pcm-gpio18 { brcm,pins = <18 19 20 21>; brcm,function = <4>; };
      };
      i2s: i2s { status = "disabled"; };
    };
    """

  @Test(
    "the one for older boards compiles, fits the labels of Debian's kernel, and is what its board file says",
    .enabled(if: hasCompiler, "needs device-tree-compiler"))
  func olderBoards() throws {
    let folder = try TemporaryDirectory()
    let board = try BoardLibrary(folders: [ShippedBoardTests.folder]).load("pi-i2s-2")
    let (overlay, tree) = (folder.file("o.dtbo"), folder.file("base.dtb"))
    let compiled = try run([
      "dtc", "-@", "-I", "dts", "-O", "dtb", "-o", overlay, Self.sources + "/pinna-i2s-2.dts",
    ])
    #expect(compiled == "")
    try folder.write(Array(Self.older.utf8), to: "base.dts")
    _ = try run(["dtc", "-@", "-I", "dts", "-O", "dtb", "-o", tree, folder.file("base.dts")])
    let whole = folder.file("whole.dtb")
    _ = try run(["fdtoverlay", "-i", tree, "-o", whole, overlay])
    func value(_ node: String, _ key: String) throws -> String {
      try run(["fdtget", whole, node, key]).split(separator: "\n").joined()
    }
    #expect(
      try board.capture.device
        == "hw:CARD=\(value("/pinna-sound", "simple-audio-card,name")),DEV=0")
    #expect(try value("/i2s", "status") == "okay")
    let dma = try value("/dma-controller", "phandle")
    #expect(try value("/i2s", "dmas") == "\(dma) 2 \(dma) 3")
    #expect(
      try value("/i2s", "pinctrl-0") == value("/gpio/pcm-gpio18", "phandle"))
    let lines = try value("/gpio/pcm-gpio18", "brcm,pins").split(separator: " ")
    let use = try #require(board.header?.uses.first { $0.taker == "overlay pinna-i2s-2" })
    #expect(lines.map(String.init) == use.lines.map { "\($0)" })
    #expect(board.header?.config == ["dtoverlay=pinna-i2s-2"])
    let link = "/pinna-sound/simple-audio-card,"
    #expect(
      try value(link + "codec", "sound-dai") == value("/pinna-microphones", "phandle"))
    #expect(
      try value("/pinna-sound", "simple-audio-card,bitclock-master")
        == value(link + "cpu", "phandle"))
    #expect(try value(link + "cpu", "sound-dai") == value("/i2s", "phandle"))
  }
}
