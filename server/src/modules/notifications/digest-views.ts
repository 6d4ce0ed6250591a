import type { Locale } from '@crewline/contract/accounts'
import type { NotificationPrefs } from '@crewline/contract/notifications'
import { sql } from 'kysely'
import { memberHolds } from '../../kernel/db/holders.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { previewOf, unreadSince } from '../conversations/index.ts'
import { idFloor } from '../search/index.ts'

/** A member who gets digests. */
export interface DigestReader {
  orgId: string
  userId: string
  memberId: string
  isLimited: boolean
  readsInbox: boolean
  approves: boolean
  email: string
  language: Locale
  timeZone: string
  prefs: Partial<NotificationPrefs>
  checkedAt: Date
  until: Date
  /** When they last used the app in this organization. */
  activeAt: Date | null
}

/**
 * Returns the active members who chose a digest, after one of them, in a fixed order. Organizations that are past due, closed
 * or without a plan get none.
 */
export async function digestReaders(
  system: Db,
  { after, most }: { after: { orgId: string; userId: string } | undefined; most: number },
): Promise<DigestReader[]> {
  const isAfter = after ? sql`(n.org_id, n.user_id) > (${after.orgId}, ${after.userId})` : sql`true`
  const result = await sql<DigestReader>`
    select n.org_id as "orgId", n.user_id as "userId", b.id as "memberId", b.scope = 'groups' as "isLimited",
      ${memberHolds('inbox.read')} as "readsInbox", ${memberHolds('broadcasts.approve')} as approves,
      p.email, p.locale as language, coalesce(p.timezone, o.timezone) as "timeZone", n.prefs,
      n.digest_checked_at as "checkedAt", n.digest_until as until, (
        select max(s.last_seen_at) from session s
        where s.user_id = n.user_id and s.organization_id = n.org_id) as "activeAt"
    from notification_pref n
      join organization o on o.id = n.org_id and o.status = 'active' and not o.need_billing
      join member b on b.org_id = n.org_id and b.user_id = n.user_id and b.status = 'active'
      join user_account p on p.id = n.user_id and p.notices_off_at is null and p.deactivated_at is null
    where n.prefs->>'digest' <> 'off' and n.digest_checked_at is not null and ${isAfter}
    order by n.org_id, n.user_id limit ${most}`.execute(system)
  return result.rows
}

/** The part of time that a digest reports. */
export interface Span {
  since: Date
  until: Date
}

/** A conversation that waits for a reply, with its last new message. */
export interface WaitingItem {
  contact: string
  kind: string
  preview: string
  seconds: number | null
}

/** What a digest reports. */
export interface DigestItems {
  waiting: WaitingItem[]
  waitingCount: number
  updates: { title: string; message: string; link: string | null }[]
  updateCount: number
  approvals: { id: string; name: string }[]
  approvalCount: number
}

/** Items of one kind that a digest names. */
const NAMED = 5

/**
 * Returns what is new and unseen for a member. `db` must be the handle of the member, so that it has only rows that they may
 * read; they lose nothing by it, because the next digest begins where the last one ended.
 */
export async function digestItems(
  db: Db,
  reader: DigestReader,
  { prefs, span }: { prefs: NotificationPrefs; span: Span },
): Promise<DigestItems> {
  const [waiting, updates, approvals] = [
    reader.readsInbox ? await waitingOf(db, reader, { prefs, span }) : [],
    await updatesIn(db, reader, span),
    reader.approves ? await approvalsIn(db, reader, span) : [],
  ]
  const countOf = (rows: { total: number }[]) => rows[0]?.total ?? 0
  return {
    waiting: waiting.map(({ body, media, ...row }) => ({ ...row, preview: previewOf(body, media) })),
    waitingCount: countOf(waiting),
    updates,
    updateCount: countOf(updates),
    approvals,
    approvalCount: countOf(approvals),
  }
}

interface WaitingRow extends Omit<WaitingItem, 'preview'> {
  body: string
  media: { kind: string; name: string }[] | null
  total: number
}

/** Ids say when a message arrived; its time may be that of a carrier, which reports some texts late. */
async function waitingOf(
  db: Db,
  { orgId, userId }: DigestReader,
  { prefs, span: { since, until } }: { prefs: NotificationPrefs; span: Span },
): Promise<WaitingRow[]> {
  const isWanted = (kind: 'inbound' | 'voicemail') => prefs[kind].push || prefs[kind].toast
  const result = await sql<WaitingRow>`
    select trim(c.firstname || ' ' || c.lastname) as contact, m.kind, coalesce(m.translation->>'text', m.body) as body, m.media,
      (m.voicemail->>'durationSec')::int as seconds, count(*) over ()::int as total
    from unread u
      join conversation v on v.org_id = u.org_id and v.contact_id = u.contact_id
      join contact c on c.org_id = u.org_id and c.id = u.contact_id
      cross join lateral (
        select i.id, i.kind, i.translation, i.body, i.media, i.voicemail from message i
        where i.org_id = u.org_id and i.contact_id = u.contact_id and i.direction = 'in' and i.id >= ${idFloor(since.getTime())} and i.id < ${idFloor(until.getTime())}
        order by i.id desc limit 1) m
    where u.org_id = ${orgId} and u.user_id = ${userId} and ${unreadSince} > ${since}
      and v.waiting_since is not null and not v.archived and v.snoozed_until is null
      and case when m.kind = 'voicemail' then ${isWanted('voicemail')}::boolean else ${isWanted('inbound')}::boolean end
      and (${prefs.inboundOf === 'all'}::boolean or v.assignee_id is null or v.assignee_id = ${userId})
      and not exists (
        select from conversation_mute q where q.org_id = u.org_id and q.user_id = u.user_id and q.contact_id = u.contact_id)
    order by m.id limit ${NAMED}`.execute(db)
  return result.rows
}

/** A member whose groups or role changed sees no contact that an older update names. */
async function updatesIn(db: Db, { orgId, userId, readsInbox }: DigestReader, { since, until }: Span) {
  const result = await sql<{ title: string; message: string; link: string | null; total: number }>`
    select title, message, link, count(*) over ()::int as total from (
      select u.*, substring(u.link from 'conversation=([0-9a-f-]{36})')::uuid as contact_id from member_update u
      where u.org_id = ${orgId} and u.user_id = ${userId} and not u.seen and u.at > ${since} and u.at <= ${until}) u
    where u.contact_id is null or ${readsInbox}::boolean and exists (
      select from contact c where c.org_id = u.org_id and c.id = u.contact_id)
    order by u.at, u.id limit ${NAMED}`.execute(db)
  return result.rows
}

async function approvalsIn(db: Db, { orgId }: DigestReader, { since, until }: Span) {
  const result = await sql<{ id: string; name: string; total: number }>`
    select id, name, count(*) over ()::int as total from broadcast
    where org_id = ${orgId} and state = 'pending_approval' and archived_at is null
      and updated_at > ${since} and updated_at <= ${until}
    order by updated_at, id limit ${NAMED}`.execute(db)
  return result.rows
}
