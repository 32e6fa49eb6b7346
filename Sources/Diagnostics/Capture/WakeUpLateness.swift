import Glibc
import Realtime

/// How late the capture thread was when it looked: the time since the device had a period for it.
public struct WakeUpLateness: Sendable, Equatable {
  /// Seconds of every wake-up, the smallest first.
  public let sorted: [Double]
  /// Seconds of sound that waited at most.
  public let mostWaiting: Double

  /// The lateness of some wake-ups; `nil` for none.
  ///
  /// A thread that wakes when one period waits is in time. What waits beyond that came while it slept, and so did the time
  /// since the device last said how far it is.
  ///
  /// - Parameters:
  ///   - rate: frames per second.
  ///   - period: frames for which the device wakes the thread.
  public init?(_ wakeUps: [WakeUp], rate: Double, period: Int) {
    guard !wakeUps.isEmpty else { return nil }
    sorted = wakeUps.map { wakeUp in
      max(0, wakeUp.time - wakeUp.stamp) + Double(max(0, wakeUp.waiting - period)) / rate
    }.sorted()
    mostWaiting = wakeUps.reduce(0) { max($0, Double($1.waiting) / rate) }
  }

  /// The smallest lateness that so large a part of all does not exceed, in seconds.
  public func quantile(_ part: Double) -> Double {
    sorted[min(sorted.count - 1, max(0, Int((part * Double(sorted.count)).rounded(.up)) - 1))]
  }

  /// Seconds that half of all do not exceed.
  public var median: Double { quantile(0.5) }

  /// The largest, in seconds.
  public var largest: Double { sorted[sorted.count - 1] }

  /// One bar of a histogram.
  public struct Bar: Sendable, Equatable {
    /// Seconds from which on it counts; 0 for the first.
    public var from: Double
    /// Seconds up to which it counts.
    public var to: Double
    /// Wake-ups.
    public var count: Int
  }

  /// A histogram with bars that double in width, from 62.5 microseconds up to the largest.
  public var histogram: [Bar] {
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

  /// Seconds: finer than what a thread that is woken by an interrupt can differ.
  private static let firstBar = 62.5e-6
}
