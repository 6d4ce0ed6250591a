import { msg } from '@crewline/contract/localized-text'
import { localize } from '../../kernel/i18n/localize.ts'
import type { ContactDraft } from '@crewline/contract/contacts'
import type { BodyOf, ReplyOf } from '@crewline/contract/endpoint'
import { Audience, type Selection } from '@crewline/contract/filters'
import type { addToGroup, copyGroup, moveContacts } from '@crewline/contract/groups'
import { Failure, getRefusalText, fail } from '../../kernel/failure.ts'
import { languageOf, type Scope, type Tx } from '../../kernel/scope.ts'
import { addContact } from '../contacts/index.ts'
import { lockEditableGroup, lockEditableGroups } from './access.ts'
import { joinOne, leaveOne } from './membership.ts'
import { forEachBatch } from '../audience/index.ts'
import { memberIdsOf } from './views/members.ts'

/** The result of adding or removing group members. */
type Changed = Omit<ReplyOf<typeof addToGroup>, 'status'>

const NOTHING: Changed = { added: 0, removed: 0, skipped: 0, duplicates: 0, invalid: [] }

/**
 * Adds the contacts of a selection and new contacts, which are created first, to a group; returns a reason for each row
 * that is refused.
 */
export async function addContacts(scope: Scope, groupId: string, body: BodyOf<typeof addToGroup>): Promise<Changed> {
  // Fails early, so that a missing group does not leave new contacts behind.
  await scope.tx((tx) => lockEditableGroup(tx, groupId))
  const made = await addDrafts(scope, body.contacts)
  const existingIds = body.contacts.filter((contact): contact is string => typeof contact === 'string')
  const selection: Selection = { ...body, contacts: [...existingIds, ...made.ids] }
  const outcome = await scope.tx(async (tx) => {
    const group = await lockEditableGroup(tx, groupId)
    let added = 0
    const visibleCount = await forEachBatch(tx, scope, selection, async (ids) => {
      added += (await joinOne(tx, group, ids, 'hand')).length
    })
    tx.audit('group.people-added', groupId, { added })
    return { added, seen: visibleCount }
  })
  return {
    ...NOTHING,
    added: outcome.added,
    skipped: missing(selection, outcome.seen),
    duplicates: outcome.seen - outcome.added,
    invalid: made.invalid,
  }
}

async function addDrafts(scope: Scope, contacts: (string | ContactDraft)[]) {
  const ids: string[] = []
  const invalid: Changed['invalid'] = []
  for (const [row, contact] of contacts.entries()) {
    if (typeof contact === 'string') continue
    try {
      ids.push((await addContact(scope, contact)).contact.id)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const owner = error.code === 'phone_taken' ? error.fieldErrors?.phoneOwnerId : undefined
      // A row with a known number means the contact who has it.
      if (owner) ids.push(localize(owner, 'en'))
      else invalid.push({ row, reason: localize(getRefusalText(error), languageOf(scope)) })
    }
  }
  return { ids, invalid }
}

/** Removes contacts from a group; in a smart group they are pinned out. */
export async function removeContacts(scope: Scope, groupId: string, selection: Selection): Promise<Changed> {
  const outcome = await scope.tx(async (tx) => {
    const group = await lockEditableGroup(tx, groupId)
    let removed = 0
    const scoped = selection.selectedAll
      ? { ...selection, audience: { search: '', reach: 'all' as const, ...selection.audience, groupId } }
      : selection
    const visibleCount = await inOneGo(tx, scope, scoped, async (ids) => {
      removed += (await leaveOne(tx, group, ids, 'hand')).length
    })
    tx.audit('group.people-removed', groupId, { removed })
    return { removed, seen: visibleCount }
  })
  return {
    ...NOTHING,
    removed: outcome.removed,
    skipped: missing(selection, outcome.seen) + (selection.selectedAll ? 0 : outcome.seen - outcome.removed),
  }
}

/**
 * Adds contacts to some groups and removes them from others; changes nothing if one of the groups cannot be changed.
 */
export async function manage(scope: Scope, body: BodyOf<typeof moveContacts>): Promise<Changed> {
  const both = body.add.find((id) => body.remove.includes(id))
  if (both)
    fail('invalid', {
      fieldErrors: {
        remove: msg({ message: "You can't add and remove the same group at once." }),
      },
    })
  return scope.tx(async (tx) => {
    const groups = await lockEditableGroups(tx, [...body.add, ...body.remove])
    let [added, removed, already] = [0, 0, 0]
    const visibleCount = await inOneGo(tx, scope, body, async (ids) => {
      for (const group of groups) {
        if (body.add.includes(group.id)) {
          const joined = (await joinOne(tx, group, ids, 'hand')).length
          added += joined
          already += ids.length - joined
        } else removed += (await leaveOne(tx, group, ids, 'hand')).length
      }
    })
    const { add, remove } = body
    if (visibleCount > 0 && groups.length > 0) tx.audit('groups.people-changed', null, { add, remove, added, removed })
    return { ...NOTHING, added, removed, duplicates: already, skipped: missing(body, visibleCount) }
  })
}

/** Copies contacts of one group into another manual group. */
export async function copy(scope: Scope, body: BodyOf<typeof copyGroup>): Promise<Changed> {
  return scope.tx(async (tx) => {
    const target = await lockEditableGroup(tx, body.targetGroupId)
    if (body.currentGroupId === body.targetGroupId) fail('same_group')
    if (target.type !== 'static') fail('group_has_rules')
    const ids = await copiedIds(tx, scope, body)
    let added = 0
    for (let from = 0; from < ids.length; from += STEP)
      added += (await joinOne(tx, target, ids.slice(from, from + STEP), 'copy')).length
    tx.audit('group.people-copied', target.id, { from: body.currentGroupId, added })
    const requestedCount = body.selectedAll ? ids.length : new Set(body.contactIds).size
    return { ...NOTHING, added, duplicates: ids.length - added, skipped: requestedCount - ids.length }
  })
}

/** The contacts to copy: those listed, all members of the group, or all members that match a search. */
async function copiedIds(tx: Tx, scope: Scope, body: BodyOf<typeof copyGroup>): Promise<string[]> {
  const { currentGroupId: groupId, selectedAll, excludedIds, search } = body
  const members = await memberIdsOf(tx, groupId, body)
  if (!selectedAll || search === '') return members
  const matchingIds = new Set<string>()
  const selection = { contacts: [], selectedAll, excludedIds, audience: Audience.parse({ search, groupId }) }
  await forEachBatch(tx, scope, selection, async (ids) => {
    for (const id of ids) matchingIds.add(id)
  })
  return members.filter((id) => matchingIds.has(id))
}

const STEP = 10_000

/**
 * Like `forEachBatch`, but reads all contacts before the first change, because a contact that leaves a group may also leave
 * the selection.
 */
async function inOneGo(
  tx: Tx,
  scope: Scope,
  selection: Selection,
  work: (ids: string[]) => Promise<void>,
): Promise<number> {
  const steps: string[][] = []
  const visibleCount = await forEachBatch(tx, scope, selection, async (ids) => void steps.push(ids))
  for (const ids of steps) await work(ids)
  return visibleCount
}

function missing(selection: Selection, visibleCount: number): number {
  return selection.selectedAll ? 0 : Math.max(0, new Set(selection.contacts).size - visibleCount)
}
