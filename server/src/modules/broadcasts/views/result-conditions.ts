// Which people of a run a figure counts and a list shows. Counts, lists, exports and the ledger all use these conditions,
// so that every figure is the length of the list it opens.
import type { BlockReason } from '@crewline/contract/broadcast-audience'
import type { RecipientFilter } from '@crewline/contract/results'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { folded, literally } from '../../../kernel/text.ts'
import { HANDED_OFF_STATES, STATES_OF, STOPPED_TRY, type RecipientState } from '../counts.ts'

function isIn(...states: readonly RecipientState[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`p.state in (${sql.join(states.map((state) => sql.lit(state)))})`
}

const isRecipient = sql<SqlBool>`p.state <> 'blocked'`

/** Texts that did not arrive, or perhaps did not. */
const isWithoutText = isIn(
  ...STATES_OF.not_delivered,
  ...STATES_OF.unknown,
  ...STATES_OF.cancelled,
  ...STATES_OF.suppressed,
)

/** The condition of each filter, over `broadcast_recipient p`. */
export const PEOPLE: Readonly<Record<RecipientFilter, RawBuilder<SqlBool>>> = {
  all: sql`true`,
  recipients: isRecipient,
  waiting: isIn(...STATES_OF.waiting, ...STATES_OF.sending),
  handed_off: isIn(...HANDED_OFF_STATES),
  delivered: isIn(...STATES_OF.delivered),
  not_delivered: isIn(...STATES_OF.not_delivered),
  unknown: isIn(...STATES_OF.unknown),
  cancelled: isIn(...STATES_OF.cancelled),
  suppressed: isIn(...STATES_OF.suppressed),
  blocked: isIn(...STATES_OF.blocked),
  not_reached: sql`(${isWithoutText} or (p.state = 'blocked' and p.block_reason is distinct from 'excluded'))`,
  replied: sql`p.replied_at is not null`,
  not_replied: sql`(${isRecipient} and p.replied_at is null)`,
  clicked: sql`p.clicked_at is not null`,
  not_clicked: sql`(${isRecipient} and p.clicked_at is null)`,
  answered: sql`p.answered_at is not null`,
  not_answered: sql`(${isRecipient} and p.answered_at is null)`,
  opted_out: sql`p.opted_out_at is not null`,
}

const lastTry = sql<string>`case when p.try_stopped then ${sql.lit(STOPPED_TRY)} else '' end || coalesce(p.error_code, 'none')`

/**
 * Why the text of `p` did not arrive: the code of the carrier or our own, `none` when there is no code; that of the last
 * try after `STOPPED_TRY` when a stop kept it from being tried again; null for all others. The code of an earlier attempt
 * says nothing about a text that arrived or was cancelled later.
 */
export const causeOf = sql<string | null>`case when ${isWithoutText} then
  case p.state when 'unknown' then 'outcome_unknown' when 'cancelled' then 'cancelled'
    when 'undelivered' then ${lastTry} when 'failed' then ${lastTry}
    else coalesce(p.error_code, p.state) end end`

/** What a list of people is narrowed to; every part must hold. */
export interface PeopleQuery {
  filter?: RecipientFilter
  blockReason?: BlockReason | undefined
  errorCode?: string | undefined
  option?: string | undefined
  language?: string | undefined
  location?: string | undefined
  lineId?: string | undefined
  groupId?: string | undefined
  search?: string
}

/** Compiles a query over `broadcast_recipient p` and `contact c` of this run and the flow of its poll. */
export function peopleWhere(
  { orgId, runId, flowId }: { orgId: string; runId: string; flowId: string | null },
  query: PeopleQuery,
): RawBuilder<SqlBool> {
  const { filter = 'all', blockReason, errorCode, option, language, location, lineId, groupId } = query
  const conditions: (RawBuilder<SqlBool> | undefined)[] = [
    sql`p.org_id = ${orgId} and p.run_id = ${runId}`,
    PEOPLE[filter],
    blockReason && sql`(p.state = 'blocked' and p.block_reason = ${blockReason})`,
    errorCode === undefined ? undefined : sql`${causeOf} = ${errorCode}`,
    option === undefined ? undefined : choseOption(flowId, option),
    language === undefined ? undefined : sql`p.language = ${language}`,
    location === undefined ? undefined : sql`p.location = ${location}`,
    lineId === undefined ? undefined : sql`p.line_id = ${lineId}`,
    groupId === undefined
      ? undefined
      : sql`exists (select from group_member g where g.org_id = p.org_id and g.group_id = ${groupId} and g.contact_id = p.contact_id)`,
    ...termsOf(query.search ?? '').map((term) => matches(term)),
  ]
  return sql`(${sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  )})`
}

/** Anonymous answers name no contact, so no one is found by one. */
function choseOption(flowId: string | null, option: string): RawBuilder<SqlBool> {
  return sql`exists (select from flow_answer a where a.org_id = p.org_id and a.flow_id = ${flowId} and a.contact_id = p.contact_id
    and coalesce(a.option_key, a.number::text) = ${option})`
}

function termsOf(search: string): string[] {
  return folded(search)
    .split(/\s+/)
    .filter((term) => term !== '')
}

function matches(term: string): RawBuilder<SqlBool> {
  const digits = term.replaceAll(/\D/g, '')
  const byName = sql<SqlBool>`c.sort_name like ${`%${literally(term)}%`}`
  return digits.length < 3 ? byName : sql`(${byName} or c.phone like ${`%${digits}%`})`
}
