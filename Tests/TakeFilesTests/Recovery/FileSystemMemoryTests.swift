import Testing

@testable import TakeFiles

@Suite("File systems that are gone with the power")
struct FileSystemMemoryTests {
  @Test("memory and overlays are, cards are not")
  func kinds() {
    // tmpfs, ramfs, overlayfs; ext4, FAT, exFAT, and no answer.
    for kind in [0x0102_1994, 0x8584_58F6, 0x794C_7630] {
      #expect(FileSystemLimit.isInMemory(fileSystem: kind))
    }
    for kind in [0xEF53, 0x4D44, 0x2011_BAB0, -2] {
      #expect(!FileSystemLimit.isInMemory(fileSystem: kind))
    }
  }

  @Test("a folder is asked")
  func folder() {
    #expect(!FileSystemLimit.isInMemory("/proc"))
    #expect(!FileSystemLimit.isInMemory("/nowhere"))
  }
}
