import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './ids.ts'
import { TimeZone } from './time-zone.ts'

const When = z.union([Instant, z.iso.date()])

export const exportConversation = endpoint({
  method: 'POST',
  path: '/message/export-conversation',
  summary: 'Exports one conversation as a file in a chosen time zone, named conversation-export.{format}.',
  can: 'messages.export',
  pastDue: 'owner',
  fails: ['too_many'],
  answers: 'file',
  body: z.strictObject({
    contactId: Id,
    startDate: When,
    endDate: When.optional(),
    timeZone: TimeZone,
    format: z.enum(['pdf', 'csv', 'txt', 'json']),
    includeNotes: z.boolean().default(false),
  }),
  reply: z.any(),
})
