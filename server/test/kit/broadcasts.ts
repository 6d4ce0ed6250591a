import { createBroadcast, type BroadcastContent } from '@crewline/contract/broadcasts'
import { countRecipients } from '@crewline/contract/recipients'
import { launchBroadcast } from '@crewline/contract/launch'
import { sql } from 'kysely'
import type { z } from 'zod'
import { followOutcomes, startDue, takeRemindingStep, takeSendingStep } from '../../src/modules/broadcasts/index.ts'
import type { Kernel } from '../../src/kernel/kernel.ts'
import type { TestContact, TestUser } from './cast.ts'
import { followUntilNow } from './events.ts'
import type { TestApp } from './test-app.ts'

/** Sent at any hour, because tests run at any hour. */
const ANY_HOUR = { quietHours: 'send' as const, quietReason: 'Tests run at night too' }

type Draft = Partial<z.input<typeof createBroadcast.body>>

/** Creates a draft that can be sent to everyone named. */
export async function draft(t: TestApp, contactIds: string[], more: Draft = {}, user: TestUser = t.acme.ann) {
  const { body } = await t.as(user).call(createBroadcast, {
    body: {
      name: 'Payday',
      audience: { contactIds },
      message: { body: 'Pay is in your account today.' },
      options: ANY_HOUR,
      ...more,
    },
  })
  if (body.status !== 'OK') throw new Error(JSON.stringify(body))
  return body.broadcast
}

/** Launches a draft to as many people as it has now. */
export async function launch(
  t: TestApp,
  broadcast: { id: string; version: number; audience: BroadcastContent['audience'] },
  user: TestUser = t.acme.ann,
) {
  const counted = await t.as(user).call(countRecipients, { body: { audience: broadcast.audience } })
  return t.as(user).call(launchBroadcast, {
    params: { id: broadcast.id },
    body: { version: broadcast.version, expectedRecipients: counted.body.count.recipients },
  })
}

/** Ends every countdown of the test. */
export async function endCountdowns(t: TestApp): Promise<void> {
  const system = t.process.kernel.database.asSystem('tests do not wait for countdowns')
  // In the past by more than the clock of a process may differ from the clock of the database.
  await sql`update broadcast_run set starts_at = now() - interval '1 minute' where state = 'waiting'`.execute(system)
}

/** Does the worker's part until nothing is due and every event is counted. */
export async function workOnBroadcasts(t: TestApp, kernel: Kernel = t.process.kernel): Promise<void> {
  while (await startDue(kernel));
  while (await takeSendingStep(kernel));
  while (await takeRemindingStep(kernel));
  await followUntilNow(t, 'broadcasts', followOutcomes, kernel)
}

/** Sends a launched broadcast and waits until every receipt is counted. */
export async function sendOut(t: TestApp): Promise<void> {
  await endCountdowns(t)
  await workOnBroadcasts(t)
  await t.drain()
  await workOnBroadcasts(t)
}

let hired = 0

/** Adds many contacts in one statement. */
export async function hire(t: TestApp, count: number): Promise<TestContact[]> {
  const { world, database } = t.process.kernel
  const crew = Array.from({ length: count }, (_, nth) => ({
    id: world.id(),
    firstname: `Person${nth}`,
    phone: `+1415${String(6_000_000 + (hired += 1))}`,
  }))
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, phone, source, created_at, updated_at)
    select ${t.acme.id}::uuid, id, name, 'Worker', lower(name), phone, 'manual', now(), now()
    from unnest(${crew.map(({ id }) => id)}::uuid[], ${crew.map(({ firstname }) => firstname)}::text[], ${crew.map(({ phone }) => phone)}::text[]) t(id, name, phone)`.execute(
    database.ofOrg(t.acme.id),
  )
  return crew
}
