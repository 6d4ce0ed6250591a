import type { AnyEndpoint, BodyOf, FailureOf, ParamsOf, QueryOf, ReplyOf } from '@crewline/contract/endpoint'
import type { Readable } from 'node:stream'
import type { FailureDetail } from '../failure.ts'
import type { Kernel } from '../kernel.ts'
import type { Scope } from '../scope.ts'
import type { SignInStep } from './session-gate.ts'

/** The input of a handler besides its scope, validated against the contract. */
export interface Call<E extends AnyEndpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: E['takes'] extends 'bytes' ? Buffer : BodyOf<E>
  from: From
  /** Refuses the call; a code that the endpoint does not declare does not compile. */
  fail: (code: FailureOf<E>, detail?: FailureDetail) => never
}

/** The return value of an endpoint that responds with a file; its creator must use only safe characters in the name. */
export interface Download {
  download: true
  name: string
  /** Its media type. */
  type: string
  content: Buffer | string | Readable
}

/** Returns whether a response is a file. */
export function isDownload(answer: object): answer is Download {
  return 'download' in answer && answer.download === true
}

/** The origin of a request. */
export interface From {
  address: string
  userAgent: string
}

/** A caller of an endpoint that needs no session. */
export interface Guest extends From {
  kernel: Kernel
  requestId: string
  /** The token that was sent anyway; empty without one. */
  token: string
}

/** A caller whose token is a session or a sign-in step. */
export type Visitor = (SignInStep | { kind: 'member'; scope: Scope }) & { requestId: string }

type WithoutStatus<T> = T extends unknown ? Omit<T, 'status'> : never
type Answer<E extends AnyEndpoint> = Promise<E['answers'] extends 'file' ? Download : WithoutStatus<ReplyOf<E>>>

/** An endpoint with its handler. */
export interface Served {
  name: string
  endpoint: AnyEndpoint
  /**
   * Set for a streamed body: the most bytes its content-length may announce. Without content-length the reader counts.
   */
  streamsUpTo?: number
  /** The most bytes of its body, if lower than the default. */
  bodyUpTo?: number
  handle: (who: Scope | Guest | Visitor, call: Call<AnyEndpoint>, kernel: Kernel) => Promise<object>
}

/** Serves endpoints that need a session; a missing or mistyped handler does not compile. */
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

/** Serves endpoints that anyone may call; `limits` for small bodies. */
export function serveOpen<C extends Record<string, AnyEndpoint>>(
  contract: C,
  handlers: { [Name in keyof C]: (guest: Guest, call: Call<C[Name]>, kernel: Kernel) => Answer<C[Name]> },
  limits: { bodyUpTo?: number } = {},
): Served[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    ...limits,
    handle: handlers[name] as unknown as Served['handle'],
  }))
}

/** Serves endpoints that also accept the token of a sign-in step: after registration, or at the second step. */
export function serveVisitors<C extends Record<string, AnyEndpoint>>(
  contract: C,
  handlers: { [Name in keyof C]: (visitor: Visitor, call: Call<C[Name]>, kernel: Kernel) => Answer<C[Name]> },
): Served[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    handle: handlers[name] as unknown as Served['handle'],
  }))
}

/** A call with a streamed body. */
export type StreamCall<E extends AnyEndpoint> = Omit<Call<E>, 'body'> & { body: Readable }

/**
 * Serves endpoints that need a session and take a file too large for memory: the handler reads it chunk by chunk and
 * counts the bytes.
 */
export function serveStreams<C extends Record<string, AnyEndpoint>>(
  contract: C,
  most: number,
  handlers: { [Name in keyof C]: (scope: Scope, call: StreamCall<C[Name]>, kernel: Kernel) => Answer<C[Name]> },
): Served[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    streamsUpTo: most,
    handle: handlers[name] as unknown as Served['handle'],
  }))
}
