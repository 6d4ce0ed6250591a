import type { Organization } from '@crewline/contract/organizations'
import type { Kernel } from '../../kernel/kernel.ts'
import { forgetPages } from '../../kernel/pages/memory.ts'
import { organizationOf } from './views.ts'

/** How long an organization is remembered, in ms: webhook batches read the same one many times a second. */
const REMEMBER_MS = 5_000
const MOST_REMEMBERED = 10_000
const CHANNEL = 'organization-changed'

/** An organization with its name in texts to contacts. */
export type RememberedOrganization = Organization & { senderName: string }

interface Memory {
  cache: Map<string, { organization: RememberedOrganization; untilMs: number }>
  /** Counts the changes: a read that began before a change is not remembered after it. */
  changes: number
}

const memories = new WeakMap<Kernel, Memory>()

/** Returns an organization that this process may remember for some seconds; a change ends that in every process. */
export async function rememberedOrganization(kernel: Kernel, orgId: string): Promise<RememberedOrganization> {
  const memory = memoryOf(kernel)
  const now = kernel.world.monotonicMs()
  const cached = memory.cache.get(orgId)
  if (cached && cached.untilMs > now) return cached.organization
  const { changes } = memory
  const view = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const organization = { ...view.organization, senderName: view.senderName }
  if (memory.cache.size >= MOST_REMEMBERED) memory.cache.clear()
  if (memory.changes === changes) memory.cache.set(orgId, { organization, untilMs: now + REMEMBER_MS })
  return organization
}

/** Forgets an organization after a committed change: here at once, in other processes with the next signal. */
export function forgetOrganization(kernel: Kernel, orgId: string): void {
  forget(memoryOf(kernel), orgId)
  kernel.signals.broadcast(CHANNEL, orgId)
  // Public pages show its name.
  forgetPages(kernel, orgId)
}

function memoryOf(kernel: Kernel): Memory {
  const known = memories.get(kernel)
  if (known) return known
  const memory: Memory = { cache: new Map(), changes: 0 }
  memories.set(kernel, memory)
  kernel.signals.onBroadcast(CHANNEL, (orgId) => forget(memory, orgId))
  return memory
}

function forget(memory: Memory, orgId: string): void {
  memory.changes += 1
  memory.cache.delete(orgId)
}
