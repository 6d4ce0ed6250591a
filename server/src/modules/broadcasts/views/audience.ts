// Compiles the audience of a broadcast to SQL. The same conditions count it, list it and freeze it, so that the number a
// member saw is the number that is sent.
import type { BroadcastAudience, BroadcastPart } from '@crewline/contract/broadcast-audience'
import type { FilterNode } from '@crewline/contract/filters'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { compileFilter, contactsWithConsent, filterContext, type FilterContext } from '../../audience/index.ts'
import { PEOPLE } from './result-conditions.ts'

/** The chosen contacts of an audience, as a table of a query. */
export type Chosen = RawBuilder<unknown>

/** The chosen contacts of an audience for a statement that reads them more than once and looks for them once. */
export interface ChosenTables {
  /** What the statement begins with, after `with`. */
  tables: RawBuilder<unknown>
  /** The rows of `chosenContacts`, which need these tables. */
  rows: RawBuilder<unknown>
}

/** The reader of an audience: a member's scope or transaction, which sees only what the member does. */
type Reader = Parameters<typeof filterContext>[0]

/** Returns the rules that are true for members of any of these groups. */
function memberOf(groupIds: string[]): FilterNode {
  return { op: 'and', children: [{ field: 'group', cmp: 'member_of', value: groupIds }] }
}

/**
 * Compiles an audience to a query of the chosen contacts: `id`, `phone`, `language`, `timezone`, `location`, `reason`,
 * which is null for those who get the text, and `is_shared`, whether that depends on others with the same number. Fails
 * with `invalid` when a filter cannot be read. With `among`, a query of contact ids, only these are looked at, as if the
 * others did not exist.
 */
export async function chosenContacts(
  reader: Reader,
  audience: BroadcastAudience,
  among?: RawBuilder<unknown>,
): Promise<Chosen> {
  const { tables, rows } = await chosenTables(reader, audience, among)
  return sql`(with ${tables} ${rows})`
}

/** Compiles an audience like `chosenContacts`, for a statement that reads it more than once. */
export async function chosenTables(
  reader: Reader,
  audience: BroadcastAudience,
  among?: RawBuilder<unknown>,
): Promise<ChosenTables> {
  const { exclude } = audience
  const groups = audience.groupIds.length > 0 ? memberOf(audience.groupIds) : undefined
  const excludedGroups = exclude.groupIds.length > 0 ? memberOf(exclude.groupIds) : undefined
  const ctx = await filterContext(reader, groups, audience.filter, excludedGroups, exclude.filter)
  const isChosen = either([
    audience.everyone && sql`c.archived_at is null`,
    groups && sql`(c.archived_at is null and ${compileFilter(groups, ctx, 'audience.groupIds')})`,
    audience.filter && sql`(c.archived_at is null and ${compileFilter(audience.filter, ctx, 'audience.filter')})`,
    audience.contactIds.length > 0 && isNamed(audience.contactIds),
    audience.partOf && isPartOf(audience.partOf, ctx.orgId),
  ])
  const isExcluded = either([
    excludedGroups && compileFilter(excludedGroups, ctx, 'audience.exclude.groupIds'),
    exclude.filter && compileFilter(exclude.filter, ctx, 'audience.exclude.filter'),
    exclude.contactIds.length > 0 && isNamed(exclude.contactIds),
    exclude.partOf && isPartOf(exclude.partOf, ctx.orgId),
  ])
  const wasTexted = exclude.textedWithinHours ? textedSince(ctx, exclude.textedWithinHours) : sql<SqlBool>`false`
  const tables = sql`
    chosen as materialized (
      select c.id, c.phone, c.language, c.timezone, c.location, c.shares_phone, ${reasonWith(isExcluded, wasTexted)} as reason
      from ${contactsWithConsent}
      where c.org_id = ${ctx.orgId} and c.merged_into is null and c.erased_at is null and ${isChosen}
        ${among ? sql`and c.id in (${among})` : sql``}
    ), shared as (
      -- Only numbers of households are in question: any other number belongs to one contact.
      select id, row_number() over (partition by phone order by shares_phone, id) as place from chosen
      where reason is null and phone in (
        select s.phone from contact s where s.org_id = ${ctx.orgId} and s.shares_phone and s.archived_at is null)
    )`
  const rows = sql`
    select h.id, h.phone, h.language, h.timezone, h.location, s.id is not null as is_shared,
      case when h.reason is null and s.place > 1 then 'same_phone' else h.reason end as reason
    from chosen h left join shared s on s.id = h.id`
  return { tables, rows }
}

/** Whether contact `c` is named, also by a contact that was merged into it since. Two lists: only a constant one is hashed. */
function isNamed(contactIds: string[]): RawBuilder<SqlBool> {
  return sql`(c.id = any(${contactIds}::uuid[]) or c.id = any(array(select kept_contacts(${contactIds}::uuid[]))))`
}

/** The reason why contact `c` gets nothing, in the order of `BLOCK_REASONS`, over `consent k`. */
function reasonWith(isExcluded: RawBuilder<SqlBool>, wasTexted: RawBuilder<SqlBool>): RawBuilder<string | null> {
  return sql`case when ${isExcluded} then 'excluded' when c.archived_at is not null then 'archived'
    when c.work in ('terminated', 'blocked') then c.work when c.phone is null then 'no_mobile' when k.opted_out then 'opted_out'
    when c.phone_state <> 'ok' then c.phone_state when c.suspect_since is not null then 'wrong_person'
    when ${wasTexted} then 'texted_recently' end`
}

function textedSince(ctx: FilterContext, hours: number): RawBuilder<SqlBool> {
  const since = new Date(ctx.now.getTime() - hours * 3_600_000)
  return sql`exists (select from message m where m.org_id = ${ctx.orgId} and m.contact_id = c.id and m.direction = 'out'
    and m.kind in ('text', 'broadcast') and m.state not in ('cancelled', 'suppressed', 'expired')
    and (case when m.sort_id is null then m.id else m.sort_id end) >= uuid_floor(${since}) and m.id >= uuid_floor(${since}))`
}

/** Whether contact `c` belongs to a part of the people of the last run of a broadcast. */
function isPartOf({ broadcastId, who, option }: BroadcastPart, orgId: string): RawBuilder<SqlBool> {
  const hasOption = option
    ? sql`and exists (select from flow_answer a where a.org_id = p.org_id and a.flow_id = r.flow_id and a.contact_id = p.contact_id and a.option_key = ${option})`
    : sql``
  return sql`exists (
    select from broadcast_recipient p join broadcast_run r on r.org_id = p.org_id and r.id = p.run_id
    where p.org_id = ${orgId} and p.contact_id = c.id and p.run_id = (
      select l.id from broadcast_run l where l.org_id = ${orgId} and l.broadcast_id = ${broadcastId}
      order by l.planned_at desc, l.id desc limit 1)
    and ${PEOPLE[who]} ${hasOption})`
}

function either(conditions: (RawBuilder<unknown> | false | undefined)[]): RawBuilder<SqlBool> {
  const given = conditions.filter((condition) => condition !== false && condition !== undefined)
  return given.length === 0 ? sql`false` : sql`(${sql.join(given, sql` or `)})`
}
