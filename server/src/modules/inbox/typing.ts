import { Id } from '@crewline/contract/ids'
import { z } from 'zod'
import type { ClientEventHandler, SocketEvent } from '../../kernel/realtime/socket-events.ts'
import type { Scope } from '../../kernel/scope.ts'
import { summariesOf } from '../contacts/index.ts'

/** Throttle: one typing event per socket and contact in this time, in ms. */
const INTERVAL_MS = 2_000
/** Contacts remembered per socket. */
const MOST_REMEMBERED = 100

const TypingInput = z.object({ contactId: Id, isTyping: z.boolean() })

/** Each socket has its own scope, so the scope identifies the socket. */
const emittedAt = new WeakMap<Scope, Map<string, number>>()
/** Events of one socket are forwarded in the order of arrival. */
const queues = new WeakMap<Scope, Promise<unknown>>()

/**
 * Pushes to members with inbox access that a member started or stopped typing to a contact; ignores events the member
 * has no permission for.
 */
export const typingHandler: ClientEventHandler = {
  event: 'typing',
  others: 'inbox.read',
  handle: async (scope, data) => {
    const input = TypingInput.safeParse(data)
    if (!input.success || !scope.can('inbox.reply') || isThrottled(scope, input.data)) return []
    const before = queues.get(scope)
    const events = makeTypingEvents(scope, input.data, before)
    queues.set(
      scope,
      events.catch(() => {}),
    )
    return events
  },
}

function isThrottled(scope: Scope, { contactId, isTyping }: z.infer<typeof TypingInput>): boolean {
  if (!isTyping) return false
  const lastByContact = emittedAt.get(scope) ?? new Map<string, number>()
  emittedAt.set(scope, lastByContact)
  const now = scope.world.monotonicMs()
  const last = lastByContact.get(contactId)
  if (last !== undefined && now - last < INTERVAL_MS) return true
  if (lastByContact.size >= MOST_REMEMBERED) lastByContact.clear()
  lastByContact.set(contactId, now)
  return false
}

async function makeTypingEvents(
  scope: Scope,
  { contactId, isTyping }: z.infer<typeof TypingInput>,
  before: Promise<unknown> | undefined,
): Promise<SocketEvent[]> {
  const { actor, org, world } = scope
  const [summaries] = await Promise.all([summariesOf(scope.db, org.country, [contactId]), before])
  if (actor.kind !== 'member' || summaries.length === 0) return []
  const user = `${actor.firstname} ${actor.lastname}`.trim()
  return [
    {
      event: 'typing',
      data: { contactId, user, userId: actor.userId, isTyping, at: world.now().toISOString() },
    },
  ]
}
