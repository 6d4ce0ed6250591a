import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { CHAT_GROUPS_MAX, CHAT_NAME_MAX, CHAT_URL_MAX, CHAT_WAIT_MINUTES } from './integration-limits.ts'
import { oneLine } from './one-line.ts'

export const integrations = endpoint({
  method: 'GET',
  path: '/organization/integrations',
  summary: 'Lists the systems that can be connected, each with its state.',
  can: 'organization.manage',
  reply: ok({
    integrations: z.array(
      z.object({
        key: z.enum(['finch', 'hr_file', 'hr_scim', 'slack', 'teams']),
        state: z
          .enum(['not_set_up', 'off', 'connected', 'reauth'])
          .describe('`reauth`: it was connected, and a person must connect it again.'),
        system: z.string().nullable(),
      }),
    ),
  }),
})

/** Where a chat channel is. */
export const ChatKind = z.enum(['slack', 'teams'])
export type ChatKind = z.infer<typeof ChatKind>

/** What is posted to a chat channel. */
export const ChatEvent = z.enum([
  'reply.overdue',
  'voicemail.left',
  'broadcast.finished',
  'broadcast.problem',
  'broadcast.approval',
  'hr.attention',
  'billing.notice',
])
export type ChatEvent = z.infer<typeof ChatEvent>

/** Why a post did not arrive. */
export const ChatProblem = z.enum(['gone', 'refused', 'limited', 'down', 'address_refused'])
export type ChatProblem = z.infer<typeof ChatProblem>

/** A channel of Slack or Teams that gets posts. Its webhook URL is a secret and is never shown again. */
export const ChatChannel = z.object({
  id: Id,
  kind: ChatKind,
  name: z.string(),
  events: z.array(ChatEvent),
  waitMinutes: z.number().int().describe('After how long without a reply a text is posted.'),
  groups: z
    .array(z.object({ id: Id, name: z.string() }))
    .nullable()
    .describe('Only texts and voicemails of contacts in these groups are posted; null for all.'),
  showsText: z.boolean().describe('Whether posts contain what contacts wrote.'),
  state: z
    .enum(['on', 'off', 'failed'])
    .describe('`failed`: turned off by us, because the webhook no longer exists or took nothing for a day.'),
  lastPostedAt: Instant.nullable(),
  problem: z
    .object({ at: Instant, kind: ChatProblem, http: z.number().int().nullable() })
    .nullable()
    .describe('How the last attempt failed; null after one that arrived.'),
  waiting: z.number().int().describe('Posts that wait, counted up to 1,000.'),
  createdAt: Instant,
})
export type ChatChannel = z.infer<typeof ChatChannel>

const named = { id: Id }
const url = z
  .string()
  .trim()
  .min(1)
  .max(CHAT_URL_MAX)
  .describe('The incoming webhook of Slack, or of a Teams workflow.')
const name = oneLine(CHAT_NAME_MAX).min(1)
const events = z.array(ChatEvent).min(1).max(ChatEvent.options.length)
const waitMinutes = z.literal([...CHAT_WAIT_MINUTES])
const groupIds = z.array(Id).max(CHAT_GROUPS_MAX).nullable()
const showsText = z.boolean()
const manages = { can: 'organization.manage', apiKeys: 'refused' } as const

export const chatChannels = endpoint({
  method: 'GET',
  path: '/organization/chat-channel',
  summary: 'Lists the channels of Slack and Teams that get posts, oldest first.',
  ...manages,
  reply: ok({ channels: z.array(ChatChannel) }),
})

export const connectChatChannel = endpoint({
  method: 'POST',
  path: '/organization/chat-channel',
  summary: 'Connects a channel of Slack or Teams by its webhook URL.',
  ...manages,
  fails: ['too_many', 'proof_needed'],
  body: z.strictObject({
    kind: ChatKind,
    url,
    name,
    events,
    waitMinutes: waitMinutes.default(30),
    groupIds: groupIds.default(null),
    showsText: showsText.default(false),
  }),
  reply: ok({ channel: ChatChannel }),
})

export const editChatChannel = endpoint({
  method: 'PATCH',
  path: '/organization/chat-channel',
  summary: 'Updates a chat channel. What happened while it was off is not posted.',
  ...manages,
  fails: ['proof_needed'],
  query: z.object(named),
  body: z.strictObject({
    url: url.optional(),
    name: name.optional(),
    events: events.optional(),
    waitMinutes: waitMinutes.optional(),
    groupIds: groupIds.optional(),
    showsText: showsText.optional(),
    state: z.enum(['on', 'off']).optional(),
  }),
  reply: ok({ channel: ChatChannel }),
})

export const disconnectChatChannel = endpoint({
  method: 'DELETE',
  path: '/organization/chat-channel',
  summary: 'Disconnects a chat channel. Posts that wait are dropped.',
  ...manages,
  plan: 'not_needed',
  query: z.object(named),
  reply: ok({ channels: z.array(ChatChannel) }),
})

export const testChatChannel = endpoint({
  method: 'POST',
  path: '/organization/chat-channel/{id}/test',
  summary: 'Posts a test to a chat channel, also while it is off, and returns whether it arrived.',
  ...manages,
  params: z.object(named),
  body: z.strictObject({}),
  reply: ok({ problem: ChatProblem.nullable().describe('Null when it arrived.'), channel: ChatChannel }),
})
