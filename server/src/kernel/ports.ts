/** A typed port, declared by an earlier module and provided by one later module. */
export interface Port<T> {
  readonly name: string
  /** Returns the implementation. Throws when the modules of this process are not connected. */
  get(): T
}

/** A port with its implementation, as listed in `defineModule({ provides })`. */
export interface ProvidedPort {
  readonly port: Port<unknown>
  readonly implementation: unknown
}

/** The part of a module definition that `connectPorts` reads. */
interface Provider {
  name: string
  provides?: readonly ProvidedPort[]
}

/** The ports that are declared together and must be connected together. */
export interface PortRegistry {
  definePort<T>(name: string): Port<T>
  connectPorts(providers: readonly Provider[]): void
}

/** Creates an empty registry. The product has one; tests of the registry create their own. */
export function createPortRegistry(): PortRegistry {
  const declared = new Map<string, Port<unknown>>()
  const implementations = new Map<Port<unknown>, unknown>()

  const definePort = <T>(name: string): Port<T> => {
    if (declared.has(name)) throw new Error(`two ports are named ${name}`)
    const port: Port<T> = {
      name,
      get: () => {
        if (implementations.has(port)) return implementations.get(port) as T
        throw new Error(`port ${name} is not connected: call connectModules() of server/src/main/modules.ts first`)
      },
    }
    declared.set(name, port)
    return port
  }

  const connectPorts = (providers: readonly Provider[]): void => {
    const connections = new Map<Port<unknown>, unknown>()
    const providerNames = new Map<Port<unknown>, string>()
    for (const { name, provides = [] } of providers) {
      for (const { port, implementation } of provides) {
        const other = providerNames.get(port)
        if (other) throw new Error(`port ${port.name} is provided by two modules: ${other} and ${name}`)
        providerNames.set(port, name)
        connections.set(port, implementation)
      }
    }
    const missing = [...declared.values()].filter((port) => !connections.has(port)).map((port) => port.name)
    if (missing.length > 0)
      throw new Error(`no module provides: ${missing.toSorted().join(', ')}. Add it to the \`provides\` of a module`)
    for (const [port, implementation] of connections) implementations.set(port, implementation)
  }

  return { definePort, connectPorts }
}

const registry = createPortRegistry()

/** Declares a port, as a constant of the same name. It can be used once `connectPorts` was called. */
export function definePort<T>(name: string): Port<T> {
  return registry.definePort(name)
}

/** Pairs a port with its implementation, for `defineModule({ provides })`. */
export function provide<T>(port: Port<T>, implementation: NoInfer<T>): ProvidedPort {
  return { port, implementation }
}

/**
 * Connects every declared port with the module that provides it. Throws when two modules provide the same port and when
 * a port of a loaded module has no provider; then nothing is connected. Calling it again with the same modules changes
 * nothing.
 */
export function connectPorts(providers: readonly Provider[]): void {
  registry.connectPorts(providers)
}
