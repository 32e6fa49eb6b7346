import Essentials
import Glibc
import Synchronization

/// The things made for browsers, one after the other, each in its own folder.
///
/// - Thread: any; the work is done on the thread that calls ``work(_:isOver:)``.
final class Makings: Sendable {
  /// The state of one thing that is being made, for the page.
  struct Report: Encodable, Equatable {
    /// The state in a word: "waiting", "working", "ready" or "failed".
    var state: String
    /// The part that is done, 0 to 1.
    var progress: Double
    /// The reason why making it failed.
    var message: String?
    /// The output of `pinna`, as JSON.
    var facts: String?
    /// The files that were made.
    var files: [File]

    /// A file that was made.
    struct File: Encodable, Equatable {
      var name: String
      var bytes: Int
    }
  }

  private struct Job {
    let browser: String
    let commands: [[String]]
    var report = Report(state: "waiting", progress: 0, files: [])
    var isGivenUp = false
    var askedAt: Double
  }

  private struct State {
    var jobs: [String: Job] = [:]
    var order: [String] = []
    var isWorking = false
    var count = 0
  }

  /// The maximum number of things that wait or are kept.
  static let most = 8
  /// Seconds without a question about a thing after which it is given up (`working`) or removed (`ready`).
  static let keptSeconds = (working: 300.0, ready: 3600.0)

  private let folder: String
  private let state = Mutex(State())

  /// Starts without anything made, and removes what an earlier process left in the folder.
  init(folder: String) {
    self.folder = folder + "/made"
    Self.remove(self.folder)
  }

  /// True while something waits or is being made.
  var isBusy: Bool { state.withLock { $0.isWorking || !$0.order.isEmpty } }

  /// Queues something to be made, and returns its id; `nil` if the queue is full.
  ///
  /// - Parameter commands: returns the command lines for the folder into which the new files go.
  func put(
    for browser: String, _ now: Double, _ commands: (String) -> [[String]]
  ) -> String? {
    state.withLock { state in
      if state.jobs.count >= Self.most {
        // The oldest finished thing gives way to the new one.
        let ready = state.jobs.filter { ["ready", "failed"].contains($0.value.report.state) }
        guard let oldest = ready.min(by: { $0.value.askedAt < $1.value.askedAt }) else {
          return nil
        }
        state.jobs[oldest.key] = nil
        Self.remove(place(of: oldest.key))
      }
      state.count += 1
      let id = "\(state.count)"
      state.jobs[id] = Job(browser: browser, commands: commands(place(of: id)), askedAt: now)
      state.order.append(id)
      return id
    }
  }

  /// The state of something being made; `nil` if it does not exist, or belongs to another browser.
  func report(_ id: String, for browser: String, _ now: Double) -> Report? {
    state.withLock { state in
      guard state.jobs[id]?.browser == browser else { return nil }
      state.jobs[id]?.askedAt = now
      return state.jobs[id]?.report
    }
  }

  /// The folder of the files made, and the name of one of them; `nil` if there is no such file.
  func file(_ id: String, _ index: Int, for browser: String) -> (folder: String, name: String)? {
    state.withLock { state in
      guard let job = state.jobs[id], job.browser == browser,
        job.report.files.indices.contains(index)
      else { return nil }
      return (place(of: id), job.report.files[index].name)
    }
  }

  /// Gives up, or removes, the things that nobody asks for any more.
  func tidy(_ now: Double) {
    state.withLock { state in
      for (id, job) in state.jobs {
        let isEnded = ["ready", "failed"].contains(job.report.state)
        let kept = isEnded ? Self.keptSeconds.ready : Self.keptSeconds.working
        guard now - job.askedAt > kept else { continue }
        if isEnded || job.report.state == "waiting" {
          (state.jobs[id], state.order) = (nil, state.order.filter { $0 != id })
          Self.remove(place(of: id))
        } else {
          state.jobs[id]?.isGivenUp = true
        }
      }
    }
  }

  // MARK: - The work

  /// True for the one caller that must start the working thread.
  func claimWork() -> Bool {
    state.withLock { state in
      guard !state.isWorking, !state.order.isEmpty else { return false }
      state.isWorking = true
      return true
    }
  }

  /// Gives back the claim if no thread could be started, and drops everything that waits.
  func giveUpWork() {
    state.withLock { state in
      for id in state.order { state.jobs[id] = nil }
      (state.order, state.isWorking) = ([], false)
    }
  }

  /// Makes everything that waits.
  ///
  /// - Parameter isOver: returns the reason why nothing may be made now; `nil` if there is none.
  func work(_ maker: any Maker, isOver: @escaping @Sendable () -> String?) {
    while let id = next() {
      let place = place(of: id)
      mkdir(folder, 0o700)
      mkdir(place, 0o700)
      var facts = ""
      var problem = isOver()
      for command in state.withLock({ $0.jobs[id]?.commands ?? [] }) where problem == nil {
        let outcome = maker.make(
          command, progress: { share in self.change(id) { $0.progress = share } },
          isOver: { isOver() != nil || self.isGivenUp(id) })
        switch outcome {
        case .done(let words): facts = words
        case .failed(let words): problem = isOver() ?? words
        }
      }
      finish(id, facts, problem)
    }
  }

  private func next() -> String? {
    state.withLock { state in
      guard !state.order.isEmpty else {
        state.isWorking = false
        return nil
      }
      let id = state.order.removeFirst()
      state.jobs[id]?.report.state = "working"
      return id
    }
  }

  private func isGivenUp(_ id: String) -> Bool {
    state.withLock { $0.jobs[id]?.isGivenUp ?? true }
  }

  private func change(_ id: String, _ body: (inout Report) -> Void) {
    state.withLock { state in
      if var report = state.jobs[id]?.report {
        body(&report)
        state.jobs[id]?.report = report
      }
    }
  }

  private func finish(_ id: String, _ facts: String, _ problem: String?) {
    let files = Self.files(in: place(of: id))
    guard problem == nil, !files.isEmpty else {
      Self.remove(place(of: id))
      return change(id) {
        $0.state = "failed"; $0.message = problem ?? "nothing was made"
      }
    }
    change(id) { report in
      (report.state, report.progress) = ("ready", 1)
      (report.facts, report.files) = (facts, files)
    }
  }

  // MARK: - Folders

  private func place(of id: String) -> String { "\(folder)/\(id)" }

  private static func files(in folder: String) -> [Report.File] {
    folderNames(folder).compactMap { name in
      var status = stat()
      guard stat("\(folder)/\(name)", &status) == 0 else { return nil }
      return Report.File(name: name, bytes: Int(status.st_size))
    }
  }

  /// Removes a folder with its files and its subfolders.
  private static func remove(_ folder: String) {
    for name in folderNames(folder) where unlink("\(folder)/\(name)") != 0 {
      remove("\(folder)/\(name)")
    }
    rmdir(folder)
  }
}

/// Runs the recorder's own program to make something for a browser.
package protocol Maker: Sendable {
  /// Runs a command line of `pinna`.
  ///
  /// - Parameters:
  /// - progress: called with the part that is done, 0 to 1.
  ///   - isOver: returns true if the work is to be given up.
  func make(
    _ words: [String], progress: (Double) -> Void, isOver: () -> Bool
  ) -> MadeOutcome

  /// Runs work on a thread of its own; false if the system has no thread left.
  func start(_ work: @escaping @Sendable () -> Void) -> Bool
}

/// The outcome of a command line.
package enum MadeOutcome: Sendable, Equatable {
  /// The command succeeded, and printed this text.
  case done(String)
  /// The command failed for this reason.
  case failed(String)
}
