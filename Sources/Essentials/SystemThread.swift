import Glibc

/// Starting system threads.
public enum SystemThread {
  /// The stack size in bytes for codecs, file systems and filter design, whose stack use we do not control.
  public static let largeStack = 4 << 20

  /// Starts a thread that runs a body to completion.
  ///
  /// - Parameters:
  ///   - thread: receives its handle, to be joined or detached.
  ///   - stackBytes: its stack size; if that is below the system's minimum, the system's default applies.
  ///   - configure: sets further attributes, such as a priority.
  /// - Returns: 0, or the errno of the refusal.
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
