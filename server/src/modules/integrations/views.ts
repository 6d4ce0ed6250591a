import type { ChatChannel, ChatKind, ChatProblem } from '@crewline/contract/integrations'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Scope } from '../../kernel/scope.ts'

type Listed = Omit<ChatChannel, 'createdAt' | 'lastPostedAt' | 'problem'> & {
  createdAt: Date
  postedAt: Date | null
  problem: ChatProblem | null
  problemHttp: number | null
  problemAt: Date | null
}

/** Lists the channels of the organization, oldest first, or only one. */
export async function listChannels(scope: Pick<Scope, 'db' | 'orgId'>, id?: string): Promise<ChatChannel[]> {
  const result = await sql<Listed>`
    select c.id, c.kind, c.name, c.events, c.wait_minutes as "waitMinutes", c.shows_text as "showsText", c.state,
      c.posted_at as "postedAt", c.problem, c.problem_http as "problemHttp", c.problem_at as "problemAt",
      c.created_at as "createdAt",
      case when c.group_ids is not null then (
        select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
        from contact_group g where g.org_id = c.org_id and g.id = any(c.group_ids)) end as groups,
      (select count(*)::int from (
        select from chat_post p where p.channel_id = c.id and p.state = 'waiting' limit 1000) w) as waiting
    from chat_channel c
    where c.org_id = ${scope.orgId} and (${id ?? null}::uuid is null or c.id = ${id ?? null})
    order by c.created_at, c.id`.execute(scope.db)
  return result.rows.map(({ createdAt, postedAt, problem, problemHttp, problemAt, ...channel }) => ({
    ...channel,
    lastPostedAt: postedAt?.toISOString() ?? null,
    problem: problem && problemAt ? { at: problemAt.toISOString(), kind: problem, http: problemHttp } : null,
    createdAt: createdAt.toISOString(),
  }))
}

/** Returns whether there are channels of each kind, and whether one of them must be connected again. */
export async function stateOfKinds(scope: Scope): Promise<Record<ChatKind, 'off' | 'connected' | 'reauth'>> {
  const { rows } = await sql<{ kind: ChatKind; hasFailed: boolean }>`
    select kind, bool_or(state = 'failed') as "hasFailed" from chat_channel where org_id = ${scope.orgId} group by kind`.execute(
    scope.db,
  )
  const stateOf = (kind: ChatKind) => {
    const row = rows.find((one) => one.kind === kind)
    return row ? (row.hasFailed ? 'reauth' : 'connected') : 'off'
  }
  return { slack: stateOf('slack'), teams: stateOf('teams') }
}

/** What is needed to post to a channel. */
export interface ChannelAddress {
  kind: ChatKind
  sealedUrl: string
  language: string
}

/** Returns where a channel is. */
export async function addressOf(scope: Scope, id: string): Promise<ChannelAddress | undefined> {
  const result = await sql<ChannelAddress>`
    select kind, url as "sealedUrl", language from chat_channel where org_id = ${scope.orgId} and id = ${id}`.execute(
    scope.db,
  )
  return result.rows[0]
}

/** A channel that gets posts. */
export interface Subscriber {
  id: string
  language: string
  events: string[]
  waitMinutes: number
  groupIds: string[] | null
  showsText: boolean
  since: Date
}

/** Returns the channels of an organization that are on. */
export async function subscribersOf(db: Db, orgId: string): Promise<Subscriber[]> {
  const result = await sql<Subscriber>`
    select id, language, events, wait_minutes as "waitMinutes", group_ids as "groupIds", shows_text as "showsText", since
    from chat_channel where org_id = ${orgId} and state = 'on' order by id`.execute(db)
  return result.rows
}

/** Returns the organizations with a channel that is on. */
export async function organizationsWithChannels(system: Db): Promise<string[]> {
  const result = await sql<{ orgId: string }>`
    select distinct org_id as "orgId" from chat_channel where state = 'on' order by 1`.execute(system)
  return result.rows.map(({ orgId }) => orgId)
}

/** Returns those of the subjects that a channel has not got yet. */
export async function unpostedOf(
  db: Db,
  orgId: string,
  { channelId, subjects }: { channelId: string; subjects: string[] },
): Promise<Set<string>> {
  const result = await sql<{ subject: string }>`
    select s.subject from unnest(${subjects}::text[]) s(subject) where not exists (
      select from chat_post p where p.org_id = ${orgId} and p.channel_id = ${channelId} and p.subject = s.subject)`.execute(
    db,
  )
  return new Set(result.rows.map(({ subject }) => subject))
}
