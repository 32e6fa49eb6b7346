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
}
