import AuthCore

/// Whether a record is the one that was written last, according to the manifest.
extension FileStorage {
  /// Whether a state of a place is the one that was written last.
  enum Verdict: Equatable {
    case accepted
    /// The manifest has other states. The number is the sequence of its part.
    case refused(UInt64)
  }

  /// Compares the state of a place with the manifest. The state must have been read before this call: a writer lists
  /// the next state before it writes, so a later look at the manifest contains everything that could be read.
  ///
  /// - Parameter manifest: nil for the manifest of the key file that was loaded last.
  func verdict(
    on state: RecordState, at place: RecordPlace, in manifest: RecordManifest? = nil
  ) throws(AuthError) -> Verdict {
    guard let manifest = manifest ?? loadedKeys.withLock({ $0 })?.manifest, let part = RecordManifest.part(of: place),
      try manifest.shard(part)?.accepts(state, at: place) == false,
      let shard = try manifest.shard(part, rereading: true), !shard.accepts(state, at: place)
    else { return .accepted }
    return .refused(shard.sequence)
  }

  /// What the manifest requires in addition to the present records.
  struct Missing {
    var places: [RecordPlace] = []
    /// The parts that cannot be read, by their paths. They may require further records.
    var damaged: [(path: String, error: AuthError)] = []
  }

  /// Returns the places that the manifest requires and that are not in `present`.
  ///
  /// - Parameter room: the subdirectory whose places are wanted; nil for all.
  func missing(in room: String? = nil, except present: [RecordPlace]) throws(AuthError) -> Missing {
    guard let manifest = loadedKeys.withLock({ $0 })?.manifest else { return Missing() }
    let present = Set(present)
    var missing = Missing()
    for part in try manifest.parts() {
      do throws(AuthError) {
        missing.places += try manifest.shard(part)?.required(in: room).filter { !present.contains($0) } ?? []
      } catch {
        guard error.code == .storeCorrupt else { throw error }
        missing.damaged.append((manifest.directory + "/" + part, error))
      }
    }
    return missing
  }

  /// The error for a record that is not the one that was written last.
  func rolledBack(_ place: RecordPlace, _ state: RecordState) -> AuthError {
    AuthError(
      .storeRolledBack,
      "\(path(of: place)) \(state == .absent ? "was removed by another program" : "is an older copy of the record"). "
        + "Nothing was changed. Restore the latest record, or run 'latchkey storage quarantine' to set it aside. If "
        + "you restored a backup on purpose, run 'latchkey storage accept' to accept the present records.",
      underlying: state == .absent ? "record: removed" : "record: older")
  }
}
