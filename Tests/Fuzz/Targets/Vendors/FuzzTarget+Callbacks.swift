import AuthCore
import FuzzTargets

@testable import AuthHawcx
@testable import AuthPrivy
@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FuzzTarget {
  private static let state = "unguessable-state-of-one-attempt"

  /// Callbacks from a browser: only a callback with the attempt's own state is accepted.
  static let callbacks = FuzzTarget(name: "callbacks") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    guard let callback = URL(string: text), let opened = URL(string: "https://idp.example/authorize?state=\(state)")
    else {
      return
    }
    let bearsState = text.contains(state) || text.contains("%")
    if let taken = try? HawcxCallback(callback, openedWith: opened, returnScheme: nil) {
      require(bearsState && taken.state == state, "a callback without the state was accepted")
    }
    for wantsToken in [true, false] {
      if (try? OAuthCallback.read(callback, state: state, scheme: nil, wantsToken: wantsToken)) != nil {
        require(bearsState, "a callback without the state was accepted")
      }
    }
    let visit = OAuthVisit(
      service: "google", page: opened, callbackScheme: nil, state: state, verifier: Secret("verifier"))
    if (try? visit.receive(callback)) != nil { require(bearsState, "a callback without the state was accepted") }
  }
}
