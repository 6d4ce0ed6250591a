import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Row } from '../../../kernel/db/row.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { contactsWithConsent } from '../../audience/index.ts'
import { summaryColumns, type SummaryRow } from '../../contacts/index.ts'
import { causeOf } from './result-conditions.ts'
import type { ResultRun } from './result-runs.ts'

/** One person of a run, as lists and exports read it. */
export type PersonRow = SummaryRow &
  Row<'contact', 'sort_name' | 'employee_id' | 'department'> &
  Row<
    'broadcast_recipient',
    | 'state'
    | 'block_reason'
    | 'message_id'
    | 'location'
    | 'sent_at'
    | 'delivered_at'
    | 'replied_at'
    | 'clicked_at'
    | 'answered_at'
    | 'reminders'
  > & {
    text_language: string
    cause: string | null
    option_key: string | null
    number: number | null
    text: string | null
  }

/** Where a page of people begins: after a person, or after a number of them. */
export interface PeopleFrom {
  after?: { key: string; id: string } | undefined
  offset?: number
  most: number
  /** By location and department before the name. */
  isByPlace?: boolean
}

/** Returns the people of a run that match the condition, by name. */
export async function peopleOf(
  scope: Scope,
  run: ResultRun,
  where: RawBuilder<SqlBool>,
  { after, offset = 0, most, isByPlace = false }: PeopleFrom,
): Promise<PersonRow[]> {
  const order = sql`${isByPlace ? sql`p.location, c.department,` : sql``} c.sort_name, c.id`
  // Reads the page alone in full: a run has many thousand people.
  const result = await sql<PersonRow>`
    select ${summaryColumns}, c.sort_name, c.employee_id, c.department, p.state, p.block_reason, p.message_id, p.location, p.sent_at,
      p.delivered_at, p.replied_at, p.clicked_at, p.answered_at, p.reminders, p.language as text_language, ${causeOf} as cause,
      a.option_key, a.number, a.text
    from (
      select p.contact_id from contact c join broadcast_recipient p on p.org_id = c.org_id and p.contact_id = c.id
      where ${where} ${after ? sql`and (c.sort_name, c.id) > (${after.key}, ${after.id}::uuid)` : sql``}
      order by ${order} limit ${most} offset ${offset}
    ) page join (${contactsWithConsent}) on c.org_id = ${scope.orgId} and c.id = page.contact_id
    join broadcast_recipient p on p.org_id = c.org_id and p.run_id = ${run.id} and p.contact_id = c.id
    left join flow_answer a on a.org_id = p.org_id and a.flow_id = ${run.flowId} and a.step_id = ${run.step?.id ?? null}
      and a.contact_id = p.contact_id
    order by ${order}`.execute(scope.db)
  return result.rows
}

/** Counts the people of a run that match the condition; contacts are read only for a search. */
export async function countPeople(scope: Scope, where: RawBuilder<SqlBool>, isSearch: boolean): Promise<number> {
  const contacts = sql`join contact c on c.org_id = p.org_id and c.id = p.contact_id`
  const result = await sql<{ n: number }>`
    select count(*)::int as n from broadcast_recipient p ${isSearch ? contacts : sql``} where ${where}`.execute(
    scope.db,
  )
  return result.rows[0]?.n ?? 0
}
