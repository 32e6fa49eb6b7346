import Boards
import Recorder

/// A guided checkup, in which a person helps to identify the microphones and to tell left from right.
///
/// On a simulated board, the hands and sounds of the scenario can take the person's place.
///
/// - Thread: control; it waits.
final class GuidedCheckup {
  let bench: Bench
  let guide: Guide
  /// The time limit for a person in each step, in seconds.
  let patience: Double
  private let plan: GuidedPlan
  private var watch: ClapListener?
  private var watchProblem: String?
  /// The findings of each step, by the step's position in the plan.
  private var results: [Int: [Finding]] = [:]
  private var clapsSoFar: [ClapComparison] = []
  /// The predictions of each case's filters, computed when first needed.
  var promises: [Board.Case: CasePromise] = [:]
  private var answer: GuideAnswer?

  /// The maximum number of attempts at a step without a clear result.
  private static let attempts = 3

  init(_ bench: Bench, plan: GuidedPlan, guide: Guide, patience: Double) {
    self.bench = bench
    self.plan = plan
    self.guide = guide
    self.patience = patience
  }

  /// Runs all steps of the plan.
  ///
  /// - Returns: the findings, in the order of the steps.
  func run() -> [Finding] {
    defer { watch?.close() }
    var index = 0
    while index < plan.steps.count {
      switch findings(plan.steps[index], number: index + 1) {
      case .again:
        index = max(0, index - 1)
        results[index] = nil
      case .stop:
        for rest in index..<plan.steps.count {
          results[rest] = [skipped(plan.steps[rest], "was skipped")]
        }
        index = plan.steps.count
      case .found(let findings):
        results[index] = findings
        findings.forEach(guide.tell)
        index += 1
      }
    }
    return plan.steps.indices.flatMap { results[$0] ?? [] }
  }

  // MARK: One step

  private enum Turn {
    case found([Finding])
    case again
    case stop
  }

  /// Runs one step, and repeats it if the result is unclear.
  private func findings(_ step: GuidedStep, number: Int) -> Turn {
    var reason = ""
    if let obstacle = obstacle(to: step) { return .found([skipped(step, obstacle)]) }
    for attempt in 1...Self.attempts {
      if attempt > 1 { guide.retry(reason) }
      guide.ask(step, number, plan.steps.count)
      answer = nil
      switch outcome(of: step) {
      case .found(let findings): return .found(findings)
      case .timeout(let finding): return .found([finding])
      case .impossible(let why): return .found([skipped(step, why)])
      case .unclear(let why): reason = why
      case .answered(.skip): return .found([skipped(step, "was skipped")])
      case .answered(.again): return .again
      case .answered(.stop): return .stop
      }
    }
    return .found([
      Finding(
        step.check, step.subject, .warn, reason,
        remedy: "repeat it in a quieter place: pinna check \(step.check)")
    ])
  }

  /// Prepares a step before the person's turn; if the step is impossible, returns the reason.
  private func obstacle(to step: GuidedStep) -> String? {
    switch step.action {
    case .press, .hold: nil
    case .tap: soundObstacle()
    case .clap(let which, _): clapObstacle(which) ?? soundObstacle()
    }
  }

  private func outcome(of step: GuidedStep) -> GuidedOutcome {
    switch step.action {
    case .press(let button): press(button, step)
    case .hold(let orientation): hold(orientation, step)
    case .tap(let microphone): tap(microphone, step)
    case .clap(let which, let side): clap(which, side, step)
    }
  }

  private func skipped(_ step: GuidedStep, _ why: String) -> Finding {
    Finding(step.check, step.subject, .skip, why)
  }

  // MARK: Shared by the steps

  /// True if the person has answered; the answer is kept until the next step.
  func isInterrupted() -> Bool {
    answer = answer ?? guide.answer()
    return answer != nil
  }

  /// The person's answer as the outcome or, without an answer, the given outcome.
  func answered(or outcome: GuidedOutcome) -> GuidedOutcome {
    answer.map { .answered($0) } ?? outcome
  }

  /// Opens the capture device if it is not open yet; if that fails, returns the reason.
  private func soundObstacle() -> String? {
    if watch == nil, watchProblem == nil {
      do throws(SessionFault) {
        watch = try ClapListener(bench)
      } catch {
        watchProblem = "the capture device cannot be opened: see \(Check.deviceOpen)"
      }
    }
    return watchProblem
  }

  /// Waits for the next sudden sound.
  ///
  /// - Returns: the sound or, if there is none, the outcome of the step.
  func nextSound(orElse finding: Finding) -> Result<SuddenSound, NoSound> {
    guard let watch else { return .failure(NoSound(.impossible("the capture device is not open"))) }
    if let sound = watch.next(within: patience, isInterrupted: isInterrupted) {
      return .success(sound)
    }
    guard watch.end == nil else {
      return .failure(
        NoSound(.impossible("the capture device has stopped: see \(Check.deviceOpen)")))
    }
    return .failure(NoSound(answered(or: .timeout(finding))))
  }

  /// Keeps the comparisons for a clap, and drops earlier ones for the same clap.
  func keep(_ comparisons: [ClapComparison]) {
    clapsSoFar.removeAll { old in
      comparisons.contains { $0.which == old.which && $0.side == old.side }
    }
    clapsSoFar += comparisons
  }

  /// The comparisons of claps with predictions, in the order of the cases.
  var claps: [ClapComparison] {
    bench.board.cases.flatMap { which in
      GuidedStep.Side.allCases.flatMap { side in
        clapsSoFar.filter { $0.which == which && $0.side == side }
      }
    }
  }

  /// The outcome of a step for which there was no sound.
  struct NoSound: Error {
    var outcome: GuidedOutcome
    init(_ outcome: GuidedOutcome) { self.outcome = outcome }
  }

  /// The finding about a step that was not done in time.
  func undone(_ step: GuidedStep, _ what: String, remedy: String) -> Finding {
    Finding(
      step.check, step.subject, .fail, "\(what) within \(Int(patience)) s", remedy: remedy)
  }
}
