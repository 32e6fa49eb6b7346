import Glibc
import PinnaCapture
import Synchronization

/// A result that a thread of a C program waits for.
final class Answer<Value: Sendable>: @unchecked Sendable {
  // The conformance is unchecked because the class holds a pointer; threads can share the semaphore behind this
  // pointer.

  private let value = Mutex<Result<Value, CaptureError>?>(nil)
  private let semaphore: UnsafeMutablePointer<sem_t>

  /// Starts without a result.
  private init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Runs asynchronous work, and blocks until it is done.
  static func wait(
    _ work: @escaping @Sendable () async throws(CaptureError) -> Value
  ) -> Result<Value, CaptureError> {
    let answer = Answer()
    Task.detached {
      let result: Result<Value, CaptureError>
      do throws(CaptureError) { result = .success(try await work()) } catch {
        result = .failure(error)
      }
      answer.value.withLock { $0 = result }
      sem_post(answer.semaphore)
    }
    // A signal can end the wait early, so wait again.
    while sem_wait(answer.semaphore) != 0 {}
    return answer.value.withLock { $0 } ?? .failure(.closed)
  }
}
