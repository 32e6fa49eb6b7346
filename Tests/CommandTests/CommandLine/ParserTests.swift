import Boards
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct ParserTests {
  private static let width = Option.number(
    "width", "W", 0...2, none: "off", "how wide")
  private static let level = Option.number("level", "DB", -90...0, unit: "dB", "how loud")
  private static let count = Option.number("count", "N", 1...9, "how many", standard: 3)
  private static let pattern = Option.choice("pattern", [PolarPattern.omni, .stereo], "what")
  private static let format = Option.choice(
    "format", [PolarPattern.omni, .stereo], "how", standard: .omni)
  private static let place = Option.text("place", "TEXT", "where", standard: "here")
  private static let name = Option.texts("name", "TEXT", "who")
  private static let raw = Option.flag("raw", "all channels")

  private static let command = Command(
    "take", summary: "a test",
    positionals: [
      Positional("IN", "what to read"), Positional("OUT", "what to write", count: .optional),
    ],
    options: [width, level, count, pattern, format, place, name, raw]
  ) { _, _ in .success }

  private func scan(_ words: [String]) throws -> Arguments {
    try ArgumentScanner.scan(words[...], for: Self.command, path: ["pinna", "take"])
  }

  private func message(_ words: [String]) -> String {
    do {
      _ = try scan(words)
      return "no error"
    } catch let error as CommandError {
      return error.exitCode == .usage ? error.message : "not a usage error"
    } catch {
      return "\(error)"
    }
  }

  @Test("options and arguments may be mixed, with = or a space")
  func mixed() throws {
    let arguments = try scan([
      "--width=0.5", "in", "--count", "4", "--raw", "out", "--pattern", "omni",
    ])
    #expect(arguments.positionals == ["in", "out"])
    #expect(arguments[Self.width] == 0.5)
    #expect(arguments[Self.count] == 4)
    #expect(arguments[Self.pattern] == .omni)
    #expect(arguments.has(Self.raw))
  }

  @Test("what is not given is the standard, or nothing")
  func standards() throws {
    let arguments = try scan(["in"])
    #expect(arguments[Self.width] == nil)
    #expect(arguments[Self.count] == 3)
    #expect(arguments[Self.pattern] == nil)
    #expect(arguments[Self.format] == .omni)
    #expect(arguments[Self.place] == "here")
    #expect(arguments[Self.level] == nil)
    #expect(arguments[Self.name].isEmpty)
    #expect(!arguments[Self.raw])
  }

  @Test("negative numbers are values, and arguments")
  func negative() throws {
    let arguments = try scan(["-3", "--level", "-20.5"])
    #expect(arguments.positionals == ["-3"])
    #expect(arguments[Self.level] == -20.5)
    #expect(try scan(["in", "--level=-1e1"])[Self.level] == -10)
  }

  @Test("a number may be a word instead")
  func word() throws {
    let arguments = try scan(["in", "--width", "off"])
    #expect(arguments[Self.width] == .some(nil))
  }

  @Test("repeated options keep their order, and values may hold equals signs")
  func repeated() throws {
    let arguments = try scan(["in", "--name", "a", "--name=b=c"])
    #expect(arguments[Self.name] == ["a", "b=c"])
  }

  @Test("after -- everything is an argument")
  func dashes() throws {
    #expect(try scan(["--", "--raw", "--"]).positionals == ["--raw", "--"])
  }

  @Test(
    "every mistake says what was wrong and what would be right",
    arguments: [
      (["in", "--widht", "1"], "no option '--widht': did you mean --width? See pinna take --help"),
      (
        ["in", "--zzz"],
        "no option '--zzz': the options are --width, --level, --count, --pattern, --format, --place, --name, --raw; "
          + "see pinna take --help"
      ),
      (["in", "-w"], "no option '-w': did you mean --width? See pinna take --help"),
      (["in", "--width"], "--width needs a value: --width W|off; see pinna take --help"),
      (["in", "--width", "--raw"], "--width needs a value: --width W|off; see pinna take --help"),
      (
        ["in", "--width", "3"],
        "--width '3': it must be a number from 0 to 2 or off; see pinna take --help"
      ),
      (["in", "--width", "of"], "--width 'of': did you mean off? See pinna take --help"),
      (
        ["in", "--level", "nan"],
        "--level 'nan': it must be a number from -90 to 0 dB; see pinna take --help"
      ),
      (
        ["in", "--count", "0"],
        "--count '0': it must be a number from 1 to 9; see pinna take --help"
      ),
      (
        ["in", "--pattern", "sterio"],
        "--pattern 'sterio': did you mean stereo? See pinna take --help"
      ),
      (
        ["in", "--pattern", "8"], "--pattern '8': it must be omni, stereo; see pinna take --help"
      ),
      (["in", "--raw=1"], "--raw takes no value: write just --raw; see pinna take --help"),
      (["in", "--raw", "--raw"], "--raw is given twice: give it once; see pinna take --help"),
      (["in", "--name="], "--name needs a value: --name TEXT; see pinna take --help"),
      ([], "IN is missing: what to read; see pinna take --help"),
      (
        ["a", "b", "c"],
        "unexpected argument 'c': this command takes only IN [OUT]; see pinna take --help"
      ),
    ])
  func mistakes(_ words: [String], _ expected: String) {
    #expect(message(words) == expected)
  }
}
