import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna check --calibrate` where it cannot be done.
@Suite struct CheckCalibrationRefusalTests {
  private let bench: CalibrationBench

  init() throws { bench = try CalibrationBench() }

  @Test("a file that is there is never replaced, the board's own least of all")
  func overwriting() throws {
    for name in ["square.toml", "claps.toml"] {
      let before = try bench.folder.read(name)
      let run = bench.calibrate(bench.claps(), to: name)
      #expect(run.code == .cannotCreate)
      #expect(run.diagnostics.contains("never overwritten"))
      #expect(try bench.folder.read(name) == before)
    }
    #expect(bench.calibrate(bench.claps(), to: "none/new.toml").code == .cannotCreate)
  }

  @Test("sounds from elsewhere than was said are named, and nothing is written")
  func wrongDirections() throws {
    let list = "front,front-right,left,behind-right,behind,behind-left,right,front-left"
    try bench.folder.write(
      ClapScene.scenario(ClapScene.exchanged, ClapScene.around + ClapScene.around), to: "two.toml")
    let run = bench.calibrate(bench.claps("two.toml") + ["--sounds", list + ",around"])
    #expect(run.code == .data)
    #expect(run.diagnostics.contains("sound 3 (left) came from right"), "\(run.diagnostics)")
    #expect(!bench.folder.contains("new.toml"))
  }

  @Test("another number of sounds than directions is told with where the sounds are")
  func wrongCount() throws {
    let words = [
      "--recording", try bench.recording(), "--board", bench.folder.path + "/square.toml",
    ]
    let run = bench.calibrate(words + ["--sounds", "around*2"])
    #expect(run.code == .data)
    #expect(run.diagnostics.contains("16 directions were given, but 8 sounds were found, at "))
    #expect(run.diagnostics.contains("1.00, 1.40, 1.80"), "\(run.diagnostics)")
    #expect(!bench.folder.contains("new.toml"))
    let few = ClapScene.scenario(ClapScene.exchanged, Array(ClapScene.around.prefix(3)))
    try bench.folder.write(few, to: "few.toml")
    #expect(bench.calibrate(bench.claps("few.toml")).code == .data)
  }

  @Test("a dead microphone is told with its channel")
  func dead() throws {
    let fault = "[[fault]]\nat = 0.0\nmicrophone-dead = \"b\"\n"
    try bench.folder.write(ClapScene.scenario(ClapScene.hardware) + fault, to: "dead.toml")
    let run = bench.calibrate(bench.claps("dead.toml"))
    #expect(run.code == .data)
    #expect(run.diagnostics.contains("only channels 0, 2, 3 pick up the sounds"))
  }

  @Test(
    "a mistake of the command line says what would be right",
    arguments: [
      (["--sounds", "frnt"], "did you mean \"front\"?"),
      (["--sounds", "front,,left"], "a direction is front, front-right"),
      (["--sounds", "left*0"], "--sounds 'left*0'"),
      (["--sounds", "210"], "(azimuth from -180 to 180, elevation from -90 to 90)"),
      (["sound.hum"], "leave out 'sound.hum'"), (["--html", "x.html"], "leave out --html"),
      (["--recording", "x.wav", "--sounds", "around"], "give only one of them"),
    ])
  func mistakes(words: [String], message: String) {
    let run = bench.calibrate(bench.claps() + words)
    #expect(run.code == .usage)
    #expect(run.diagnostics.contains(message), "\(run.diagnostics)")
    #expect(!bench.folder.contains("new.toml"))
  }

  @Test("what is missing is asked for")
  func missing() throws {
    #expect(bench.calibrate(bench.claps(), to: "new").code == .usage)
    let board = ["--board", bench.folder.path + "/square.toml"]
    let alone = bench.calibrate(["--recording", try bench.recording()] + board)
    #expect(alone.code == .usage && alone.diagnostics.contains("--sounds is missing"))
    let none = bench.calibrate(
      ["--recording", bench.folder.path + "/none.wav", "--sounds", "around"] + board)
    #expect(none.code == .noInput)
    let take = bench.folder.expect("20260501_120000_001.wav")
    try ClapScene.record(
      bench.folder.path + "/claps.toml", board: bench.folder.path + "/square.toml", to: take)
    let rendered = bench.calibrate(["--recording", take, "--sounds", "around"] + board)
    #expect(rendered.code == .data && rendered.diagnostics.contains("it is a rendered take"))
    let stray = bench.pinna(["--sounds", "around"] + board)
    #expect(stray.code == .usage && stray.diagnostics.contains("--calibrate"))
    let tone = bench.pinna(["--recording", take] + board)
    #expect(tone.code == .usage)
    #expect(tone.diagnostics.contains("needs --calibrate FILE or --calibrate-level DB, and both"))
  }
}
