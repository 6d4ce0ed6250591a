import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { listOf, pageThatFits, without } from './answers.ts'
import { addGroup, patchGroup, readGroup, removeGroup, replaceGroup } from './groups.ts'
import { patched } from './patch.ts'
import { groupResource, userResource } from './resources.ts'
import { ScimRefused } from './rules.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './schemas.ts'
import { addUser, deleteUser, readUser, replaceUser } from './users.ts'
import { listGroups, listUsers, type GroupRow } from './views.ts'

/** The parts of a call. */
export interface Call {
  Params: { id: string }
  /** A parameter that is sent twice is a list. */
  Querystring: Record<string, string | string[] | undefined>
  Body: unknown
}
interface Request {
  params: Call['Params']
  query: Record<string, string | undefined>
  body: unknown
}
type Handler = (scope: Scope, request: Request) => Promise<{ http?: number; body?: unknown }>
/** Adds a route. */
export type On = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, handle: Handler) => unknown

/** Adds the routes of all resources. */
export function addResources(on: On, kernel: Kernel, base: string): void {
  addDescriptions(on, base)
  addUserRoutes(on, kernel, base)
  addGroupRoutes(on, kernel, base)
}

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
  const read = async (scope: Scope, id: string) => userResource(await readUser(scope, resourceId(id)), base)
  on('GET', '/Users', async (scope, { query }) => {
    const rows = await listUsers(scope.db, scope.orgId)
    return {
      body: await pageThatFits(
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
    body: userResource(await replaceUser(kernel, scope, resourceId(params.id), () => body), base),
  }))
  on('PATCH', '/Users/:id', async (scope, { params, body }) => {
    const changed = await replaceUser(kernel, scope, resourceId(params.id), (current) =>
      patched('User', userResource(current, base), body),
    )
    return { body: userResource(changed, base) }
  })
  on('DELETE', '/Users/:id', async (scope, { params }) => {
    await deleteUser(kernel, scope, resourceId(params.id))
    return { http: 204 }
  })
}

function addGroupRoutes(on: On, kernel: Kernel, base: string): void {
  const read = async (scope: Scope, id: string) => groupResource(await readGroup(scope, resourceId(id)), base)
  on('GET', '/Groups', async (scope, { query }) => {
    const rows = await listGroups(scope.db, scope.orgId)
    return {
      body: await pageThatFits(
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
    body: groupResource(await replaceGroup(kernel, scope, resourceId(params.id), body), base),
  }))
  on('PATCH', '/Groups/:id', async (scope, { params, body }) => {
    const resourceOf = (current: GroupRow) => groupResource(current, base)
    return { body: groupResource(await patchGroup(kernel, scope, resourceId(params.id), { body, resourceOf }), base) }
  })
  on('DELETE', '/Groups/:id', async (scope, { params }) => {
    await removeGroup(kernel, scope, resourceId(params.id))
    return { http: 204 }
  })
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Reads the id of a path; fails with 404 for one that is none. */
export function resourceId(id: string): string {
  if (!UUID.test(id)) throw new ScimRefused(404, 'There is no such resource.')
  return id.toLowerCase()
}
