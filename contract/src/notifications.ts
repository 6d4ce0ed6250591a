import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'

/** How a member wants to hear of one kind of thing. */
export const Ways = z.object({ toast: z.boolean(), push: z.boolean() })

/** What a member wants to hear of, and how. */
export const NotificationPrefs = z.object({
  /** A worker's text. */
  inbound: Ways,
  assigned: Ways,
  mention: Ways,
  voicemail: Ways,
  /** Whose texts: all, or only conversations given to the member and those of nobody. */
  inboundOf: z.enum(['all', 'mine']),
  sound: z.boolean(),
  /** Toasts and sound are silent until then; null when they are not muted for a time. */
  muteUntil: Instant.nullable(),
  /** No push in these hours of the member's zone; null at any time. */
  quiet: z.object({ from: z.iso.time({ precision: -1 }), to: z.iso.time({ precision: -1 }) }).nullable(),
})
export type NotificationPrefs = z.infer<typeof NotificationPrefs>

export const notificationPrefs = endpoint({
  method: 'GET',
  path: '/user/notification-settings',
  summary: 'What the member wants to hear of in this organization, and the key for push messages.',
  reply: ok({
    prefs: NotificationPrefs,
    /** The server's public key for push messages (VAPID). */
    pushKey: z.string(),
    devices: z.array(z.object({ id: Id, label: z.string(), createdAt: Instant })),
  }),
})

export const editNotificationPrefs = endpoint({
  method: 'PATCH',
  path: '/user/notification-settings',
  summary: 'Change what the member wants to hear of; only what is given changes.',
  body: NotificationPrefs.partial().strict(),
  reply: ok({ prefs: NotificationPrefs }),
})

export const addPushDevice = endpoint({
  method: 'POST',
  path: '/user/push-device',
  summary: 'Send push messages to this browser too; the same browser again changes nothing.',
  body: z.strictObject({
    endpoint: z.url({ protocol: /^https$/ }).max(1000),
    keys: z.strictObject({ p256dh: z.string().min(20).max(200), auth: z.string().min(8).max(100) }),
  }),
  reply: ok({ id: Id }),
})

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/user/push-device',
  summary: 'Send no more push messages to a browser.',
  query: z.object({ id: Id }),
  reply: ok({}),
})

/** Something that happened and is worth finding again in the bell. */
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
  summary: 'What the member was told lately, latest first: mentions, assignments, work that ended. At most 50.',
  reply: ok({ updates: z.array(Update), unseen: z.number().int() }),
})

export const seeUpdates = endpoint({
  method: 'POST',
  path: '/user/updates/seen',
  summary: 'Everything the member was told counts as seen.',
  reply: ok({}),
})
