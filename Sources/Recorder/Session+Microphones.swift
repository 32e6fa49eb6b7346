import Boards
import Realtime

extension Session {
  func watchMicrophones(_ now: Double) {
    if let redesign, redesign.isDone.isRaised {
      redesign.thread.join()
      self.redesign = nil
      unusable = redesign.unusable
      events.append(.unusable(names(unusable)))
      refineOthers()
    }
    guard redesign == nil, let capture, now >= nextHealthCheck,
      capture.frames >= capture.grant.rate / 2
    else { return }
    nextHealthCheck = now + Self.healthSeconds
    do throws(FrameRingError) {
      let dead = try DeadMicrophones.find(
        in: capture.ring, board: configuration.board, rate: capture.grant.rate)
      // Two looks must agree: one may fall on a moment of digital silence.
      if dead == suspects, dead != unusable { report(dead) }
      suspects = dead
    } catch {
      // All readers are in use by takes that are being finished: look again later.
      return
    }
  }

  /// Between takes, filters without the dead microphones are made; the filters of a take never change.
  private func report(_ dead: Set<Int>) {
    guard let take, let capture else {
      startRedesign(dead)
      return
    }
    let died = dead.subtracting(unusable).subtracting(reportedInTake)
    reportedInTake.formUnion(died)
    if !died.isEmpty {
      take.journal.died(names(died), at: capture.ring.timelineEnd)
      events.append(.diedInTake(names(died)))
    }
  }

  private func names(_ microphones: Set<Int>) -> [String] {
    microphones.sorted().map { configuration.board.microphones[$0].name }
  }

  private func startRedesign(_ dead: Set<Int>) {
    let (filters, isDone) = (filters, StopFlag())
    do throws(SessionFault) {
      let thread = try Thread(name: "design", stackBytes: Thread.largeStack) {
        // A board that cannot be designed without them keeps its error for the press.
        try? filters.prepare(unusable: dead)
        filters.putToolsAway()
        isDone.raise()
      }
      redesign = Redesign(unusable: dead, isDone: isDone, thread: thread)
    } catch {
      events.append(.fault(error))
    }
  }

  /// Refines the filters for the microphones that are left; simulated time refines those that takes ask for.
  private func refineOthers() {
    refinement?.cancel()
    guard filters.refines, !configuration.waitsForFilters else { return }
    do throws(SessionFault) {
      refinement = try FilterPreparation(
        filters, first: (currentCase, pattern), makesAll: true, unusable: unusable)
    } catch {
      events.append(.fault(error))
    }
  }
}

/// Filters that are being designed for the microphones that are left.
struct Redesign {
  var unusable: Set<Int>
  var isDone: StopFlag
  var thread: Thread
}
