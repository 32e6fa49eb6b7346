import Acoustics
import Boards
import Glibc
import Recorder
import ResponseFiles
import TestSupport
import Testing

@Suite struct BodyStoreTests {
  /// A board in a slender body, which has few elements and is computed soon.
  private func board(_ model: BodyModel, depth: Double = 0.004) -> Board {
    let positions = [Vector3(-0.01, 0, 0.002), Vector3(0.01, 0, -0.002)]
    return Board(
      id: "two", name: "Two", source: "made for tests",
      capture: Capture(device: "none", channels: 2),
      microphones: positions.enumerated().map {
        Microphone(name: "M\($0.offset)", channel: $0.offset, position: $0.element)
      },
      body: Body(size: Vector3(0.03, 0.004, depth), model: model),
      dataSources: [
        DataSource(
          name: "Back", orientation: .back, forward: DeviceFace.back.direction,
          patterns: [.stereo], microphones: [0, 1])
      ])
  }

  private func files(_ folder: TemporaryDirectory) throws -> [String] {
    let stream = try #require(opendir(folder.path))
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  @Test("free field and sphere need no responses")
  func none() throws {
    let store = BodyStore(cacheDirectory: nil)
    #expect(try store.responses(of: board(.freeField)) == nil)
    #expect(try store.responses(of: board(.sphere(radius: 0.02))) == nil)
    #expect(store.computedCount == 0)
  }

  @Test("a box is computed once, and found again on disk, the same bit for bit")
  func cached() throws {
    let folder = try TemporaryDirectory()
    let first = BodyStore(cacheDirectory: folder.file("a/b"))
    var parts: [Double] = []
    let made = try first.responses(of: board(.box)) {
      parts.append($0)
      return true
    }
    #expect(made?.microphones == 2)
    #expect(parts == parts.sorted() && parts.allSatisfy { (0...1).contains($0) })
    #expect(!parts.isEmpty)
    #expect(try first.responses(of: board(.box)) === made)
    #expect(first.computedCount == 1)
    let second = BodyStore(cacheDirectory: folder.file("a/b"))
    #expect(try second.responses(of: board(.box)) == made)
    #expect(second.computedCount == 0)
  }

  @Test("another box or another place of a microphone is another body")
  func notMixedUp() throws {
    let box = board(.box)
    var other = box
    other.microphones[0].position.x = 0.003
    let all = [
      box, other, board(.box, depth: 0.008), board(.freeField), board(.sphere(radius: 0.1)),
    ]
    #expect(Set(all.map(BodyStore.identity)).count == all.count)
    // A gain belongs to a channel, and a port above the face is in the face.
    var same = box
    same.microphones[0].gain = 3
    same.microphones[0].position.z = 0.006
    #expect(BodyStore.identity(of: same) == BodyStore.identity(of: box))
  }

  @Test("a damaged file is computed again, wherever the damage is")
  func damaged() throws {
    let folder = try TemporaryDirectory()
    let made = try BodyStore(cacheDirectory: folder.path).responses(of: board(.box))
    let name = try #require(files(folder).first { $0.hasSuffix(".body") })
    let good = try folder.read(name)
    for place in [0, 12, good.count / 2, good.count - 9, good.count - 1] {
      var bad = good
      bad[place] ^= 1
      try folder.write(bad, to: name)
      let store = BodyStore(cacheDirectory: folder.path)
      #expect(try store.responses(of: board(.box)) == made)
      #expect(store.computedCount == 1, "byte \(place) of \(good.count)")
    }
    try folder.write(Array(good.dropLast(100)), to: name)
    let store = BodyStore(cacheDirectory: folder.path)
    #expect(try store.responses(of: board(.box)) == made)
    #expect(store.computedCount == 1)
    // What was computed again was kept again.
    #expect(try folder.read(name) == good)
    #expect(try files(folder).count == 1)
  }

  @Test("a body that is cancelled is not there, and can be asked for again")
  func cancelled() throws {
    let store = BodyStore(cacheDirectory: nil)
    #expect(throws: BodyStoreError.cancelled) {
      try store.responses(of: board(.box)) { _ in false }
    }
    #expect(try store.responses(of: board(.box)) != nil)
  }

  @Test("a file that is not there is named")
  func missing() {
    let path = "/nonexistent/phone.sofa"
    #expect(throws: BodyStoreError.file(.missing(path: path))) {
      try BodyStore(cacheDirectory: nil).responses(of: board(.measured(file: path)))
    }
    #expect(
      BodyStoreError.file(.missing(path: path)).description
        == "/nonexistent/phone.sofa: no such file; name an existing SOFA file")
  }

  private static let head = ResponseFile.defaultHeadPath
  private static let hasHead = access(ResponseFile.defaultHeadPath, R_OK) == 0

  @Test("a measured body is read once", .enabled(if: hasHead, "libmysofa1"))
  func measured() throws {
    let store = BodyStore(cacheDirectory: nil)
    var board = board(.measured(file: Self.head))
    // The left ear of a head that looks out of the front is at the right edge.
    board.microphones[0].position = Vector3(0.075, 0, 0)
    board.microphones[1].position = Vector3(-0.075, 0, 0)
    let responses = try store.responses(of: board)
    #expect(responses?.positions == board.microphones.map(\.position))
    #expect(try store.responses(of: board) === responses)
    var three = board
    three.microphones.append(Microphone(name: "M2", channel: 2, position: .zero))
    #expect(
      throws: BodyStoreError.file(.microphones(path: Self.head, found: 2, wanted: 3))
    ) {
      try store.responses(of: three)
    }
  }
}
