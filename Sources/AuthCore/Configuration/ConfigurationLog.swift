/// Collects the faults and the keys that the readers of a configuration find, so that reading continues after a fault.
///
/// It is a class, because the readers of nested objects are values and share one log.
package final class ConfigurationLog: Sendable {
  /// The purpose of the reading.
  enum Purpose: Sendable {
    /// To find every fault.
    case checking
    /// To list the keys. If `everything` is false, the configuration is read as an empty one; if it is true, as one in
    /// which every optional object is present.
    case describing(everything: Bool)
  }

  private struct Notes {
    var faults: [ConfigurationFault] = []
    var keys: [String: [ConfigurationKey]] = [:]
  }

  let purpose: Purpose
  private let notes = Locked(Notes())

  init(_ purpose: Purpose) { self.purpose = purpose }

  /// Every fault, in the order in which it was found.
  var faults: [ConfigurationFault] { notes.withLock { $0.faults } }

  func note(_ fault: ConfigurationFault) {
    notes.withLock { if !$0.faults.contains(fault) { $0.faults.append(fault) } }
  }

  func note(_ key: ConfigurationKey, in path: String) {
    notes.withLock { notes in
      guard notes.keys[path]?.contains(where: { $0.name == key.name }) != true else { return }
      notes.keys[path, default: []].append(key)
    }
  }

  /// The keys that were read from the object at a path, including those of inner objects.
  func keys(of path: String) -> [ConfigurationKey] {
    let all = notes.withLock { $0.keys }
    func keys(_ path: String) -> [ConfigurationKey] {
      (all[path] ?? []).map { key in
        guard case .object = key.kind else { return key }
        return ConfigurationKey(
          key.name, .object(keys("\(path).\(key.name)")), key.summary, isRequired: key.isRequired)
      }
    }
    return keys(path)
  }
}
