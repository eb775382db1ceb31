import AuthCore

/// The law for the texts of a value that an app shows, such as a prompt: no text is too long, or has characters that
/// change a terminal or a page.
enum ShownTexts {
  private static let limit = 2_000

  /// What is wrong with the texts of a value; nil if nothing is.
  static func fault(in value: Any, depth: Int = 0) -> String? {
    // Secrets and JSON are data of the vendor, which an app does not show as they are.
    if value is Secret || value is JSONValue || depth > 8 { return nil }
    if let text = value as? String { return fault(text) }
    for child in Mirror(reflecting: value).children {
      // The id of a credential may be an address of any length; an app sends it back, and need not show it.
      if child.label == "id", let id = child.value as? String {
        guard let fault = raw(id) else { continue }
        return "id \(fault)"
      }
      if let fault = fault(in: child.value, depth: depth + 1) { return "\(child.label ?? "-") \(fault)" }
    }
    return nil
  }

  /// What is wrong with a text; nil if nothing is.
  static func fault(_ text: String) -> String? {
    if text.utf8.count > limit { return "has \(text.utf8.count) bytes: \(text.prefix(60))" }
    return raw(text)
  }

  private static func raw(_ text: String) -> String? {
    let raw = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse: true
      default: false
      }
    }
    return raw.isEmpty ? nil : "has \(raw.prefix(8).map { "U+" + String($0.value, radix: 16) })"
  }
}
