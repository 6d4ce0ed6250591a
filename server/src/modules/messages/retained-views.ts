import { sql, type RawBuilder } from 'kysely'
import { isKept } from '../legal-holds/index.ts'

/** When a message was sent or arrived. */
const when = sql`coalesce(m.went_at, m.at)`

/** Whether message `m` waits for its time, for another try, or to be sent. */
const isWaiting = sql`(m.due_at is not null or m.state in ('held', 'scheduled', 'queued', 'submitting'))`

/**
 * Selects the messages before a moment that no longer wait to be sent. Some stay without an outcome for ever, as carriers
 * don't always report one; a question to the carrier that is still open ends when its message is gone. A voicemail counts as
 * a recording as long as there is one.
 */
export function oldMessages(orgId: string, before: Date): RawBuilder<unknown> {
  return sql`
    select m.id, ${when} as at, ${isKept(sql`m.org_id`, sql`m.contact_id`, when)} as held from message m
    where m.org_id = ${orgId} and m.id < uuid_floor(${before}::timestamptz) and ${when} < ${before} and not ${isWaiting}
      and m.voicemail is null`
}

/** Selects the stored files of messages before a moment that no longer wait to be sent, without recordings. */
export function oldAttachments(orgId: string, before: Date): RawBuilder<unknown> {
  return sql`
    select f.id, f.created_at as at, ${isKept(sql`m.org_id`, sql`m.contact_id`, when)} as held
    from file f join message m on m.org_id = f.org_id and m.id = f.message_id
    where f.org_id = ${orgId} and f.state = 'ready' and f.created_at < ${before} and ${when} < ${before} and not ${isWaiting}
      and m.voicemail is null`
}
