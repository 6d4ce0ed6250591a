import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'

/** How a member is notified of one kind of event. */
export const NotificationChannels = z.object({ toast: z.boolean(), push: z.boolean() })

/** Which events a member is notified of, and how. */
export const NotificationPrefs = z.object({
  inbound: NotificationChannels.describe('An inbound message.'),
  assigned: NotificationChannels,
  mention: NotificationChannels,
  voicemail: NotificationChannels,
  inboundOf: z
    .enum(['all', 'mine'])
    .describe('Which conversations: all, or only those assigned to the member and unassigned ones.'),
  digest: z
    .enum(['off', '15m', '1h', 'daily'])
    .describe('How often the member gets an email about what they have not seen; daily at 8 AM in their time zone.'),
  sound: z.boolean(),
  muteUntil: Instant.nullable().describe('No toasts or sound until this time; null when not muted.'),
  quiet: z
    .object({ from: z.iso.time({ precision: -1 }), to: z.iso.time({ precision: -1 }) })
    .nullable()
    .describe("No push or digest between these hours in the member's time zone; null for no quiet hours."),
})
export type NotificationPrefs = z.infer<typeof NotificationPrefs>

export const notificationPrefs = endpoint({
  method: 'GET',
  path: '/user/notification-settings',
  summary: 'Returns the member’s notification settings in this organization, and the key for push messages.',
  reply: ok({
    prefs: NotificationPrefs,
    pushKey: z.string().describe("The server's public key for push messages (VAPID)."),
    devices: z.array(z.object({ id: Id, label: z.string(), createdAt: Instant })),
  }),
})

export const editNotificationPrefs = endpoint({
  method: 'PATCH',
  path: '/user/notification-settings',
  summary: 'Updates the member’s notification settings. Only the given fields change.',
  plan: 'not_needed',
  body: NotificationPrefs.partial().strict(),
  reply: ok({ prefs: NotificationPrefs }),
})

export const addPushDevice = endpoint({
  method: 'POST',
  path: '/user/push-device',
  summary: 'Turns on push messages for this browser. Repeating the call changes nothing.',
  plan: 'not_needed',
  fails: ['too_many'],
  body: z.strictObject({
    endpoint: z.url({ protocol: /^https$/ }).max(1000),
    keys: z.strictObject({ p256dh: z.string().min(20).max(200), auth: z.string().min(8).max(100) }),
  }),
  reply: ok({ id: Id }),
})

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/user/push-device',
  summary: 'Turns off push messages for a browser.',
  plan: 'not_needed',
  query: z.object({ id: Id }),
  reply: ok({}),
})

/** An entry of the notification list. */
export const Update = z.object({
  id: Id,
  type: z.enum(['success', 'error', 'info']),
  title: z.string(),
  message: z.string(),
  link: z.string().nullable(),
  at: Instant,
  seen: z.boolean(),
})
export type Update = z.infer<typeof Update>

export const updates = endpoint({
  method: 'GET',
  path: '/user/updates',
  summary:
    'Lists the member’s notifications, latest first: mentions, assignments and finished background work. At most 50.',
  reply: ok({ updates: z.array(Update), unseen: z.number().int() }),
})

export const seeUpdates = endpoint({
  method: 'POST',
  path: '/user/updates/seen',
  summary: 'Marks all notifications of the member as seen.',
  plan: 'not_needed',
  reply: ok({}),
})
