import Glibc

/// Starts system threads.
public enum SystemThread {
  /// A large stack size in bytes, for threads that use codecs, file systems or filter design, because this program
  /// cannot control their stack use.
  public static let largeStack = 4 << 20

  /// Starts a thread that runs `body` to its end.
  ///
  /// - Parameters:
  ///   - thread: receives the handle of the thread, which the caller must join or detach.
  ///   - stackBytes: the stack size of the thread; if it is below the system's minimum, the system's default applies
  ///     instead.
  ///   - configure: sets further attributes of the thread, such as its priority.
  /// - Returns: 0, or the errno if the system refused.
  public static func start(
    _ thread: inout pthread_t, stackBytes: Int,
    configure: (inout pthread_attr_t) -> Void = { _ in }, body: @escaping @Sendable () -> Void
  ) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    configure(&attributes)
    let box = Unmanaged.passRetained(ThreadBody(body))
    let error = pthread_create(&thread, &attributes, runThread, box.toOpaque())
    if error != 0 { box.release() }
    return error
  }

  /// Starts a detached thread; false if the system cannot start one.
  public static func startDetached(_ body: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    guard start(&thread, stackBytes: largeStack, body: body) == 0 else { return false }
    pthread_detach(thread)
    return true
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
