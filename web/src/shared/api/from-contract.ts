import type { BodyInput, CommonFailure, Endpoint, QueryInput, ReplyOf } from '@crewline/contract/endpoint'
import { routes, type Contract, type RouteName } from '@crewline/contract/routes.gen'
import type { z } from 'zod'

type EndpointNamed<N extends RouteName> = N extends keyof Contract
  ? Contract[N] extends Endpoint<infer P, infer Q, infer B, infer R>
    ? Endpoint<P, Q, B, R>
    : never
  : never

type Part<Name extends string, Given> = [Given] extends [undefined]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Given }

/**
 * The input of a call: path parameters, query and body, each exactly as in the contract and absent where it has none.
 */
export type CallInput<N extends RouteName> = Part<'params', z.input<EndpointNamed<N>['params']>> &
  Part<'query', QueryInput<EndpointNamed<N>>> &
  Part<'body', BodyInput<EndpointNamed<N>>>

/** The successful response of an endpoint. */
export type Reply<N extends RouteName> = ReplyOf<EndpointNamed<N>>

/** The codes with which an endpoint may refuse a call. */
export type FailureCodeOf<N extends RouteName> = N extends keyof Contract
  ? Contract[N]['fails'][number] | CommonFailure
  : never

/** A request that is ready to send. */
export interface Call {
  name: RouteName
  method: string
  /** Path under the API base, query included. */
  url: string
  body?: unknown
}

function searchOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') search.append(name, String(item))
    }
  }
  const text = search.toString()
  return text && `?${text}`
}

/**
 * Builds a request from its input; a wrong or missing field does not compile. Arrays repeat their parameter; empty ones
 * are omitted.
 */
export function call<N extends RouteName>(name: N, input: CallInput<N>): Call {
  const parts: { params?: unknown; query?: unknown; body?: unknown } = input
  const [method, path] = routes[name]
  const params = (parts.params ?? {}) as Record<string, string>
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const url = filled + searchOf((parts.query ?? {}) as Record<string, unknown>)
  return parts.body === undefined ? { name, method, url } : { name, method, url, body: parts.body }
}
