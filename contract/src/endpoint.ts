import { z } from 'zod'
import { apiError } from './envelope.ts'
import type { Permission } from './permissions.ts'

/** The five HTTP methods the API speaks. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: `none` without a session, `full` only a signed-in member, `any` also a session still waiting for verification. */
export type SessionNeed = 'none' | 'any' | 'full'

/** Whether a past-due organization is refused with 401 `past_due`. */
export type PastDueRule = 'blocked' | 'allowed'

type Shape = z.ZodObject | z.ZodUndefined

/** One call of the API said once: the server cannot forget to serve it and the browser cannot call it wrongly. */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends z.ZodType = z.ZodType,
  Takes extends 'json' | 'bytes' = 'json' | 'bytes',
  Answers extends 'json' | 'file' = 'json' | 'file',
> {
  kind: 'endpoint'
  method: Method
  /** Path under the API base, with `{name}` for parameters. */
  path: string
  /** A sentence for the API reference. */
  summary: string
  session: SessionNeed
  pastDue: PastDueRule
  /** The permission the member needs; undefined where any signed-in member may call. */
  can: Permission | undefined
  /** `bytes`: the body is a file as it is, not JSON. */
  takes: Takes
  /** `file`: the answer is a download, not JSON; refusals are JSON all the same. */
  answers: Answers
  params: Params
  query: Query
  body: Body
  reply: Reply
}

/** Any endpoint, whatever its shapes. */
export type AnyEndpoint = Endpoint<Shape, Shape, Shape, z.ZodType>

/** What a caller writes: unset parts mean "takes none". */
interface Said<P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType, T, A> {
  method: Method
  path: string
  summary: string
  session?: SessionNeed
  pastDue?: PastDueRule
  can?: Permission
  takes?: T
  answers?: A
  params?: P
  query?: Q
  body?: B
  reply: R
}

const nothing = z.undefined()

/** Declares an endpoint; strictness is not optional: unknown fields in a body are refused with 400. */
export function endpoint<
  R extends z.ZodType,
  P extends Shape = z.ZodUndefined,
  Q extends Shape = z.ZodUndefined,
  B extends Shape = z.ZodUndefined,
  T extends 'json' | 'bytes' = 'json',
  A extends 'json' | 'file' = 'json',
>(said: Said<P, Q, B, R, T, A>): Endpoint<P, Q, B, R, T, A> {
  return {
    kind: 'endpoint',
    method: said.method,
    path: said.path,
    summary: said.summary,
    session: said.session ?? 'full',
    pastDue: said.pastDue ?? (said.session === 'none' ? 'allowed' : 'blocked'),
    can: said.can,
    takes: said.takes ?? ('json' as T),
    answers: said.answers ?? ('json' as A),
    params: said.params ?? (nothing as P),
    query: said.query ?? (nothing as Q),
    body: said.body ?? (nothing as B),
    reply: said.reply,
  }
}

/** Parsed path parameters of an endpoint. */
export type ParamsOf<E extends AnyEndpoint> = z.output<E['params']>
/** Parsed query of an endpoint. */
export type QueryOf<E extends AnyEndpoint> = z.output<E['query']>
/** Parsed body of an endpoint. */
export type BodyOf<E extends AnyEndpoint> = z.output<E['body']>
/** What a caller gives as query, before defaults. */
export type QueryInput<E extends AnyEndpoint> = z.input<E['query']>
/** What a caller gives as body, before defaults. */
export type BodyInput<E extends AnyEndpoint> = z.input<E['body']>
/** The successful answer of an endpoint. */
export type ReplyOf<E extends AnyEndpoint> = z.output<E['reply']>

/** True for values made by `endpoint()`. */
export function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'endpoint'
}

/** The failing answer every endpoint shares. */
export const failing = apiError
