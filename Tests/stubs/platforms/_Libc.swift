// FoundationEssentials of this toolchain imports it in place of Glibc.
