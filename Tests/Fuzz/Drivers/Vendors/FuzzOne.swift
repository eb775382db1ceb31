import FuzzCounters
import FuzzTargets
import FuzzTargetsVendors

private let target = FuzzTarget.chosen(among: FuzzTarget.vendors)

/// The entry point that libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
  fuzz_counters_update()
  return 0
}
