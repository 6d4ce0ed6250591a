import type { ContactSummary } from '@crewline/contract/contacts'
import type { QueryOf } from '@crewline/contract/endpoint'
import type { scheduledMessages } from '@crewline/contract/later'
import type { Message } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { cursorOf, readTimeCursor } from '../../../kernel/db/paging.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { summariesOf } from '../../contacts/index.ts'
import { messageColumns, messageFrom, type MessageRow } from '../views.ts'

/** Returns the page of messages that wait for their time, soonest first, only for contacts the actor sees. */
export async function scheduledPage(scope: Scope, query: QueryOf<typeof scheduledMessages>) {
  const after = query.cursor ? readTimeCursor(query.cursor) : undefined
  const offset = after ? 0 : (query.page - 1) * query.pageSize
  const result = await sql<MessageRow>`
    select ${messageColumns} from message m left join user_account p on p.id = m.sender_id
    where m.due_at is not null and m.state = 'scheduled' and m.hold_reason in ('scheduled', 'quiet_hours', 'off_shift')
      ${query.contactId ? sql`and m.contact_id = ${query.contactId}` : sql``}
      ${after ? sql`and (m.due_at, m.id) > (${after.at}, ${after.id}::uuid)` : sql``}
    order by m.due_at, m.id limit ${query.pageSize + 1} offset ${offset}`.execute(scope.db)
  const rows = result.rows.slice(0, query.pageSize)
  const messages = rows.map(messageFrom)
  const summaries = await summariesOf(scope.db, scope.org.country, [
    ...new Set(messages.map((message) => message.contactId)),
  ])
  const byId = new Map(summaries.map((summary) => [summary.id, summary]))
  const last = result.rows.length > query.pageSize ? rows.at(-1) : undefined
  return {
    data: messages.flatMap((message): { message: Message; contact: ContactSummary }[] => {
      const contact = byId.get(message.contactId)
      return contact ? [{ message, contact }] : []
    }),
    page: query.page,
    pageSize: query.pageSize,
    ...(last?.due_at ? { nextCursor: cursorOf({ key: last.due_at.toISOString(), id: last.id }) } : {}),
  }
}
