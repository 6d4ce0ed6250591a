import { SCIM_PAGE_MAX } from '@crewline/contract/scim-limits'
import { codeOfError } from '../../kernel/http/answer.ts'
import { parseFilter } from './patch.ts'
import { fits, pageOf, ScimRefused } from './rules.ts'

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
  const shown = all.slice(from, from + count).map((resource) => without(resource, query['excludedAttributes']))
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: all.length,
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

/** Parses JSON; refuses what PostgreSQL cannot store. */
export function readJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw new Error('not storable')
    return value
  })
}

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
  return { http: 500, detail: 'Something went wrong.' }
}
