import CSndfile

/// A file, or part of one, that libsndfile reads through a descriptor; the caller must keep the descriptor open.
///
/// All access is by offset. With a descriptor of its own, libsndfile 1.2 would close that descriptor at the wrong time;
/// with the caller's, it would start at the descriptor's current position.
struct SoundFileHandle: ~Copyable {
  /// The handle that libsndfile gave for the file.
  let pointer: OpaquePointer
  /// The number of channels in the file.
  let channels: Int
  private let cell: UnsafeMutablePointer<View>

  /// The part of the file that libsndfile takes for a complete file.
  private struct View {
    var descriptor: Int32
    var range: Range<Int>
    var position = 0
  }

  /// Opens part of a file; `nil` if libsndfile cannot read it.
  init?(_ descriptor: Int32, _ range: Range<Int>) {
    let cell = UnsafeMutablePointer<View>.allocate(capacity: 1)
    cell.initialize(to: View(descriptor: descriptor, range: range))
    var callbacks = Self.callbacks
    var info = SF_INFO()
    guard let pointer = sf_open_virtual(&callbacks, Int32(SFM_READ), &info, cell) else {
      cell.deallocate()
      return nil
    }
    self.cell = cell
    self.pointer = pointer
    channels = Int(info.channels)
  }

  deinit {
    sf_close(pointer)
    cell.deallocate()
  }

  private static func view(_ user: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<View>? {
    user?.assumingMemoryBound(to: View.self)
  }

  private static let callbacks = SF_VIRTUAL_IO(
    get_filelen: { sf_count_t(SoundFileHandle.view($0)?.pointee.range.count ?? 0) },
    seek: { offset, whence, user in
      guard let view = SoundFileHandle.view(user) else { return -1 }
      let base =
        switch Int(whence) {
        case SF_SEEK_CUR: view.pointee.position
        case SF_SEEK_END: view.pointee.range.count
        default: 0
        }
      view.pointee.position = max(0, base + Int(offset))
      return sf_count_t(view.pointee.position)
    },
    read: { bytes, count, user in
      guard let view = SoundFileHandle.view(user), let bytes else { return 0 }
      let rest = max(0, view.pointee.range.count - view.pointee.position)
      let outcome = OpenFile.read(
        into: UnsafeMutableRawBufferPointer(start: bytes, count: min(Int(count), rest)),
        from: view.pointee.descriptor,
        at: view.pointee.range.lowerBound + view.pointee.position)
      view.pointee.position += outcome.bytes
      return sf_count_t(outcome.bytes)
    },
    write: { _, _, _ in 0 },
    tell: { sf_count_t(SoundFileHandle.view($0)?.pointee.position ?? 0) })
}
