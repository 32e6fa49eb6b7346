import TestSupport
import Testing

@Suite("The public interface of PinnaCapture is the one that is written down")
struct PublicInterfaceTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  private static func text(_ path: String) throws -> String {
    try #require(ChildProcess.run(["cat", path])).output
  }

  @Test("each declaration stands in Interface.txt, and no other one")
  func listing() throws {
    let find = ["find", Self.root + "/Sources/PinnaCapture", "-name", "*.swift"]
    let paths = try #require(ChildProcess.run(find)).output.split(separator: "\n").map(String.init)
    let own = PublicInterface.listing(of: try paths.map(Self.text))
    // The cases of the types of other targets that have a name here.
    let aliases = own.compactMap { line in
      line.firstMatch(of: /^public typealias (\w+) = (\w+)\.(\w+)$/).map {
        (name: String($0.output.1), target: String($0.output.2), type: String($0.output.3))
      }
    }
    var found = own
    for alias in aliases {
      let find = [
        "grep", "-rl", "public enum \(alias.type)\\b", Self.root + "/Sources/\(alias.target)",
      ]
      let file = try #require(ChildProcess.run(find)).output.split(separator: "\n").map(String.init)
      let cases = PublicInterface.listing(of: try file.map(Self.text)).filter {
        $0.hasPrefix("\(alias.type) case ")
      }
      #expect(!cases.isEmpty, "\(alias)")
      found += cases.map { alias.name + $0.dropFirst(alias.type.count) }
    }
    found.sort()
    let written = try Self.text(Self.root + "/Tests/PinnaCaptureTests/Interface.txt")
      .split(separator: "\n").map(String.init)
    #expect(found.count > 100)
    let (new, gone) = (Set(found).subtracting(written), Set(written).subtracting(found))
    #expect(
      new.isEmpty && gone.isEmpty && found.count == written.count,
      """
      The interface has changed. New: \(new.sorted()). Gone: \(gone.sorted()). When that is meant, write the list \
      below into Interface.txt, and raise the version that the README promises.
      \(found.joined(separator: "\n"))
      """)
  }

  @Test("nothing of it is unchecked, and no name of a target that is no product is in it")
  func promises() throws {
    let written = try Self.text(Self.root + "/Tests/PinnaCaptureTests/Interface.txt")
    #expect(!written.contains("unchecked") && !written.contains("@unsafe"))
    for hidden in ["SessionConfiguration", "SessionRefusal", "TakeResult", "Scenario", "TOMLError"]
    {
      #expect(!written.contains(hidden), "\(hidden)")
    }
  }

  @Test("the scanner sees what is public, and where it is")
  func scanner() {
    let text = """
      public struct A: Sendable {
        /// public var no: Int
        public var one: Int
        var two = 1
        public enum B: Int {
          case x
          case y(Int)
          var z: Int {
            switch self {
            case .x: 1
            }
          }
        }
        public init(
          one: Int, two: Int = 2
        ) throws(E) {
          self.one = one
        }
      }
      enum C {
        case hidden
      }
      extension A {
        public static func f() -> Int { 1 }
      }
      """
    #expect(
      PublicInterface.declarations(in: text) == [
        "public struct A: Sendable", "A public var one: Int", "A public enum B: Int",
        "A B case x", "A B case y(Int)",
        "A public init(one: Int, two: Int = 2) throws(E)",
        "A public static func f() -> Int",
      ])
  }
}
