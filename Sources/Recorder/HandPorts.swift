import Boards
import TakeFiles

/// A button of the board.
public enum ButtonName: String, CaseIterable, Sendable, Codable {
  /// Starts and stops takes; held it locks.
  case record
  /// Selects the data source; held the polar pattern.
  case source
  /// Sets a marker.
  case marker
  /// A switch that locks while it is closed.
  case lock
}

/// A button that went down or up, debounced.
public struct ButtonEdge: Sendable, Equatable {
  /// Which one.
  public var button: ButtonName
  /// Down or up.
  public var isPressed: Bool
  /// Seconds on the control clock.
  public var time: Double

  /// An edge from its parts.
  public init(button: ButtonName, isPressed: Bool, time: Double) {
    self.button = button
    self.isPressed = isPressed
    self.time = time
  }
}

/// The hands on the board: its buttons and its accelerometer.
public protocol HandPort: Sendable {
  /// Edges since the last call, in order.
  ///
  /// - Thread: control.
  func pollButtons() -> [ButtonEdge]

  /// The acceleration in the device frame in g, or `nil` when there is no sensor or it does not answer.
  ///
  /// - Thread: control.
  func acceleration() -> Vector3?
}

/// What can go wrong with the storage before a write is even tried, and how long it may take.
public protocol StoragePort: Sendable {
  /// Called before every write of a take; returns when the write may go on.
  ///
  /// - Throws: the errno that the write is to fail with.
  /// - Thread: writer.
  func admit(bytes: Int) throws(StorageRefusal)

  /// The largest audio file that the file system of a directory should be given, in bytes; `nil` for no limit.
  ///
  /// - Thread: control.
  func fileLimit(directory: String) -> Int?
}

extension StoragePort {
  /// What the file system itself says.
  public func fileLimit(directory: String) -> Int? {
    FileSystemLimit.largestTakeFile(in: directory)
  }
}

/// A write that the storage refuses.
public struct StorageRefusal: Error, Sendable, Equatable {
  /// The errno of the refusal.
  public var errno: Int32

  /// A refusal with this errno.
  public init(errno: Int32) {
    self.errno = errno
  }
}

/// The storage of a real machine: every write is admitted, and fails by itself when it must.
public struct PlainStorage: StoragePort {
  /// The storage of this machine.
  public init() {}

  /// Admits everything.
  public func admit(bytes: Int) throws(StorageRefusal) {}
}
