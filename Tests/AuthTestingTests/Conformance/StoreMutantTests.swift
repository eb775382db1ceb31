import AuthCore
import AuthTesting
import Testing

/// Runs the suites on stores with one deliberate flaw each, and expects that the law for that flaw fails.
@Suite struct StoreMutantTests {
  @Test func everyBrokenSessionStoreIsFound() async {
    let table: [(BrokenSessionStore.Flaw, String)] = [
      (.startsFull, "an empty store contains nothing"), (.losesTags, "a saved session is loaded with every field"),
      (.listsTwice, "a save replaces only the session with the same id"),
      (.losesUpdates, "a save that expects a generation replaces only that generation"),
      (.comparesThenWrites, "of many saves on one generation, one succeeds"),
      (.deletesAll, "a deletion removes only that session"), (.selectsForAll, "a selection belongs to its provider"),
      (.doesNotExclude, "a lock runs one body at a time"), (.hidesErrors, "a lock returns results and throws errors"),
      (.hasOneLock, "locks of other names are free"), (.waitsDeafly, "waiting for a lock can be cancelled"),
    ]
    #expect(Set(table.map(\.0)) == Set(BrokenSessionStore.Flaw.allCases))
    for (flaw, law) in table {
      let failures = await SessionStoreConformance {
        let store = BrokenSessionStore(flaw)
        return [store, store]
      }.failures()
      expect(failures, "\(flaw)", law)
    }
  }

  @Test func everyBrokenRecordStoreIsFound() async {
    let table: [(BrokenRecordStore.Flaw, String)] = [
      (.startsFull, "an empty store contains nothing"), (.cutsOff, "a record reads back byte for byte"),
      (.ignoresVersions, "a write compares the version"), (.removesAnyVersion, "a removal compares the version"),
      (.repeatsVersions, "a record that is created again has a new version"),
      (.comparesThenWrites, "of many writes on one version, one succeeds"), (.foldsNames, "names are kept unchanged"),
      (.seesOtherNamespaces, "namespaces are separate"), (.doesNotExclude, "a lock runs one body at a time"),
      (.hidesErrors, "a lock returns results and throws errors"), (.hasOneLock, "locks of other names are free"),
      (.locksAcrossNamespaces, "locks of other namespaces are free"),
      (.waitsDeafly, "waiting for a lock can be cancelled"),
    ]
    #expect(Set(table.map(\.0)) == Set(BrokenRecordStore.Flaw.allCases))
    for (flaw, law) in table {
      let failures = await RecordStoreConformance {
        let store = BrokenRecordStore(flaw)
        return [store, store]
      }.failures()
      expect(failures, "\(flaw)", law)
    }
  }

  @Test func everyBrokenKeyStoreIsFound() async {
    let table: [(BrokenKeyStore.Flaw, String)] = [
      (.forgetsItsName, "a key reference describes its key"),
      (.signsPrefixes, "a signature verifies only with its key"),
      (.listsAllNamespaces, "keys are listed by namespace"), (.signsWithDeletedKeys, "a deleted key is unavailable"),
      (.signsForOtherStores, "a key of another store is unavailable"),
      (.refusesPoliciesAsForbidden, "a policy is enforced or refused"),
      (.mixesUpConcurrentSignatures, "many tasks can sign at the same time"),
    ]
    #expect(Set(table.map(\.0)) == Set(BrokenKeyStore.Flaw.allCases))
    for (flaw, law) in table { expect(await keyFailures(flaw), "\(flaw)", law) }
    #expect(await keyFailures(nil).isEmpty, "the store without a flaw keeps every law")
  }

  private func keyFailures(_ flaw: BrokenKeyStore.Flaw?) async -> [ConformanceFailure] {
    let verify: KeyStoreConformance.Verification = { signature, message, key in
      signature == BrokenKeyStore.signature(message, key.publicKey)
    }
    return await KeyStoreConformance(verify: verify) { [BrokenKeyStore(flaw)] }.failures()
  }

  private func expect(_ failures: [ConformanceFailure], _ flaw: String, _ law: String) {
    let killers = failures.map(\.law)
    #expect(killers.contains(law), "\(flaw) is to be killed by '\(law)', not by \(killers)")
    print("  " + flaw + String(repeating: " ", count: max(1, 30 - flaw.count)) + law)
  }
}
