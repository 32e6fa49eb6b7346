// The number of lanes of a vector is chosen at build time: usually four (SSE on every x86-64, NEON), but eight with
// -DPINNA_V3. This flag means that the compiler runs with -march=x86-64-v3, so AVX2 and FMA are available.
#if PINNA_V3
  typealias Lanes = SIMD8<Float>
  typealias LaneBits = SIMD8<UInt32>
#else
  typealias Lanes = SIMD4<Float>
  typealias LaneBits = SIMD4<UInt32>
#endif

/// Selects lanes.
typealias LaneMask = SIMDMask<Lanes.MaskStorage>

extension Lanes {
  /// The number of channels that one vector holds.
  static var count: Int { @_noAllocation @_noLocks @inline(__always) get { Lanes.scalarCount } }

  /// Returns `a b + self`, rounded once if the processor has a fused operation, and twice otherwise.
  ///
  /// On a processor without a fused operation, asking for one would cost a function call for every lane.
  @_noAllocation @_noLocks
  @inline(__always)
  func adding(_ a: Lanes, times b: Lanes) -> Lanes {
    #if PINNA_V3 || arch(arm64)
      return self.addingProduct(a, b)
    #else
      return self + a * b
    #endif
  }

  /// Returns `self - a b`, rounded like ``adding(_:times:)``.
  @_noAllocation @_noLocks
  @inline(__always)
  func subtracting(_ a: Lanes, times b: Lanes) -> Lanes {
    #if PINNA_V3 || arch(arm64)
      // Flip the signs instead of computing 0 - a: the compiler merges the flips into the operation.
      let bits: LaneBits = unsafeBitCast(a, to: LaneBits.self) ^ LaneBits(repeating: 0x8000_0000)
      return self.addingProduct(unsafeBitCast(bits, to: Lanes.self), b)
    #else
      return self - a * b
    #endif
  }
}

extension Lanes {
  /// The greatest of the lanes.
  var greatest: Float {
    @_noAllocation @_noLocks @inline(__always) get {
      var result = self[0]
      for lane in 1..<Lanes.count where self[lane] > result { result = self[lane] }
      return result
    }
  }

  /// The first four lanes.
  var first: SIMD4<Float> {
    @_noAllocation @_noLocks @inline(__always) get {
      #if PINNA_V3
        return lowHalf
      #else
        return self
      #endif
    }
  }
}
