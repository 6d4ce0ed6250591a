import { encodeInApp } from '@crewline/contract/events'
import type { Db } from '../../kernel/db/pool.ts'
import { effectiveScope } from '../../kernel/http/session-gate.ts'
import { defineTeller, type Hearer, type Told } from '../../kernel/realtime/live.ts'
import { siblingMembers, siblingsOf } from '../../kernel/realtime/siblings.ts'
import { ConversationAssigned, NoteMentioned, UnreadChanged } from '../inbox/index.ts'
import { MessageReceived, sortUnread } from '../messages/index.ts'
import { readPrefs } from './updates.ts'
import { concernNames, localesOf, unreadCount, unreadOf } from './views.ts'
import { wordsFor } from './words.ts'

/** Answers the unread conversations. The name a client sends along is ignored: the session says who asks. */
export const answerNotifications: Hearer = {
  event: 'getNotificationsv2',
  hear: async (scope, _name, kernel) => {
    const { actor, orgId } = scope
    if (!scope.can('inbox.read') || actor.kind !== 'member') return []
    const { personId } = actor
    await sortUnread(kernel.database.ofOrg(orgId), { orgId, personId, now: scope.world.now() })
    const [unread, siblings] = await Promise.all([
      unreadOf(scope.db, personId),
      siblingsOf(kernel, { orgId, personId }),
    ])
    return [{ event: 'notifications', data: { ...unread, siblings } }]
  },
}

/** How many contacts wait, for members who are signed in to another organization. */
export const waitingContacts = { facts: [MessageReceived, UnreadChanged], count: unreadCount }

/** The whole count afresh, for a member whose unread conversations changed in numbers too great to name. */
const countedAfresh = defineTeller(UnreadChanged, 'inbox.read', async ({ orgId, db, kernel }, payloads) => {
  const people = new Set(payloads.flatMap((one) => (one.contactIds === null ? [one.personId] : [])))
  const told: Told[] = []
  for (const member of await siblingMembers.get().among(db, [...people])) {
    const { personId } = member
    await sortUnread(kernel.database.ofOrg(orgId), { orgId, personId, now: kernel.world.now() })
    const narrow = effectiveScope(member) === 'groups' ? member.memberId : undefined
    const [unread, siblings] = await Promise.all([
      unreadOf(kernel.database.ofOrg(orgId, narrow), personId),
      siblingsOf(kernel, { orgId, personId }),
    ])
    told.push({ event: 'notifications', data: { ...unread, siblings }, userId: personId })
  }
  return told
})

/** Toasts of what concerns one member, in their language, unless they chose not to see them. */
export const personalNews = [
  countedAfresh,
  defineTeller(ConversationAssigned, 'inbox.read', async (view, payloads) =>
    toasts(
      view.db,
      payloads.flatMap(({ contactId, personId, byId }) =>
        personId !== null && personId !== byId
          ? [{ kind: 'assigned' as const, contactId, personIds: [personId], byId }]
          : [],
      ),
    ),
  ),
  defineTeller(NoteMentioned, 'inbox.read', async (view, payloads) =>
    toasts(
      view.db,
      payloads.map(({ contactId, messageId, personIds, byId }) => ({
        kind: 'mention' as const,
        contactId,
        messageId,
        personIds: personIds.filter((id) => id !== byId),
        byId,
      })),
    ),
  ),
]

interface Concern {
  kind: 'assigned' | 'mention'
  contactId: string
  messageId?: string
  personIds: string[]
  byId: string
}

async function toasts(db: Db, concerns: Concern[]): Promise<Told[]> {
  const all: Told[] = []
  for (const concern of concerns) {
    const named = await concernNames(db, concern)
    const people = await localesOf(db, concern.personIds)
    if (!named) continue
    for (const { id, locale } of people) {
      const prefs = await readPrefs(db, id)
      if (!prefs[concern.kind].toast) continue
      const told = { ...named, kind: concern.kind, contactId: concern.contactId, words: named.words ?? '' }
      const { title, message, link } = wordsFor(told, locale)
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
