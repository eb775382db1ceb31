package import AuthCore

/// The shape of a body as a sample gives it, held against a real body, or filled in to make one.
///
/// A member's text in angle brackets stands for a value of that form (`PlaceholderForm`); with the word `optional` in
/// it the member may be missing. A member called `…` allows further ones. Every other text, and a number below 1,000,
/// has to be the same, or one of them where it names several (`A | B`), unless it is an example's (`user@example.com`),
/// or its path is given as free.
package struct WireShape: Sendable {
  /// The shape.
  package let shape: JSONValue
  /// Paths whose value is the sample's own and may be another: `options.rp.name`.
  package let free: Set<String>

  package init(_ shape: JSONValue, free: Set<String> = []) {
    self.shape = shape
    self.free = free
  }

  /// What is different in `value`; empty when it fits. Each line names the path.
  package func mismatches(_ value: JSONValue) -> [String] {
    var found: [String] = []
    compare(shape, value, path: "", &found)
    return found
  }

  /// A body of this shape: placeholders are made up, optional ones left out.
  ///
  /// - Parameter values: what stands at a path instead: `["options.challenge": "…"]`.
  package func filled(_ values: [String: JSONValue] = [:]) -> JSONValue {
    var result = fill(shape, path: "", values)
    for (path, value) in values.sorted(by: { $0.key < $1.key }) {
      result = Self.set(value, at: path.split(separator: ".").map(String.init)[...], in: result)
    }
    return result
  }

  private func compare(_ shape: JSONValue, _ value: JSONValue, path: String, _ found: inout [String]) {
    let place = path.isEmpty ? "the body" : path
    switch (shape, value) {
    case (.object(let wanted), .object(let given)):
      let isOpen = wanted.members.contains { $0.name == "…" }
      for member in wanted.members where member.name != "…" {
        let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
        if let there = given[member.name] {
          compare(member.value, there, path: inner, &found)
        } else if !PlaceholderForm.isOptional(member.value) {
          found.append("\(inner) is missing")
        }
      }
      for member in given.members where wanted[member.name] == nil && !isOpen {
        found.append("\(path.isEmpty ? member.name : "\(path).\(member.name)") is not in the sample")
      }
    case (.array(let wanted), .array(let given)):
      if wanted.isEmpty || free.contains(path) { return }
      if given.isEmpty { return found.append("\(place) is empty") }
      // The elements of a list that varies in length all have the shape of the one at their place, or of the last.
      for (index, element) in given.enumerated() {
        compare(
          wanted[min(index, wanted.count - 1)], element, path: path.isEmpty ? "\(index)" : "\(path).\(index)", &found)
      }
    case (.string(let text), _) where PlaceholderForm.isPlaceholder(text):
      if let why = PlaceholderForm(text).mismatch(value) { found.append("\(place): \(why), sample \(text)") }
    case (.string(let text), .string(let given)):
      let isExample = text.lowercased().contains("example") || text.contains("…")
      if !Self.alternatives(text).contains(given), !isExample, !free.contains(path) {
        found.append("\(place) is \(given), sample \(text)")
      }
    case (.integer(let number), .integer(let given)):
      if number != given, abs(number) < 1_000, !free.contains(path) {
        found.append("\(place) is \(given), sample \(number)")
      }
    case (.bool(let wanted), .bool(let given)):
      if wanted != given, !free.contains(path) { found.append("\(place) is \(given), sample \(wanted)") }
    case (.null, .null), (.number, .number), (.number, .integer), (.integer, .number): return
    default:
      if !free.contains(path) { found.append("\(place) is \(value.serializedText), sample \(shape.serializedText)") }
    }
  }

  private func fill(_ shape: JSONValue, path: String, _ values: [String: JSONValue]) -> JSONValue {
    if let given = values[path] { return given }
    switch shape {
    case .object(let object):
      let members = object.members.compactMap { member -> (String, JSONValue)? in
        let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
        if member.name == "…" || (PlaceholderForm.isOptional(member.value) && values[inner] == nil) { return nil }
        return (member.name, fill(member.value, path: inner, values))
      }
      return .object(JSONObject(members))
    case .array(let elements):
      return .array(
        elements.enumerated().map { fill($1, path: path.isEmpty ? "\($0)" : "\(path).\($0)", values) })
    case .string(let text) where PlaceholderForm.isPlaceholder(text):
      return PlaceholderForm(text).example
    case .string(let text): return .string(Self.alternatives(text)[0])
    default: return shape
    }
  }

  private static func alternatives(_ text: String) -> [String] {
    let parts = text.split(separator: " | ").map(String.init)
    return parts.count > 1 ? parts : [text]
  }

  private static func set(_ value: JSONValue, at path: ArraySlice<String>, in body: JSONValue) -> JSONValue {
    guard let first = path.first else { return value }
    let rest = path.dropFirst()
    if let index = Int(first), var list = body.arrayValue, list.indices.contains(index) {
      list[index] = set(value, at: rest, in: list[index])
      return .array(list)
    }
    var object = body.objectValue ?? JSONObject()
    object[first] = set(value, at: rest, in: object[first] ?? .object(JSONObject()))
    return .object(object)
  }
}
