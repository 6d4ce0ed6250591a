import type { WebhookBody } from '@crewline/contract/webhooks'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import { summariesOf } from '../../modules/contacts/index.ts'
import { add } from '../../modules/webhooks/service.ts'
import { addDeliveries } from '../../modules/webhooks/store.ts'
import { recordAttempt, turnOff } from '../../modules/webhooks/store/attempts.ts'
import { kernelAt } from './earlier.ts'
import { DAY, HOUR, idAt, MINUTE } from './moments.ts'
import { ownerScope } from './owner-scope.ts'
import type { SeededOrganization } from './write-organization.ts'

/** What a receiver answered, and how many minutes after the event. */
interface Answer {
  after: number
  http: number
  response: string
  ms: number
}

const OK: Answer = { after: 0, http: 200, response: '{"ok":true}', ms: 84 }
const BUSY: Answer = { after: 0, http: 503, response: 'Service Unavailable', ms: 1_204 }
const GONE: Answer = { after: 0, http: 410, response: 'This address is no longer in use.', ms: 65 }

/** Deliveries of a webhook, oldest first: how many hours ago each was recorded, and the answers to its attempts. */
type History = { hoursAgo: number; answers: Answer[] }[]

/**
 * Adds two webhooks of an organization: one of a planner, which missed an event and got it later, and one that was turned
 * off because its receiver is gone. Their hosts can never exist, so that nothing leaves the demo.
 */
export async function writeWebhooks(kernel: Kernel, seeded: SeededOrganization, groupId: string): Promise<void> {
  await writeWebhook(kernel, seeded, {
    name: 'Shift planner',
    url: 'https://planner.acmefoods.example/crewline',
    groupIds: [groupId],
    created: 60,
    history: [
      { hoursAgo: 190, answers: [OK] },
      { hoursAgo: 71, answers: [BUSY, { ...BUSY, after: 1, ms: 980 }, { ...OK, after: 6, ms: 131 }] },
      { hoursAgo: 20, answers: [OK] },
    ],
  })
  await writeWebhook(kernel, seeded, {
    name: 'Former benefits portal',
    url: 'https://portal.benefits.example/hooks/consent',
    groupIds: null,
    created: 150,
    history: [
      { hoursAgo: 46 * 24, answers: [{ ...OK, ms: 212 }] },
      { hoursAgo: 29 * 24, answers: [GONE] },
    ],
    isGone: true,
  })
}

interface DemoWebhook {
  name: string
  url: string
  groupIds: string[] | null
  /** Days before now. */
  created: number
  history: History
  isGone?: boolean
}

async function writeWebhook(
  kernel: Kernel,
  { id: orgId, senders: [owner] }: SeededOrganization,
  { created, history, isGone = false, ...webhook }: DemoWebhook,
): Promise<void> {
  if (!owner) return
  const nowMs = kernel.world.now().getTime()
  const system = kernel.database.asSystem('the demo is seeded')
  const earlier = kernelAt(kernel, nowMs - created * DAY)
  const scope = ownerScope(earlier, orgId, owner.userId)
  const { id } = (await add(earlier, scope, { ...webhook, events: ['consent.changed'] })).webhook
  const people = await sql<{ id: string; phone: string }>`
    select c.id, c.phone from contact c join consent k on k.org_id = c.org_id and k.phone = c.phone and k.opted_out
    where c.org_id = ${orgId} and c.archived_at is null
    order by exists (select from group_member g where g.org_id = c.org_id and g.contact_id = c.id
      and g.group_id = any(${webhook.groupIds}::uuid[])) desc, c.id limit ${history.length}`.execute(system)
  const summaries = new Map(
    (
      await summariesOf(
        kernel.database.ofOrg(orgId),
        'US',
        people.rows.map((person) => person.id),
      )
    ).map((summary) => [summary.id, summary]),
  )
  for (const [at, { hoursAgo, answers }] of history.entries()) {
    const person = people.rows[at]
    if (!person) continue
    const recordedMs = nowMs - hoursAgo * HOUR
    const body: WebhookBody = {
      type: 'consent.changed',
      timestamp: new Date(recordedMs).toISOString(),
      data: { phone: person.phone, optedOut: true, contact: summaries.get(person.id) ?? null },
    }
    const delivery = { id: idAt(recordedMs), endpointId: id, type: body.type, contactId: person.id, subject: null }
    await addDeliveries(system, orgId, {
      deliveries: [{ ...delivery, body: JSON.stringify(body) }],
      now: new Date(recordedMs),
    })
    for (const answer of answers) {
      const attemptedMs = recordedMs + answer.after * MINUTE + 1_000
      const isDelivered = answer.http === 200
      const next = answers[answers.indexOf(answer) + 1]
      await recordAttempt(system, {
        id: idAt(attemptedMs),
        orgId,
        endpointId: id,
        deliveryId: delivery.id,
        at: new Date(attemptedMs),
        ms: answer.ms,
        http: answer.http,
        failure: null,
        response: answer.response,
        outcome: isDelivered ? 'delivered' : next ? 'waiting' : 'failed',
        nextAt: new Date(recordedMs + (next?.after ?? answer.after) * MINUTE),
        resumeAt: null,
      })
    }
  }
  if (!isGone) return
  const last = nowMs - (history.at(-1)?.hoursAgo ?? 0) * HOUR + MINUTE
  await ownerScope(kernelAt(kernel, last), orgId, owner.userId).tx(async (tx) => {
    await turnOff(tx.db, { orgId, id })
    tx.audit('webhook.turned-off', id, { isGone: true })
  })
}
