// Broadcasts: one message to many contacts, written once, reviewed, sent now, later or repeatedly.
import { z } from 'zod'
import { BroadcastAudience, BroadcastPart } from './broadcast-audience.ts'
import { Acknowledgement, Poll } from './broadcast-questions.ts'
import { BroadcastKind, BroadcastState, BroadcastWaits, EarlierDates } from './broadcast-states.ts'
import { BroadcastLanguage, BroadcastVariant } from './broadcast-variants.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { BROADCAST_LANGUAGES_MAX, BROADCAST_NAME_MAX } from './broadcast-limits.ts'
import { MEDIA_PER_MESSAGE } from './limits.ts'
import { MediaItem } from './media.ts'
import { Body } from './messages.ts'
import { oneLine } from './one-line.ts'
import { pageOf, pageQuery, repeated } from './paging.ts'
import { Schedule } from './schedule.ts'

/** What a broadcast says. */
export const BroadcastMessage = z.strictObject({
  body: Body.default('').describe(
    'May contain merge fields such as {first_name|there}; links are shortened and counted when `trackLinks` is on.',
  ),
  language: BroadcastLanguage.default('en').describe(
    'The language of `body`; contacts without a variant get this one.',
  ),
  variants: z.array(BroadcastVariant).max(BROADCAST_LANGUAGES_MAX).default([]),
  mediaIds: z.array(Id).max(MEDIA_PER_MESSAGE).default([]),
  trackLinks: z.boolean().default(true),
  signOff: z.boolean().default(true).describe('Adds the sign-off line of the organization, if there is one.'),
  optOutLine: z.boolean().default(false).describe('Adds how to opt out, in the language of the contact.'),
})
export type BroadcastMessage = z.infer<typeof BroadcastMessage>

/** How a broadcast is sent. */
export const BroadcastOptions = z.strictObject({
  lineId: Id.nullable().default(null).describe('The number it is sent from; null keeps that of each conversation.'),
  quietHours: z
    .enum(['hold', 'send'])
    .default('hold')
    .describe('People who rest get it afterward (`hold`) or at once (`send`, with a reason).'),
  quietReason: oneLine(200).default(''),
  replyCanWait: z.boolean().default(true).describe('Announcements tell people off shift that they can reply later.'),
})
export type BroadcastOptions = z.infer<typeof BroadcastOptions>

/** The parts of the content without defaults: in a change, an absent part stays as it is. */
const parts = {
  name: oneLine(BROADCAST_NAME_MAX),
  kind: BroadcastKind,
  audience: BroadcastAudience,
  message: BroadcastMessage,
  schedule: Schedule,
  options: BroadcastOptions,
  poll: Poll.nullable().describe('Present for a poll.'),
  acknowledgement: Acknowledgement.nullable().describe('Present for a text that must be confirmed.'),
}

/** What a member edits: a draft is valid when it is incomplete; sending checks the rest. */
export const BroadcastContent = z.strictObject({
  name: parts.name.default(''),
  kind: parts.kind.default('announcement'),
  audience: parts.audience.default(() => BroadcastAudience.parse({})),
  message: parts.message.default(() => BroadcastMessage.parse({})),
  schedule: parts.schedule.default({ mode: 'now' }),
  options: parts.options.default(() => BroadcastOptions.parse({})),
  poll: parts.poll.default(null),
  acknowledgement: parts.acknowledgement.default(null),
})
export type BroadcastContent = z.infer<typeof BroadcastContent>

/** The counts of one or all runs of a broadcast. */
export const BroadcastCounts = z.object({
  targeted: z.number().int().describe('Contacts in the audience.'),
  blocked: z.number().int().describe('Contacts who get nothing: opted out, no mobile, same phone, and so on.'),
  recipients: z.number().int().describe('Contacts who get the text: `targeted` less `blocked`.'),
  waiting: z.number().int().describe('Not handed to a carrier yet.'),
  handedOff: z.number().int().describe('Accepted by a carrier, whatever became of it.'),
  delivered: z.number().int(),
  notDelivered: z.number().int().describe('Includes texts that a stop kept from being tried again.'),
  unknown: z.number().int().describe('The carrier did not say whether it took the text. Never sent again by itself.'),
  cancelled: z.number().int().describe('Never tried because the broadcast was stopped.'),
  suppressed: z.number().int().describe('Not sent because the contact opted out or could not be texted any more.'),
  replied: z.number().int(),
  clicked: z.number().int(),
  answered: z.number().int().describe('Contacts who answered the poll or confirmed.'),
  optedOut: z.number().int().describe('Contacts who opted out within a day of the text.'),
})
export type BroadcastCounts = z.infer<typeof BroadcastCounts>

/** One sending of a broadcast; a repeated broadcast has one per date. */
export const BroadcastRun = z.object({
  id: Id,
  occurrence: z.string().describe('The date and time in the zone of the schedule, such as 2026-12-01T09:00.'),
  plannedAt: Instant,
  startsAt: Instant.describe('When the first text leaves: after the countdown.'),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  state: z.enum(['waiting', 'preparing', 'sending', 'paused', 'sent', 'stopped', 'failed', 'missed']),
  pausedBy: z
    .enum(['member', 'carrier_filtered', 'opt_outs', 'failures', 'spending_cap'])
    .nullable()
    .describe(
      'Who or what paused it: a member, the circuit breaker with its reason, or the spending cap of the month.',
    ),
  reminders: z
    .object({
      sent: z.number().int().describe('How many were sent to those who had not confirmed.'),
      nextAt: Instant.nullable(),
      isActive: z.boolean().describe('Whether more can leave: one is planned, being queued or waits to be sent.'),
      isStopped: z.boolean(),
      escalateAt: Instant.nullable().describe('When the member named for it is told who has not confirmed.'),
      escalatedAt: Instant.nullable().describe('When the member was told; null if enough had confirmed, or not yet.'),
      unconfirmed: z.number().int().nullable().describe('How many had not confirmed when the member was told.'),
    })
    .describe('The reminders of a confirmation; all zero for any other broadcast.'),
  counts: BroadcastCounts,
})
export type BroadcastRun = z.infer<typeof BroadcastRun>

const Person = z.object({ userId: Id, firstname: z.string(), lastname: z.string() })

/** A broadcast as lists show it. */
export const BroadcastSummary = z.object({
  id: Id,
  name: z.string(),
  kind: BroadcastKind,
  state: BroadcastState,
  archived: z.boolean(),
  body: z.string().describe('The text in its first language.'),
  createdBy: Person.nullable(),
  updatedAt: Instant,
  nextAt: Instant.nullable().describe('When it is sent next; null when nothing is planned.'),
  sentAt: Instant.nullable().describe('When the last run began.'),
  timeZone: z.string(),
  waits: BroadcastWaits,
  earlierDates: EarlierDates,
  counts: BroadcastCounts,
})
export type BroadcastSummary = z.infer<typeof BroadcastSummary>

/** A broadcast with everything a member edits. */
export const Broadcast = z.object({
  ...BroadcastSummary.shape,
  ...BroadcastContent.shape,
  version: z.number().int(),
  media: z.array(MediaItem),
  followUpOf: Id.nullable(),
  approval: z
    .object({
      state: z.enum(['pending', 'approved', 'rejected']),
      by: Person.nullable(),
      at: Instant.nullable(),
      comment: z.string(),
      recipients: z.number().int().describe('How many people its author confirmed; an approval sends to no more.'),
    })
    .nullable(),
  mayApprove: z.boolean().describe('Whether the member may approve it now.'),
  run: BroadcastRun.nullable().describe('The current run, or the last one.'),
})
export type Broadcast = z.infer<typeof Broadcast>

const Version = z.number().int().optional().describe('The version that was edited; a conflict when it is outdated.')

export const createBroadcast = endpoint({
  method: 'POST',
  path: '/broadcast',
  summary: 'Creates a draft. A repeated id returns the first draft and changes nothing.',
  can: 'broadcasts.draft',
  fails: ['file_unknown', 'key_reused'],
  body: z.strictObject({ id: Id.optional(), followUpOf: Id.optional(), ...BroadcastContent.shape }),
  reply: ok({ broadcast: Broadcast }),
})

export const editBroadcast = endpoint({
  method: 'PATCH',
  path: '/broadcast',
  summary: 'Saves changes to a draft. Only drafts can be edited: stop or unschedule the broadcast first.',
  can: 'broadcasts.draft',
  fails: ['outdated', 'broadcast_not_draft', 'file_unknown'],
  query: z.object({ id: Id }),
  body: z.strictObject({ version: Version, ...z.object(parts).partial().shape }),
  reply: ok({ broadcast: Broadcast }),
})

export const listBroadcasts = endpoint({
  method: 'GET',
  path: '/broadcast',
  summary: 'Lists the 100 broadcasts that changed last.',
  can: 'broadcasts.read',
  reply: ok({ broadcasts: z.array(BroadcastSummary) }),
})

export const pageBroadcasts = endpoint({
  method: 'GET',
  path: '/broadcast/paginated',
  summary: 'Lists broadcasts, the last change first, with a search in name and text and a filter by status.',
  can: 'broadcasts.read',
  query: z.object({
    ...pageQuery,
    id: Id.optional().describe('Only this broadcast.'),
    searchText: z.string().trim().max(100).default(''),
    status: z
      .enum(['all', 'drafts', 'scheduled', 'sending', 'sent', 'archived', ...BroadcastState.options])
      .default('all')
      .describe('A group of states, or one state. `all` leaves out archived ones.'),
  }),
  reply: ok({
    ...pageOf(BroadcastSummary),
    total: z.number().int(),
    tabs: z.object({
      all: z.number().int(),
      drafts: z.number().int(),
      scheduled: z.number().int(),
      sending: z.number().int(),
      sent: z.number().int(),
      archived: z.number().int(),
    }),
  }),
})

export const readBroadcast = endpoint({
  method: 'GET',
  path: '/broadcast/single/{id}',
  summary: 'Returns one broadcast with its content and its current run.',
  can: 'broadcasts.read',
  params: z.object({ id: Id }),
  reply: ok({ broadcast: Broadcast, runs: z.array(BroadcastRun).describe('The last 20 runs, newest first.') }),
})

export const broadcastNames = endpoint({
  method: 'GET',
  path: '/broadcast/names',
  summary: 'Returns the broadcasts of these runs by name, for messages and conversations that mention a run as batch.',
  can: 'broadcasts.read',
  query: z.object({ runIds: repeated(Id, 100) }),
  reply: ok({ names: z.array(z.object({ runId: Id, broadcastId: Id, name: z.string() })) }),
})

export const broadcastOverview = endpoint({
  method: 'GET',
  path: '/broadcast/overview',
  summary: 'Returns the broadcasts that need attention or come next, and the last one that was sent.',
  can: 'broadcasts.read',
  reply: ok({
    running: z.array(BroadcastSummary).describe('Being sent or paused; up to 5, the last change first.'),
    pending: z.array(BroadcastSummary).describe('Waiting for approval; up to 5, the last change first.'),
    next: z.array(BroadcastSummary).describe('The next 3 by date.'),
    last: BroadcastSummary.nullable().describe('The last one that was sent; null before the first.'),
  }),
})

export const deleteBroadcast = endpoint({
  method: 'DELETE',
  path: '/broadcast',
  summary:
    'Deletes a draft or a broadcast that was never sent. One that is being sent is refused; a sent one is archived.',
  can: 'broadcasts.draft',
  fails: ['broadcast_sending', 'broadcast_sent'],
  query: z.object({ id: Id }),
  reply: ok({}),
})

export const toggleBroadcastArchive = endpoint({
  method: 'PATCH',
  path: '/broadcast/archive-toggle',
  summary: 'Archives a broadcast or takes it out of the archive; with `archived`, repeating the call changes nothing.',
  can: 'broadcasts.draft',
  fails: ['broadcast_sending'],
  query: z.object({ id: Id }),
  body: z.strictObject({ archived: z.boolean().optional() }),
  reply: ok({ broadcast: Broadcast }),
})

export const duplicateBroadcast = endpoint({
  method: 'POST',
  path: '/broadcast/{id}/duplicate',
  summary: 'Copies a broadcast into a new draft with its files. Deleted groups and files are left out.',
  can: 'broadcasts.draft',
  fails: ['too_many'],
  params: z.object({ id: Id }),
  reply: ok({ broadcast: Broadcast }),
})

export const followUpBroadcast = endpoint({
  method: 'POST',
  path: '/broadcast/{id}/follow-up',
  summary: 'Creates a draft for people of a broadcast: those it did not reach, who did not click or answer.',
  can: 'broadcasts.draft',
  fails: ['too_many'],
  params: z.object({ id: Id }),
  body: BroadcastPart.omit({ broadcastId: true }),
  reply: ok({ broadcast: Broadcast }),
})
