import { BLOCK_REASONS } from '@crewline/contract/broadcast-audience'
import { sql } from 'kysely'
import type { Kernel } from '../../src/kernel/kernel.ts'
import type { Org } from './cast.ts'
import type { TestApp } from './test-app.ts'

const HOUR = 3_600_000
/** When runs started: the past hours of their timeline are complete. */
const STARTED = new Date(Math.floor(Date.now() / 1000) * 1000 - 3 * HOUR)
/** A moment after the start of a run. */
export const after = (minutes: number) => new Date(STARTED.getTime() + minutes * 60_000)

/** A recipient as sending and the events of the message leave it. */
export interface Recipient {
  name: string
  state: string
  blockReason?: string
  errorCode?: string
  language?: string
  location?: string
  department?: string
  replied?: boolean
  clicked?: boolean
  answered?: boolean
  optedOut?: boolean
}

let phones = 0

interface Given {
  org?: Org
  kind?: 'announcement' | 'poll' | 'acknowledgement'
  state?: string
  flowId?: string
  groupIds?: string[]
}

/** Adds a broadcast with one run to these people, as sending leaves it. */
export async function addRun(t: TestApp, people: readonly Recipient[], given: Given = {}) {
  const { kernel } = t.process
  const { org = t.acme, kind = 'announcement', state = 'sent', flowId = null, groupIds = [] } = given
  const broadcastId = kernel.world.id()
  const runId = kernel.world.id()
  await sql`
    insert into broadcast (org_id, id, name, kind, state, content, searched, group_ids, names_only_groups, created_by, created_at, updated_at)
    values (${org.id}, ${broadcastId}, 'Payday', ${kind}, 'sent', '{}', '', ${groupIds}::uuid[], ${groupIds.length > 0}, ${org.ann.id}, ${STARTED}, ${STARTED})`.execute(
    kernel.database.ofOrg(org.id),
  )
  await addRunOf(kernel, org, broadcastId, { runId, state, flowId, plannedAt: STARTED })
  const ids = await addPeople(kernel, org, runId, people)
  await tally(kernel, org, runId)
  return { broadcastId, runId, ids }
}

/** Adds one more run to a broadcast. */
export async function addRunOf(
  kernel: Kernel,
  org: Org,
  broadcastId: string,
  { runId, state, flowId, plannedAt }: { runId: string; state: string; flowId: string | null; plannedAt: Date },
) {
  await sql`
    insert into broadcast_run (org_id, id, broadcast_id, occurrence, state, content, planned_at, starts_at, started_at, flow_id)
    values (${org.id}, ${runId}, ${broadcastId}, ${plannedAt.toISOString()}, ${state}, '{}', ${plannedAt}, ${plannedAt}, ${plannedAt}, ${flowId})`.execute(
    kernel.database.ofOrg(org.id),
  )
}

/** Adds contacts who are recipients of a run; returns their ids by name. */
export async function addPeople(
  kernel: Kernel,
  org: Org,
  runId: string,
  people: readonly Recipient[],
): Promise<Map<string, string>> {
  const ids = new Map(people.map(({ name }) => [name, kernel.world.id()]))
  for (const [nth, person] of people.entries()) {
    const {
      name,
      state,
      blockReason = null,
      errorCode = null,
      language = 'en',
      location = '',
      department = '',
    } = person
    const contactId = ids.get(name) ?? ''
    const phone = blockReason === 'no_mobile' ? null : `+1415556${String(phones++).padStart(4, '0')}`
    const isOnItsWay = ['submitted', 'sent', 'delivered', 'undelivered'].includes(state)
    await sql`
      insert into contact (org_id, id, firstname, lastname, sort_name, phone, language, location, department, source, created_at, updated_at)
      values (${org.id}, ${contactId}, ${name}, 'Worker', ${`${name.toLowerCase()} worker`}, ${phone}, ${language}, ${location}, ${department},
        'manual', ${STARTED}, ${STARTED})`.execute(kernel.database.ofOrg(org.id))
    await sql`
      insert into broadcast_recipient (org_id, run_id, contact_id, phone, language, location, state, block_reason, line_id, segments,
        error_code, sent_at, delivered_at, replied_at, clicked_at, answered_at, opted_out_at)
      values (${org.id}, ${runId}, ${contactId}, ${state === 'blocked' ? null : phone}, ${language}, ${location}, ${state}, ${blockReason},
        ${isOnItsWay ? org.line.id : null}, ${isOnItsWay ? 2 : null}, ${errorCode}, ${isOnItsWay ? after(1) : null},
        ${state === 'delivered' ? after(61) : null}, ${person.replied ? after(62 + nth) : null}, ${person.clicked ? after(3) : null},
        ${person.answered ? after(4) : null}, ${person.optedOut ? after(5) : null})`.execute(
      kernel.database.ofOrg(org.id),
    )
  }
  return ids
}

/** Counts the recipients anew, as the statements that change them do one by one. */
async function tally(kernel: Kernel, org: Org, runId: string): Promise<void> {
  await sql`
    insert into broadcast_tally (org_id, run_id, key, n)
    select p.org_id, p.run_id, k.key, count(*)::int from broadcast_recipient p cross join lateral (values
      ('state:' || p.state, true), ('blocked:' || p.block_reason, p.state = 'blocked'), ('replied', p.replied_at is not null),
      ('clicked', p.clicked_at is not null), ('answered', p.answered_at is not null), ('opted_out', p.opted_out_at is not null)) k(key, holds)
    where p.org_id = ${org.id} and p.run_id = ${runId} and k.holds and k.key is not null group by 1, 2, 3
    on conflict (org_id, run_id, key) do update set n = excluded.n`.execute(kernel.database.ofOrg(org.id))
}

/** One person in each state and of each reason, and more with different marks. */
export const EVERY_RESULT: Recipient[] = [
  ...['pending', 'queued', 'held', 'scheduled', 'submitting', 'submitted', 'sent', 'unknown', 'cancelled'].map(
    (state, nth): Recipient => ({ name: `Wait${nth}`, state, errorCode: '30003', location: 'Dock' }),
  ),
  ...BLOCK_REASONS.map((blockReason): Recipient => ({ name: `Block ${blockReason}`, state: 'blocked', blockReason })),
  { name: 'Una', state: 'undelivered', errorCode: '30003', location: 'Dock', department: 'Night' },
  { name: 'Uri', state: 'undelivered', errorCode: '30003', language: 'es', location: 'Dock' },
  { name: 'Uma', state: 'undelivered', language: 'vi' },
  { name: 'Fay', state: 'failed', errorCode: '21614' },
  { name: 'Eve', state: 'expired', errorCode: 'missed' },
  { name: 'Quin', state: 'quarantined' },
  { name: 'Sue', state: 'suppressed', errorCode: 'opted_out', optedOut: true },
  {
    name: 'Dora',
    state: 'delivered',
    replied: true,
    clicked: true,
    answered: true,
    language: 'es',
    errorCode: '30003',
  },
  { name: 'Dina', state: 'delivered', replied: true, location: 'Dock' },
  { name: 'Dean', state: 'delivered', clicked: true },
  { name: 'Drew', state: 'delivered', answered: true, optedOut: true },
]
