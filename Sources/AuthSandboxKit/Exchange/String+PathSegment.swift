extension String {
  /// Returns the text between a prefix and a suffix; nil unless it is one path segment.
  package func between(_ prefix: String, _ suffix: String) -> String? {
    guard hasPrefix(prefix), hasSuffix(suffix), utf8.count > prefix.utf8.count + suffix.utf8.count else { return nil }
    let middle = dropFirst(prefix.count).dropLast(suffix.count)
    return middle.contains("/") ? nil : String(middle)
  }
}
