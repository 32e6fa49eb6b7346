/// The registers of one chip on a bus; every transfer can fail.
protocol RegisterBus: AnyObject {
  /// The value of one register.
  func read(_ register: UInt8) throws(BusFault) -> UInt8

  /// Sets one register.
  func write(_ register: UInt8, _ value: UInt8) throws(BusFault)

  /// The values of consecutive registers, in one transfer.
  func read(_ register: UInt8, count: Int) throws(BusFault) -> [UInt8]
}

/// The reason why a bus or a chip on it failed a request.
enum BusFault: Error, Sendable, Equatable {
  /// The kernel has no such bus.
  case noBus
  /// The bus cannot be opened by this user.
  case noPermission
  /// A kernel driver has the address.
  case busy
  /// The bus cannot be opened for another reason.
  case open(errno: Int32)
  /// Reading failed, usually because nothing answers at the address.
  case read(register: UInt8, errno: Int32)
  /// Writing failed.
  case write(register: UInt8, errno: Int32)
}
