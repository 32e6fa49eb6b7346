/// The order in which a transform leaves its bins; they are never rearranged.
///
/// The forward transform repeatedly splits its signal by 4; if the size is not a power of 4, it also splits the signal
/// by 2, just before the last split by 4. The inverse transform takes the bins in the resulting order. So four
/// neighbours are always the bins m, m + size/4, m + size/2 and m + 3 size/4.
enum BinOrder {
  /// The bin at a position.
  static func bin(at position: Int, size: Int) -> Int {
    var (bin, weight, rest, span) = (0, 1, position, size)
    while span > 1 {
      let radix = span == 8 ? 2 : 4
      span /= radix
      bin += rest / span * weight
      rest %= span
      weight *= radix
    }
    return bin
  }
}

/// The bins of a block of all inputs, where a filter engine keeps them until the next block.
struct BlockBins {
  /// The first bin of the first group of inputs, in the order of ``BinOrder``.
  let first: UnsafePointer<LaneComplex>
  /// The number of elements from one group to the next.
  let groupStep: Int
  /// The number of elements from one bin to the next.
  let step: Int

  @_noAllocation @_noLocks
  @inline(__always)
  init(first: UnsafePointer<LaneComplex>, groupStep: Int, step: Int) {
    (self.first, self.groupStep, self.step) = (first, groupStep, step)
  }
}
