import type { Organization } from '@crewline/contract/organizations'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'

/** An organization's scope, with its name for automatic answers. */
export interface OrgScope {
  scope: Scope
  name: string
}

/** How long an organization's name and country are cached, in ms: webhook batches read them many times a second. */
const REMEMBER_MS = 5_000
const MOST_REMEMBERED = 10_000

const remembered = new WeakMap<Kernel, Map<string, { organization: Organization; untilMs: number }>>()

/** Returns the system scope of an organization. */
export async function systemScope(kernel: Kernel, orgId: string, reason: string): Promise<OrgScope> {
  const organization = await recall(kernel, orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason }, `${reason}-${orgId.slice(0, 8)}`)
  return { scope, name: organization.name }
}

async function recall(kernel: Kernel, orgId: string): Promise<Organization> {
  const cache = remembered.get(kernel) ?? new Map<string, { organization: Organization; untilMs: number }>()
  remembered.set(kernel, cache)
  const now = kernel.world.monotonicMs()
  const cached = cache.get(orgId)
  if (cached && cached.untilMs > now) return cached.organization
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  if (cache.size >= MOST_REMEMBERED) cache.clear()
  cache.set(orgId, { organization, untilMs: now + REMEMBER_MS })
  return organization
}
