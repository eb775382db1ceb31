#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

print("Hello", UUID())
