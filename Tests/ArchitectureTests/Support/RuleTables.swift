/// The tables of a page that end with a column of tests.
struct RuleTables {
  /// One row.
  struct Row: Equatable {
    /// The heading above the table.
    let heading: String
    /// The cells of the row, without blanks around them.
    let cells: [String]

    var number: String { cells.first ?? "" }
    /// The names of tests: the texts between backticks in the last cell that have the form of a name of a test.
    var tests: [String] {
      let parts = (cells.last ?? "").split(separator: "`", omittingEmptySubsequences: false).enumerated()
      return parts.filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }.filter(RuleTables.isName)
    }
  }

  let rows: [Row]

  init(_ page: String) {
    var rows: [Row] = []
    var heading = ""
    var isTable = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
      guard line.hasPrefix("|") else {
        isTable = false
        continue
      }
      let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast().map(Self.trimmed)
      if cells.last == "tests" {
        isTable = true
      } else if isTable, cells.contains(where: { $0 != "---" }) {
        rows.append(Row(heading: heading, cells: cells))
      }
    }
    self.rows = rows
  }

  /// The first cells of the rows below a heading that begins with `heading`, without repetitions in sequence.
  func numbers(below heading: String) -> [String] {
    rows.filter { $0.heading.hasPrefix(heading) }.map(\.number).reduce(into: []) { list, number in
      if list.last != number { list.append(number) }
    }
  }

  /// The rows that break the rules of the page: a row with three cells before its tests applies if the third begins
  /// with `yes`, and then needs a test, or says what does not hold. Other rows need a test.
  var faults: [String] {
    rows.flatMap { row -> [String] in
      let place = "\(row.heading), \(row.number)"
      guard row.cells.count > 3 else { return row.tests.isEmpty ? ["\(place): no test"] : [] }
      var faults: [String] = []
      let applies = row.cells[2]
      if !["yes", "no: ", "the app: ", "the vendor: ", "the vendor. "].contains(where: { applies.hasPrefix($0) }) {
        faults.append("\(place): does not say whether it applies")
      }
      if applies.hasPrefix("yes"), row.tests.isEmpty, !row.cells[3].contains("**does not hold**") {
        faults.append("\(place): no test")
      }
      return faults
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  private static func isName(_ text: String) -> Bool {
    if text.hasPrefix("judges/") { return true }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].hasSuffix("Tests")
  }
}
