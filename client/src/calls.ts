import type { BodyInput, Endpoint, QueryInput, ReplyOf } from '@crewline/contract/endpoint'
import { routes, type Contract, type RouteName } from '@crewline/contract/routes.gen'
import type { z } from 'zod'

/** The name of a call, as the API reference lists it. */
export type CallName = RouteName

type EndpointNamed<N extends CallName> = N extends keyof Contract
  ? Contract[N] extends Endpoint<infer P, infer Q, infer B, infer R>
    ? Endpoint<P, Q, B, R>
    : never
  : never

type Part<Name extends string, Given> = [Given] extends [undefined]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Given }

/** The input of a call: path parameters, query and body, each absent where the call has none. */
export type CallInput<N extends CallName> = Part<'params', z.input<EndpointNamed<N>['params']>> &
  Part<'query', QueryInput<EndpointNamed<N>>> &
  Part<'body', BodyInput<EndpointNamed<N>>>

/** The response of a call. */
export type Reply<N extends CallName> = ReplyOf<EndpointNamed<N>>

/** The parts of a request before it is sent. */
export interface PreparedCall {
  method: string
  /** Below the address of the server, query included. */
  path: string
  body: unknown
}

type Value = string | number | boolean | null | undefined

/** Builds the request of a call; arrays in the query repeat their parameter. */
export function prepare<N extends CallName>(name: N, input: CallInput<N>): PreparedCall {
  const { params = {}, query = {}, body } = input as { params?: object; query?: object; body?: unknown }
  const [method, path] = routes[name]
  const values = params as Record<string, string>
  const filled = path.replace(/\{(\w+)\}/g, (_match, key: string) => encodeURIComponent(values[key] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query as Record<string, Value | Value[]>))
    for (const item of [value].flat()) if (item !== undefined && item !== null) search.append(key, String(item))
  return { method, path: `/api${filled}${search.size > 0 ? `?${search.toString()}` : ''}`, body }
}
