import { z } from 'zod'
import { ContactSummary } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { MediaItem, VoicemailSummary } from './messages.ts'
import { pageOf, pageQuery } from './paging.ts'

/** A recorded call. */
export const Voicemail = VoicemailSummary.extend({
  contact: ContactSummary,
  messageId: Id,
  language: z.string().nullable(),
  state: z.enum(['new', 'heard', 'archived']),
  at: Instant,
})
export type Voicemail = z.infer<typeof Voicemail>

export const voicemails = endpoint({
  method: 'GET',
  path: '/voicemail',
  summary: 'Lists voicemails, latest first.',
  can: 'inbox.read',
  query: z.object({ ...pageQuery, state: z.enum(['new', 'heard', 'archived', 'all']).default('all') }),
  reply: ok({ ...pageOf(Voicemail), unheard: z.number().int() }),
})

export const editVoicemail = endpoint({
  method: 'PATCH',
  path: '/voicemail/{id}',
  summary: 'Marks a voicemail as heard, not heard or archived for the whole team.',
  can: 'inbox.reply',
  params: z.object({ id: Id }),
  body: z.strictObject({ state: z.enum(['new', 'heard', 'archived']) }),
  reply: ok({ voicemail: Voicemail }),
})

export const deleteVoicemail = endpoint({
  method: 'DELETE',
  path: '/voicemail/{id}',
  summary: 'Deletes a recording and its transcript. The thread still shows the call.',
  can: 'messages.export',
  fails: ['on_legal_hold'],
  params: z.object({ id: Id }),
  reply: ok({}),
})

/** An announcement that callers hear before the tone. */
export const Announcement = z.object({
  words: z.string().describe('Text to be spoken; empty when a recording is played.'),
  file: MediaItem.nullable(),
})
export type Announcement = z.infer<typeof Announcement>

/** What callers hear before the tone, and what they hear outside business hours and on holidays. */
export const Greeting = Announcement.extend({
  /** Null when callers hear the same announcement at all hours. */
  closed: Announcement.nullable(),
  /** Null when holidays use the announcement for closed hours. */
  holiday: Announcement.nullable(),
  /** The text to a caller who left no voicemail; empty for none. */
  missedCallText: z.string(),
})
export type Greeting = z.infer<typeof Greeting>

/** The greeting of one line, where it differs from the default greeting. */
export const LineGreeting = Greeting.omit({ missedCallText: true }).extend({ lineId: Id })
export type LineGreeting = z.infer<typeof LineGreeting>

/** All announcements, and whether the organization is open now. */
const greetingReply = ok({
  greeting: Greeting,
  lines: z.array(LineGreeting),
  hours: z.object({
    isOpen: z.boolean(),
    changesAt: Instant.nullable().describe('When that changes next; null when it does not change within a year.'),
    holiday: z.string().nullable().describe("The name of today's holiday; null on other days."),
    turnsAt: Instant.nullable().describe(
      'When the announcement may change next: at `changesAt`, or when a holiday starts or ends.',
    ),
  }),
})

export const greeting = endpoint({
  method: 'GET',
  path: '/voicemail/greeting',
  summary:
    'Returns the greetings for business hours, after hours and holidays, the numbers with a greeting of their own, and the text sent to callers who leave no message.',
  can: 'lines.manage',
  reply: greetingReply,
})

const announcementText = z.string().trim().max(600)
const audible = (announcement: { words: string; fileId: string | null }) =>
  announcement.words !== '' || announcement.fileId !== null
const MISSING_ANNOUNCEMENT = 'Write what callers hear, or choose a recording.'
const instead = z
  .strictObject({ words: announcementText, fileId: Id.nullable() })
  .refine(audible, MISSING_ANNOUNCEMENT)
  .nullable()
  .default(null)
/** The announcements outside business hours and on holidays; null falls back to the previous one. */
const byHours = { closed: instead, holiday: instead }

export const setGreeting = endpoint({
  method: 'PUT',
  path: '/voicemail/greeting',
  summary:
    'Sets the greetings for business hours, after hours and holidays: text to be spoken, or an uploaded recording.',
  can: 'lines.manage',
  fails: ['file_refused', 'file_unknown'],
  body: z.strictObject({
    words: announcementText,
    fileId: Id.nullable(),
    ...byHours,
    missedCallText: z.string().trim().max(300),
  }),
  reply: greetingReply,
})

export const setLineGreeting = endpoint({
  method: 'PUT',
  path: '/voicemail/greeting/{lineId}',
  summary: 'Sets the greeting of one number in place of the default.',
  can: 'lines.manage',
  fails: ['file_refused', 'file_unknown'],
  params: z.object({ lineId: Id }),
  body: z
    .strictObject({ words: announcementText, fileId: Id.nullable(), ...byHours })
    .refine(audible, MISSING_ANNOUNCEMENT),
  reply: greetingReply,
})

export const removeLineGreeting = endpoint({
  method: 'DELETE',
  path: '/voicemail/greeting/{lineId}',
  summary: 'Removes the greeting of one number, so that the default applies.',
  can: 'lines.manage',
  params: z.object({ lineId: Id }),
  reply: greetingReply,
})
