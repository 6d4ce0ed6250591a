import type { Organization } from '@crewline/contract/organizations'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'

/** An organization with its name, as automatic answers sign with it. */
export interface OrgScope {
  scope: Scope
  name: string
}

/** How long an organization's name and country are remembered, in ms: batches of webhooks ask many times a second. */
const REMEMBER_MS = 5_000
const MOST_REMEMBERED = 10_000

const remembered = new WeakMap<Kernel, Map<string, { organization: Organization; untilMs: number }>>()

/** The scope in which the product itself works for an organization. */
export async function systemScope(kernel: Kernel, orgId: string, reason: string): Promise<OrgScope> {
  const organization = await recall(kernel, orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason }, `${reason}-${orgId.slice(0, 8)}`)
  return { scope, name: organization.name }
}

async function recall(kernel: Kernel, orgId: string): Promise<Organization> {
  const known = remembered.get(kernel) ?? new Map<string, { organization: Organization; untilMs: number }>()
  remembered.set(kernel, known)
  const now = kernel.world.monotonicMs()
  const found = known.get(orgId)
  if (found && found.untilMs > now) return found.organization
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(orgId, { organization, untilMs: now + REMEMBER_MS })
  return organization
}
