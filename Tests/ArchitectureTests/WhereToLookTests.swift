import Testing

/// Checks the page that names the files of each standard and mechanism. Whether a file has the code that its row is
/// about is for its reader to judge; here, the file must exist.
@Suite struct WhereToLookTests {
  private static let page = "Documentation/WhereToLook.md"

  private func tables() throws -> PathTables { PathTables(try SourceTree.text(Self.page)) }

  @Test func everyFileExists() throws {
    let named = Set(try tables().paths)
    #expect(named.count > 300)
    #expect(named.filter { !SourceTree.exists("Sources/" + $0) }.sorted() == [])
  }

  @Test func everyRowNamesFiles() throws {
    #expect(try tables().faults == [])
  }

  @Test func everyTargetWithMoreThanTenFilesIsNamed() throws {
    let files = try SourceTree.files("Sources").filter { !$0.isTemplate }
    let sizes = Dictionary(grouping: files, by: \.target).mapValues(\.count)
    #expect(sizes.count > 30)
    let named = Set(try tables().paths.map { String($0.prefix { $0 != "/" }) })
    #expect(sizes.filter { $0.value > 10 && !named.contains($0.key) }.keys.sorted() == [])
  }

  @Test func everyStandardThatTheCodeCitesIsNamed() throws {
    var cited: Set<String> = []
    for file in try SourceTree.files("Sources") { cited.formUnion(Standards.cited(in: file.text)) }
    #expect(cited.count > 70)
    #expect(cited.subtracting(Standards.cited(in: try SourceTree.text(Self.page))).sorted() == [])
  }

  @Test func madeUpFaultsAreFound() {
    let page = """
      ## A
      | what | files |
      | --- | --- |
      | one | `T/One.swift`, `T/two.h` |
      | two | `One.swift`, Two |
      | three | – |

      ## B
      | what | client; backend | sandbox |
      | --- | --- | --- |
      | four | `T/Four.swift`; backend: `B/Four.swift`, `B/Five.swift` | `S/Four.swift` |
      | five | backend: `B/Five.swift` | – |
      | one | `T/One.swift` | – |
      """
    let tables = PathTables(page)
    #expect(tables.rows.map(\.topic) == ["one", "two", "three", "four", "five", "one"])
    #expect(tables.rows[0].paths == ["T/One.swift", "T/two.h"])
    #expect(tables.rows[3].paths == ["T/Four.swift", "B/Four.swift", "B/Five.swift", "S/Four.swift"])
    #expect(tables.rows[4].paths == ["B/Five.swift"])
    #expect(
      tables.faults == ["two: not a path: `One.swift`", "two: not a path: Two", "three: no file", "one: a second row"])
  }

  @Test func citedStandardsAreFound() {
    let text = "/// RFC 6749 §4.1.2, RFC\n/// 7636; EIP-712, CAIP-2: see RFCs 1 and 2, EIP-x, an RFC, eip155, MYEIP-1"
    #expect(Standards.cited(in: text) == ["RFC 6749", "RFC 7636", "EIP-712", "CAIP-2"])
  }
}
