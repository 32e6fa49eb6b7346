import Glibc
import Realtime

/// The lateness of the capture thread: the time since the device had a period ready.
package struct WakeUpLateness: Sendable, Equatable {
  /// Lateness of every wake-up in seconds, the smallest first.
  package let sorted: [Double]
  /// The most waiting sound, in seconds.
  package let mostWaiting: Double

  /// The lateness of some wake-ups; `nil` for none.
  ///
  /// A thread that wakes with one period waiting is in time. Frames beyond that arrived while it slept, and so did
  /// those since the device last reported its position.
  ///
  /// - Parameters:
  ///   - rate: frames per second.
  ///   - period: frames after which the device wakes the thread.
  package init?(_ wakeUps: [WakeUp], rate: Double, period: Int) {
    guard !wakeUps.isEmpty else { return nil }
    sorted = wakeUps.map { wakeUp in
      max(0, wakeUp.time - wakeUp.stamp) + Double(max(0, wakeUp.waiting - period)) / rate
    }.sorted()
    mostWaiting = wakeUps.reduce(0) { max($0, Double($1.waiting) / rate) }
  }

  /// The smallest lateness, in seconds, not exceeded by the given part of all wake-ups.
  package func quantile(_ part: Double) -> Double {
    sorted[min(sorted.count - 1, max(0, Int((part * Double(sorted.count)).rounded(.up)) - 1))]
  }

  /// The median lateness in seconds.
  package var median: Double { quantile(0.5) }

  /// The largest lateness in seconds.
  package var largest: Double { sorted[sorted.count - 1] }

  /// One bar of a histogram.
  package struct Bar: Sendable, Equatable {
    /// Its lower bound in seconds; 0 for the first bar.
    package var from: Double
    /// Its upper bound in seconds.
    package var to: Double
    /// The number of wake-ups.
    package var count: Int
  }

  /// A histogram with bars that double in width, from 62.5 microseconds up to the largest.
  package var histogram: [Bar] {
    var bars = [Bar(from: 0, to: Self.firstBar, count: 0)]
    for seconds in sorted {
      while seconds > bars[bars.count - 1].to {
        let edge = bars[bars.count - 1].to
        bars.append(Bar(from: edge, to: 2 * edge, count: 0))
      }
      bars[bars.count - 1].count += 1
    }
    return bars
  }

  /// Seconds: finer than the jitter of a thread woken by an interrupt.
  private static let firstBar = 62.5e-6
}
