import type { Words } from '@crewline/contract/words'
import type { ContactAct } from '@crewline/contract/roster'
import { editContact, type CustomValue } from '@crewline/contract/contacts'
import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import { fail } from '../../kernel/failure.ts'
import { fieldWords } from '../../kernel/http/answer.ts'
import type { Tx } from '../../kernel/scope.ts'
import { optOutMany } from '../consent/index.ts'
import {
  archiveMany,
  editMany,
  headsOf,
  NOBODY,
  restoreMany,
  revised,
  type ContactChanges,
  type Ground,
  type ManyChanged,
} from '../contacts/index.ts'
import { addMembers, areByHand, removeMembers } from '../groups/index.ts'
import { tellOptOut } from '../messages/index.ts'
import type { Trace } from './store/traces.ts'

/** Facts that stand for one person only, or for who reads their texts: nobody gives them to many. */
const ONE_BY_ONE = new Set(['phone', 'sharesPhone', 'employeeId', 'customFields', 'archived'])

/** What an empty value is for a fact that always is something. */
const EMPTY: Record<string, CustomValue | null> = { timezone: null, hireDate: null, birthday: null }

const NO_FIELD: Words = { en: 'This field does not exist.', es: 'Este campo no existe.' }

/** The change an act of the kind `edit` or `status` makes to each; refuses, beside `value`, what nobody could have. */
export function changesOf(act: Extract<ContactAct, { act: 'edit' | 'status' }>, ground: Ground): ContactChanges {
  if (act.act === 'status') return { work: act.work }
  if (act.field.startsWith(CUSTOM_PREFIX)) return customChange(act.field.slice(CUSTOM_PREFIX.length), act.value, ground)
  const field = act.field === 'status' ? 'work' : act.field
  if (ONE_BY_ONE.has(field))
    return refuse('field', {
      en: 'This can only be changed for one contact at a time.',
      es: 'Esto solo se puede cambiar en un contacto a la vez.',
    })
  const shape = editContact.body.shape as Record<string, unknown>
  if (!Object.hasOwn(shape, field)) return refuse('field', NO_FIELD)
  const value = act.value ?? (Object.hasOwn(EMPTY, field) ? EMPTY[field] : '')
  const read = editContact.body.safeParse({ [field]: value })
  if (!read.success) return refuse('value', Object.values(fieldWords(read.error))[0] ?? NO_FIELD)
  return fitting(read.data, ground)
}

function customChange(key: string, value: CustomValue | null, ground: Ground): ContactChanges {
  const field = ground.fields.find((one) => one.key === key)
  if (!field) return refuse('field', NO_FIELD)
  if (field.unique)
    return refuse('field', {
      en: 'Only one contact can have this value. Change one at a time.',
      es: 'Solo un contacto puede tener este valor. Cámbialos uno a uno.',
    })
  return fitting({ customFields: { [key]: value } }, ground)
}

/** Judges the change as it would be for somebody of whom nothing is known. */
function fitting(changes: ContactChanges, ground: Ground): ContactChanges {
  const { errors } = revised(NOBODY, changes, ground)
  const [words] = Object.values(errors)
  return words === undefined ? changes : refuse('value', words)
}

function refuse(name: 'field' | 'value', words: Words): never {
  return fail('invalid', { fieldErrors: { [name]: words } })
}

/** Refuses an act that could be done to nobody. */
export async function refuseImpossible(tx: Tx, act: ContactAct, ground: Ground): Promise<void> {
  if (act.act === 'edit') changesOf(act, ground)
  if (act.act !== 'groups') return
  if (act.add.length + act.remove.length === 0) refuse('field', { en: 'Choose a group.', es: 'Elige un grupo.' })
  if (act.add.some((id) => act.remove.includes(id)))
    refuse('field', {
      en: 'A group cannot be added and removed at once.',
      es: 'Un grupo no se puede añadir y quitar a la vez.',
    })
  // Nobody is moved: groups that the actor does not see or nobody can be put into are refused.
  for (const id of act.add) await addMembers(tx, id, [], 'hand')
  for (const id of act.remove) await removeMembers(tx, id, [], 'hand')
}

/** What an act did to many, with what it takes to undo it where it can be undone. */
export interface Performed extends ManyChanged {
  undo: Trace[]
}

/** Whether what an act does can be undone exactly: not an opt-out, nor what rules of a group decide about. */
export async function isUndoable(tx: Tx, act: ContactAct): Promise<boolean> {
  if (act.act === 'groups') return areByHand(tx, [...act.add, ...act.remove])
  return act.act !== 'opt_out'
}

/**
 * Does one thing to workers in the caller's transaction, and tells of it. Everybody given is counted once: as changed, or as
 * left alone with the reason.
 */
export async function perform(
  tx: Tx,
  ids: string[],
  { act, ground }: { act: ContactAct; ground: Ground },
): Promise<Performed> {
  switch (act.act) {
    case 'edit':
    case 'status': {
      const { traces = [], ...done } = await editMany(tx, ids, { changes: changesOf(act, ground), ground })
      return { ...done, undo: traces.map(({ id, ...facts }) => ({ id, facts })) }
    }
    case 'archive': {
      const done = act.archived ? await archiveMany(tx, ids) : await restoreMany(tx, ids, ground.fields)
      return { ...done, undo: done.changed.map((id) => ({ id })) }
    }
    case 'opt_out':
      return { ...(await optOut(tx, ids, act.words)), undo: [] }
    case 'groups':
      return moveGroups(tx, ids, act)
  }
}

/** Puts workers into groups and takes them out of others; whoever came or went anywhere changed. */
async function moveGroups(
  tx: Tx,
  ids: string[],
  { add, remove }: Extract<ContactAct, { act: 'groups' }>,
): Promise<Performed> {
  const there = (await headsOf(tx.db, tx.org.country, ids)).map((head) => head.id)
  const moved = new Map<string, { joined: string[]; left: string[] }>()
  const note = (one: string, kind: 'joined' | 'left', group: string) => {
    const groups = moved.get(one) ?? { joined: [], left: [] }
    groups[kind].push(group)
    moved.set(one, groups)
  }
  for (const id of new Set(add)) for (const one of await addMembers(tx, id, there, 'hand')) note(one, 'joined', id)
  for (const id of new Set(remove)) for (const one of await removeMembers(tx, id, there, 'hand')) note(one, 'left', id)
  const same = there.length - moved.size
  const away = ids.length - there.length
  return {
    changed: ids.filter((id) => moved.has(id)),
    undo: [...moved].map(([id, groups]) => ({ id, groups })),
    skipped: { ...(same > 0 ? { same } : {}), ...(away > 0 ? { not_found: away } : {}) },
  }
}

/** A number is opted out, so everybody texted at it is. */
async function optOut(tx: Tx, ids: string[], words: string): Promise<ManyChanged> {
  const heads = new Map((await headsOf(tx.db, tx.org.country, ids)).map((head) => [head.id, head]))
  const phones = [...heads.values()].flatMap((head) => (head.phone === null ? [] : [head.phone]))
  const ended = new Set(await optOutMany(tx, phones, { words }))
  const changed: string[] = []
  const skipped: ManyChanged['skipped'] = {}
  for (const id of ids) {
    const phone = heads.get(id)?.phone
    if (phone && ended.has(phone)) changed.push(id)
    else {
      const reason = phone === undefined ? 'not_found' : phone === null ? 'no_mobile' : 'opted_out'
      skipped[reason] = (skipped[reason] ?? 0) + 1
    }
  }
  const byId = tx.actor.kind === 'member' ? tx.actor.personId : null
  await tellOptOut(tx, { contactIds: changed, byId })
  return { changed, skipped }
}
