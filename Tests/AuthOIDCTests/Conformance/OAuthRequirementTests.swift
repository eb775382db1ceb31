import Testing

/// What RFC 9700, RFC 9449 and RFC 9126 demand of clients, as tables.
@Suite struct OAuthRequirementTests {
  private static let tables = [
    ("RFC 9700", RFC9700Rows.all), ("RFC 9449", RFC9449Rows.all), ("RFC 9126", RFC9126Rows.all),
  ]
  private static let rows = tables.flatMap(\.1).filter(\.applies)

  @Test(arguments: rows)
  func theClientFollowsTheRule(row: TableRow) async throws {
    let (fault, _) = try await row.result()
    #expect(fault == nil)
  }

  /// Without this, a row could hold for any client.
  @Test(arguments: rows)
  func eachRowFailsWithItsControl(row: TableRow) async throws {
    #expect(try await row.controlFault() != nil)
  }

  @Test(arguments: tables.map(\.0))
  func thePageHasTheTable(name: String) async throws {
    let rows = try #require(Self.tables.first { $0.0 == name }).1
    let table = try await ConformanceTable(name, running: rows)
    print(table.text)
    #expect(table.faults == [])
    #expect(try ConformancePage.table(below: name) == table.markdown)
  }
}
