import type { Db } from '../../kernel/db/pool.ts'
import type { DomainEvent } from '../../kernel/events/define.ts'
import { consumeEvents } from '../../kernel/events/durable.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { ConversationAssigned, NoteMentioned } from '../inbox/index.ts'
import { MessageReceived } from '../messages/index.ts'
import { MemberRemoved } from '../team/index.ts'
import { isQuiet, prefsFrom } from './prefs.ts'
import { PUSH_LIFE_MS, pushEncryptionContext } from './push.ts'
import { listeners, namesOf, recipientsOf, messageBodyOf } from './hearing-views.ts'
import { addPush } from './store/pushes.ts'
import { addUpdate, deleteUpdatesOf } from './store/updates.ts'
import { renderNotification, type NotificationContent } from './words.ts'

/** The name of the cursor in the event log. */
const FOLLOWER = 'notifications'
/** Events processed in one transaction. */
const STEP = 200
/** Delay in ms before new events are read, so that more are handled at once. */
const PAUSE_MS = 250
/** Characters of a message shown on a lock screen. */
const PREVIEW_MAX = 140

/**
 * Follows the event log and notifies members in the notification bell and by push, once per event, for the life of the
 * process.
 */
export function startTelling(kernel: Kernel): Running {
  return followQueue(kernel, {
    name: 'notifications',
    wakeUp: 'events',
    pass: () => notifyMembers(kernel),
    pauseMs: PAUSE_MS,
  })
}

/**
 * Processes the events since the last pass. Their notifications and the cursor commit together. Returns whether there
 * may be more.
 */
export async function notifyMembers(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('members of every organization are notified')
  let pushed = 0
  const read = await consumeEvents(
    system,
    { follower: FOLLOWER, most: STEP, now: kernel.world.now() },
    async (db, events) => {
      pushed = 0
      for (const [orgId, ofOrg] of Map.groupBy(events, (event) => event.orgId)) {
        for (const userId of removedIn(ofOrg)) await deleteUpdatesOf(db, orgId, userId)
        const notifications = [...(await personal(db, orgId, ofOrg)), ...(await incoming(db, orgId, ofOrg))]
        pushed += await sendNotifications(kernel, db, { orgId, notifications })
      }
    },
  )
  if (pushed > 0) kernel.signals.wakeUp('pushes')
  return read === STEP
}

/** Returns the users who left: their list is deleted, because it names contacts that they may not see if they return. */
function removedIn(events: DomainEvent[]): string[] {
  return events
    .filter((event) => event.name === MemberRemoved.name)
    .map((event) => (event.payload as { userId: string }).userId)
}

/** One notification for one member. */
interface PendingNotification {
  userId: string
  content: NotificationContent
  /** Whether the notification bell stores it; unread messages are in the bell anyway. */
  isStored: boolean
}

/** Returns what concerns one member: an assigned conversation, or a note that mentions them. */
async function personal(db: Db, orgId: string, events: DomainEvent[]): Promise<PendingNotification[]> {
  const notifications: PendingNotification[] = []
  for (const event of events) {
    if (event.name === ConversationAssigned.name) {
      const { contactId, userId, byId } = event.payload as { contactId: string; userId: string | null; byId: string }
      if (userId === null || userId === byId) continue
      const names = await namesOf(db, orgId, { contactId, byId })
      if (names) notifications.push({ userId, content: { kind: 'assigned', contactId, ...names }, isStored: true })
    }
    if (event.name === NoteMentioned.name) {
      const { contactId, messageId, userIds, byId } = event.payload as {
        contactId: string
        messageId: string
        userIds: string[]
        byId: string
      }
      const names = await namesOf(db, orgId, { contactId, byId })
      const preview = cut(await messageBodyOf(db, orgId, messageId))
      if (!names) continue
      for (const userId of userIds)
        if (userId !== byId)
          notifications.push({ userId, content: { kind: 'mention', contactId, ...names, preview }, isStored: true })
    }
  }
  return notifications
}

/**
 * Returns inbound messages and voicemails for members who read the inbox, see the contact, have a device and have not
 * muted the conversation. One statement for all events of an organization; members without a device add no rows.
 */
async function incoming(db: Db, orgId: string, events: DomainEvent[]): Promise<PendingNotification[]> {
  const ids = events
    .filter((event) => event.name === MessageReceived.name)
    .flatMap((event) => (event.payload as { ids: string[] }).ids)
  if (ids.length === 0) return []
  const rows = await recipientsOf(db, orgId, ids)
  return rows.map((row) => ({
    userId: row.user_id,
    isStored: false,
    content:
      row.kind === 'voicemail'
        ? { kind: 'voicemail', contactId: row.contact_id, contact: row.contact, seconds: row.seconds ?? 0 }
        : { kind: 'inbound', contactId: row.contact_id, contact: row.contact, preview: cut(row.body) },
  }))
}

async function sendNotifications(
  kernel: Kernel,
  db: Db,
  { orgId, notifications }: { orgId: string; notifications: PendingNotification[] },
): Promise<number> {
  if (notifications.length === 0) return 0
  const userIds = [...new Set(notifications.map((notification) => notification.userId))]
  const recipients = await listeners(db, orgId, userIds)
  const byUser = new Map(recipients.map((row) => [row.user_id, row]))
  const now = kernel.world.now()
  let pushed = 0
  for (const { userId, content, isStored } of notifications) {
    const listener = byUser.get(userId)
    if (!listener) continue
    const text = renderNotification(content, listener.locale)
    if (isStored) await addUpdate(db, { orgId, id: kernel.world.id(), userId, ...text, now })
    const prefs = prefsFrom(listener.prefs)
    if (!prefs[content.kind].push || isQuiet(prefs, now, listener.timezone)) continue
    for (const deviceId of listener.devices) {
      const id = kernel.world.id()
      const payload = JSON.stringify({ ...text, tag: content.contactId, organizationId: orgId })
      await addPush(db, {
        orgId,
        id,
        deviceId,
        contactId: content.contactId,
        encrypted: kernel.encryption.seal(pushEncryptionContext(id), payload),
        now,
        expiresAt: new Date(now.getTime() + PUSH_LIFE_MS),
      })
      pushed += 1
    }
  }
  return pushed
}

function cut(text: string): string {
  const line = Array.from(text.replace(/\s+/g, ' ').trim())
  return line.length <= PREVIEW_MAX ? line.join('') : `${line.slice(0, PREVIEW_MAX - 1).join('')}…`
}
