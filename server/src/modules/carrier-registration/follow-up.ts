import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { rememberedOrganization } from '../organizations/index.ts'
import { advance } from './submit.ts'
import { organizationsToCheck, registrationsOf } from './views.ts'

/** Registrations in review are asked about this often, in ms. */
const REVIEW_MS = 9 * 60_000
/** Approved ones this often: carriers suspend senders, and numbers that came later join the campaign. */
const APPROVED_MS = 12 * 3_600_000
/** Organizations of one pass. */
const STEP = 100

/** Asks the carriers about every registration of an organization that is not rejected. */
export async function followUp(kernel: Kernel, scope: Scope): Promise<void> {
  for (const { id, state } of await registrationsOf(scope.db, scope.orgId)) {
    if (state === 'rejected') continue
    await advance(kernel, scope, id)
  }
}

/** Follows up what is due, in all organizations. */
export async function followUpDue(kernel: Kernel): Promise<void> {
  const now = kernel.world.now().getTime()
  const system = kernel.database.asSystem('registrations of every organization are followed up')
  const due = { before: new Date(now - REVIEW_MS), approvedBefore: new Date(now - APPROVED_MS), limit: STEP }
  for (const orgId of await organizationsToCheck(system, due)) {
    try {
      const organization = await rememberedOrganization(kernel, orgId)
      const actor = { kind: 'system' as const, reason: 'carrier-registration' }
      await followUp(kernel, makeScope(kernel, organization, actor, `registration-${orgId.slice(0, 8)}`))
    } catch (error) {
      kernel.log.warn({ err: error, org: orgId }, 'carrier-registration: a follow-up failed, trying again')
    }
  }
}
