import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { dismissDuplicate, Duplicate } from '@crewline/contract/contacts'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { requireUserId, type Scope } from '../../kernel/scope.ts'
import { contactsByIds, summariesOf } from './views.ts'
import { maySeeSensitive } from '../fields/index.ts'
import { dismissPair } from './store/pairs.ts'
import { listSimilarPairs } from './views/duplicates.ts'

/** Pairs shown at once: more than a member reviews before loading the list again. */
const PAIRS = 50

/** Comparing the names of all contacts is the most expensive list in the product. */
const perMember = makeLocalLimit(60, 60)

/**
 * Returns pairs of visible contacts that may be the same person, most certain first; only those of one contact when an
 * id is given.
 */
export async function duplicates(scope: Scope, id?: string): Promise<{ duplicates: Duplicate[] }> {
  await perMember.take(requireUserId(scope))
  const of = id?.toLowerCase() ?? null
  if (of !== null && (await summariesOf(scope.db, scope.org.country, [of])).length === 0) fail('not_found')
  const pairs = await listSimilarPairs(scope.db, { of, most: PAIRS })
  const ids = [...new Set(pairs.flatMap((pair) => pair.ids))]
  const allContacts = await contactsByIds(scope.db, scope.org.country, ids, maySeeSensitive(scope))
  const byId = new Map(allContacts.map((contact) => [contact.id, contact]))
  return {
    duplicates: pairs.flatMap((pair) => {
      const contacts = pair.ids.flatMap((contactId) => byId.get(contactId) ?? [])
      return contacts.length === 2 ? [{ contacts, because: pair.because }] : []
    }),
  }
}

/** Records that two contacts the actor can see are different people. */
export async function dismiss(
  scope: Scope,
  { contactId, otherId }: BodyOf<typeof dismissDuplicate>,
): Promise<Record<string, never>> {
  const first = contactId.toLowerCase()
  const second = otherId.toLowerCase()
  if (first === second)
    fail('invalid', {
      fieldErrors: { otherId: msg({ message: 'Choose two different contacts.' }) },
    })
  await scope.tx(async (tx) => {
    if ((await summariesOf(tx.db, tx.org.country, [first, second])).length < 2) fail('not_found')
    if (await dismissPair(tx, [first, second], requireUserId(scope)))
      tx.audit('contact.not-duplicate', first, { of: second })
  })
  return {}
}
