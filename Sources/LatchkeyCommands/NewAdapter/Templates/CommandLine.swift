import Auth__Name__
import LatchkeyCommands
import Sandbox__Name__

// Every command of `latchkey`, with this adapter in addition to the providers of the package, and with the vendor's
// servers in addition to those of `latchkey sandbox`.
await LatchkeyCommandLine.main(plugins: [.__name__], vendors: [.__name__])
