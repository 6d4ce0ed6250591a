import { FAILURES } from '@crewline/contract/failures'
import { SCIM_PAGE_MAX } from '@crewline/contract/scim-limits'
import { Failure } from '../../kernel/failure.ts'
import { codeOfError } from '../../kernel/http/answer.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import { parseFilter } from './patch.ts'
import { fits } from './fits.ts'
import { pageOf, ScimRefused } from './rules.ts'

type Resource = Record<string, unknown>
type Query = Record<string, string | undefined>

/** Returns the page of those resources that fit the filter. */
export async function pageThatFits(all: Resource[], query: Query): Promise<Resource> {
  const { filter } = query
  const alternatives = filter === undefined || filter === '' ? undefined : await parseFilter(filter)
  const matching = alternatives ? all.filter((resource) => fits(resource, alternatives)) : all
  return listOf(matching, query)
}

/** Writes a page of resources. */
export function listOf(all: Resource[], query: Query): Resource {
  const { from, count } = pageOf(query, SCIM_PAGE_MAX)
  return listAnswer(all.slice(from, from + count), { total: all.length, from, query })
}

/** Writes the resources of one page; `from` counts from 0. */
export function listAnswer(
  page: Resource[],
  { total, from, query }: { total: number; from: number; query: Query },
): Resource {
  const shown = page.map((resource) => without(resource, query['excludedAttributes']))
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: from + 1,
    itemsPerPage: shown.length,
    Resources: shown,
  }
}

/** Leaves out the attributes that the client does not want. */
export function without(resource: Resource, excluded: string | undefined): Resource {
  if (!excluded) return resource
  const names = new Set(excluded.toLowerCase().split(/\s*,\s*/))
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !names.has(name.toLowerCase())))
}

/** Returns the parameters of an address with the values of those that were sent repeatedly as one list with commas. */
export function joined(query: Readonly<Record<string, string | string[] | undefined>>): Query {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value ?? []].flat().join(',')]))
}

/** Parses JSON; refuses what PostgreSQL cannot store. */
export function readJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw new Error('not storable')
    return value
  })
}

/** PostgreSQL error code for a unique violation. */
const UNIQUE = '23505'

/** Returns how a refusal is answered. */
export function refusalOf(error: unknown): { http: number; detail: string; scimType?: string | undefined } {
  if (error instanceof ScimRefused) return { http: error.http, detail: error.message, scimType: error.scimType }
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 413) return { http: 413, detail: 'The body is too large.' }
  if (statusCode === 415) return { http: 415, detail: 'Send application/scim+json.' }
  const code = codeOfError(error)
  if (code === 'slow_down') return { http: 429, detail: 'Too many calls. Wait a minute.' }
  if (code === 'unavailable') return { http: 503, detail: 'Try again in a moment.' }
  if (statusCode !== undefined && statusCode < 500)
    return { http: statusCode, detail: 'The request could not be read.' }
  // Another request took the name or the email at the same moment.
  if ((error as { code?: unknown }).code === UNIQUE)
    return { http: 409, detail: 'A resource with this name or email exists.', scimType: 'uniqueness' }
  const { http, text } = FAILURES[code]
  if (http < 500) {
    const given = error instanceof Failure ? error.text : undefined
    return { http: http === 404 || http === 409 ? http : 400, detail: localize(given ?? text, 'en') }
  }
  return { http: 500, detail: 'Something went wrong.' }
}
