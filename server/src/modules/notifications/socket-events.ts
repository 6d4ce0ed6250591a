import { encodeInApp } from '@crewline/contract/events'
import type { Db } from '../../kernel/db/pool.ts'
import { effectiveScope } from '../../kernel/http/session-gate.ts'
import { mapToSocketEvents, type ClientEventHandler, type SocketEvent } from '../../kernel/realtime/socket-events.ts'
import { siblingMembers, siblingsOf } from '../../kernel/realtime/siblings.ts'
import { unreadOrder } from '../conversations/index.ts'
import { ConversationAssigned, NoteMentioned, UnreadChanged } from '../inbox/index.ts'
import { MessageReceived } from '../messages/index.ts'
import { readPrefs } from './updates.ts'
import { concernNames, localesOf, unreadCount, unreadOf } from './views.ts'
import { renderNotification } from './words.ts'

/** Answers with the unread conversations. The user that a client sends is ignored; the session decides. */
export const answerNotifications: ClientEventHandler = {
  event: 'getNotificationsv2',
  handle: async (scope, _name, kernel) => {
    const { actor, orgId } = scope
    if (!scope.can('inbox.read') || actor.kind !== 'member') return []
    const { userId } = actor
    await unreadOrder.sort(kernel.database.ofOrg(orgId), { orgId, userId, now: scope.world.now() })
    const [unread, siblings] = await Promise.all([
      unreadOf(scope.db, userId),
      // The other organizations of a teammate are not shown to who views as them.
      actor.viewing ? [] : siblingsOf(kernel, { orgId, userId }),
    ])
    return [{ event: 'notifications', data: { ...unread, siblings } }]
  },
}

/** The number of waiting contacts, for members who are signed in to another organization. */
export const waitingContacts = { events: [MessageReceived, UnreadChanged], count: unreadCount }

/**
 * Sends a full recount to a member whose unread conversations changed in bulk, because such an event lists no contacts.
 */
const countedAfresh = mapToSocketEvents(UnreadChanged, 'inbox.read', async ({ orgId, db, kernel }, payloads) => {
  const userIds = new Set(payloads.flatMap((payload) => (payload.contactIds === null ? [payload.userId] : [])))
  const events: SocketEvent[] = []
  for (const member of await siblingMembers.get().among(db, [...userIds])) {
    const { userId } = member
    await unreadOrder.sort(kernel.database.ofOrg(orgId), { orgId, userId, now: kernel.world.now() })
    const scopedMemberId = effectiveScope(member) === 'groups' ? member.memberId : undefined
    const [unread, siblings] = await Promise.all([
      unreadOf(kernel.database.ofOrg(orgId, scopedMemberId), userId),
      siblingsOf(kernel, { orgId, userId }),
    ])
    events.push({ event: 'notifications', data: { ...unread, siblings }, userId })
  }
  return events
})

/** Toasts for what concerns one member, in their language, unless they turned them off. */
export const personalEvents = [
  countedAfresh,
  mapToSocketEvents(ConversationAssigned, 'inbox.read', async (view, payloads) =>
    toasts(
      view.db,
      payloads.flatMap(({ contactId, userId, byId }) =>
        userId !== null && userId !== byId ? [{ kind: 'assigned' as const, contactId, userIds: [userId], byId }] : [],
      ),
    ),
  ),
  mapToSocketEvents(NoteMentioned, 'inbox.read', async (view, payloads) =>
    toasts(
      view.db,
      payloads.map(({ contactId, messageId, userIds, byId }) => ({
        kind: 'mention' as const,
        contactId,
        messageId,
        userIds: userIds.filter((id) => id !== byId),
        byId,
      })),
    ),
  ),
]

interface Concern {
  kind: 'assigned' | 'mention'
  contactId: string
  messageId?: string
  userIds: string[]
  byId: string
}

async function toasts(db: Db, concerns: Concern[]): Promise<SocketEvent[]> {
  const all: SocketEvent[] = []
  for (const concern of concerns) {
    const named = await concernNames(db, concern)
    const users = await localesOf(db, concern.userIds)
    if (!named) continue
    for (const { id, locale } of users) {
      const prefs = await readPrefs(db, id)
      if (!prefs[concern.kind].toast) continue
      const content = { ...named, kind: concern.kind, contactId: concern.contactId, preview: named.body ?? '' }
      const { title, message, link } = renderNotification(content, locale)
      all.push({
        event: 'inapp-notification',
        data: encodeInApp({
          id: `${concern.kind}|${concern.contactId}|${concern.messageId ?? ''}`,
          type: 'info',
          title,
          message,
          link,
        }),
        userId: id,
      })
    }
  }
  return all
}
