extension String {
  /// Returns the text between a prefix and a suffix; nil unless that text is one path segment and not empty.
  package func between(_ prefix: String, _ suffix: String) -> String? {
    guard hasPrefix(prefix), hasSuffix(suffix), utf8.count > prefix.utf8.count + suffix.utf8.count else { return nil }
    let middle = dropFirst(prefix.count).dropLast(suffix.count)
    return middle.contains("/") ? nil : String(middle)
  }
}
