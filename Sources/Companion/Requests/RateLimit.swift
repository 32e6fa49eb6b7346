/// A limit on how often each address may do something: a number of times at once, then a number of times per second.
struct RateLimit: Sendable, Equatable {
  private struct Bucket: Equatable {
    var left: Double
    var at: Double
  }

  /// The maximum number of addresses that are remembered.
  static let mostAddresses = 256

  private let burst: Double
  private let perSecond: Double
  private var buckets: [String: Bucket] = [:]

  init(burst: Double, perSecond: Double) { (self.burst, self.perSecond) = (burst, perSecond) }

  /// Counts one more attempt by an address; false if that is one too many.
  mutating func admit(_ address: String, _ now: Double) -> Bool {
    if buckets.count >= Self.mostAddresses, buckets[address] == nil { forget(now) }
    var bucket = buckets[address] ?? Bucket(left: burst, at: now)
    bucket.left = min(burst, bucket.left + (now - bucket.at) * perSecond)
    bucket.at = now
    let isTaken = bucket.left >= 1
    if isTaken { bucket.left -= 1 }
    buckets[address] = bucket
    return isTaken
  }

  /// Forgets the addresses whose buckets are full again, or else the address with the fullest bucket.
  private mutating func forget(_ now: Double) {
    buckets = buckets.filter { $0.value.left + (now - $0.value.at) * perSecond < burst }
    guard buckets.count >= Self.mostAddresses else { return }
    // All buckets fill equally fast, so the fullest one belongs to the address that asked least.
    let fullest = buckets.max {
      $0.value.left - $0.value.at * perSecond < $1.value.left - $1.value.at * perSecond
    }
    if let fullest { buckets[fullest.key] = nil }
  }
}
