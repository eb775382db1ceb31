/// Finds the known name nearest to an unknown one.
package enum NearestName {
  /// Returns the candidate with the smallest edit distance to `name`, without regard to case; nil if the distance is
  /// more than two and more than a third of the length of `name`.
  package static func find(_ name: String, in candidates: [String]) -> String? {
    let best = candidates.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
      .min { $0.distance < $1.distance }
    guard let best, best.distance <= max(2, name.count / 3) else { return nil }
    return best.name
  }

  /// Returns the Levenshtein distance of two strings.
  private static func distance(_ left: String, _ right: String) -> Int {
    let first = Array(left)
    let second = Array(right)
    var row = Array(0...second.count)
    for (index, character) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let above = row[column + 1]
        row[column + 1] = min(above + 1, row[column] + 1, diagonal + (character == other ? 0 : 1))
        diagonal = above
      }
    }
    return row[second.count]
  }
}
