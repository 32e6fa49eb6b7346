import Acoustics
import Beamforming
import Boards
import ResponseFiles
import Synchronization

/// Why there are no filters.
public enum FilterStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// They cannot be designed.
  case design(DesignError)
  /// The head cannot be read.
  case head(ResponseFileError)

  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .design(let error): "\(error)"
    case .head(let error): "\(error)"
    }
  }
}

/// The designs of a board: made once on a normal thread, kept in memory and on disk.
///
/// On disk a design is found by a hash of everything that it depends on, and used only when the whole of that text
/// agrees. A cache that cannot be read or written costs time and nothing else.
///
/// - Thread: any normal thread. Calls that make a design wait for each other; those that find it in memory wait for nobody.
public final class FilterStore: Sendable {
  /// The board.
  public let board: Board
  /// Whose ears.
  public let ears: Ears
  /// The settings of the design.
  public let settings: DesignSettings
  private let cache: FilterCache?
  /// What is there.
  ///
  /// Held for the time of a look only: the control thread looks many times a second.
  private let designs = Mutex<[Key: Design]>([:])
  /// What makes more.
  ///
  /// Held for as long as a design takes.
  private let state = Mutex(State())
  /// How many callers need one design now, while another thread makes all of them.
  private let waiting = Atomic<Int>(0)

  private struct State {
    var designers: [Set<Int>: FilterDesigner] = [:]
    var head: Head?
    var designed = 0
  }

  private struct Key: Hashable {
    var which: Board.Case
    var pattern: PolarPattern
    var unusable: Set<Int>
  }

  /// A store of a board's designs.
  ///
  /// - Parameter cacheDirectory: where designs are kept between runs; made when it is not there. `nil` for no cache.
  public init(board: Board, ears: Ears, settings: DesignSettings, cacheDirectory: String?) {
    self.board = board
    self.ears = ears
    self.settings = settings
    cache = cacheDirectory.map(FilterCache.init(directory:))
  }

  /// How many designs were computed, and not found in the cache.
  public var designedCount: Int { state.withLock { $0.designed } }

  /// The design of a case: from memory, from disk, or made now.
  ///
  /// - Throws: ``FilterStoreError``.
  public func design(
    _ which: Board.Case, pattern: PolarPattern, unusable: Set<Int> = []
  ) throws(FilterStoreError) -> Design {
    let key = Self.key(which, pattern, unusable)
    waiting.add(1, ordering: .relaxed)
    defer { waiting.subtract(1, ordering: .relaxed) }
    // No `??`: its right side would lose the type of the error.
    let design = if let ready = prepared(key) { ready } else { try made(key) }
    return design.which == which ? design : design.moved(to: which)
  }

  private func prepared(_ key: Key) -> Design? { designs.withLock { $0[key] } }

  private func made(_ key: Key) throws(FilterStoreError) -> Design {
    let made: Result<Design, FilterStoreError> = state.withLock { state in
      // Another thread may have made it while this one waited.
      if let design = self.prepared(key) { return .success(design) }
      do throws(FilterStoreError) {
        let design = try self.make(key, &state)
        self.designs.withLock { $0[key] = design }
        return .success(design)
      } catch {
        return .failure(error)
      }
    }
    return try made.get()
  }

  private static func key(
    _ which: Board.Case, _ pattern: PolarPattern, _ unusable: Set<Int>
  ) -> Key {
    // Mono patterns look the same however the board is held.
    let orientation = pattern == .stereo ? which.orientation : nil
    return Key(
      which: Board.Case(dataSource: which.dataSource, orientation: orientation), pattern: pattern,
      unusable: unusable)
  }

  /// The design of a case if it is in memory; makes nothing.
  public func prepared(
    _ which: Board.Case, pattern: PolarPattern, unusable: Set<Int> = []
  ) -> Design? {
    prepared(Self.key(which, pattern, unusable))
  }

  /// Makes every design that a press of a button can ask for; a caller who needs one of them now goes first.
  ///
  /// - Parameter progress: called with the number done and the number there are.
  public func prepare(
    unusable: Set<Int> = [], progress: (Int, Int) -> Void = { _, _ in }
  ) throws(FilterStoreError) {
    var wanted: [(Board.Case, PolarPattern)] = []
    for which in board.cases {
      for pattern in board.dataSources[which.dataSource].patterns {
        if pattern == .stereo || which.orientation == nil || which.orientation == .portrait {
          wanted.append((which, pattern))
        }
      }
    }
    for (done, (which, pattern)) in wanted.enumerated() {
      progress(done, wanted.count)
      // A lock is not given to who waits longest, and this thread would have it again at once.
      while waiting.load(ordering: .relaxed) > 0 { pause(milliseconds: 1) }
      let key = Self.key(which, pattern, unusable)
      if prepared(key) == nil { _ = try made(key) }
    }
    progress(wanted.count, wanted.count)
  }

  /// The designer behind the store, for figures of its designs.
  public func designer(unusable: Set<Int> = []) throws(FilterStoreError) -> FilterDesigner {
    let made: Result<FilterDesigner, FilterStoreError> = state.withLock { state in
      do throws(FilterStoreError) {
        return .success(try self.designer(unusable, &state))
      } catch {
        return .failure(error)
      }
    }
    return try made.get()
  }

  private func make(_ key: Key, _ state: inout State) throws(FilterStoreError) -> Design {
    let text = identity(key)
    if let kept = try adopt(key, from: text) { return kept }
    let designer = try designer(key.unusable, &state)
    do throws(DesignError) {
      let design = try designer.design(key.which, pattern: key.pattern)
      state.designed += 1
      cache?.keep(design.filters, for: text)
      return design
    } catch {
      throw .design(error)
    }
  }

  /// The design from disk: the head is not even read, so that a start with a full cache takes no time.
  private func adopt(_ key: Key, from text: String) throws(FilterStoreError) -> Design? {
    guard let filters = cache?.filters(for: text) else { return nil }
    do throws(DesignError) {
      return try FilterDesigner.adopt(
        filters, board: board, settings: settings, unusable: key.unusable, which: key.which,
        pattern: key.pattern)
    } catch {
      throw .design(error)
    }
  }

  private func designer(
    _ unusable: Set<Int>, _ state: inout State
  ) throws(FilterStoreError) -> FilterDesigner {
    if let designer = state.designers[unusable] { return designer }
    let head = try head(&state)
    do throws(DesignError) {
      let designer = try FilterDesigner(
        board: board, head: head, settings: settings, unusable: unusable)
      state.designers[unusable] = designer
      return designer
    } catch {
      throw .design(error)
    }
  }

  private func head(_ state: inout State) throws(FilterStoreError) -> Head {
    if let head = state.head { return head }
    do throws(ResponseFileError) {
      let head = try ears.head(rate: settings.rate)
      state.head = head
      return head
    } catch {
      throw .head(error)
    }
  }

  /// Everything that a design depends on, as text.
  private func identity(_ key: Key) -> String {
    var lines = ["design \(FilterDesigner.version)", "ears \(ears.identity)", "\(settings)"]
    for microphone in board.microphones {
      lines.append(
        "microphone \(microphone.position) \(microphone.gain) \(microphone.isInverted) "
          + "\(microphone.delay)")
    }
    let source = board.dataSources[key.which.dataSource]
    lines.append("body \(board.body.map { "\($0)" } ?? "none")")
    lines.append("calibration \(board.calibration)")
    lines.append("noise floor \(settings.noiseFloor ?? NoiseFloorChoice.standard(for: board))")
    lines.append("source \(source.forward) \(source.microphones)")
    lines.append("held \(board.orientation) \(key.which.orientation?.rawValue ?? "-")")
    lines.append("pattern \(key.pattern) without \(key.unusable.sorted())")
    return lines.joined(separator: "\n")
  }
}
