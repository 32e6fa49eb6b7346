import Glibc
import Realtime

/// The lateness of the capture thread's wake-ups: the time since the device had a period ready.
package struct WakeUpLateness: Sendable, Equatable {
  /// The lateness of every wake-up in seconds, in rising order.
  package let sorted: [Double]
  /// The largest amount of waiting sound at any wake-up, in seconds.
  package let mostWaiting: Double

  /// The lateness of the given wake-ups; `nil` if there are none.
  ///
  /// A thread that wakes up to one waiting period is on time. Any further frames arrived before it woke, and so did the
  /// frames since the device last reported its position.
  ///
  /// - Parameters:
  ///   - rate: frames per second.
  ///   - period: the number of frames after which the device wakes the thread.
  package init?(_ wakeUps: [WakeUp], rate: Double, period: Int) {
    guard !wakeUps.isEmpty else { return nil }
    sorted = wakeUps.map { wakeUp in
      max(0, wakeUp.time - wakeUp.stamp) + Double(max(0, wakeUp.waiting - period)) / rate
    }.sorted()
    mostWaiting = wakeUps.reduce(0) { max($0, Double($1.waiting) / rate) }
  }

  /// The lateness, in seconds, that a given fraction of all wake-ups does not exceed.
  package func quantile(_ part: Double) -> Double {
    sorted[min(sorted.count - 1, max(0, Int((part * Double(sorted.count)).rounded(.up)) - 1))]
  }

  /// The median lateness in seconds.
  package var median: Double { quantile(0.5) }

  /// The largest lateness in seconds.
  package var largest: Double { sorted[sorted.count - 1] }

  /// One bar of a histogram.
  package struct Bar: Sendable, Equatable {
    /// The lower bound of the bar in seconds; 0 for the first bar.
    package var from: Double
    /// The upper bound of the bar in seconds.
    package var to: Double
    /// The number of wake-ups in the bar.
    package var count: Int
  }

  /// A histogram whose bars double in width, from 62.5 microseconds up to the largest lateness.
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

  /// The width of the first bar in seconds: finer than the jitter of a thread woken by an interrupt.
  private static let firstBar = 62.5e-6
}
