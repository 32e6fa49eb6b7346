import Acoustics
import Boards
import Essentials
import ResponseFiles
import Synchronization

/// The reason why the responses of a body are missing.
package enum BodyStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file with the measured responses cannot be used.
  case file(ResponseFileError)
  /// The caller cancelled the computation.
  case cancelled

  /// A sentence that says what happened, and what to do.
  package var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .cancelled: "the responses of the body are not computed: the computation was cancelled"
    }
  }
}

/// The responses of boards' bodies, each computed or read once, then kept in memory, and also on disk if they took
/// long.
///
/// - Thread: any normal thread. Calls that compute or read responses wait for each other.
package final class BodyStore: Sendable {
  private let cache: BodyCache?
  private let state = Mutex(State())

  private struct State {
    var bodies: [String: BodyResponses] = [:]
    var computed = 0
  }

  /// Creates a store without any responses yet.
  ///
  /// - Parameter cacheDirectory: the folder in which computed responses are kept between runs (created if it does not
  ///   exist); `nil` for no cache.
  package init(cacheDirectory: String?) {
    cache = cacheDirectory.map(BodyCache.init(directory:))
  }

  /// The number of bodies whose responses were computed, because the cache did not have them.
  package var computedCount: Int { state.withLock { $0.computed } }

  /// Frees the memory of the responses, which is tens of megabytes; they are read again when needed.
  package func putAway() { state.withLock { $0.bodies = [:] } }

  /// The responses of a board's body; `nil` if the board needs none, as in a free field or on a sphere.
  ///
  /// - Parameter progress: called with the fraction done, 0 to 1, but only while responses are computed, which takes
  ///   from seconds to minutes; if it returns false, the computation is cancelled.
  /// - Throws: ``BodyStoreError/file(_:)`` if the file with the measured responses cannot be used, or
  ///   ``BodyStoreError/cancelled`` if `progress` returned false.
  package func responses(
    of board: Board, progress: (Double) -> Bool = { _ in true }
  ) throws(BodyStoreError) -> BodyResponses? {
    guard let body = board.body else { return nil }
    switch body.model {
    case .freeField, .sphere: return nil
    case .box, .measured: break
    }
    return try state.withLock { state in
      Result { () throws(BodyStoreError) in try self.responses(body, board, &state, progress) }
    }.get()
  }

  private func responses(
    _ body: Body, _ board: Board, _ state: inout State, _ progress: (Double) -> Bool
  ) throws(BodyStoreError) -> BodyResponses {
    let text = Self.identity(of: board)
    if let ready = state.bodies[text] { return ready }
    let source: BodyResponses.Source
    if case .measured(let file) = body.model {
      source = .measured(try Self.read(file, board.microphones))
    } else {
      source = .surface(
        try box(BoxShape(size: body.size), board.microphones, text, &state, progress))
    }
    let responses = BodyResponses(source)
    state.bodies[text] = responses
    return responses
  }

  private func box(
    _ box: BoxShape, _ microphones: [Microphone], _ text: String, _ state: inout State,
    _ progress: (Double) -> Bool
  ) throws(BodyStoreError) -> SurfaceWeights {
    if let kept = kept(text, microphones) { return kept }
    return try alone(cache?.files, text, patience: 600, isWanted: { progress(0) }) {
      () throws(BodyStoreError) in
      if let kept = self.kept(text, microphones) { return kept }
      guard let weights = SurfaceWeights.box(box, microphones: microphones, progress: progress)
      else { throw .cancelled }
      state.computed += 1
      self.cache?.keep(weights, for: text)
      return weights
    }
  }

  private func kept(_ text: String, _ microphones: [Microphone]) -> SurfaceWeights? {
    cache?.weights(for: text).flatMap { $0.microphones.count == microphones.count ? $0 : nil }
  }

  private static func read(
    _ path: String, _ microphones: [Microphone]
  ) throws(BodyStoreError) -> MeasuredBody {
    return try translating(to: BodyStoreError.file) { () throws(ResponseFileError) in
      let set = try ResponseFile.readBody(path: path, microphones: microphones.map(\.position))
      return MeasuredBody(set, microphones: microphones.map(\.position))
    }
  }

  /// The version of the computation.
  ///
  /// Raise it with every change of the method, so that older results are not used.
  private static let version = 1

  /// A text that states everything on which the responses of a board's body depend.
  ///
  /// A file is represented by its path, size and date.
  package static func identity(of board: Board) -> String {
    guard let body = board.body else { return "free field" }
    switch body.model {
    case .freeField: return "free field"
    case .sphere(let radius): return "sphere \(radius)"
    case .measured(let file):
      let places = board.microphones.map { "\($0.position)" }
      return (["measured \(version)", FileStamp.text(path: file)] + places)
        .joined(separator: "\n")
    case .box:
      let box = BoxShape(size: body.size)
      let places = board.microphones.map { "\(box.place($0))" }
      return (["box \(version)", "\(body.size)"] + places).joined(separator: "\n")
    }
  }
}
