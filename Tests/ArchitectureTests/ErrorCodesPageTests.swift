import AuthCore
import Testing

/// Checks that the page on error codes contains the tables that are generated from the code.
@Suite struct ErrorCodesPageTests {
  private func table() throws -> ErrorCodeTable {
    ErrorCodeTable(reading: try SourceTree.text("Sources/AuthCore/Errors/AuthErrorCode.swift"))
  }

  @Test func thePageHasTheTablesOfTheCode() throws {
    let page = try SourceTree.text("Documentation/ErrorCodes.md")
    let markdown = try table().markdown
    #expect(page.contains(markdown), "put this into Documentation/ErrorCodes.md:\n\(markdown)")
  }

  @Test func everyCodeHasAMeaning() throws {
    let meanings = try table().meanings
    for code in AuthError.Code.allCases { #expect(meanings[code.rawValue]?.isEmpty == false, "\(code)") }
    #expect(meanings.count == AuthError.Code.allCases.count, "every declared code must be in allCases")
  }

  @Test func thePageExplainsEveryRecovery() throws {
    let page = try SourceTree.text("Documentation/ErrorCodes.md")
    let recoveries = [
      "retryInput", "restart", "wait(until:)", "retryRequest", "resend", "selectMethod", "signIn", "abort",
    ]
    for recovery in recoveries { #expect(page.contains("| `\(recovery)` |"), "\(recovery)") }
  }
}
