import Essentials
import Glibc

/// The form in which tests run: the short one of every day, or the long one of `deploy/test --long`.
public enum TestForm {
  /// True when `PINNA_TEST_LONG` is set.
  public static let isLong = getenv("PINNA_TEST_LONG") != nil

  /// The seconds that a test waits for another program or thread.
  ///
  /// This is no verdict, but the end of a wait that has no end: a busy machine may take its time, and
  /// `Tests/run_tests.py` ends before it what does not work any more.
  public static let patienceSeconds = 1800

  /// The folder of filters that all tests share, where what is kept is not what they try: that of
  /// `Tests/run_tests.py`, which is new in every run, else one of this process.
  public static let cache = getenv("PINNA_CACHE").map { String(cString: $0) } ?? folder?.path ?? ""
  nonisolated(unsafe) private static let folder = try? TemporaryDirectory()

  /// The seed of what the short form leaves out; `PINNA_TEST_SEED` takes another one.
  public static let seed = getenv("PINNA_TEST_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1
}

extension Array {
  /// Some cases of a table, drawn by the seed and in their order; in the long form all of them.
  ///
  /// - Precondition: `count` is at least 1.
  public func sampled(_ count: Int) -> [Element] {
    precondition(count > 0)
    if TestForm.isLong || count >= self.count { return self }
    var generator = SeededGenerator(seed: TestForm.seed)
    return indices.shuffled(using: &generator).prefix(count).sorted().map { self[$0] }
  }
}
