import AuthUI

extension TextCatalog {
  /// English texts of the findings of `doctor`.
  static let englishDoctor: [String: String] = [
    "command.doctor.appStorage":
      "{path}: ''{kind}'' exists only in apps on Apple systems, and was not checked",
    "command.doctor.area.configuration": "configuration",
    "command.doctor.area.network": "network",
    "command.doctor.area.passkeys": "passkeys",
    "command.doctor.area.storage": "storage",
    "command.doctor.area.system": "system",
    "command.doctor.clock.ahead": "this machine''s clock is {count} s ahead of {origin}''s",
    "command.doctor.clock.behind": "this machine''s clock is {count} s behind {origin}''s",
    "command.doctor.clock.remedy": "synchronise this machine''s clock: timedatectl set-ntp true",
    "command.doctor.configuration": "{path}: ''{provider}'' signs users in; blocks read: {count}",
    "command.doctor.configuration.remedy":
      "name a file with --config, or write one with ''latchkey sandbox --write-config FILE''",
    "command.doctor.contacting": "contacting the endpoints",
    "command.doctor.issuer.noMetadata": "{name}: the issuer publishes no metadata (HTTP {status})",
    "command.doctor.issuer.noMetadata.remedy":
      "write the issuer as its documentation does, or set ''endpoints'' for a server without metadata",
    "command.doctor.issuer.other": "{name}: the metadata name the issuer {issuer}",
    "command.doctor.issuer.other.remedy": "write the issuer exactly as the metadata do",
    "command.doctor.issuer.same": "{name}: the metadata name this issuer",
    "command.doctor.network.encrypted": "{name}: {origin} responds in {count} ms, certificate verified",
    "command.doctor.network.encryptedStatus":
      "{name}: {origin} responds in {count} ms, certificate verified, with status {status}",
    "command.doctor.network.loopback": "{name}: {origin} responds in {count} ms, loopback without TLS",
    "command.doctor.network.loopbackStatus":
      "{name}: {origin} responds in {count} ms, loopback without TLS, with status {status}",
    "command.doctor.network.noTransport": "not checked: the HTTP transport cannot be created",
    "command.doctor.network.remedy":
      "check the address, the proxy (transport.proxy) and the trusted roots (transport.additionalRoots)",
    "command.doctor.notLinked": "{path}: type ''{type}'' is not linked here",
    "command.doctor.nothingToFix": "Nothing to fix.",
    "command.doctor.passkeys.android": "{address} names {count, plural, one {# statement} other {# statements}}",
    "command.doctor.passkeys.apple": "{address} names {count, plural, one {# app} other {# apps}}",
    "command.doctor.passkeys.noApp": "{address} contains no app: apps on {system} get no passkeys for {domain}",
    "command.doctor.passkeys.noJSON": "{address} is not JSON: apps on {system} get no passkeys for {domain}",
    "command.doctor.passkeys.remedy.add": "add the app to the file, if the app supports {system}",
    "command.doctor.passkeys.remedy.reach":
      "check that this machine can reach {origin}, and serve the file there as application/json",
    "command.doctor.passkeys.remedy.serve": "serve the file there as application/json, without a redirect",
    "command.doctor.passkeys.status": "{address} returns HTTP {status}: apps on {system} get no passkeys for {domain}",
    "command.doctor.passkeys.system.android": "Android",
    "command.doctor.passkeys.system.apple": "Apple systems",
    "command.doctor.passkeys.unreachable":
      "{address} cannot be fetched ({code}): apps on {system} get no passkeys for {domain}",
    "command.doctor.storage.closed": "only this user can access {path}; files: {count}",
    "command.doctor.storage.memory": "sessions are kept in memory and end with the process",
    "command.doctor.storage.new": "{path} does not exist yet: the first sign-in creates it",
    "command.doctor.storage.open": "other users can access {path}",
    "command.doctor.storage.openAndMore": "other users can access {path}, and {count} more",
    "command.doctor.storage.readOnly": "{path} cannot be written: renewed sessions would be lost",
    "command.doctor.storage.readOnly.remedy": "make it writable, or set storage.directory to another directory",
    "command.doctor.storage.sessions":
      "{count, plural, one {# stored session} other {# stored sessions}}, all readable",
    "command.doctor.toFix": "Some things need fixing.",
    "command.doctor.tpm.failed": "{key} is ''tpm'': {message}",
    "command.doctor.tpm.failed.remedy": "to use another TPM, set storage.tpm.connection (now ''{device}'')",
    "command.doctor.tpm.forbidden": "{device} exists, but this user may not use it",
    "command.doctor.tpm.forbidden.remedy": "add the user to the group that owns {device}, often ''tss''",
    "command.doctor.tpm.found": "a TPM at {device}",
    "command.doctor.tpm.missing": "{key} is ''tpm'', but there is no {device}",
    "command.doctor.tpm.missing.remedy":
      "enable the TPM in the firmware, name another in storage.tpm.connection, or set {key} to another kind",
    "command.doctor.tpm.none": "no TPM at {device}; keys are kept in files",
    "command.doctor.tpm.required": "a TPM at {device}, as {key} requires",
    "command.doctor.tpm.unused": "nothing is kept in the TPM ''{device}''",
  ]
}
