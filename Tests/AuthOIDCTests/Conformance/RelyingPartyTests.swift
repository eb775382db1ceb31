import Testing

/// The relying-party tests of the OpenID Foundation, re-made as tables: the real client and provider at an OpenID
/// provider in the same process, which is malformed as the suite describes it.
@Suite struct RelyingPartyTests {
  @Test(arguments: RelyingPartyPlan.all.flatMap(\.rows))
  func theClientDoesWhatTheTestDemands(row: TableRow) async throws {
    let (fault, _) = try await row.result()
    #expect(fault == nil)
  }

  /// Without this, a row could hold for any client.
  @Test(arguments: RelyingPartyPlan.all.flatMap(\.rows))
  func eachRowFailsWithItsControl(row: TableRow) async throws {
    #expect(try await row.controlFault() != nil)
  }

  @Test(arguments: RelyingPartyPlan.all)
  func eachPlanHasTheTestsOfTheSuite(plan: RelyingPartyPlan) {
    #expect(plan.rows.map(\.name) == plan.tests)
  }

  @Test(arguments: RelyingPartyPlan.all)
  func thePageHasTheTable(plan: RelyingPartyPlan) async throws {
    let table = try await ConformanceTable(plan.name, running: plan.rows)
    print(table.text)
    #expect(table.faults == [])
    #expect(try ConformancePage.table(below: plan.heading) == table.markdown)
  }
}
