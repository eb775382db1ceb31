import Auth__Name__
import LatchkeyCommands

// Every command of `latchkey`, with this adapter in addition to the providers of the package.
await LatchkeyCommandLine.main(plugins: [.__name__])
