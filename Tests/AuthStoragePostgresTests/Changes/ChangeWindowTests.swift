import Testing

@testable import AuthStoragePostgres

/// The changes that a reader of the list of changes has not seen yet.
@Suite struct ChangeWindowTests {
  private typealias Changes = [(id: Int64, name: [UInt8])]

  @Test("the first query, and the first after a failure, count as a change of everything") func unknown() {
    var window = ChangeWindow()
    #expect(window.looked(horizon: "5", changes: []) == .unknown)
    #expect(window.looked(horizon: "5", changes: []) == .nothing)
    window.failed()
    #expect(window.looked(horizon: "6", changes: []) == .unknown)
    #expect(window.looked(horizon: "6", changes: []) == .nothing)
  }

  @Test("a change that becomes visible after a later one is reported") func order() {
    var window = ChangeWindow()
    _ = window.looked(horizon: "10", changes: [])
    #expect(window.looked(horizon: "10", changes: [(2, [2])]) == .rows([[2]]))
    #expect(window.looked(horizon: "10", changes: [(2, [2]), (1, [1])]) == .rows([[1]]))
    #expect(window.looked(horizon: "12", changes: [(2, [2]), (1, [1])]) == .nothing)
    #expect(window.looked(horizon: "12", changes: [(3, [1])]) == .rows([[1]]))
  }
}
