import { msg } from '@crewline/contract/localized-text'
import type { Tx } from '../../kernel/scope.ts'
import { attestUnlessOptedOut, optOutNumbers, readConsentStatuses } from '../consent/index.ts'
import {
  archiveContacts,
  ContactChanged,
  insertRows,
  lockFields,
  restoreContacts,
  updateRows,
} from '../contacts/index.ts'
import { fieldsForWriting } from '../fields/index.ts'
import { incomingOf } from './apply-views.ts'
import { customName } from './custom-rules.ts'
import { leaveOutUnfit } from './hr-custom.ts'
import type { Problem } from './problem-rules.ts'
import { linksOfPeople } from './compare-views.ts'
import { followGroups } from './groups.ts'
import { lockedContacts } from './views.ts'
import { forgetFormerCompany, type Connection } from './store/connection.ts'
import { linkPeople } from './store/people.ts'
import { changesAfter, countRows, markApplied, markProblems, type AppliedRow } from './store/rows.ts'
import { saveSync, type StoredSync } from './store/syncs.ts'
import { welcomePeople } from './welcome.ts'
import { settingsFrom, systemName } from './settings-rules.ts'

/** Applies the next people of a sync, and at the end the groups. Saves the position in the same transaction. */
export async function applyStep(
  tx: Tx,
  sync: StoredSync,
  connection: Connection,
  most: number,
): Promise<'continue' | 'end'> {
  const rows = await changesAfter(tx, sync.id, { after: sync.place, most, isApplied: false })
  const last = rows.at(-1)
  if (!last) return (await unlockSome(tx, connection, most)) ? 'continue' : finish(tx, sync, connection)
  await applyRows(tx, sync.id, rows, connection)
  await saveSync(tx, sync, { place: last.row, progress: sync.progress + rows.length })
  return 'continue'
}

/** Unlocks what a system that was connected before kept of people who are not listed now; returns whether there were any. */
async function unlockSome(tx: Tx, { providerId }: Connection, most: number): Promise<boolean> {
  const system = systemName(providerId)
  const ids = await lockedContacts(tx, { most, except: system })
  const unlocked = ids.map((id) => ({ id, fields: [] }))
  publishLocks(tx, await lockFields(tx, system, unlocked))
  return ids.length > 0
}

async function finish(tx: Tx, sync: StoredSync, connection: Connection): Promise<'end'> {
  await followGroups(tx, settingsFrom(connection.settings))
  const counts = await countRows(tx, sync.id)
  const now = tx.world.now()
  // Without people that it kept, there was nothing to decide.
  if (sync.brake?.kind === 'company' || sync.linked === 0) await forgetFormerCompany(tx)
  await saveSync(tx, sync, { state: 'done', counts, appliedAt: now, finishedAt: now })
  tx.audit('hr.synced', sync.id, { counts })
  return 'end'
}

async function applyRows(tx: Tx, syncId: string, rows: AppliedRow[], connection: Connection): Promise<void> {
  const settings = settingsFrom(connection.settings)
  const system = systemName(connection.providerId)
  const links = await linksOfPeople(
    tx,
    rows.map((row) => row.externalId),
  )
  const of = (...kinds: AppliedRow['kind'][]) => rows.filter((row) => kinds.includes(row.kind) && row.contactId)
  const missed: { row: number; problem: Problem }[] = []
  await leaveOutUnfit(tx, rows)
  const created = of('create')
  const added = new Set(created.length > 0 ? await insertRows(tx, 'hris', incomingOf(created)) : [])
  const back = of('rehire').filter((row) => row.before?.['archived'] === true)
  const restored = new Set(
    back.length > 0 ? (await restoreContacts(tx, idsOf(back), await fieldsForWriting(tx))).changed : [],
  )
  const isMissed = (row: AppliedRow) =>
    (row.kind === 'create' && !added.has(row.contactId ?? '')) ||
    (back.includes(row) && !restored.has(row.contactId ?? ''))
  for (const row of rows) if (row.contactId === null || isMissed(row)) missed.push({ row: row.row, problem: TAKEN })
  const kept = rows.filter((row) => row.contactId !== null && !isMissed(row))
  const edited = kept.filter((row) => row.kind !== 'create' && Object.keys(row.draft).length > 0)
  const changed = edited.length > 0 ? await updateRows(tx, incomingOf(edited), { isManaging: true }) : []
  const changeOf = new Map(changed.map((change) => [change.row, change]))
  const left = kept.filter((row) => row.kind === 'leave')
  if (settings.onLeave === 'archive' && left.length > 0) await archiveContacts(tx, idsOf(left))
  await keepOptOuts(tx, changed)
  await attest(tx, kept, connection)
  const locks = await lockFields(
    tx,
    system,
    kept
      .filter((row) => row.kind !== 'leave')
      .map((row) => ({ id: row.contactId ?? '', fields: Object.keys(row.locked) })),
  )
  await linkPeople(
    tx,
    kept.map((row) => ({
      externalId: row.externalId,
      contactId: row.contactId ?? '',
      state: row.kind === 'leave' ? 'left' : 'linked',
      seen: row.seen,
    })),
  )
  await markProblems(tx, syncId, missed)
  await welcomePeople(
    tx,
    syncId,
    kept.filter(({ welcome }) => welcome === 'possible'),
    connection,
  )
  const lockedBefore = new Map(locks.map(({ id, before }) => [id, before]))
  await markApplied(
    tx,
    syncId,
    kept.map((row) => {
      const link = links.get(row.externalId)
      return {
        row: row.row,
        before: { ...row.before, ...changeOf.get(row.row)?.before },
        after: changeOf.get(row.row)?.after ?? (row.kind === 'create' ? row.draft : {}),
        personBefore: link
          ? { state: link.state, seen: link.seen, locked: lockedBefore.get(row.contactId ?? '') }
          : null,
      }
    }),
  )
  const seen = kept.filter((row) => row.kind !== 'seen')
  for (const row of seen) {
    const fields = fieldsOf(changeOf.get(row.row)?.after ?? {})
    if (row.kind === 'create') tx.audit('contact.created', row.contactId, { system, sync: syncId })
    // Says on the contact which system changed what.
    if (row.kind !== 'create' && fields.length > 0)
      tx.audit('contact.changed', row.contactId, { fields, system, sync: syncId })
  }
  publishApplied(tx, seen, locks)
}

function publishApplied(tx: Tx, changed: AppliedRow[], locks: { id: string }[]): void {
  publishChanges(tx, changed)
  const ids = new Set(idsOf(changed))
  publishLocks(
    tx,
    locks.filter(({ id }) => !ids.has(id)),
  )
}

/** Publishes that no more than the locks of contacts changed. */
function publishLocks(tx: Tx, contacts: { id: string }[]): void {
  if (contacts.length > 0) tx.publish(ContactChanged, { contactIds: contacts.map(({ id }) => id), fields: [] })
}

/** The names of changed fields as filters and the activity of a contact have them. */
function fieldsOf(after: Record<string, unknown>): string[] {
  const names = Object.keys(after).filter((name) => !['phoneKind', 'sharesPhone', 'sortName'].includes(name))
  return names.flatMap((name) => {
    if (name === 'custom') return Object.keys(after['custom'] as object).map(customName)
    return [name === 'work' ? 'status' : name]
  })
}

const TAKEN: Problem = {
  text: msg({ message: 'Another contact got this number or employee ID in the meantime. The next sync tries again.' }),
  fixes: ['ignore'],
  contactId: null,
}

function idsOf(rows: AppliedRow[]): string[] {
  return rows.map((row) => row.contactId ?? '')
}

/** A person who opted out stays opted out when their HR system gives them another number. */
async function keepOptOuts(
  tx: Tx,
  changed: { before: Record<string, unknown>; after: Record<string, unknown> }[],
): Promise<void> {
  const moves = changed.flatMap(({ before, after }) =>
    typeof before['phone'] === 'string' && typeof after['phone'] === 'string' && before['phone'] !== after['phone']
      ? [{ from: before['phone'], to: after['phone'] }]
      : [],
  )
  if (moves.length === 0) return
  const statuses = await readConsentStatuses(
    tx.db,
    moves.map((move) => move.from),
  )
  const numbers = moves.filter((move) => statuses.get(move.from)?.optedOut).map((move) => move.to)
  if (numbers.length > 0)
    await optOutNumbers(tx, numbers, {
      wording: 'The person opted out at their former number, which the HR system replaced.',
    })
}

async function attest(tx: Tx, rows: AppliedRow[], { agreedBy, providerId }: Connection): Promise<void> {
  const phones = rows.flatMap(({ draft }) => (typeof draft['phone'] === 'string' ? [draft['phone']] : []))
  if (agreedBy === null || phones.length === 0) return
  await attestUnlessOptedOut(tx, phones, {
    method: 'hris_attestation',
    wording: `“These people agreed to get texts from us.” Connecting ${systemName(providerId)}`,
    userId: agreedBy,
  })
}

/** Publishes that contacts changed, in events of limited size. */
export function publishChanges(tx: Tx, rows: { contactId: string | null }[]): void {
  const ids = rows.flatMap((row) => row.contactId ?? [])
  for (let at = 0; at < ids.length; at += IDS_PER_EVENT)
    tx.publish(ContactChanged, { contactIds: ids.slice(at, at + IDS_PER_EVENT) })
}

/** Ids per event. */
const IDS_PER_EVENT = 500
