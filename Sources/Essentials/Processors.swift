import Glibc
import Synchronization

/// The processors of this computer, which share independent pieces of work.
public enum Processors {
  /// The number of online processors; at least 1.
  public static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Computes a value for each index below a count on several processors in parallel, and returns the values in order.
  ///
  /// The calling thread does part of the work; if the system cannot start other threads, it does all of it.
  ///
  /// - Parameters:
  ///   - count: the number of values.
  ///   - piece: the number of indices that a thread takes at a time.
  ///   - threads: the maximum number of threads, including the calling thread.
  ///   - value: computes the value for an index; several threads call it at the same time.
  public static func map<Value: Sendable>(
    _ count: Int, piece: Int = 1, threads: Int = Processors.count,
    _ value: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let work = Work(count: count, piece: max(1, piece), value)
    let pieces = (count + work.piece - 1) / work.piece
    var others: [pthread_t] = []
    for _ in 1..<max(1, min(threads, pieces)) {
      var thread = pthread_t()
      let error = SystemThread.start(&thread, stackBytes: SystemThread.largeStack) { work.run() }
      if error != 0 { break }
      others.append(thread)
    }
    work.run()
    for thread in others { pthread_join(thread, nil) }
    return work.values
  }
}

/// The indices without a value yet, and the values of the other indices.
private final class Work<Value: Sendable>: Sendable {
  let piece: Int
  private let count: Int
  private let value: @Sendable (Int) -> Value
  private let next = Atomic(0)
  private let found: Mutex<[(first: Int, values: [Value])]> = Mutex([])

  init(count: Int, piece: Int, _ value: @escaping @Sendable (Int) -> Value) {
    (self.count, self.piece, self.value) = (count, piece, value)
  }

  /// Computes one piece after another until no index is left.
  func run() {
    while true {
      let first = next.add(piece, ordering: .relaxed).oldValue
      guard first < count else { return }
      let values = (first..<min(first + piece, count)).map(value)
      found.withLock { $0.append((first, values)) }
    }
  }

  var values: [Value] {
    found.withLock { found in found.sorted { $0.first < $1.first }.flatMap(\.values) }
  }
}
