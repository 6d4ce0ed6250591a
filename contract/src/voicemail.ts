import { z } from 'zod'
import { ContactHead } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { MediaItem, VoicemailHead } from './messages.ts'
import { pageOf, pageQuery } from './paging.ts'

/** A recorded call. */
export const Voicemail = VoicemailHead.extend({
  contact: ContactHead,
  messageId: Id,
  language: z.string().nullable(),
  state: z.enum(['new', 'heard', 'archived']),
  at: Instant,
})
export type Voicemail = z.infer<typeof Voicemail>

export const voicemails = endpoint({
  method: 'GET',
  path: '/voicemail',
  summary: 'Voicemails, latest first.',
  can: 'inbox.read',
  query: z.object({ ...pageQuery, state: z.enum(['new', 'heard', 'archived', 'all']).default('all') }),
  reply: ok({ ...pageOf(Voicemail), unheard: z.number().int() }),
})

export const editVoicemail = endpoint({
  method: 'PATCH',
  path: '/voicemail/{id}',
  summary: 'Mark a voicemail as heard, not heard or archived, for the whole team.',
  can: 'inbox.reply',
  params: z.object({ id: Id }),
  body: z.strictObject({ state: z.enum(['new', 'heard', 'archived']) }),
  reply: ok({ voicemail: Voicemail }),
})

export const deleteVoicemail = endpoint({
  method: 'DELETE',
  path: '/voicemail/{id}',
  summary: 'Delete the recording and its transcript; the thread keeps the line that somebody called.',
  can: 'messages.export',
  params: z.object({ id: Id }),
  reply: ok({}),
})

/** Something callers hear before the tone. */
export const Heard = z.object({
  /** Words a voice reads; empty when a recording is played. */
  words: z.string(),
  file: MediaItem.nullable(),
})
export type Heard = z.infer<typeof Heard>

/** What callers hear before the tone, and what they hear instead outside business hours and on holidays. */
export const Greeting = Heard.extend({
  /** Null where callers hear the same at all hours. */
  closed: Heard.nullable(),
  /** Null where callers hear on holidays what they hear outside business hours. */
  holiday: Heard.nullable(),
  /** The text a caller gets who left nothing; empty for none. */
  missedCallText: z.string(),
})
export type Greeting = z.infer<typeof Greeting>

/** What callers of one number hear, where that differs from what all others hear. */
export const LineGreeting = Greeting.omit({ missedCallText: true }).extend({ lineId: Id })
export type LineGreeting = z.infer<typeof LineGreeting>

/** Everything callers hear, and whether the organization is open now. */
const greetingReply = ok({
  greeting: Greeting,
  lines: z.array(LineGreeting),
  hours: z.object({
    isOpen: z.boolean(),
    /** When that changes next; null where it does not within a year. */
    changesAt: Instant.nullable(),
    /** The name of the holiday that is today; null on all other days. */
    holiday: z.string().nullable(),
    /** When what callers hear may change next: as above, or where a holiday begins or ends. */
    turnsAt: Instant.nullable(),
  }),
})

export const greeting = endpoint({
  method: 'GET',
  path: '/voicemail/greeting',
  summary:
    'What callers hear before the tone inside and outside business hours and on holidays, at which numbers that differs, and the text they get when they leave nothing.',
  can: 'lines.manage',
  reply: greetingReply,
})

const words = z.string().trim().max(600)
const audible = (one: { words: string; fileId: string | null }) => one.words !== '' || one.fileId !== null
const SILENT = 'Write what callers hear, or choose a recording.'
const instead = z.strictObject({ words, fileId: Id.nullable() }).refine(audible, SILENT).nullable().default(null)
/** What callers hear outside business hours, and on holidays; where one is null they hear the one before it. */
const byHours = { closed: instead, holiday: instead }

export const setGreeting = endpoint({
  method: 'PUT',
  path: '/voicemail/greeting',
  summary:
    'Set what callers hear, inside and outside business hours and on holidays: words a voice reads, or a recording uploaded before.',
  can: 'lines.manage',
  body: z.strictObject({ words, fileId: Id.nullable(), ...byHours, missedCallText: z.string().trim().max(300) }),
  reply: greetingReply,
})

export const setLineGreeting = endpoint({
  method: 'PUT',
  path: '/voicemail/greeting/{lineId}',
  summary: 'Set what callers of one number hear instead of what all others hear.',
  can: 'lines.manage',
  params: z.object({ lineId: Id }),
  body: z.strictObject({ words, fileId: Id.nullable(), ...byHours }).refine(audible, SILENT),
  reply: greetingReply,
})

export const removeLineGreeting = endpoint({
  method: 'DELETE',
  path: '/voicemail/greeting/{lineId}',
  summary: 'Let callers of a number hear what callers of all others hear.',
  can: 'lines.manage',
  params: z.object({ lineId: Id }),
  reply: greetingReply,
})
