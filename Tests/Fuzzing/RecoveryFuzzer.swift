// Driven by libFuzzer: deploy/fuzz compiles it in one module with TakeFiles and the harness of its tests.
import Glibc

/// Kept between executions; libFuzzer calls from one thread.
nonisolated(unsafe) private let harness = RecoveryHarness()

@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int) -> Int

/// Writes the seeds where the variable PINNA_FUZZ_SEEDS says, and ends.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer
) -> CInt {
  guard let directory = getenv("PINNA_FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
  var template = Array("/tmp/pinna-seeds-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { return 1 }
  let work = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  do throws(TakeFileError) {
    for seed in try RecoverySeeds.make(in: work) {
      guard let file = fopen("\(directory)/\(seed.name)", "w") else { return 1 }
      fwrite(seed.bytes, 1, seed.bytes.count, file)
      fclose(file)
    }
  } catch {
    print("seeds: \(error)")
  }
  exit(0)
}

/// One execution.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: data, count: size)
  guard let harness else { fatalError("no room for two files") }
  if let problem = harness.problem(with: bytes) { fatalError(problem) }
  return 0
}

/// Every second change leaves the checkpoint record with a right CRC, which chance would never find.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: CUnsignedInt
) -> Int {
  let length = mutate(data, size, most)
  let record = WAVHeader.takeBytes - WAVHeader.sector + 8
  guard seed & 1 == 0, length > record + CheckpointRecord.payloadBytes else { return length }
  let covered = 16 + 8 * CheckpointRecord.capacity
  let crc = CRC32(UnsafeRawBufferPointer(start: data + record, count: covered)).value
  for byte in 0..<4 {
    data[record + covered + byte] = UInt8(truncatingIfNeeded: crc >> UInt32(8 * byte))
  }
  return length
}
