import { CHAT_CHANNELS_MAX } from '@crewline/contract/integration-limits'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'

/** A new channel. */
export interface NewChannel {
  id: string
  kind: string
  name: string
  sealedUrl: string
  language: string
  events: string[]
  waitMinutes: number
  groupIds: string[] | null
  showsText: boolean
}

/** Adds a channel; fails with `too_many` when the organization has enough. */
export async function addChannel(tx: Tx, channel: NewChannel): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat|${tx.orgId}`}, 0))`.execute(tx.db)
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from chat_channel where org_id = ${tx.orgId}`.execute(tx.db)
  if ((counted.rows[0]?.n ?? 0) >= CHAT_CHANNELS_MAX) fail('too_many')
  const now = tx.world.now()
  await sql`
    insert into chat_channel (org_id, id, kind, name, url, language, events, wait_minutes, group_ids, shows_text, since, created_at)
    values (${tx.orgId}, ${channel.id}, ${channel.kind}, ${channel.name}, ${channel.sealedUrl}, ${channel.language},
      ${channel.events}::text[], ${channel.waitMinutes}, ${channel.groupIds}::uuid[], ${channel.showsText}, ${now}, ${now})`.execute(
    tx.db,
  )
}

/** The fields of a channel that change; undefined ones stay. */
export interface ChannelChange {
  name?: string | undefined
  sealedUrl?: string | undefined
  events?: string[] | undefined
  waitMinutes?: number | undefined
  groupIds?: string[] | null | undefined
  showsText?: boolean | undefined
  state?: 'on' | 'off' | undefined
}

/** Keeps a channel as it is until the transaction ends. Returns whether it exists. */
export async function lockChannel(tx: Tx, id: string): Promise<boolean> {
  const locked = await sql`select from chat_channel where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  return locked.rows.length > 0
}

/**
 * Changes a channel. One that is turned on or gets another URL starts without a record of failures; one that is turned on, gets
 * other events, or with `hasMoreGroups` further groups, does not post what happened before. What waits follows too: without
 * texts, and only about contacts in its groups. Returns whether it exists.
 */
export async function changeChannel(
  tx: Tx,
  id: string,
  change: ChannelChange,
  { hasMoreGroups = false } = {},
): Promise<boolean> {
  const state = change.state ?? (change.sealedUrl === undefined ? null : 'on')
  const isFresh = state === 'on'
  const changed = await sql`
    update chat_channel set name = coalesce(${change.name ?? null}, name), url = coalesce(${change.sealedUrl ?? null}, url),
      since = case when ${hasMoreGroups} or (${isFresh} and state <> 'on') or ${change.events ?? null}::text[] is distinct from null
        and not ${change.events ?? []}::text[] <@ events then ${tx.world.now()} else since end,
      events = coalesce(${change.events ?? null}::text[], events), state = coalesce(${state}, state),
      wait_minutes = coalesce(${change.waitMinutes ?? null}::int, wait_minutes),
      shows_text = coalesce(${change.showsText ?? null}::boolean, shows_text),
      group_ids = case when ${change.groupIds !== undefined} then ${change.groupIds ?? null}::uuid[] else group_ids end,
      failing_since = case when ${isFresh} then null else failing_since end,
      failures = case when ${isFresh} then 0 else failures end,
      problem = case when ${isFresh} then null else problem end,
      problem_at = case when ${isFresh} then null else problem_at end,
      resume_at = case when ${isFresh} then null else resume_at end
    where org_id = ${tx.orgId} and id = ${id} returning id`.execute(tx.db)
  if (state === 'off') await dropWaiting(tx.db, tx.orgId, id)
  if (change.showsText === false)
    await sql`
      update chat_post set content = content - 'quote'
      where org_id = ${tx.orgId} and channel_id = ${id} and state = 'waiting'`.execute(tx.db)
  if (change.groupIds)
    await dropWaiting(
      tx.db,
      tx.orgId,
      id,
      sql`contact_id is not null and not exists (
        select from group_member g where g.org_id = ${tx.orgId} and g.group_id = any(${change.groupIds}::uuid[])
          and g.contact_id = chat_post.contact_id)`,
    )
  return changed.rows.length > 0
}

/** Gives up what waits for a channel, or those of its posts. */
async function dropWaiting(
  db: Db,
  orgId: string,
  channelId: string,
  which: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  await sql`
    update chat_post set state = 'failed', content = null
    where org_id = ${orgId} and channel_id = ${channelId} and state = 'waiting' and ${which}`.execute(db)
}

/** Deletes a channel with its posts. Returns its kind and name. */
export async function deleteChannel(tx: Tx, id: string): Promise<{ kind: string; name: string } | undefined> {
  const deleted = await sql<{ kind: string; name: string }>`
    delete from chat_channel where org_id = ${tx.orgId} and id = ${id} returning kind, name`.execute(tx.db)
  return deleted.rows[0]
}

/** Turns off a channel and gives up what waits for it. Returns its name, or undefined when it is off or has another URL. */
export async function turnOff(
  db: Db,
  { orgId, id, sealedUrl }: { orgId: string; id: string; sealedUrl: string },
): Promise<{ name: string } | undefined> {
  const changed = await sql<{ name: string }>`
    update chat_channel set state = 'failed' where org_id = ${orgId} and id = ${id} and state = 'on' and url = ${sealedUrl}
    returning name`.execute(db)
  if (changed.rows.length > 0) await dropWaiting(db, orgId, id)
  return changed.rows[0]
}

/** A post to record. */
export interface NewPost {
  id: string
  channelId: string
  event: string
  contactId: string | null
  subject: string
  /** Null for what another post counts. */
  content: object | null
}

/** Records posts; each subject only once for each channel. */
export async function addPosts(
  system: Db,
  orgId: string,
  { posts, now }: { posts: NewPost[]; now: Date },
): Promise<void> {
  const column = <K extends keyof NewPost>(name: K) => posts.map((one) => one[name])
  await sql`
    insert into chat_post (org_id, id, channel_id, event, contact_id, subject, content, state, next_at, created_at)
    select ${orgId}::uuid, id, channel_id, event, contact_id, subject, content,
      case when content is null then 'merged' else 'waiting' end, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${column('id')}::uuid[], ${column('channelId')}::uuid[], ${column('event')}::text[],
      ${column('contactId')}::uuid[], ${column('subject')}::text[],
      ${posts.map(({ content }) => content && JSON.stringify(content))}::jsonb[])
      t(id, channel_id, event, contact_id, subject, content)
    on conflict do nothing`.execute(system)
}

/** Removes what identifies these contacts from posts that wait. */
export async function blankPosts(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`
    update chat_post set content = null, contact_id = null,
      state = case when state = 'waiting' then 'failed' else state end
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/** Deletes posts from before a moment. */
export async function deleteOldPosts(system: Db, before: Date): Promise<void> {
  await sql`delete from chat_post where created_at < ${before}`.execute(system)
}
