import AuthCore

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A suite whose tests wrap the keys of one storage directory: `state` is the directory, and `volume` holds a key file.
protocol WrappedDirectorySuite {
  var directory: TemporaryDirectory { get }
}

extension WrappedDirectorySuite {
  var state: String { directory.path + "/state" }
  var key: String { state + "/key" }
  var volume: String { directory.path + "/volume" }

  func keyFileWrapping() throws -> KeyFileWrapping {
    mkdir(volume, 0o700)
    return try KeyFileWrapping(path: volume + "/k")
  }

  func storage(
    _ wrapping: (any KeyWrapping)?, former: [any KeyWrapping] = [], probe: @escaping WriteProbe = { _ in 0 }
  ) -> FileStorage {
    FileStorage(
      directory: state, clock: SystemClock(), random: SystemRandomSource(), lockTimeout: .seconds(5),
      wrapping: wrapping, formerWrappings: former, probe: probe)
  }

  func store(_ wrapping: (any KeyWrapping)?, former: [any KeyWrapping] = []) -> FileRecordStore {
    FileRecordStore(storage(wrapping, former: former))
  }

  func keyFile() throws -> KeyFile { try KeyFile(decoding: TemporaryDirectory.read(key), path: key) }
}
