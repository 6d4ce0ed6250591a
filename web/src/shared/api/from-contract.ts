import type { BodyInput, Endpoint, QueryInput, ReplyOf } from '@crewline/contract/endpoint'
import { routes, type Contract, type RouteName } from '@crewline/contract/routes.gen'
import type { z } from 'zod'

/** The endpoint of a name, as the contract says it. */
type EndpointNamed<N extends RouteName> = N extends keyof Contract
  ? Contract[N] extends Endpoint<infer P, infer Q, infer B, infer R>
    ? Endpoint<P, Q, B, R>
    : never
  : never

type Part<Name extends string, Given> = [Given] extends [undefined]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Given }

/** What a call must say: path parameters, query and body, each exactly as the contract has them and absent where it has none. */
export type Saying<N extends RouteName> = Part<'params', z.input<EndpointNamed<N>['params']>> &
  Part<'query', QueryInput<EndpointNamed<N>>> &
  Part<'body', BodyInput<EndpointNamed<N>>>

/** The successful answer of an endpoint. */
export type Reply<N extends RouteName> = ReplyOf<EndpointNamed<N>>

/** A request ready to be sent. */
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
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
    }
  }
  const text = search.toString()
  return text && `?${text}`
}

/** Turns what a call says into a request; a wrong or missing field does not compile. Lists repeat their parameter, empty ones vanish. */
export function call<N extends RouteName>(name: N, saying: Saying<N>): Call {
  const said: { params?: unknown; query?: unknown; body?: unknown } = saying
  const [method, path] = routes[name]
  const params = (said.params ?? {}) as Record<string, string>
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const url = filled + searchOf((said.query ?? {}) as Record<string, unknown>)
  return said.body === undefined ? { name, method, url } : { name, method, url, body: said.body }
}
