import { z } from 'zod'
import { Teammate } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { inboxFilter } from './inbox.ts'
import { SHIFT_NOTE_MAX } from './limits.ts'

/** What a member tells the next shift, with the state of the waiting queue at that time. */
export const ShiftNote = z.object({
  id: Id,
  author: Teammate,
  mine: z.boolean(),
  text: z.string().describe('Empty when the author left only the counts.'),
  waiting: z.number().int().describe('How many contacts the author saw waiting for an answer, up to 1,000.'),
  waitingSince: Instant.nullable().describe('Since when the first of them waited; null when none did.'),
  at: Instant,
  readBy: z.array(Teammate).describe('The members who marked it as read, in that order.'),
})
export type ShiftNote = z.infer<typeof ShiftNote>

export const waitingQueue = endpoint({
  method: 'GET',
  path: '/message/waiting',
  summary:
    'Returns how many contacts wait for an answer, since when, whom to answer next, and the shift note the member has not read.',
  can: 'inbox.read',
  query: z.object({ repliesTo: inboxFilter.repliesTo }),
  reply: ok({
    count: z.number().int().describe('Conversations of the view `unanswered` that the member sees, up to 1,000.'),
    mine: z.number().int().describe('How many of them are assigned to the member, up to 1,000.'),
    waitingSince: Instant.nullable().describe('Since when the first of them waits; null when none do.'),
    nextIds: z
      .array(Id)
      .describe(
        'Up to two conversations to answer next: those of the member and unassigned ones before those of teammates, each by longest wait.',
      ),
    shiftNote: ShiftNote.nullable().describe(
      'The latest shift note of the last 24 hours; null when there is none or the member marked it as read.',
    ),
  }),
})

export const createShiftNote = endpoint({
  method: 'POST',
  path: '/message/shift-note',
  summary:
    'Leaves a note for the next shift, which replaces the previous one. `unassign` also unassigns the waiting conversations of the member.',
  can: 'inbox.reply',
  apiKeys: 'refused',
  body: z.strictObject({
    text: z.string().trim().max(SHIFT_NOTE_MAX).default(''),
    unassign: z.boolean().default(false),
  }),
  reply: ok({
    shiftNote: ShiftNote,
    unassigned: z.number().int().describe('How many conversations were unassigned, up to 500 at once.'),
  }),
})

export const readShiftNote = endpoint({
  method: 'PATCH',
  path: '/message/shift-note',
  summary: 'Marks a shift note as read by the member; its author sees who read it.',
  plan: 'not_needed',
  can: 'inbox.read',
  apiKeys: 'refused',
  query: z.object({ id: Id }),
  reply: ok({}),
})
