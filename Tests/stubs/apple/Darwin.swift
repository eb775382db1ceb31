// swift-format-ignore-file
// Apple's names, in Apple's forms.

public typealias mode_t = UInt16
public typealias off_t = Int64
public typealias pid_t = Int32
public typealias uid_t = UInt32
public typealias dev_t = Int32
public typealias ino_t = UInt64
public typealias ssize_t = Int

public struct timespec {
  public var tv_sec = 0, tv_nsec = 0
  public init() {}
}
public struct stat {
  public var st_dev: dev_t = 0, st_ino: ino_t = 0, st_mode: mode_t = 0, st_uid: uid_t = 0, st_size: off_t = 0
  public var st_ctimespec = timespec()
  public init() {}
}
public struct dirent { public var d_name: (CChar, CChar) = (0, 0) }
public struct DIR {}

public var errno: Int32 {
  get { 0 }
  set {}
}
public let ENOENT: Int32 = 2, EINTR: Int32 = 4, EIO: Int32 = 5, EACCES: Int32 = 13, EEXIST: Int32 = 17, ENOTDIR: Int32 = 20,
  EFBIG: Int32 = 27
public let ENOSPC: Int32 = 28, EROFS: Int32 = 30, EINVAL: Int32 = 22, EPERM: Int32 = 1, EWOULDBLOCK: Int32 = 35
public let ELOOP: Int32 = 62, EDQUOT: Int32 = 69
public let O_RDONLY: Int32 = 0, O_WRONLY: Int32 = 1, O_RDWR: Int32 = 2, O_NONBLOCK: Int32 = 4, O_NOFOLLOW: Int32 = 0x100
public let O_CREAT: Int32 = 0x200, O_EXCL: Int32 = 0x800, O_DIRECTORY: Int32 = 0x100000, O_CLOEXEC: Int32 = 0x1000000
public let AT_FDCWD: Int32 = -2, AT_SYMLINK_NOFOLLOW: Int32 = 0x20, LOCK_EX: Int32 = 2, LOCK_NB: Int32 = 4
public let S_IFMT: mode_t = 0o170000, S_IFDIR: mode_t = 0o040000, S_IFREG: mode_t = 0o100000

public func openat(_ base: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func openat(_ base: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
public func fstat(_ file: Int32, _ status: UnsafeMutablePointer<stat>) -> Int32 { 0 }
public func lstat(_ path: UnsafePointer<CChar>, _ status: UnsafeMutablePointer<stat>) -> Int32 { 0 }
public func fstatat(
  _ base: Int32, _ path: UnsafePointer<CChar>, _ status: UnsafeMutablePointer<stat>, _ flags: Int32
) -> Int32 { 0 }
@discardableResult public func close(_ file: Int32) -> Int32 { 0 }
@discardableResult public func fsync(_ file: Int32) -> Int32 { 0 }
@discardableResult public func unlinkat(_ base: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func mkdir(_ path: UnsafePointer<CChar>, _ mode: mode_t) -> Int32 { 0 }
public func mkdirat(_ base: Int32, _ path: UnsafePointer<CChar>, _ mode: mode_t) -> Int32 { 0 }
public func renameat(_ a: Int32, _ from: UnsafePointer<CChar>, _ b: Int32, _ to: UnsafePointer<CChar>) -> Int32 { 0 }
public func linkat(
  _ a: Int32, _ from: UnsafePointer<CChar>, _ b: Int32, _ to: UnsafePointer<CChar>, _ flags: Int32
) -> Int32 { 0 }
public var W_OK: Int32 { 0 }
public var AT_EACCESS: Int32 { 0 }
public func faccessat(_ base: Int32, _ path: UnsafePointer<CChar>, _ mode: Int32, _ flags: Int32) -> Int32 { 0 }
@discardableResult public func usleep(_ microseconds: UInt32) -> Int32 { 0 }
public func flock(_ file: Int32, _ operation: Int32) -> Int32 { 0 }
public func pread(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ offset: off_t) -> Int { 0 }
public func pwrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int, _ offset: off_t) -> Int { 0 }
@discardableResult public func rmdir(_ path: UnsafePointer<CChar>) -> Int32 { 0 }
public func write(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { 0 }
public func fdopendir(_ file: Int32) -> UnsafeMutablePointer<DIR>? { nil }
@discardableResult public func closedir(_ stream: UnsafeMutablePointer<DIR>) -> Int32 { 0 }
public func readdir(_ stream: UnsafeMutablePointer<DIR>) -> UnsafeMutablePointer<dirent>? { nil }
public func strerror(_ number: Int32) -> UnsafeMutablePointer<CChar> { fatalError() }
public func geteuid() -> uid_t { 0 }

public typealias pthread_t = OpaquePointer
public struct pthread_attr_t { public init() {} }
public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?, _ argument: UnsafeMutableRawPointer?
) -> Int32 { 0 }
public let PTHREAD_CREATE_DETACHED: Int32 = 2
@discardableResult public func pthread_attr_init(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { 0 }
@discardableResult public func pthread_attr_destroy(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { 0 }
@discardableResult public func pthread_attr_setdetachstate(
  _ attributes: UnsafeMutablePointer<pthread_attr_t>, _ state: Int32
) -> Int32 { 0 }

public typealias socklen_t = UInt32
public typealias sa_family_t = UInt8
public typealias in_port_t = UInt16
public struct sockaddr { public init() {} }
public struct in_addr { public var s_addr: UInt32 = 0 }
public struct in6_addr { public var bytes: (UInt64, UInt64) = (0, 0) }
public struct sockaddr_in {
  public var sin_len: UInt8 = 0, sin_family: sa_family_t = 0, sin_port: in_port_t = 0, sin_addr = in_addr()
  public init() {}
}
public struct sockaddr_in6 {
  public var sin6_len: UInt8 = 0, sin6_family: sa_family_t = 0, sin6_port: in_port_t = 0, sin6_addr = in6_addr()
  public init() {}
}
public let AF_INET: Int32 = 2, AF_INET6: Int32 = 30, SOCK_STREAM: Int32 = 1, SOL_SOCKET: Int32 = 0xFFFF
public let SO_REUSEADDR: Int32 = 4, SO_NOSIGPIPE: Int32 = 0x1022, SHUT_WR: Int32 = 1, EAGAIN: Int32 = 35
public let F_SETFD: Int32 = 2, F_GETFL: Int32 = 3, F_SETFL: Int32 = 4, FD_CLOEXEC: Int32 = 1
public func socket(_ domain: Int32, _ kind: Int32, _ protocol: Int32) -> Int32 { 0 }
public func listen(_ socket: Int32, _ backlog: Int32) -> Int32 { 0 }
public func bind(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 { 0 }
public func accept(
  _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ length: UnsafeMutablePointer<socklen_t>?
) -> Int32 { 0 }
public func getsockname(
  _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: UnsafeMutablePointer<socklen_t>
) -> Int32 { 0 }
public func setsockopt(
  _ socket: Int32, _ level: Int32, _ option: Int32, _ value: UnsafeRawPointer?, _ length: socklen_t
) -> Int32 { 0 }
public func recv(_ socket: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ flags: Int32) -> Int { 0 }
public func send(_ socket: Int32, _ buffer: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int { 0 }
public func shutdown(_ socket: Int32, _ how: Int32) -> Int32 { 0 }
public func fcntl(_ file: Int32, _ command: Int32) -> Int32 { 0 }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }

public typealias sigset_t = UInt32
public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
public typealias posix_spawnattr_t = UnsafeMutableRawPointer
public let POSIX_SPAWN_SETSIGDEF: Int32 = 4, POSIX_SPAWN_SETSIGMASK: Int32 = 8, POSIX_SPAWN_SETPGROUP: Int32 = 2
public let POSIX_SPAWN_SETSID: Int32 = 0x400
public typealias id_t = UInt32
public struct idtype_t: Sendable { let rawValue: UInt32 }
public let P_PID = idtype_t(rawValue: 1)
public let WEXITED: Int32 = 4, WNOWAIT: Int32 = 32
public let SIGKILL: Int32 = 9, SIGPIPE: Int32 = 13, SIGTERM: Int32 = 15
public struct siginfo_t { public init() {} }
public func waitid(
  _ kind: idtype_t, _ id: id_t, _ information: UnsafeMutablePointer<siginfo_t>, _ options: Int32
) -> Int32 { 0 }
@discardableResult public func kill(_ process: pid_t, _ signal: Int32) -> Int32 { 0 }
public typealias nfds_t = UInt32
public let POLLIN: Int32 = 1
public struct pollfd {
  public init(fd: Int32, events: Int16, revents: Int16) {}
}
public func poll(_ sources: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ timeout: Int32) -> Int32 { 0 }
@discardableResult public func posix_spawn_file_actions_addopen(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>, _ file: Int32, _ path: UnsafePointer<CChar>,
  _ flags: Int32, _ mode: mode_t
) -> Int32 { 0 }
@discardableResult public func posix_spawnattr_setpgroup(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>, _ group: pid_t
) -> Int32 { 0 }
public func pipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { 0 }
public func read(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { 0 }
public func waitpid(_ child: pid_t, _ status: UnsafeMutablePointer<Int32>?, _ options: Int32) -> pid_t { 0 }
@discardableResult public func sigemptyset(_ set: UnsafeMutablePointer<sigset_t>) -> Int32 { 0 }
@discardableResult public func sigaddset(_ set: UnsafeMutablePointer<sigset_t>, _ signal: Int32) -> Int32 { 0 }
public func strdup(_ text: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? { nil }
public func free(_ memory: UnsafeMutableRawPointer?) {}
public func realpath(
  _ path: UnsafePointer<CChar>, _ resolved: UnsafeMutablePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? { nil }
public func strerror_r(_ number: Int32, _ text: UnsafeMutablePointer<CChar>, _ count: Int) -> Int32 { 0 }
@discardableResult public func posix_spawn_file_actions_init(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>
) -> Int32 { 0 }
@discardableResult public func posix_spawn_file_actions_destroy(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>
) -> Int32 { 0 }
@discardableResult public func posix_spawn_file_actions_adddup2(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>, _ from: Int32, _ to: Int32
) -> Int32 { 0 }
@discardableResult public func posix_spawnattr_init(_ attributes: UnsafeMutablePointer<posix_spawnattr_t?>) -> Int32 {
  0
}
@discardableResult public func posix_spawnattr_destroy(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>
) -> Int32 { 0 }
@discardableResult public func posix_spawnattr_setsigdefault(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>, _ defaults: UnsafePointer<sigset_t>
) -> Int32 { 0 }
@discardableResult public func posix_spawnattr_setsigmask(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>, _ mask: UnsafePointer<sigset_t>
) -> Int32 { 0 }
@discardableResult public func posix_spawnattr_setflags(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>, _ flags: Int16
) -> Int32 { 0 }
public func posix_spawnp(
  _ child: UnsafeMutablePointer<pid_t>, _ program: UnsafePointer<CChar>,
  _ actions: UnsafePointer<posix_spawn_file_actions_t?>?, _ attributes: UnsafePointer<posix_spawnattr_t?>?,
  _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>, _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 { 0 }

public let F_OK: Int32 = 0
public func access(_ path: UnsafePointer<CChar>?, _ mode: Int32) -> Int32 { 0 }
public let O_EVTONLY: Int32 = 0x8000
public let EVFILT_VNODE: Int32 = -4, EVFILT_USER: Int32 = -10
public let EV_ADD: Int32 = 1, EV_CLEAR: Int32 = 0x20
public let NOTE_DELETE: Int32 = 1, NOTE_WRITE: Int32 = 2, NOTE_RENAME: Int32 = 0x20, NOTE_REVOKE: Int32 = 0x40
public let NOTE_TRIGGER: Int32 = 0x0100_0000
public struct kevent64_s {
  public var ident: UInt64 = 0, filter: Int16 = 0, flags: UInt16 = 0, fflags: UInt32 = 0, data: Int64 = 0, udata: UInt64 = 0
  public var ext: (UInt64, UInt64) = (0, 0)
  public init() {}
}
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func kqueue() -> Int32 { 0 }
public func kevent64(
  _ queue: Int32, _ changes: UnsafePointer<kevent64_s>?, _ changeCount: Int32,
  _ events: UnsafeMutablePointer<kevent64_s>?, _ eventCount: Int32, _ flags: UInt32, _ timeout: UnsafePointer<timespec>?
) -> Int32 { 0 }
