// Working hours of many contacts at once: set, and set back.
import { msg } from '@crewline/contract/localized-text'
import type { ShiftChoice } from '@crewline/contract/shifts'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { ShiftsChanged } from './events.ts'
import { choiceOf, namedChoice, shiftIdOf } from './rules.ts'
import { lockShifts, writeContactShifts } from './store.ts'
import { choicesOf, hoursById, shiftNames } from './views.ts'

/** Most contacts that an event lists; above, every text that waits is judged again. */
const LISTED_MAX = 1_000

/** The working hours of one contact before and after a change. */
export interface ChoiceChange {
  id: string
  was: ShiftChoice
  became: ShiftChoice
}

/** What a change of many contacts did: each contact counts once, as changed or as skipped with the reason. */
export interface ChoicesChanged {
  changes: ChoiceChange[]
  skipped: Record<string, number>
}

interface Options {
  /** Whether each contact gets an audit entry; without it, the caller records the change as a whole. */
  isAudited?: boolean
}

/** Fails with `invalid` at a field when the choice names a shift that does not exist. Keeps shifts as they are. */
export async function refuseUnknownShift(tx: Tx, choice: ShiftChoice, field: string): Promise<void> {
  if (choice.kind !== 'shift') return
  await lockShifts(tx)
  if ((await hoursById(tx.db)).has(choice.shiftId)) return
  fail('invalid', { fieldErrors: { [field]: msg({ message: 'This shift was deleted. Choose another.' }) } })
}

/**
 * Sets what decides the working hours of contacts, in the caller's transaction. Contacts out of sight count as
 * `not_found`, and all as `shift_deleted` when the shift is gone.
 */
export async function chooseForContacts(
  tx: Tx,
  wanted: readonly { id: string; choice: ShiftChoice }[],
  { isAudited = true }: Options = {},
): Promise<ChoicesChanged> {
  const changes: ChoiceChange[] = []
  const skipped = counter()
  const [stored, live] = await lockedChoices(tx, wanted)
  for (const { id, choice } of wanted) {
    const was = stored.get(id)
    if (!was) skipped.add('not_found')
    else if (!isLive(choice, live)) skipped.add('shift_deleted')
    else if (isSame(was, choice)) skipped.add('same')
    else changes.push({ id, was, became: choice })
  }
  await write(tx, changes, isAudited)
  return { changes, skipped: skipped.counts }
}

/** Sets working hours back to what they were, except of contacts that were changed since. */
export async function restoreChoices(
  tx: Tx,
  made: readonly ChoiceChange[],
  { isAudited = true }: Options = {},
): Promise<ChoicesChanged> {
  const changes: ChoiceChange[] = []
  const skipped = counter()
  const [stored, live] = await lockedChoices(tx, made)
  for (const { id, was, became } of made) {
    const now = stored.get(id)
    if (!now) skipped.add('not_found')
    else if (!isSame(now, became)) skipped.add('changed_since')
    else if (!isLive(was, live)) skipped.add('shift_deleted')
    else changes.push({ id, was: now, became: was })
  }
  await write(tx, changes, isAudited)
  return { changes, skipped: skipped.counts }
}

async function lockedChoices(
  tx: Tx,
  contacts: readonly { id: string }[],
): Promise<[Map<string, ShiftChoice>, ReadonlySet<string>]> {
  await lockShifts(tx)
  const stored = await choicesOf(
    tx.db,
    contacts.map(({ id }) => id),
  )
  const live = new Set((await hoursById(tx.db)).keys())
  return [new Map(stored.map((choice) => [choice.id, choiceOf(choice)])), live]
}

async function write(tx: Tx, changes: ChoiceChange[], isAudited: boolean): Promise<void> {
  if (changes.length === 0) return
  await writeContactShifts(
    tx,
    changes.map(({ id, became }) => ({ contactId: id, shiftId: shiftIdOf(became) })),
  )
  if (isAudited) {
    const names = await shiftNames(tx.db)
    for (const { id, was, became } of changes)
      tx.audit('contact.shift-changed', id, changeOf(namedChoice(was, names), namedChoice(became, names)))
  }
  const contactIds = changes.map(({ id }) => id)
  tx.publish(ShiftsChanged, contactIds.length <= LISTED_MAX ? { contactIds } : {})
}

const isLive = (choice: ShiftChoice, live: ReadonlySet<string>) => choice.kind !== 'shift' || live.has(choice.shiftId)
const isSame = (a: ShiftChoice, b: ShiftChoice) => a.kind === b.kind && shiftIdOf(a) === shiftIdOf(b)

function counter() {
  const counts: Record<string, number> = {}
  return {
    counts,
    add: (reason: string) => {
      counts[reason] = (counts[reason] ?? 0) + 1
    },
  }
}
