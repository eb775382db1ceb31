import Testing

@testable import AuthTesting

/// The suite's own stores keep the laws of stores. Otherwise, the suite would report their faults as faults of a
/// provider.
@Suite struct ConformanceStoreTests {
  @Test func sessions() async {
    let failures = await SessionStoreConformance {
      let store = ConformanceSessionStore()
      return [store, store]
    }.failures()
    #expect(failures.map(\.description) == [])
  }

  @Test func records() async {
    let failures = await RecordStoreConformance {
      let store = ConformanceRecordStore()
      return [store, store]
    }.failures()
    #expect(failures.map(\.description) == [])
  }
}
