import { SCIM_CALLS_PER_MINUTE, SCIM_FAILURES_PER_MINUTE, SCIM_PAGE_MAX } from '@crewline/contract/scim-limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codeOfError } from '../../kernel/http/answer.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { valuesOf } from '../sso/index.ts'
import { addGroup, readGroup, removeGroup, replaceGroup } from './groups.ts'
import { parseFilter, patched } from './patch.ts'
import { groupResource, userResource } from './resources.ts'
import { fits, pageOf, ScimRefused } from './rules.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './schemas.ts'
import { openClient } from './tokens.ts'
import { addUser, deleteUser, readUser, replaceUser } from './users.ts'
import { listGroups, listUsers } from './views.ts'

const BASE = '/scim/v2'
const BODY_MAX_BYTES = 1_048_576

interface Call {
  Params: { id: string }
  Querystring: Record<string, string | undefined>
  Body: unknown
}
type Resource = Record<string, unknown>
type Handler = (scope: Scope, request: FastifyRequest<Call>) => Promise<{ http?: number; body?: unknown }>

/** Registers the SCIM 2.0 API (RFC 7644). Errors have its own form, and every call needs a SCIM token. */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const { scimUrl } = valuesOf(kernel, '')
  await app.register(
    async (site) => {
      site.removeAllContentTypeParsers()
      for (const type of ['application/scim+json', 'application/json'])
        site.addContentTypeParser(type, { parseAs: 'string', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) => {
          try {
            done(null, body === '' ? undefined : readJson(body as string))
          } catch {
            done(new ScimRefused(400, 'The body is not JSON that can be stored.', 'invalidSyntax'), undefined)
          }
        })
      site.setErrorHandler((error, _request, reply) => sendError(kernel, reply, error))
      const on = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, handle: Handler) =>
        site.route<Call>({
          method,
          url,
          handler: async (request, reply) => {
            const scope = await admit(kernel, request)
            const { http = 200, body } = await handle(scope, request)
            void reply.status(http).header('cache-control', 'no-store')
            return body === undefined ? reply.send() : send(reply, body)
          },
        })
      addDescriptions(on, scimUrl)
      addUserRoutes(on, kernel, scimUrl)
      addGroupRoutes(on, kernel, scimUrl)
      for (const url of ['/', '/*'])
        site.all(url, async () => {
          throw new ScimRefused(404, 'There is no such resource.')
        })
    },
    { prefix: BASE },
  )
}

type On = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, handle: Handler) => unknown

function addDescriptions(on: On, base: string): void {
  on('GET', '/ServiceProviderConfig', async () => ({ body: serviceProviderConfig(base) }))
  for (const [path, all] of [
    ['/Schemas', schemas(base)],
    ['/ResourceTypes', resourceTypes(base)],
  ] as const) {
    on('GET', path, async () => ({ body: listOf(all, { startIndex: '1', count: '100' }) }))
    on('GET', `${path}/:id`, async (_scope, { params }) => {
      const found = all.find(({ id }) => id === params.id)
      if (!found) throw new ScimRefused(404, 'There is no such resource.')
      return { body: found }
    })
  }
}

function addUserRoutes(on: On, kernel: Kernel, base: string): void {
  const read = async (scope: Scope, id: string) => userResource(await readUser(scope, idOf(id)), base)
  on('GET', '/Users', async (scope, { query }) => {
    const rows = await listUsers(scope.db, scope.orgId)
    return {
      body: await found(
        rows.map((row) => userResource(row, base)),
        query,
      ),
    }
  })
  on('GET', '/Users/:id', async (scope, { params }) => ({ body: await read(scope, params.id) }))
  on('POST', '/Users', async (scope, { body }) => ({
    http: 201,
    body: userResource(await addUser(kernel, scope, body), base),
  }))
  on('PUT', '/Users/:id', async (scope, { params, body }) => ({
    body: userResource(await replaceUser(kernel, scope, idOf(params.id), body), base),
  }))
  on('PATCH', '/Users/:id', async (scope, { params, body }) => {
    const wanted = await patched('User', await read(scope, params.id), body)
    return { body: userResource(await replaceUser(kernel, scope, idOf(params.id), wanted), base) }
  })
  on('DELETE', '/Users/:id', async (scope, { params }) => {
    await deleteUser(kernel, scope, idOf(params.id))
    return { http: 204 }
  })
}

function addGroupRoutes(on: On, kernel: Kernel, base: string): void {
  const read = async (scope: Scope, id: string) => groupResource(await readGroup(scope, idOf(id)), base)
  on('GET', '/Groups', async (scope, { query }) => {
    const rows = await listGroups(scope.db, scope.orgId)
    return {
      body: await found(
        rows.map((row) => groupResource(row, base)),
        query,
      ),
    }
  })
  on('GET', '/Groups/:id', async (scope, { params, query }) => ({
    body: without(await read(scope, params.id), query['excludedAttributes']),
  }))
  on('POST', '/Groups', async (scope, { body }) => ({
    http: 201,
    body: groupResource(await addGroup(kernel, scope, body), base),
  }))
  on('PUT', '/Groups/:id', async (scope, { params, body }) => ({
    body: groupResource(await replaceGroup(kernel, scope, idOf(params.id), body), base),
  }))
  on('PATCH', '/Groups/:id', async (scope, { params, body }) => {
    const wanted = await patched('Group', await read(scope, params.id), body)
    return { body: groupResource(await replaceGroup(kernel, scope, idOf(params.id), wanted), base) }
  })
  on('DELETE', '/Groups/:id', async (scope, { params }) => {
    await removeGroup(kernel, scope, idOf(params.id))
    return { http: 204 }
  })
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function idOf(id: string): string {
  if (!UUID.test(id)) throw new ScimRefused(404, 'There is no such resource.')
  return id.toLowerCase()
}

/** Opens the client of a token. Wrong tokens are counted by address, calls by token. */
async function admit(kernel: Kernel, request: FastifyRequest): Promise<Scope> {
  const { authorization = '' } = request.headers
  const token = authorization.startsWith('Bearer ') ? authorization.slice(7) : ''
  const failures = makeLimit(kernel, 'scim-failures', SCIM_FAILURES_PER_MINUTE, 60)
  if (await failures.isExhausted(request.ip)) throw new ScimRefused(429, 'Too many wrong tokens. Wait a minute.')
  const scope = await openClient(kernel, token, request.id)
  if (!scope) {
    await failures.take(request.ip)
    throw new ScimRefused(401, 'The token is missing, wrong, expired or revoked.')
  }
  await makeLimit(kernel, 'scim', SCIM_CALLS_PER_MINUTE, 60).take(token)
  return scope
}

/** Returns the page of those resources that fit the filter. */
async function found(all: Resource[], query: Call['Querystring']): Promise<Resource> {
  const { filter } = query
  const alternatives = filter === undefined || filter === '' ? undefined : await parseFilter(filter)
  const matching = alternatives ? all.filter((resource) => fits(resource, alternatives)) : all
  return listOf(matching, query)
}

function listOf(all: Resource[], query: Call['Querystring']): Resource {
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

function without(resource: Resource, excluded: string | undefined): Resource {
  if (!excluded) return resource
  const names = new Set(excluded.toLowerCase().split(/\s*,\s*/))
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !names.has(name.toLowerCase())))
}

/** Parses JSON; refuses what PostgreSQL cannot store. */
function readJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw new Error('not storable')
    return value
  })
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/scim+json; charset=utf-8').send(JSON.stringify(body))
}

function sendError(kernel: Kernel, reply: FastifyReply, error: unknown): FastifyReply {
  const { http, detail, scimType } = refusalOf(error)
  if (http >= 500) kernel.log.error({ err: error }, 'scim: a call failed')
  if (http === 401) void reply.header('www-authenticate', 'Bearer realm="scim"')
  if (http === 429) void reply.header('retry-after', '60')
  return send(reply.status(http).header('cache-control', 'no-store'), {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(http),
    ...(scimType === undefined ? {} : { scimType }),
    detail,
  })
}

function refusalOf(error: unknown): { http: number; detail: string; scimType?: string | undefined } {
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
