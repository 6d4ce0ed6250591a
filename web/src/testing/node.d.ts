// The parts of Node that tests use; the application itself uses no Node API.
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<T> {
    run<R>(value: T, work: () => R): R
    getStore(): T | undefined
    static bind<F>(work: F): F
  }
}
