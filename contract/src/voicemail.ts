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

/** What callers hear before the tone. */
export const Greeting = z.object({
  /** Words a voice reads; empty when a recording is played. */
  words: z.string(),
  file: MediaItem.nullable(),
  /** The text a caller gets who left nothing; empty for none. */
  missedCallText: z.string(),
})
export type Greeting = z.infer<typeof Greeting>

/** What callers of one number hear, where that differs from what all others hear. */
export const LineGreeting = Greeting.omit({ missedCallText: true }).extend({ lineId: Id })
export type LineGreeting = z.infer<typeof LineGreeting>

export const greeting = endpoint({
  method: 'GET',
  path: '/voicemail/greeting',
  summary:
    'What callers hear before the tone, at which numbers that differs, and the text they get when they leave nothing.',
  can: 'lines.manage',
  reply: ok({ greeting: Greeting, lines: z.array(LineGreeting) }),
})

const words = z.string().trim().max(600)

export const setGreeting = endpoint({
  method: 'PUT',
  path: '/voicemail/greeting',
  summary: 'Set what callers hear: words a voice reads, or a recording uploaded before.',
  can: 'lines.manage',
  body: z.strictObject({ words, fileId: Id.nullable(), missedCallText: z.string().trim().max(300) }),
  reply: ok({ greeting: Greeting, lines: z.array(LineGreeting) }),
})

export const setLineGreeting = endpoint({
  method: 'PUT',
  path: '/voicemail/greeting/{lineId}',
  summary: 'Set what callers of one number hear instead of what all others hear.',
  can: 'lines.manage',
  params: z.object({ lineId: Id }),
  body: z
    .strictObject({ words, fileId: Id.nullable() })
    .refine((body) => body.words !== '' || body.fileId !== null, 'Write what callers hear, or choose a recording.'),
  reply: ok({ greeting: Greeting, lines: z.array(LineGreeting) }),
})

export const removeLineGreeting = endpoint({
  method: 'DELETE',
  path: '/voicemail/greeting/{lineId}',
  summary: 'Let callers of a number hear what callers of all others hear.',
  can: 'lines.manage',
  params: z.object({ lineId: Id }),
  reply: ok({ greeting: Greeting, lines: z.array(LineGreeting) }),
})
