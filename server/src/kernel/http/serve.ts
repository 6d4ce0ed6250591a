import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ReplyOf } from '@crewline/contract/endpoint'
import type { Readable } from 'node:stream'
import type { Kernel } from '../kernel.ts'
import type { Scope } from '../scope.ts'
import type { Stage } from './session-gate.ts'

/** What a handler gets besides its scope, already checked against the contract. */
export interface Call<E extends AnyEndpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: E['takes'] extends 'bytes' ? Buffer : BodyOf<E>
  from: From
}

/** What an endpoint that answers a file hands back; the name is made of safe characters by whoever makes it. */
export interface Download {
  download: true
  name: string
  /** Its media type. */
  type: string
  content: Buffer | string | Readable
}

/** Whether an answer is a file. */
export function isDownload(answer: object): answer is Download {
  return 'download' in answer && answer.download === true
}

/** Where a request came from. */
export interface From {
  /** The network address. */
  address: string
  userAgent: string
}

/** A caller of whom no session is asked. */
export interface Guest extends From {
  kernel: Kernel
  requestId: string
  /** The token that came along all the same; empty when none did. */
  token: string
}

/** A caller with a token that is a session, or a step on the way to one. */
export type Visitor = (Stage | { kind: 'member'; scope: Scope }) & { requestId: string }

type WithoutStatus<T> = T extends unknown ? Omit<T, 'status'> : never
type Answer<E extends AnyEndpoint> = Promise<E['answers'] extends 'file' ? Download : WithoutStatus<ReplyOf<E>>>

/** An endpoint with the function that serves it. */
export interface Served {
  name: string
  endpoint: AnyEndpoint
  /** Set where the body comes as a stream: the most bytes it may say it has. What says nothing is counted by its reader. */
  streamsUpTo?: number
  /** The most bytes of its body, where they are fewer than elsewhere. */
  bodyUpTo?: number
  handle: (who: Scope | Guest | Visitor, call: Call<AnyEndpoint>, kernel: Kernel) => Promise<object>
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

/** Serves endpoints that anyone may call; `limits` where their bodies are small. */
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

/** Serves endpoints that also take a token on the way to a session: somebody who registered, or stands at the second step. */
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

/** A call whose body comes as a stream. */
export type StreamCall<E extends AnyEndpoint> = Omit<Call<E>, 'body'> & { body: Readable }

/** Serves endpoints that need a session and take a file too large to hold: the handler reads it piece by piece and counts. */
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
