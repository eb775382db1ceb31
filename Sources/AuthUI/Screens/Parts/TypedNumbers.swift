#if canImport(SwiftUI)
  import AuthCore

  /// The numbers that the user has typed, by the challenges' ids. A description omits them.
  struct TypedNumbers: Equatable, Redacting {
    private(set) var all: [String: String] = [:]

    subscript(id: String) -> String {
      get { all[id] ?? "" }
      set { all[id] = newValue }
    }

    var shownParts: KeyValuePairs<String, String> { ["count": "\(all.count)"] }
  }
#endif
