import { CONSENT_HISTORY_MAX } from '@crewline/contract/limits'
import { consumeEvents } from '../../kernel/events/durable.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { carryConsentOver, ConsentChanged, consentLedger } from '../consent/index.ts'
import { productScope } from '../family/index.ts'
import { optedOutAndGone, type Gone } from './gone-views.ts'

/** The name of this reader's position in the event log. */
const FOLLOWER = 'transfers'
/** Events read per batch. */
const STEP = 500

/**
 * Carries opt-outs to where people went, for the life of the process: consent belongs to a number, and who moved often still has
 * the former organization's number in their phone.
 */
export function startFollowing(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'transfers', wakeUp: 'events', pass: () => followOptOuts(kernel) })
}

/** Processes the changes of consent since the last run. Returns whether there may be more. */
export async function followOptOuts(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('opt-outs follow people who were transferred')
  const read = await consumeEvents(
    system,
    { follower: FOLLOWER, most: STEP, now: kernel.world.now() },
    async (_db, events) => {
      for (const { orgId, name, payload } of events) {
        if (name !== ConsentChanged.name) continue
        const { phones } = payload as { phones: string[] }
        for (const gone of await optedOutAndGone(system, { orgId, phones })) await optOutThere(kernel, gone)
      }
    },
  )
  return read === STEP
}

/** Records the opt-out in the organization that the person went to; recorded once, as nothing happens to a number opted out. */
async function optOutThere(kernel: Kernel, { contactId, phone, from, to }: Gone): Promise<void> {
  const { entries } = await consentLedger(productScope(kernel, from), contactId, CONSENT_HISTORY_MAX)
  const events = entries.map(({ event }) => event)
  await productScope(kernel, to).tx((tx) => carryConsentOver(tx, phone, { from: from.name, optedOut: true, events }))
}
