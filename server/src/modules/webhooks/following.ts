import type { WebhookBody } from '@crewline/contract/webhooks'
import type { Db } from '../../kernel/db/pool.ts'
import type { DomainEvent } from '../../kernel/events/define.ts'
import { consumeEvents } from '../../kernel/events/durable.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { BroadcastChanged } from '../broadcasts/index.ts'
import { ConsentChanged } from '../consent/index.ts'
import { ContactChanged } from '../contacts/index.ts'
import { FormAnswered } from '../forms/index.ts'
import { MessageReceived, MessageStatusChanged } from '../messages/index.ts'
import { happeningsOf, type Happening } from './happenings-views.ts'
import { addDeliveries, type NewDelivery } from './store.ts'
import { contactsInGroups, endpointsFor, type Subscriber } from './views.ts'

/** The name of the cursor in the event log. */
const FOLLOWER = 'webhooks'
/** Events processed in one transaction. An event of an import names up to 5,000 contacts. */
const STEP = 50
/** Delay in ms before new events are read, so that more are handled at once. */
const PAUSE_MS = 250
/** Deliveries written in one statement. */
const WRITE = 500

const FOLLOWED = new Set(
  [MessageReceived, MessageStatusChanged, ConsentChanged, ContactChanged, BroadcastChanged, FormAnswered].map(
    ({ name }) => name,
  ),
)

/** Follows the event log and records what is to be sent, once per event, for the life of the process. */
export function startRecording(kernel: Kernel): Running {
  return followQueue(kernel, {
    name: 'webhooks',
    wakeUp: 'events',
    pass: () => recordDeliveries(kernel),
    pauseMs: PAUSE_MS,
  })
}

/**
 * Records the deliveries of the events since the last pass. They commit together with the cursor, so a process that dies
 * loses none and doubles none. Returns whether there may be more.
 */
export async function recordDeliveries(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('events of every organization are recorded for its webhooks')
  const now = kernel.world.now()
  let recorded = 0
  const read = await consumeEvents(system, { follower: FOLLOWER, most: STEP, now }, async (db, events) => {
    recorded = 0
    const followed = events.filter(({ name }) => FOLLOWED.has(name))
    for (const [orgId, ofOrg] of Map.groupBy(followed, (event) => event.orgId))
      recorded += await recordFor(kernel, db, orgId, ofOrg)
  })
  if (recorded > 0) kernel.signals.wakeUp('webhooks')
  return read === STEP
}

async function recordFor(kernel: Kernel, db: Db, orgId: string, events: DomainEvent[]): Promise<number> {
  const endpoints = await endpointsFor(db, orgId)
  if (endpoints.length === 0) return 0
  const now = kernel.world.now()
  const wanted = new Set(endpoints.flatMap((endpoint) => endpoint.events))
  const happenings = await happeningsOf({ db: kernel.database.ofOrg(orgId), orgId, now, wanted }, events)
  const contactIds = [...new Set(happenings.flatMap(({ contactId }) => contactId ?? []))]
  let count = 0
  for (const endpoint of endpoints) {
    const visible =
      endpoint.groupIds && (await contactsInGroups(db, orgId, { contactIds, groupIds: endpoint.groupIds }))
    const deliveries = happenings
      .filter((happening) => concerns(endpoint, happening, visible))
      .map((happening): NewDelivery => ({
        id: kernel.world.id(),
        endpointId: endpoint.id,
        type: happening.type,
        contactId: happening.contactId,
        subject: happening.subject,
        body: JSON.stringify({
          type: happening.type,
          timestamp: now.toISOString(),
          data: happening.data,
        } satisfies WebhookBody),
      }))
    for (let at = 0; at < deliveries.length; at += WRITE)
      await addDeliveries(db, orgId, { deliveries: deliveries.slice(at, at + WRITE), now })
    count += deliveries.length
  }
  return count
}

/** Whether an address gets an event. One that is limited to groups gets none that is about no contact or several. */
function concerns(endpoint: Subscriber, { type, contactId }: Happening, visible: Set<string> | null): boolean {
  if (!endpoint.events.includes(type)) return false
  return visible === null || (contactId !== null && visible.has(contactId))
}
