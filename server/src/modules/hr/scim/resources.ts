import { HR_SCIM_PATH } from '@crewline/contract/hr-limits'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Scope } from '../../../kernel/scope.ts'
import {
  attribute,
  describe,
  listAnswer,
  pageOf,
  parseFilter,
  patched,
  resourceId,
  ScimRefused,
  serviceProviderConfig,
  USER_SCHEMA,
  without,
  type On,
} from '../../scim/index.ts'
import { SCIM_PAGE_MAX } from '@crewline/contract/scim-limits'
import type { StoredWorker } from '../store/workers.ts'
import { conditionOf } from './filter-views.ts'
import { ENTERPRISE_SCHEMA } from './worker-rules.ts'
import { addPushed, deletePushed, readWorker, replacePushed } from './workers.ts'
import { workersOf } from './workers-views.ts'

/** Returns the address of the SCIM API for workers. */
export function workersUrl(kernel: Kernel): string {
  return `${kernel.config.publicUrl}${HR_SCIM_PATH}`
}

/** Adds the resources of the SCIM API for workers: users, and what describes them. */
export function addWorkerResources(on: On, base: string): void {
  const resourceOf = (worker: StoredWorker) => workerResource(worker, base)
  on('GET', '/ServiceProviderConfig', async () => ({ body: serviceProviderConfig(base, 'Integrations') }))
  for (const [path, all] of [
    ['/Schemas', schemas(base)],
    ['/ResourceTypes', resourceTypes(base)],
  ] as const) {
    on('GET', path, async () => ({ body: listAnswer(all, { total: all.length, from: 0, query: {} }) }))
    on('GET', `${path}/:id`, async (_scope, { params }) => {
      const found = all.find(({ id }) => id === params.id)
      if (!found) throw new ScimRefused(404, 'There is no such resource.')
      return { body: found }
    })
  }
  // Some clients only begin when groups can be listed; workers have none.
  on('GET', '/Groups', async () => ({ body: listAnswer([], { total: 0, from: 0, query: {} }) }))
  on('GET', '/Users', async (scope, { query }) => ({ body: await listWorkers(scope, query, resourceOf) }))
  on('GET', '/Users/:id', async (scope, { params, query }) => ({
    body: without(resourceOf(await readWorker(scope, resourceId(params.id))), query['excludedAttributes']),
  }))
  on('POST', '/Users', async (scope, { body }) => ({ http: 201, body: resourceOf(await addPushed(scope, body)) }))
  on('PUT', '/Users/:id', async (scope, { params, body }) => ({
    body: resourceOf(await replacePushed(scope, resourceId(params.id), () => body)),
  }))
  on('PATCH', '/Users/:id', async (scope, { params, body }) => {
    const change = (current: StoredWorker) => patched('User', resourceOf(current), body, { keepsExtensions: true })
    return { body: resourceOf(await replacePushed(scope, resourceId(params.id), change)) }
  })
  on('DELETE', '/Users/:id', async (scope, { params }) => {
    await deletePushed(scope, resourceId(params.id))
    return { http: 204 }
  })
}

async function listWorkers(
  { db, orgId }: Scope,
  query: Record<string, string | undefined>,
  resourceOf: (worker: StoredWorker) => Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { filter = '' } = query
  const { from, count } = pageOf(query, SCIM_PAGE_MAX)
  const condition = filter === '' ? {} : { condition: conditionOf(await parseFilter(filter)) }
  const { workers, total } = await workersOf(db, orgId, { from, count, ...condition })
  return listAnswer(workers.map(resourceOf), { total, from, query })
}

/** Writes a worker as a SCIM resource. */
function workerResource(worker: StoredWorker, base: string): Record<string, unknown> {
  const { id, userName, externalId, isActive, resource, createdAt, updatedAt } = worker
  const extensions = Object.keys(resource).filter((name) => name.startsWith('urn:'))
  return {
    schemas: [USER_SCHEMA, ...extensions],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName,
    ...resource,
    active: isActive,
    meta: {
      resourceType: 'User',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${base}/Users/${id}`,
    },
  }
}

function resourceTypes(base: string) {
  const schemaExtensions = [{ schema: ENTERPRISE_SCHEMA, required: false }]
  const user = { id: 'User', endpoint: '/Users', schema: USER_SCHEMA, description: 'A worker.', schemaExtensions }
  return describe('ResourceType', base, [user])
}

function schemas(base: string) {
  const complex = (name: string, parts: string[], more: Record<string, unknown> = {}) => ({
    ...attribute(name, more),
    type: 'complex',
    subAttributes: parts.map((part) => attribute(part)),
  })
  const listed = { multiValued: true }
  const user = {
    id: USER_SCHEMA,
    name: 'User',
    description: 'A worker.',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      ...['displayName', 'nickName', 'title', 'userType', 'preferredLanguage'].map((name) => attribute(name)),
      complex('name', ['givenName', 'middleName', 'familyName', 'formatted']),
      complex('emails', ['value', 'type'], listed),
      complex('phoneNumbers', ['value', 'type'], listed),
      complex('addresses', ['formatted', 'locality', 'region', 'country', 'type'], listed),
      { ...attribute('active'), type: 'boolean' },
    ],
  }
  const names = [
    'employeeNumber',
    'department',
    'division',
    'organization',
    'costCenter',
    'startDate',
    'birthday',
    'status',
  ]
  const enterprise = {
    id: ENTERPRISE_SCHEMA,
    name: 'EnterpriseUser',
    description: 'The job of a worker.',
    attributes: [...names.map((name) => attribute(name)), complex('manager', ['value', 'displayName'])],
  }
  return describe('Schema', base, [user, enterprise])
}
