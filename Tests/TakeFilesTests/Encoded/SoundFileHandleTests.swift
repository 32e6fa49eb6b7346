import Glibc
import TestSupport
import Testing

@testable import TakeFiles

@Suite struct SoundFileHandleTests {
  @Test(
    "a file that libsndfile cannot read leaves the descriptor open", arguments: [0, 20, 100, 3000])
  func descriptor(bytes: Int) throws {
    let folder = try TemporaryDirectory()
    try EncodedFixture.write(
      EncodedFixture.noise(frames: 48000, channels: 2), to: folder.file("t.flac"), kind: .flac,
      format: AudioFormat(rate: 48000, channels: 2, samples: .s24),
      metadata: EncodedFixture.metadata())
    try folder.write(Array(try folder.read("t.flac").prefix(bytes)), to: "cut.flac")
    let descriptor = open(folder.file("cut.flac"), O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    #expect(SoundFileHandle.canRead(descriptor, bytes) == false)
    // Were it closed, the number would be free for another file, which the caller would close.
    #expect(fcntl(descriptor, F_GETFD) >= 0)
    #expect(close(descriptor) == 0)
  }
}

extension SoundFileHandle {
  fileprivate static func canRead(_ descriptor: Int32, _ bytes: Int) -> Bool {
    guard let file = SoundFileHandle(descriptor, 0..<bytes) else { return false }
    return file.channels > 0
  }
}
