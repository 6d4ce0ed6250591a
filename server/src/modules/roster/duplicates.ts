import type { BodyOf } from '@crewline/contract/endpoint'
import type { dismissDuplicate, Duplicate } from '@crewline/contract/roster'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Scope } from '../../kernel/scope.ts'
import { contactsByIds, headsOf } from '../contacts/index.ts'
import { maySeeSensitive } from '../fields/index.ts'
import { dismissPair } from './store/pairs.ts'
import { pairsAlike } from './views/duplicates.ts'
import { personOf } from './views/members.ts'

/** Pairs shown at once: more than anybody goes through before looking again. */
const PAIRS = 50

/** Looking through everybody for namesakes is the dearest list there is. */
const perMember = makeLocalLimit(60, 60)

/** Pairs of contacts the asker sees that may be one person, the surest first; of one worker when named. */
export async function duplicates(scope: Scope, id?: string): Promise<{ duplicates: Duplicate[] }> {
  await perMember.take(personOf(scope))
  const of = id?.toLowerCase() ?? null
  if (of !== null && (await headsOf(scope.db, scope.org.country, [of])).length === 0) fail('not_found')
  const pairs = await pairsAlike(scope.db, { of, most: PAIRS })
  const ids = [...new Set(pairs.flatMap((pair) => pair.ids))]
  const found = await contactsByIds(scope.db, scope.org.country, ids, maySeeSensitive(scope))
  const byId = new Map(found.map((contact) => [contact.id, contact]))
  return {
    duplicates: pairs.flatMap((pair) => {
      const contacts = pair.ids.flatMap((one) => byId.get(one) ?? [])
      return contacts.length === 2 ? [{ contacts, because: pair.because }] : []
    }),
  }
}

/** Notes that two contacts the actor sees are two people. */
export async function dismiss(
  scope: Scope,
  { contactId, otherId }: BodyOf<typeof dismissDuplicate>,
): Promise<Record<string, never>> {
  const first = contactId.toLowerCase()
  const second = otherId.toLowerCase()
  if (first === second)
    fail('invalid', {
      fieldErrors: { otherId: { en: 'Choose two different contacts.', es: 'Elige dos contactos distintos.' } },
    })
  await scope.tx(async (tx) => {
    if ((await headsOf(tx.db, tx.org.country, [first, second])).length < 2) fail('not_found')
    if (await dismissPair(tx, [first, second], personOf(scope)))
      tx.audit('contact.not-duplicate', first, { of: second })
  })
  return {}
}
