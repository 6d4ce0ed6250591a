/** A typed port, declared by an earlier module and provided by one later module. */
export interface Port<T> {
  /** Provides the one implementation; a second one is a bug. */
  provide(value: T): void
  /** Returns the implementation, or the default when no module provided one. */
  get(): T
}

/** Declares a port with a default for when no module provides it. */
export function definePort<T>(name: string, unfilled: T): Port<T> {
  let filling: T | undefined
  return {
    provide: (value) => {
      if (filling !== undefined && filling !== value) throw new Error(`port ${name} is provided twice`)
      filling = value
    },
    get: () => filling ?? unfilled,
  }
}
