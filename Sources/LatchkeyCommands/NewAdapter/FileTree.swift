/// Prints paths as a tree.
enum FileTree {
  /// One line for the root, and one for each folder and file below it, in the order in which `paths` first names them.
  static func lines(_ root: String, _ paths: [String]) -> [String] {
    [root + "/"] + branches(paths.map { $0.split(separator: "/").map(String.init) }, "")
  }

  private static func branches(_ paths: [[String]], _ indentation: String) -> [String] {
    var names: [String] = []
    for path in paths { if let first = path.first, !names.contains(first) { names.append(first) } }
    return names.flatMap { name -> [String] in
      let isLast = name == names.last
      let inner = paths.filter { $0.first == name }.map { Array($0.dropFirst()) }.filter { !$0.isEmpty }
      return [indentation + (isLast ? "└── " : "├── ") + name + (inner.isEmpty ? "" : "/")]
        + branches(inner, indentation + (isLast ? "    " : "│   "))
    }
  }
}
