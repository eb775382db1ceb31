import AuthCore
import AuthStorage
import AuthTesting

extension ProviderServices {
  /// Services in memory, without access to anything outside the process.
  static func testing(
    transport: any HTTPTransport = ScriptedTransport([]), tokenProvider: any TokenProvider = TokenProviderChain([]),
    clock: any AuthClock = ManualClock(), observer: any AuthObserver = SilentObserver()
  ) -> ProviderServices {
    ProviderServices(
      transport: transport, keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(clock: clock),
      tokenProvider: tokenProvider, clock: clock, random: SeededRandomSource(seed: 1), observer: observer)
  }
}
