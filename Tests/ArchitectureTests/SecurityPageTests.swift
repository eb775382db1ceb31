import Testing

/// The pages on security name a test for everything that they promise. Whether the test would fail is for its reader to
/// judge; here, it must exist.
@Suite struct SecurityPageTests {
  private static let pages = ["Documentation/Security.md", "Documentation/SecurityRules.md"]

  private func tables(_ page: String) throws -> RuleTables { RuleTables(try SourceTree.text(page)) }

  @Test(arguments: pages)
  func everyTestThatIsNamedExists(page: String) throws {
    let known = try TestNames.all.get()
    #expect(known.count > 2000)
    let named = try tables(page).rows.flatMap(\.tests)
    #expect(named.count > 40)
    #expect(Set(named).subtracting(known).sorted() == [])
  }

  @Test(arguments: pages)
  func everyRowThatAppliesNamesATest(page: String) throws {
    #expect(try tables(page).faults == [])
  }

  @Test func noStepOrSectionIsMissing() throws {
    let rules = try tables("Documentation/SecurityRules.md")
    #expect(rules.numbers(below: "WebAuthn Level 3 §7.1") == (1...29).map(String.init))
    #expect(rules.numbers(below: "WebAuthn Level 3 §7.2") == (1...25).map(String.init))
    #expect(rules.numbers(below: "RFC 8725") == (1...12).map { "3.\($0)" })
    #expect(rules.numbers(below: "OpenID Connect Core 1.0 §3.1.3.7") == (1...13).map(String.init))
    #expect(rules.numbers(below: "MASVS-STORAGE") == ["STORAGE-1", "STORAGE-2"])
    #expect(rules.numbers(below: "MASVS-CRYPTO") == ["CRYPTO-1", "CRYPTO-2"])
    #expect(
      rules.numbers(below: "RFC 9700") == [
        "2.1", "2.1.1", "2.1.2", "2.2.1", "2.2.2", "2.3", "2.4", "2.5", "2.6", "4.1.3", "4.2.4", "4.3.1", "4.3.2",
        "4.4.2", "4.5.3", "4.6.1", "4.7.1", "4.8.2", "4.9.3", "4.10.1", "4.10.2", "4.10.3", "4.11.1", "4.11.2", "4.12",
        "4.13", "4.14.2", "4.15.1", "4.16", "4.17.2",
      ])
    let others = rules.numbers(below: "Other rules")
    for section in ["Core 3.1.2.7", "Core 3.1.3.8", "RP-Initiated Logout 2"] { #expect(others.contains(section)) }
  }

  @Test func madeUpFaultsAreFound() {
    let page = """
      ## A
      | step | rule | applies | what we do | tests |
      | --- | --- | --- | --- | --- |
      | 1 | a | yes | b | `OneTests.two`, `not a name`, `judges/x::test_y` |
      | 2 | a | yes, sometimes | b | a promise |
      | 3 | a | yes | **does not hold**: b | – |
      | 4 | a | perhaps | b | – |
      | 5 | a | the app: it does | – | – |

      | asset | where |
      | --- | --- |
      | a | b |

      ## B
      | threat | countermeasure | tests |
      | --- | --- | --- |
      | a | b | `Thing.other` |
      """
    let tables = RuleTables(page)
    #expect(tables.rows.count == 6)
    #expect(tables.rows.first?.tests == ["OneTests.two", "judges/x::test_y"])
    #expect(tables.numbers(below: "A") == ["1", "2", "3", "4", "5"])
    #expect(tables.faults == ["A, 2: no test", "A, 4: does not say whether it applies", "B, a: no test"])
  }

  @Test func testsAreFoundInTheirForms() {
    let source = """
      @Suite(.enabled(if: true)) struct FirstTests {
        struct Helper { func no() {} }
        @Test func one() {}
        @Test(
          "a name", arguments: [1])
        func two(_ number: Int) {}
        func helper() {}
        @Test("func fake") func three() {}
      }
      extension SecondTests { @Test func four() throws {} }
      // @Test func five() {}
      """
    #expect(
      TestNames.swift(in: source) == ["FirstTests.one", "FirstTests.two", "FirstTests.three", "SecondTests.four"])
    let python = "def test_a(b):\n  def test_c():\ndef helper():\ndef test_d():"
    #expect(TestNames.python(in: python) == ["test_a", "test_d"])
  }
}
