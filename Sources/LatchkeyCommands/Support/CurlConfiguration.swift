/// The form of curl's configuration files.
enum CurlConfiguration {
  /// A value in quotes, in which curl reads `\\` and `\"`.
  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
