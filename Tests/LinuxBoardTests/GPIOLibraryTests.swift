import LinuxBoard
import Testing

@Suite struct GPIOLibraryTests {
  @Test("one of the two interfaces of libgpiod is built in")
  func version() {
    #expect([1, 2].contains(GPIOLibrary.version))
  }
}
