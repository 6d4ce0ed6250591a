import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { CustomValue } from '@crewline/contract/contacts'
import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { ContactChanged } from './events.ts'
import { revised, type ContactChanges, type Ground } from './revise.ts'
import { changedFields } from './rules.ts'
import { restoreMergedInto, noteMergedInto, restoreSharing } from './store/merging.ts'
import { attributesOf, lockContacts, save, type ContactFields, type LockedContact } from './store/people.ts'
import { claimUnownedNumber, passOn } from './store/phones.ts'
import { managedByText, lockedOf, refuseConflicts } from './conflicts.ts'

/** The kept contact and the contact merged into it. */
export interface Two {
  keepId: string
  otherId: string
}

/** Undo snapshot of a merge; JSON-serializable. */
export interface MergedContact {
  keep: ContactFields
  /** The kept contact right after the merge. */
  after: ContactFields
  other: ContactFields
  otherArchivedAt: string | null
  /** Contacts that had been merged into the other one before. */
  followed: string[]
  /** Contacts that became owners of a freed number. */
  heirs: string[]
}

const MERGEABLE_FIELDS = [
  'firstname',
  'lastname',
  'preferredName',
  'phone',
  'email',
  'employeeId',
  'language',
  'jobTitle',
  'department',
  'location',
  'timezone',
  'hireDate',
  'birthday',
  'work',
] as const

/**
 * Merges a contact into another in the caller's transaction: archives it, routes its number to the kept contact, and
 * copies the named fields. Validated as an edit of the kept contact. Fails with `not_found` for a contact that is not
 * visible or already merged.
 */
export async function mergeContactData(tx: Tx, two: Two, take: string[], ground: Ground): Promise<MergedContact> {
  const { keep, other } = await lockPair(tx, two)
  if (keep.archivedAt)
    fail('invalid', {
      fieldErrors: {
        keepId: msg({ message: 'Bring this contact back first, or keep the other.' }),
      },
    })
  const was = attributesOf(keep)
  const theirs = attributesOf(other)
  const after = mergeFields({ was, theirs, take, ground })
  const fields = changedFields(was, after)
  refuseManaged(keep.locked, fields)
  const swaps = after.phone !== was.phone
  const now = tx.world.now()
  // The number the kept contact gave up stays with the archived one, so that texts from it are still recognized.
  const archivedFields = swaps ? { ...theirs, ...phoneOf(was) } : theirs
  await save(tx, two.otherId, archivedFields, other.archivedAt ?? now)
  const followed = await tx.unscoped(() => noteMergedInto(tx, two.otherId, two.keepId))
  await refuseConflicts(tx, ground.fields, { id: two.keepId, before: was, after })
  await save(tx, two.keepId, after, null)
  const freed = [
    ...(swaps && owned(was) ? [was.phone ?? ''] : []),
    ...(!other.archivedAt && owned(theirs) && theirs.phone !== after.phone ? [theirs.phone ?? ''] : []),
  ]
  const heirs = freed.length > 0 ? await passOn(tx, freed) : []
  publishMerge(tx, two, heirs)
  return {
    keep: was,
    after,
    other: theirs,
    followed,
    heirs,
    otherArchivedAt: other.archivedAt?.toISOString() ?? null,
  }
}

/**
 * Reverts a merge in the caller's transaction: restores the other contact, and each copied field of the kept contact
 * that has not changed since. Fails with an explanation when a number or another unique value is taken by now.
 */
export async function unmergeContactData(
  tx: Tx,
  { keepId, otherId }: Two,
  merged: MergedContact,
  ground: Ground,
): Promise<void> {
  const held = await lockContacts(tx, [keepId, otherId].sort())
  const keep = held.get(keepId) ?? fail('not_found')
  // The other contact is archived and in no group, so it is visible to members who can see the kept contact.
  const other = (await tx.unscoped(() => lockContacts(tx, [otherId]))).get(otherId) ?? fail('not_found')
  if (keep.erasedAt || other.erasedAt || keep.mergedInto || other.mergedInto !== keepId) fail('merge_over')
  await tx.unscoped(() => restoreSharing(tx, merged.heirs, [merged.keep.phone ?? '', merged.other.phone ?? '']))
  const was = attributesOf(keep)
  const restored = backFrom(was, merged)
  const wasLive = merged.otherArchivedAt === null
  // First free the values that the kept contact took, because the other contact gets them back.
  await save(tx, keepId, { ...restored, phone: null, sharesPhone: false }, keep.archivedAt)
  if (!keep.archivedAt) await refuseConflicts(tx, ground.fields, { id: keepId, before: was, after: restored })
  await save(tx, keepId, restored, keep.archivedAt)
  const theirs = wasLive ? await claimUnownedNumber(tx, merged.other) : merged.other
  if (wasLive) await refuseConflicts(tx, ground.fields, { id: otherId, before: null, after: theirs })
  await tx.unscoped(async () => {
    await save(tx, otherId, theirs, merged.otherArchivedAt === null ? null : new Date(merged.otherArchivedAt))
    await noteMergedInto(tx, otherId, null)
    await restoreMergedInto(tx, merged.followed, otherId)
  })
  publishMerge(tx, { keepId, otherId }, merged.heirs)
}

/** Locks both contacts in an order that does not depend on which is kept. */
async function lockPair(tx: Tx, { keepId, otherId }: Two): Promise<{ keep: LockedContact; other: LockedContact }> {
  if (keepId === otherId)
    fail('invalid', {
      fieldErrors: { otherId: msg({ message: 'Choose two different contacts.' }) },
    })
  const held = await lockContacts(tx, [keepId, otherId])
  const keep = held.get(keepId) ?? fail('not_found')
  const other = held.get(otherId) ?? fail('not_found')
  if ([keep, other].some((contact) => contact.erasedAt || contact.mergedInto)) fail('not_found')
  return { keep, other }
}

interface Taking {
  was: ContactFields
  theirs: ContactFields
  take: string[]
  ground: Ground
}

function mergeFields({ was, theirs, take, ground }: Taking): ContactFields {
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
    } else if (isMergeableField(name)) changes[name] = theirs[name]
    else fail('invalid', { fieldErrors: { take: UNKNOWN } })
  }
  const { after, errors } = revised(was, { ...(changes as ContactChanges), customFields }, ground)
  const [text] = Object.values(errors)
  if (text) fail('invalid', { text, fieldErrors: errors })
  return after
}

const UNKNOWN: LocalizedText = msg({ message: "This field doesn't exist." })

function isMergeableField(
  name: string,
): name is Exclude<(typeof MERGEABLE_FIELDS)[number] & keyof ContactFields, 'phone'> {
  return name !== 'phone' && (MERGEABLE_FIELDS as readonly string[]).includes(name)
}

/** Restores the kept contact's previous fields where they still have the value from the merge. */
function backFrom(is: ContactFields, { keep, after }: MergedContact): ContactFields {
  const back: Record<string, unknown> = { ...is }
  for (const name of MERGEABLE_FIELDS)
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

function refuseManaged(locked: Record<string, string>, fields: string[]): void {
  const [name] = lockedOf(locked, fields)
  if (name !== undefined) fail('managed_elsewhere', { text: managedByText(locked[name]) })
}

function publishMerge(tx: Tx, { keepId, otherId }: Two, heirs: string[]): void {
  tx.publish(ContactChanged, { contactIds: [keepId, otherId] })
  if (heirs.length > 0) tx.publish(ContactChanged, { contactIds: heirs, fields: ['sharesPhone'] })
}
