import type { BodyOf } from '@crewline/contract/endpoint'
import type { LegalHold, placeHold, releaseHold } from '@crewline/contract/legal-holds'
import { HOLDS_MAX } from '@crewline/contract/legal-hold-limits'
import { msg } from '@crewline/contract/localized-text'
import type { Db } from '../../kernel/db/pool.ts'
import { allowLong } from '../../kernel/db/timeout.ts'
import { fail } from '../../kernel/failure.ts'
import { requireUserId, type Scope } from '../../kernel/scope.ts'
import { daysOf } from './rules.ts'
import { addHold, countHolds, lockAgainstDeletions, lockHold, noteReleased } from './store.ts'
import { countExisting, holdById, listHolds } from './views.ts'

/** Lists every hold. Refused to who is limited to some groups, because holds are about everyone. */
export async function list(scope: Scope): Promise<{ holds: LegalHold[] }> {
  if (scope.isLimitedToGroups) fail('not_permitted')
  return { holds: await listHolds(scope.db) }
}

/**
 * Places a hold. It waits until every deletion that has begun is committed, so that what exists when it returns stays.
 */
export async function place(scope: Scope, body: BodyOf<typeof placeHold>): Promise<{ hold: LegalHold }> {
  if (scope.isLimitedToGroups) fail('not_permitted')
  const userId = requireUserId(scope)
  const id = scope.world.id()
  await refuseUnknown(scope.db, body)
  const contactIds = body.covers === 'contacts' ? [...new Set(body.contactIds)] : []
  const groupIds = body.covers === 'groups' ? [...new Set(body.groupIds)] : []
  refuseNoOne(body.covers, contactIds, groupIds)
  const days = daysOf(body, scope.org.timezone)
  if (days.since && days.until && days.since >= days.until)
    fail('invalid', { fieldErrors: { to: msg({ message: "The end can't be before the start." }) } })
  await scope.tx(async (tx) => {
    await allowLong(tx.db, 'places a legal hold after the deletions under way')
    await lockAgainstDeletions(tx)
    await refuseUnknown(tx.db, { contactIds, groupIds })
    if ((await countHolds(tx)) >= HOLDS_MAX) fail('too_many')
    const { name, reason, covers, from, to } = body
    await addHold(tx, { id, name, reason, covers, contactIds, groupIds, from, to, ...days }, userId)
    tx.audit('legal-hold.placed', id, { name, reason, covers, contactIds, groupIds, from, to })
  })
  return { hold: (await holdById(scope.db, id)) ?? fail('not_found') }
}

/** Releases a hold. What it kept can be deleted again from then on. */
export async function release(
  scope: Scope,
  id: string,
  { reason }: BodyOf<typeof releaseHold>,
): Promise<{ hold: LegalHold }> {
  if (scope.isLimitedToGroups) fail('not_permitted')
  const userId = requireUserId(scope)
  await scope.tx(async (tx) => {
    const hold = (await lockHold(tx, id)) ?? fail('not_found')
    if (hold.isReleased) fail('hold_released')
    await noteReleased(tx, id, { userId, reason })
    tx.audit('legal-hold.released', id, { name: hold.name, reason })
  })
  return { hold: (await holdById(scope.db, id)) ?? fail('not_found') }
}

async function refuseUnknown(db: Db, named: { contactIds: string[]; groupIds: string[] }): Promise<void> {
  const contactIds = [...new Set(named.contactIds)]
  const groupIds = [...new Set(named.groupIds)]
  const found = await countExisting(db, { contactIds, groupIds })
  if (found.contacts < contactIds.length || found.groups < groupIds.length) fail('not_found')
}

function refuseNoOne(covers: LegalHold['covers'], contactIds: string[], groupIds: string[]): void {
  if (covers === 'contacts' && contactIds.length === 0)
    fail('invalid', { fieldErrors: { contactIds: msg({ message: 'Choose at least one contact.' }) } })
  if (covers === 'groups' && groupIds.length === 0)
    fail('invalid', { fieldErrors: { groupIds: msg({ message: 'Choose at least one group.' }) } })
}
