import { RECORD_EXPORT_DAYS } from '@crewline/contract/record-limits'
import type { RetentionClass } from '@crewline/contract/retention'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import { startRun } from '../../kernel/runs/define.ts'
import { place, release } from '../../modules/legal-holds/service.ts'
import { choosePeople } from '../../modules/records/choose-people.ts'
import { passExports } from '../../modules/records/index.ts'
import { addExport } from '../../modules/records/store.ts'
import { coveredContacts } from '../../modules/records/views.ts'
import { exportRun } from '../../modules/records/write.ts'
import { changed } from '../../modules/retention/rules.ts'
import { lockSetting, saveSetting } from '../../modules/retention/store.ts'
import { kernelAt } from './earlier.ts'
import { DAY } from './moments.ts'
import { ownerScope } from './owner-scope.ts'
import type { SeededOrganization } from './write-organization.ts'

/** Periods that delete nothing of the demo: how many months, and how many days ago an owner chose them. */
const PERIODS: { name: RetentionClass; months: number; daysAgo: number }[] = [
  { name: 'log_ins', months: 24, daysAgo: 90 },
  // Recent enough to be taken back.
  { name: 'voicemails', months: 36, daysAgo: 2 },
]

/** Conversations that the hold covers. */
const HELD = 3

/** Writes what an organization keeps for a court: retention periods, two legal holds, and an export that is ready. */
export async function writeRecords(kernel: Kernel, { id: orgId, senders: [owner] }: SeededOrganization): Promise<void> {
  if (!owner) return
  const { userId } = owner
  const nowMs = kernel.world.now().getTime()
  const scopeAt = (daysAgo: number) => ownerScope(kernelAt(kernel, nowMs - daysAgo * DAY), orgId, userId)
  for (const { name, months, daysAgo } of PERIODS)
    await scopeAt(daysAgo).tx(async (tx) => {
      const next = changed(await lockSetting(tx, name), months, tx.world.now())
      await saveSetting(tx, name, next, userId)
      const { previousMonths: before, appliesAt } = next
      tx.audit('retention.changed', null, { class: name, before, after: months, appliesAt, count: 0 })
    })
  // The longest quiet conversations: what the demo is tried with is not held.
  const quiet = await sql<{ id: string }>`
    select c.id from contact c join conversation v on v.org_id = c.org_id and v.contact_id = c.id
    where c.org_id = ${orgId} and c.archived_at is null order by v.last_at, c.id limit ${HELD}`.execute(
    kernel.database.ofOrg(orgId),
  )
  const contactIds = quiet.rows.map(({ id }) => id)
  const about = { covers: 'contacts' as const, groupIds: [], from: null, to: null }
  const over = await place(scopeAt(160), {
    ...about,
    name: 'Wage claim, first shift',
    reason: 'Letter of the claimant’s attorney',
    contactIds: contactIds.slice(0, 1),
  })
  await release(scopeAt(70), over.hold.id, { reason: 'Settled; the file is closed' })
  const { hold } = await place(scopeAt(20), {
    ...about,
    name: 'Forklift accident at dock 4',
    reason: 'Investigation by OSHA, requested by counsel',
    contactIds,
  })
  const range = { from: null, to: null, includeNotes: true, includeFiles: true }
  const title = 'Conversations about the accident at dock 4'
  const choice = { ...range, title, covers: 'hold' as const, contactIds: [], groupIds: [], holdId: hold.id }
  const scope = ownerScope(kernel, orgId, userId)
  const { coverage, chosen } = await choosePeople(scope, choice)
  const covered = await coveredContacts(scope.db, coverage, HELD)
  const id = kernel.world.id()
  await scope.tx(async (tx) => {
    const expiresAt = new Date(tx.world.now().getTime() + RECORD_EXPORT_DAYS * DAY)
    await addExport(tx, { id, title, contactIds: covered, options: { ...range, chosen }, expiresAt }, userId)
    startRun(tx, exportRun, { id, userId })
    tx.audit('record-export.begun', id, { title, covers: 'hold', holdId: hold.id, conversations: covered.length })
  })
  while (await passExports(kernel));
}
