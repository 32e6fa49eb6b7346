import TestSupport
import Testing

@Suite("Unoptimised builds") struct UnoptimisedBuildTests {
  @Test(
    "the proof of the realtime module holds in a debug build too, which is how other packages build it",
    .enabled(if: ChildProcess.has("swiftc"), "needs swiftc"))
  func realtime() throws {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    let find = ["find", root + "/Sources/Realtime", "-name", "*.swift"]
    let sources = try #require(ChildProcess.run(find)).output.split(separator: "\n").map(
      String.init)
    #expect(sources.count > 40)
    let folder = try TemporaryDirectory()
    // A type check is too early: the proof is made of the code.
    let words = [
      "swiftc", "-Onone", "-swift-version", "6", "-parse-as-library", "-package-name", "p",
    ]
    let options = ["-module-name", "Realtime", "-emit-library", "-o", folder.file("library.so")]
    let run = try #require(ChildProcess.run(words + options + sources))
    #expect(run.status == 0, "\(run.output)")
  }
}
