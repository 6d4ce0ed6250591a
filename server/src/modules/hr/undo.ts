import type { Tx } from '../../kernel/scope.ts'
import {
  archiveContacts,
  archiveInserted,
  contactMessages,
  lockFields,
  restore,
  restoreContacts,
} from '../contacts/index.ts'
import { fieldsForWriting } from '../fields/index.ts'
import { publishChanges } from './apply.ts'
import { followGroups } from './groups.ts'
import { callOffWelcomes } from './welcome.ts'
import { withoutOtherMessages } from './welcome-views.ts'
import { settingsFrom, systemName } from './settings-rules.ts'
import type { Connection } from './store/connection.ts'
import { restoreLinks } from './store/people.ts'
import { changesAfter, type AppliedRow } from './store/rows.ts'
import { saveSync, type StoredSync } from './store/syncs.ts'

/**
 * Reverts the next people of a sync: fields that no one changed since get their former values and locks, contacts that it added
 * and no one texted are archived, and leavers come back. Welcome texts that wait are canceled. Opt-outs stay.
 */
export async function undoStep(
  tx: Tx,
  sync: StoredSync,
  connection: Connection | undefined,
  most: number,
): Promise<'continue' | 'end'> {
  const rows = await changesAfter(tx, sync.id, { after: sync.place, most, isApplied: true })
  const last = rows.at(-1)
  if (!last) {
    await followGroups(tx, settingsFrom(connection?.settings))
    await saveSync(tx, sync, { state: 'undone', finishedAt: tx.world.now() })
    tx.audit('hr.sync-undone', sync.id)
    return 'end'
  }
  await undoRows(tx, rows, systemName(connection?.providerId ?? ''))
  await saveSync(tx, sync, { place: last.row, progress: sync.progress + rows.length })
  return 'continue'
}

async function undoRows(tx: Tx, rows: AppliedRow[], system: string): Promise<void> {
  const idsOf = (kept: AppliedRow[]) => kept.flatMap((row) => row.contactId ?? [])
  const created = idsOf(rows.filter((row) => row.kind === 'create'))
  // Fields of contacts that existed before are locked as they were; of those it found first, none was.
  const isLocking = rows.filter(({ kind, personBefore }) => kind !== 'leave' && !(personBefore && !personBefore.locked))
  const texted = await textedOf(tx, created)
  await lockFields(
    tx,
    system,
    isLocking.flatMap(({ contactId, personBefore }) =>
      contactId ? [{ id: contactId, fields: personBefore?.locked ?? [] }] : [],
    ),
  )
  await archiveInserted(
    tx,
    created.filter((id) => !texted.has(id)),
    'hris',
  )
  const left = rows.filter((row) => row.kind === 'leave' && row.before?.['archived'] === false)
  if (left.length > 0) await restoreContacts(tx, idsOf(left), await fieldsForWriting(tx))
  const changed = rows.filter(
    (row) => row.kind !== 'create' && row.contactId && Object.keys(row.after ?? {}).length > 0,
  )
  await restore(
    tx,
    changed.map(({ contactId, before, after }) => ({
      id: contactId ?? '',
      before: before ?? {},
      after: after ?? {},
    })),
  )
  await callOffWelcomes(tx, idsOf(rows.filter((row) => row.kind === 'rehire')))
  const back = rows.filter((row) => row.kind === 'rehire' && row.before?.['archived'] === true)
  if (back.length > 0) await archiveContacts(tx, idsOf(back))
  await restoreLinks(
    tx,
    rows.map(({ externalId, personBefore }) => ({ externalId, before: personBefore })),
  )
  publishChanges(tx, rows)
}

/** Cancels the welcome texts of these contacts, and returns whom the organization texted otherwise, or who wrote. */
async function textedOf(tx: Tx, ids: string[]): Promise<Set<string>> {
  const texted = [...(await contactMessages.get().lastTimes(tx.db, ids)).keys()]
  const welcomes = await callOffWelcomes(tx, ids)
  const onlyWelcomed = await withoutOtherMessages(tx, texted, welcomes)
  return new Set(texted.filter((id) => !onlyWelcomed.has(id)))
}
