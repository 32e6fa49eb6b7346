import Testing

/// The program of all tests, as the package manager would write it for Swift Testing alone.
///
/// With it no index of the tests' sources is made to look for tests of XCTest: a quarter of the compiler's work.
@main struct TestProgram {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
