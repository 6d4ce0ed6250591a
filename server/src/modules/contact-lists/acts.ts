import { dayIn } from '@crewline/contract/calendar'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { ContactAction } from '@crewline/contract/contact-lists'
import { editContact, type CustomValue } from '@crewline/contract/contacts'
import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import { fail } from '../../kernel/failure.ts'
import { describeFieldErrors } from '../../kernel/http/answer.ts'
import type { Tx } from '../../kernel/scope.ts'
import { attestUnlessOptedOut, optOutNotice, optOutNumbers } from '../consent/index.ts'
import {
  archiveContacts,
  editContacts,
  summariesOf,
  restoreContacts,
  changeErrors,
  type Ground,
  type ManyChanged,
} from '../contacts/index.ts'
import { addMembers, areStaticGroups, removeMembers } from '../groups/index.ts'
import { chooseForContacts, refuseUnknownShift } from '../shifts/index.ts'
import type { UndoSnapshot } from './store/undo-snapshots.ts'

type ContactChanges = Parameters<typeof changeErrors>[0]

/** Fields that identify one contact or decide who reads their messages, so they cannot be set in bulk. */
const ONE_BY_ONE = new Set(['phone', 'sharesPhone', 'employeeId', 'customFields', 'archived'])

/** The value that clears a field which cannot be an empty string. */
const EMPTY: Record<string, CustomValue | null> = { timezone: null, hireDate: null, birthday: null }

const NO_FIELD: LocalizedText = msg({ message: "This field doesn't exist." })

/**
 * Returns the change that an `edit` or `status` action makes to each contact. Refuses a value that no contact can have,
 * with a field error for `value`.
 */
export function changesOf(action: Extract<ContactAction, { act: 'edit' | 'status' }>, ground: Ground): ContactChanges {
  if (action.act === 'status') return { work: action.work }
  if (action.field.startsWith(CUSTOM_PREFIX))
    return customChange(action.field.slice(CUSTOM_PREFIX.length), action.value, ground)
  const field = action.field === 'status' ? 'work' : action.field
  if (ONE_BY_ONE.has(field))
    return refuse('field', msg({ message: 'This can only be changed for one contact at a time.' }))
  const shape = editContact.body.shape as Record<string, unknown>
  if (!Object.hasOwn(shape, field)) return refuse('field', NO_FIELD)
  const value = action.value ?? (Object.hasOwn(EMPTY, field) ? EMPTY[field] : '')
  const read = editContact.body.safeParse({ [field]: value })
  if (!read.success) return refuse('value', Object.values(describeFieldErrors(read.error))[0] ?? NO_FIELD)
  return fitting(read.data, ground)
}

function customChange(key: string, value: CustomValue | null, ground: Ground): ContactChanges {
  const field = ground.fields.find((candidate) => candidate.key === key)
  if (!field) return refuse('field', NO_FIELD)
  if (field.unique)
    return refuse('field', msg({ message: 'Only one contact can have this value. Change one at a time.' }))
  return fitting({ customFields: { [key]: value } }, ground)
}

/** Validates the change against an empty contact. */
function fitting(changes: ContactChanges, ground: Ground): ContactChanges {
  const [text] = Object.values(changeErrors(changes, ground))
  return text === undefined ? changes : refuse('value', text)
}

function refuse(name: 'field' | 'value' | 'date', text: LocalizedText): never {
  return fail('invalid', { fieldErrors: { [name]: text } })
}

/** Refuses an action that is invalid for every contact. */
export async function refuseImpossible(tx: Tx, action: ContactAction, ground: Ground): Promise<void> {
  if (action.act === 'edit') changesOf(action, ground)
  if (action.act === 'shift') await refuseUnknownShift(tx, action.choice, 'value')
  if (action.act === 'attest' && action.date > dayIn(tx.org.timezone, tx.world.now()))
    refuse('date', msg({ message: 'Choose a day that is not in the future.' }))
  if (action.act !== 'groups') return
  if (action.add.length + action.remove.length === 0) refuse('field', msg({ message: 'Choose a group.' }))
  if (action.add.some((id) => action.remove.includes(id)))
    refuse('field', msg({ message: "You can't add and remove the same group at once." }))
  // Moves no contacts: this only refuses groups that the actor cannot see or that have no manual members.
  for (const id of action.add) await addMembers(tx, id, [], 'hand')
  for (const id of action.remove) await removeMembers(tx, id, [], 'hand')
}

/** The result of a bulk action, with what is needed to undo it if it can be undone. */
export interface Performed extends ManyChanged {
  undo: UndoSnapshot[]
}

/** Returns whether an action can be undone exactly. A recorded consent, an opt-out and a change of rule-based groups cannot. */
export async function isUndoable(tx: Tx, action: ContactAction): Promise<boolean> {
  if (action.act === 'groups') return areStaticGroups(tx, [...action.add, ...action.remove])
  return action.act !== 'opt_out' && action.act !== 'attest'
}

/**
 * Applies one action to contacts in the caller's transaction and publishes its events. Counts each contact once: as
 * changed, or as skipped with the reason.
 */
export async function perform(
  tx: Tx,
  ids: string[],
  { action, ground }: { action: ContactAction; ground: Ground },
): Promise<Performed> {
  switch (action.act) {
    case 'edit':
    case 'status': {
      const { undoSnapshots = [], ...outcome } = await editContacts(tx, ids, {
        changes: changesOf(action, ground),
        ground,
      })
      return { ...outcome, undo: undoSnapshots.map(({ id, ...attributes }) => ({ id, attributes })) }
    }
    case 'archive': {
      const outcome = action.archived ? await archiveContacts(tx, ids) : await restoreContacts(tx, ids, ground.fields)
      return { ...outcome, undo: outcome.changed.map((id) => ({ id })) }
    }
    case 'opt_out':
      return { ...(await optOut(tx, ids, action.wording)), undo: [] }
    case 'attest':
      return { ...(await attest(tx, ids, action)), undo: [] }
    case 'shift': {
      const { changes, skipped } = await chooseForContacts(
        tx,
        ids.map((id) => ({ id, choice: action.choice })),
      )
      const undo = changes.map(({ id, ...shift }) => ({ id, shift }))
      return { changed: undo.map(({ id }) => id), skipped, undo }
    }
    case 'groups':
      return moveGroups(tx, ids, action)
  }
}

/** Adds contacts to groups and removes them from others. A contact that joined or left any group counts as changed. */
async function moveGroups(
  tx: Tx,
  ids: string[],
  { add, remove }: Extract<ContactAction, { act: 'groups' }>,
): Promise<Performed> {
  const there = (await summariesOf(tx.db, tx.org.country, ids)).map((summary) => summary.id)
  const moved = new Map<string, { joined: string[]; left: string[] }>()
  const note = (contactId: string, kind: 'joined' | 'left', group: string) => {
    const groups = moved.get(contactId) ?? { joined: [], left: [] }
    groups[kind].push(group)
    moved.set(contactId, groups)
  }
  for (const id of new Set(add))
    for (const contactId of await addMembers(tx, id, there, 'hand')) note(contactId, 'joined', id)
  for (const id of new Set(remove))
    for (const contactId of await removeMembers(tx, id, there, 'hand')) note(contactId, 'left', id)
  const same = there.length - moved.size
  const away = ids.length - there.length
  return {
    changed: ids.filter((id) => moved.has(id)),
    undo: [...moved].map(([id, groups]) => ({ id, groups })),
    skipped: { ...(same > 0 ? { same } : {}), ...(away > 0 ? { not_found: away } : {}) },
  }
}

/** An opt-out belongs to a number, so it applies to all contacts with that number. */
async function optOut(tx: Tx, ids: string[], evidence: string): Promise<ManyChanged> {
  const outcome = await changeNumbers(tx, ids, (phones) => optOutNumbers(tx, phones, { wording: evidence }))
  const byId = tx.actor.kind === 'member' ? tx.actor.userId : null
  await optOutNotice.get()(tx, { contactIds: outcome.changed, byId })
  return outcome
}

/** Records consent for the numbers of contacts, with the day first: the entry itself has the time it was recorded. */
function attest(
  tx: Tx,
  ids: string[],
  { method, date, wording }: Extract<ContactAction, { act: 'attest' }>,
): Promise<ManyChanged> {
  return changeNumbers(tx, ids, (phones) =>
    attestUnlessOptedOut(tx, phones, { method, wording: `${date}: ${wording}` }),
  )
}

/** Changes the consent of the numbers of contacts; `change` returns the changed ones, the others are opted out. */
async function changeNumbers(
  tx: Tx,
  ids: string[],
  change: (phones: string[]) => Promise<string[]>,
): Promise<ManyChanged> {
  const summaries = new Map((await summariesOf(tx.db, tx.org.country, ids)).map((summary) => [summary.id, summary]))
  const phones = [...summaries.values()].flatMap((summary) => (summary.phone === null ? [] : [summary.phone]))
  const changedPhones = new Set(await change(phones))
  const changed: string[] = []
  const skipped: ManyChanged['skipped'] = {}
  for (const id of ids) {
    const phone = summaries.get(id)?.phone
    if (phone && changedPhones.has(phone)) changed.push(id)
    else {
      const reason = phone === undefined ? 'not_found' : phone === null ? 'no_mobile' : 'opted_out'
      skipped[reason] = (skipped[reason] ?? 0) + 1
    }
  }
  return { changed, skipped }
}
