import { Id } from '@crewline/contract/ids'
import { z } from 'zod'
import type { Hearer, Told } from '../../kernel/realtime/live.ts'
import type { Scope } from '../../kernel/scope.ts'
import { headsOf } from '../contacts/index.ts'

/** Nobody needs to hear oftener, from one socket, that a contact is being written to, in ms. */
const PACE_MS = 2_000
/** Contacts one socket is remembered to have written to. */
const MOST_REMEMBERED = 100

const Said = z.object({ contactId: Id, isTyping: z.boolean() })

/** A scope is made for each socket at its door, so it stands for the socket here. */
const toldAt = new WeakMap<Scope, Map<string, number>>()
/** Words of one socket pass on in the order they came in. */
const queues = new WeakMap<Scope, Promise<unknown>>()

/** Tells teammates who see the inbox that a member writes to a contact, or stopped; what the member may not do is ignored. */
export const tellTyping: Hearer = {
  event: 'typing',
  others: 'inbox.read',
  hear: async (scope, data) => {
    const said = Said.safeParse(data)
    if (!said.success || !scope.can('inbox.reply') || isTooSoon(scope, said.data)) return []
    const before = queues.get(scope)
    const word = wordOf(scope, said.data, before)
    queues.set(
      scope,
      word.catch(() => {}),
    )
    return word
  },
}

function isTooSoon(scope: Scope, { contactId, isTyping }: z.infer<typeof Said>): boolean {
  if (!isTyping) return false
  const known = toldAt.get(scope) ?? new Map<string, number>()
  toldAt.set(scope, known)
  const now = scope.world.monotonicMs()
  const last = known.get(contactId)
  if (last !== undefined && now - last < PACE_MS) return true
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(contactId, now)
  return false
}

async function wordOf(
  scope: Scope,
  { contactId, isTyping }: z.infer<typeof Said>,
  before: Promise<unknown> | undefined,
): Promise<Told[]> {
  const { actor, org, world } = scope
  const [seen] = await Promise.all([headsOf(scope.db, org.country, [contactId]), before])
  if (actor.kind !== 'member' || seen.length === 0) return []
  const user = `${actor.firstname} ${actor.lastname}`.trim()
  return [
    {
      event: 'typing',
      data: { contactId, user, userId: actor.personId, isTyping, at: world.now().toISOString() },
    },
  ]
}
