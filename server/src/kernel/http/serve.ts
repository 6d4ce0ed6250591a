import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ReplyOf } from '@crewline/contract/endpoint'
import type { Kernel } from '../kernel.ts'
import type { Scope } from '../scope.ts'

/** What a handler gets besides its scope, already checked against the contract. */
export interface Call<E extends AnyEndpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}

/** A caller without a session. */
export interface Guest {
  kernel: Kernel
  requestId: string
  /** The network address the request came from. */
  address: string
  userAgent: string
}

type Answer<E extends AnyEndpoint> = Promise<Omit<ReplyOf<E>, 'status'>>

/** An endpoint with the function that serves it. */
export interface Served {
  name: string
  endpoint: AnyEndpoint
  handle: (who: Scope | Guest, call: Call<AnyEndpoint>, kernel: Kernel) => Promise<object>
}

/** Serves endpoints that need a session; a forgotten or misshapen handler does not compile. */
export function serve<C extends Record<string, AnyEndpoint>>(
  contract: C,
  handlers: { [Name in keyof C]: (scope: Scope, call: Call<C[Name]>, kernel: Kernel) => Answer<C[Name]> },
): Served[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    handle: handlers[name] as unknown as Served['handle'],
  }))
}

/** Serves endpoints that anyone may call. */
export function serveOpen<C extends Record<string, AnyEndpoint>>(
  contract: C,
  handlers: { [Name in keyof C]: (guest: Guest, call: Call<C[Name]>, kernel: Kernel) => Answer<C[Name]> },
): Served[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    handle: handlers[name] as unknown as Served['handle'],
  }))
}
