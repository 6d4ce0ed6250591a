import type { ContactDraft } from '@crewline/contract/contacts'
import type { BodyOf, ReplyOf } from '@crewline/contract/endpoint'
import { Audience, type Selection } from '@crewline/contract/filters'
import type { addToGroup, copyGroup, regroupPeople } from '@crewline/contract/groups'
import { Failure, refusalWords, fail } from '../../kernel/failure.ts'
import { languageOf, type Scope, type Tx } from '../../kernel/scope.ts'
import { addContact } from '../contacts/index.ts'
import { ownGroup, ownGroups } from './access.ts'
import { joinOne, leaveOne } from './membership.ts'
import { eachStep } from './selecting.ts'
import { memberIdsOf } from './views/members.ts'

/** What an act on people of groups did. */
type Changed = Omit<ReplyOf<typeof addToGroup>, 'status'>

const NOTHING: Changed = { added: 0, removed: 0, skipped: 0, duplicates: 0, invalid: [] }

/** Puts people into a group: those a selection means, and new ones, who are added first; a row that cannot be is said why. */
export async function addPeople(scope: Scope, groupId: string, body: BodyOf<typeof addToGroup>): Promise<Changed> {
  // A group that is not there must not leave new people behind.
  await scope.tx((tx) => ownGroup(tx, groupId))
  const made = await addDrafts(scope, body.contacts)
  const known = body.contacts.filter((one): one is string => typeof one === 'string')
  const selection: Selection = { ...body, contacts: [...known, ...made.ids] }
  const done = await scope.tx(async (tx) => {
    const group = await ownGroup(tx, groupId)
    let added = 0
    const seen = await eachStep(tx, scope, selection, async (ids) => {
      added += (await joinOne(tx, group, ids, 'hand')).length
    })
    tx.audit('group.people-added', groupId, { added })
    return { added, seen }
  })
  return {
    ...NOTHING,
    added: done.added,
    skipped: missing(selection, done.seen),
    duplicates: done.seen - done.added,
    invalid: made.invalid,
  }
}

async function addDrafts(scope: Scope, contacts: (string | ContactDraft)[]) {
  const ids: string[] = []
  const invalid: Changed['invalid'] = []
  for (const [row, one] of contacts.entries()) {
    if (typeof one === 'string') continue
    try {
      ids.push((await addContact(scope, one)).contact.id)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const owner = error.code === 'phone_taken' ? error.fieldErrors?.phoneOwnerId?.en : undefined
      // Whoever has the number is who is meant.
      if (owner) ids.push(owner)
      else invalid.push({ row, reason: refusalWords(error)[languageOf(scope)] })
    }
  }
  return { ids, invalid }
}

/** Takes people out of a group; out of one with rules for good. */
export async function removePeople(scope: Scope, groupId: string, selection: Selection): Promise<Changed> {
  const done = await scope.tx(async (tx) => {
    const group = await ownGroup(tx, groupId)
    let removed = 0
    const within = selection.selectedAll
      ? { ...selection, audience: { search: '', reach: 'all' as const, ...selection.audience, groupId } }
      : selection
    const seen = await inOneGo(tx, scope, within, async (ids) => {
      removed += (await leaveOne(tx, group, ids, 'hand')).length
    })
    tx.audit('group.people-removed', groupId, { removed })
    return { removed, seen }
  })
  return {
    ...NOTHING,
    removed: done.removed,
    skipped: missing(selection, done.seen) + (selection.selectedAll ? 0 : done.seen - done.removed),
  }
}

/** Puts people into some groups and takes them out of others; where one group cannot be changed, none is. */
export async function manage(scope: Scope, body: BodyOf<typeof regroupPeople>): Promise<Changed> {
  const both = body.add.find((id) => body.remove.includes(id))
  if (both)
    fail('invalid', {
      fieldErrors: {
        remove: {
          en: 'A group cannot be added and removed at once.',
          es: 'Un grupo no se puede añadir y quitar a la vez.',
        },
      },
    })
  return scope.tx(async (tx) => {
    const groups = await ownGroups(tx, [...body.add, ...body.remove])
    let [added, removed, already] = [0, 0, 0]
    const seen = await inOneGo(tx, scope, body, async (ids) => {
      for (const group of groups) {
        if (body.add.includes(group.id)) {
          const joined = (await joinOne(tx, group, ids, 'hand')).length
          added += joined
          already += ids.length - joined
        } else removed += (await leaveOne(tx, group, ids, 'hand')).length
      }
    })
    const { add, remove } = body
    if (seen > 0 && groups.length > 0) tx.audit('groups.people-changed', null, { add, remove, added, removed })
    return { ...NOTHING, added, removed, duplicates: already, skipped: missing(body, seen) }
  })
}

/** Copies people of one group into another one made by hand. */
export async function copy(scope: Scope, body: BodyOf<typeof copyGroup>): Promise<Changed> {
  return scope.tx(async (tx) => {
    const target = await ownGroup(tx, body.targetGroupId)
    if (body.currentGroupId === body.targetGroupId) fail('same_group')
    if (target.type !== 'static') fail('group_has_rules')
    const ids = await copiedIds(tx, scope, body)
    let added = 0
    for (let from = 0; from < ids.length; from += STEP)
      added += (await joinOne(tx, target, ids.slice(from, from + STEP), 'copy')).length
    tx.audit('group.people-copied', target.id, { from: body.currentGroupId, added })
    const asked = body.selectedAll ? ids.length : new Set(body.contactIds).size
    return { ...NOTHING, added, duplicates: ids.length - added, skipped: asked - ids.length }
  })
}

/** Whom a copy means: those named, everybody of the group, or everybody a search finds in it. */
async function copiedIds(tx: Tx, scope: Scope, body: BodyOf<typeof copyGroup>): Promise<string[]> {
  const { currentGroupId: groupId, selectedAll, excludedIds, search } = body
  const members = await memberIdsOf(tx, groupId, body)
  if (!selectedAll || search === '') return members
  const found = new Set<string>()
  const selection = { contacts: [], selectedAll, excludedIds, audience: Audience.parse({ search, groupId }) }
  await eachStep(tx, scope, selection, async (ids) => {
    for (const id of ids) found.add(id)
  })
  return members.filter((id) => found.has(id))
}

const STEP = 10_000

/** As eachStep, but looks up everybody before the first change: who leaves a group may leave the selection with it. */
async function inOneGo(
  tx: Tx,
  scope: Scope,
  selection: Selection,
  work: (ids: string[]) => Promise<void>,
): Promise<number> {
  const steps: string[][] = []
  const seen = await eachStep(tx, scope, selection, async (ids) => void steps.push(ids))
  for (const ids of steps) await work(ids)
  return seen
}

function missing(selection: Selection, seen: number): number {
  return selection.selectedAll ? 0 : Math.max(0, new Set(selection.contacts).size - seen)
}
