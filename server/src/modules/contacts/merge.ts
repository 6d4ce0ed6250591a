import type { Words } from '@crewline/contract/words'
import type { CustomValue } from '@crewline/contract/contacts'
import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { ContactChanged } from './facts.ts'
import { revised, type ContactChanges, type Ground } from './revise.ts'
import { changedFields } from './rules.ts'
import { followAgain, noteMergedInto, shareAgain } from './store/merging.ts'
import { factsOf, holdMany, save, type ContactFields, type HeldContact } from './store/people.ts'
import { ownUnowned, passOn } from './store/phones.ts'
import { keptBy, lockedOf, refuseTaken } from './taken.ts'

/** Two contacts, by id: the one that stays and the one that becomes part of it. */
export interface Two {
  keepId: string
  otherId: string
}

/** What it takes to make two contacts of one again; survives JSON. */
export interface Folded {
  keep: ContactFields
  /** The kept one as the merge left it. */
  after: ContactFields
  other: ContactFields
  otherArchivedAt: string | null
  /** Who had been merged into the other one before. */
  followed: string[]
  /** Who came to own a number that was left. */
  heirs: string[]
}

const TAKEN = [
  ...['firstname', 'lastname', 'preferredName', 'phone', 'email', 'employeeId', 'language', 'jobTitle', 'department'],
  ...['location', 'timezone', 'hireDate', 'birthday', 'work'],
] as const

/**
 * Makes one contact part of another in the caller's transaction: it is archived, and its number leads to the kept one, which
 * takes the facts named. Judged as an edit of the kept one; `not_found` for whom the actor does not see and who is part of
 * somebody already.
 */
export async function foldContact(tx: Tx, two: Two, take: string[], ground: Ground): Promise<Folded> {
  const { keep, other } = await holdTwo(tx, two)
  if (keep.archivedAt)
    fail('invalid', {
      fieldErrors: {
        keepId: {
          en: 'Bring this contact back first, or keep the other.',
          es: 'Primero recupera este contacto o conserva el otro.',
        },
      },
    })
  const was = factsOf(keep)
  const theirs = factsOf(other)
  const after = takenFrom({ was, theirs, take, ground })
  const fields = changedFields(was, after)
  refuseKept(keep.locked, fields)
  const swaps = after.phone !== was.phone
  const now = tx.world.now()
  // Whoever texts from the number that was left is known by it, so it stays with the archived one.
  const left = swaps ? { ...theirs, ...phoneOf(was) } : theirs
  await save(tx, two.otherId, left, other.archivedAt ?? now)
  const followed = await tx.unscoped(() => noteMergedInto(tx, two.otherId, two.keepId))
  await refuseTaken(tx, ground.fields, { id: two.keepId, before: was, after })
  await save(tx, two.keepId, after, null)
  const freed = [
    ...(swaps && owned(was) ? [was.phone ?? ''] : []),
    ...(!other.archivedAt && owned(theirs) && theirs.phone !== after.phone ? [theirs.phone ?? ''] : []),
  ]
  const heirs = freed.length > 0 ? await passOn(tx, freed) : []
  tell(tx, two, heirs)
  return {
    ...{ keep: was, after, other: theirs, followed, heirs },
    otherArchivedAt: other.archivedAt?.toISOString() ?? null,
  }
}

/**
 * Makes two contacts of one again in the caller's transaction: the other one as it was, and of the kept one each fact that was
 * taken and still is so. Refuses in words where a number or another thing only one may have is somebody else's by now.
 */
export async function unfoldContact(tx: Tx, { keepId, otherId }: Two, folded: Folded, ground: Ground): Promise<void> {
  const held = await holdMany(tx, [keepId, otherId].sort())
  const keep = held.get(keepId) ?? fail('not_found')
  // Archived and in no group any more: seen by whoever sees the kept one.
  const other = (await tx.unscoped(() => holdMany(tx, [otherId]))).get(otherId) ?? fail('not_found')
  if (keep.erasedAt || other.erasedAt || keep.mergedInto || other.mergedInto !== keepId) fail('merge_over')
  await tx.unscoped(() => shareAgain(tx, folded.heirs, [folded.keep.phone ?? '', folded.other.phone ?? '']))
  const was = factsOf(keep)
  const restored = backFrom(was, folded)
  const wasLive = folded.otherArchivedAt === null
  // Out of the way first: what the kept one has taken is the other one's again.
  await save(tx, keepId, { ...restored, phone: null, sharesPhone: false }, keep.archivedAt)
  if (!keep.archivedAt) await refuseTaken(tx, ground.fields, { id: keepId, before: was, after: restored })
  await save(tx, keepId, restored, keep.archivedAt)
  const theirs = wasLive ? await ownUnowned(tx, folded.other) : folded.other
  if (wasLive) await refuseTaken(tx, ground.fields, { id: otherId, before: null, after: theirs })
  await tx.unscoped(async () => {
    await save(tx, otherId, theirs, folded.otherArchivedAt === null ? null : new Date(folded.otherArchivedAt))
    await noteMergedInto(tx, otherId, null)
    await followAgain(tx, folded.followed, otherId)
  })
  tell(tx, { keepId, otherId }, folded.heirs)
}

/** Both, locked in one order everywhere, whichever stays. */
async function holdTwo(tx: Tx, { keepId, otherId }: Two): Promise<{ keep: HeldContact; other: HeldContact }> {
  if (keepId === otherId)
    fail('invalid', {
      fieldErrors: { otherId: { en: 'Choose two different contacts.', es: 'Elige dos contactos distintos.' } },
    })
  const held = await holdMany(tx, [keepId, otherId])
  const keep = held.get(keepId) ?? fail('not_found')
  const other = held.get(otherId) ?? fail('not_found')
  if ([keep, other].some((one) => one.erasedAt || one.mergedInto)) fail('not_found')
  return { keep, other }
}

interface Taking {
  was: ContactFields
  theirs: ContactFields
  take: string[]
  ground: Ground
}

function takenFrom({ was, theirs, take, ground }: Taking): ContactFields {
  const changes: Record<string, unknown> = {}
  const customFields: Record<string, CustomValue | null> = {}
  for (const name of take) {
    if (name.startsWith(CUSTOM_PREFIX)) {
      const key = name.slice(CUSTOM_PREFIX.length)
      if (!ground.fields.some((field) => field.key === key)) fail('invalid', { fieldErrors: { take: UNKNOWN } })
      customFields[key] = theirs.custom[key] ?? null
    } else if (name === 'phone') {
      if (theirs.phone === was.phone) continue
      changes['phone'] = theirs.phone ?? ''
      changes['sharesPhone'] = theirs.sharesPhone
    } else if (isTaken(name)) changes[name] = theirs[name]
    else fail('invalid', { fieldErrors: { take: UNKNOWN } })
  }
  const { after, errors } = revised(was, { ...(changes as ContactChanges), customFields }, ground)
  const [words] = Object.values(errors)
  if (words) fail('invalid', { words, fieldErrors: errors })
  return after
}

const UNKNOWN: Words = { en: 'This field does not exist.', es: 'Este campo no existe.' }

function isTaken(name: string): name is Exclude<(typeof TAKEN)[number] & keyof ContactFields, 'phone'> {
  return name !== 'phone' && (TAKEN as readonly string[]).includes(name)
}

/** The kept one's facts as they were before, each only where it still is what the merge made of it. */
function backFrom(is: ContactFields, { keep, after }: Folded): ContactFields {
  const back: Record<string, unknown> = { ...is }
  for (const name of TAKEN)
    if (name !== 'phone' && after[name as keyof ContactFields] === is[name as keyof ContactFields])
      back[name] = keep[name as keyof ContactFields]
  const custom = { ...is.custom }
  for (const key of new Set([...Object.keys(keep.custom), ...Object.keys(after.custom)])) {
    if (JSON.stringify(is.custom[key]) !== JSON.stringify(after.custom[key])) continue
    const value = keep.custom[key]
    if (value === undefined) delete custom[key]
    else custom[key] = value
  }
  return { ...(back as unknown as ContactFields), custom, ...(is.phone === after.phone ? phoneOf(keep) : {}) }
}

function phoneOf({ phone, phoneKind, sharesPhone }: ContactFields) {
  return { phone, phoneKind, sharesPhone }
}

function owned({ phone, sharesPhone }: ContactFields): boolean {
  return phone !== null && !sharesPhone
}

function refuseKept(locked: Record<string, string>, fields: string[]): void {
  const [name] = lockedOf(locked, fields)
  if (name !== undefined) fail('managed_elsewhere', { words: keptBy(locked[name]) })
}

function tell(tx: Tx, { keepId, otherId }: Two, heirs: string[]): void {
  tx.publish(ContactChanged, { contactIds: [keepId, otherId] })
  if (heirs.length > 0) tx.publish(ContactChanged, { contactIds: heirs, fields: ['sharesPhone'] })
}
