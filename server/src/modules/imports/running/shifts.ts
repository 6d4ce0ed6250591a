// The shifts that an import gives to contacts, and what their undo needs.
import type { ShiftChoice } from '@crewline/contract/shifts'
import type { Tx } from '../../../kernel/scope.ts'
import { chooseForContacts, restoreChoices, type ChoiceChange } from '../../shifts/index.ts'
import type { UndoSnapshot } from '../store/undo-snapshots.ts'
import type { GivingRow } from './chunk-views.ts'

const choiceOf = (shiftId: string | null): ShiftChoice =>
  shiftId === null ? { kind: 'groups' } : { kind: 'shift', shiftId }

/** Sets the shifts of rows that name one, and returns the changes by contact. The caller left out deleted shifts. */
export async function assignShifts(tx: Tx, rows: GivingRow[]): Promise<Map<string, ChoiceChange>> {
  const wanted = rows.filter((row) => row.setsShift).map(({ id, shiftId }) => ({ id, choice: choiceOf(shiftId) }))
  if (wanted.length === 0) return new Map()
  // The import itself is in the audit log; an entry for each of its rows would not say more.
  const { changes } = await chooseForContacts(tx, wanted, { isAudited: false })
  return new Map(changes.map((change) => [change.id, change]))
}

/** Sets shifts back where they are still as the import left them. Returns the ids of contacts of which that failed. */
export async function takeShifts(tx: Tx, snapshots: UndoSnapshot[]): Promise<Set<string>> {
  const made = snapshots.flatMap(({ id, before, after }) =>
    after['shift'] ? [{ id, was: before['shift'] as ShiftChoice, became: after['shift'] as ShiftChoice }] : [],
  )
  if (made.length === 0) return new Set()
  const { changes } = await restoreChoices(tx, made, { isAudited: false })
  const restored = new Set(changes.map(({ id }) => id))
  return new Set(made.map(({ id }) => id).filter((id) => !restored.has(id)))
}
