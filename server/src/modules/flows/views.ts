import type { FlowResults, FlowStep, FlowStepResults } from '@crewline/contract/flows'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import { optionsOf } from './step-rules.ts'

/** Text answers and different numbers that results contain at most, for each question. */
const TEXTS_MAX = 200
const VALUES_MAX = 101

type FlowHead = Row<'flow', 'steps' | 'is_anonymous' | 'closed_at', { steps: FlowStep[] }> & {
  asked: number
  answered: number
  changed: number
}

/**
 * Returns what contacts answered so far: counts for each question and answer, a summary of numbers, and text answers.
 * Counts only what the handle can see. Anonymous answers are shown five or more at a time and from five on, so that no
 * difference between two results is fewer. Undefined when the flow does not exist.
 */
export async function flowResults(db: Db, flowId: string): Promise<FlowResults | undefined> {
  const [heads, options, numbers, texts] = await Promise.all([
    sql<FlowHead>`
      select f.steps, f.is_anonymous, f.closed_at,
        (select count(*)::int from flow_session s where s.org_id = f.org_id and s.flow_id = f.id) as asked,
        (select count(*)::int from flow_session s where s.org_id = f.org_id and s.flow_id = f.id and s.answered_at is not null) as answered,
        (select coalesce(sum(a.changes), 0)::int from flow_answer a where a.org_id = f.org_id and a.flow_id = f.id) as changed
      from flow f where f.id = ${flowId}`.execute(db),
    sql<OptionCount>`
      select step_id as "stepId", option_key as key, count(*)::int as count from flow_answer
      where flow_id = ${flowId} and is_shown group by step_id, option_key`.execute(db),
    numbersOf(db, flowId),
    sql<TextAnswer>`
      select t.step_id as "stepId", t.id, t.contact_id as "contactId", t.text from (
        select step_id, id, contact_id, text, row_number() over (partition by step_id order by id desc) as place from flow_answer
        where flow_id = ${flowId} and is_shown and text is not null) t
      where t.place <= ${TEXTS_MAX} order by t.step_id, t.id desc`.execute(db),
  ])
  const [head] = heads.rows
  if (!head) return undefined
  const found = { options: options.rows, numbers, texts: texts.rows }
  return {
    anonymous: head.is_anonymous,
    closed: head.closed_at !== null,
    asked: head.asked,
    answered: head.answered,
    changed: head.changed,
    steps: head.steps.map((step) => resultsOf(step, head.is_anonymous, found)),
  }
}

interface OptionCount {
  stepId: string
  key: string | null
  count: number
}

interface TextAnswer {
  stepId: string
  id: string
  contactId: string | null
  text: string
}

interface NumberResult {
  stepId: string
  summary: FlowStepResults['numbers']
}

async function numbersOf(db: Db, flowId: string): Promise<NumberResult[]> {
  const result = await sql<NumberResult>`
    with counted as (
      select step_id, number as value, count(*)::int as count from flow_answer
      where flow_id = ${flowId} and is_shown and number is not null group by step_id, number
    ), ranked as (select *, row_number() over (partition by step_id order by count desc, value) as place from counted)
    select a.step_id as "stepId", json_build_object(
      'min', min(a.number), 'max', max(a.number), 'mean', avg(a.number),
      'median', percentile_cont(0.5) within group (order by a.number),
      'counts', (select json_agg(json_build_object('value', r.value, 'count', r.count) order by r.value)
        from ranked r where r.step_id = a.step_id and r.place <= ${VALUES_MAX})) as summary
    from flow_answer a where a.flow_id = ${flowId} and a.is_shown and a.number is not null group by a.step_id`.execute(
    db,
  )
  return result.rows
}

function resultsOf(
  step: FlowStep,
  isAnonymous: boolean,
  found: { options: OptionCount[]; numbers: NumberResult[]; texts: TextAnswer[] },
): FlowStepResults {
  const counts = found.options.filter(({ stepId }) => stepId === step.id)
  const count = counts.reduce((sum, option) => sum + option.count, 0)
  return {
    stepId: step.id,
    hidden: isAnonymous && count === 0,
    count,
    options: optionsOf(step).map(({ key }) => ({
      key,
      count: counts.find((option) => option.key === key)?.count ?? 0,
    })),
    numbers: found.numbers.find(({ stepId }) => stepId === step.id)?.summary ?? null,
    texts: found.texts
      .filter(({ stepId }) => stepId === step.id)
      .map(({ id, contactId, text }) => ({ id, contactId, text })),
  }
}

/** Returns contacts who were asked and have not answered every question, by id after the given one; for reminders. */
export async function missingOf(db: Db, flowId: string, after: string | null, most: number): Promise<string[]> {
  const result = await sql<Row<'flow_session', 'contact_id'>>`
    select contact_id from flow_session where flow_id = ${flowId} and answered_at is null
      and (${after}::uuid is null or contact_id > ${after}::uuid)
    order by contact_id limit ${most}`.execute(db)
  return result.rows.map((row) => row.contact_id)
}

/** Returns contacts who chose this answer, by id after the given one; none in an anonymous flow. */
export async function answeredWith(
  db: Db,
  { flowId, stepId, key }: { flowId: string; stepId: string; key: string },
  after: string | null,
  most: number,
): Promise<string[]> {
  const result = await sql<Row<'flow_answer', 'contact_id', { contact_id: string }>>`
    select contact_id from flow_answer where flow_id = ${flowId} and step_id = ${stepId} and option_key = ${key}
      and contact_id is not null and (${after}::uuid is null or contact_id > ${after}::uuid)
    order by contact_id limit ${most}`.execute(db)
  return result.rows.map((row) => row.contact_id)
}

/** Returns the time zones of these contacts that have one of their own. */
export async function zonesOf(db: Db, orgId: string, contactIds: string[]): Promise<Map<string, string>> {
  const result = await sql<{ id: string; timezone: string }>`
    select id, timezone from contact
    where org_id = ${orgId} and id = any(${contactIds}::uuid[]) and timezone is not null`.execute(db)
  return new Map(result.rows.map(({ id, timezone }) => [id, timezone]))
}

/** Returns the numbers that these contacts have now; archived ones have given theirs up. */
export async function ownNumbersOf(db: Db, orgId: string, contactIds: string[]): Promise<Map<string, string>> {
  const result = await sql<{ id: string; phone: string }>`
    select id, phone from contact
    where org_id = ${orgId} and id = any(${contactIds}::uuid[]) and phone is not null and archived_at is null`.execute(
    db,
  )
  return new Map(result.rows.map(({ id, phone }) => [id, phone]))
}

/** A contact who began to answer a flow whose answers belong together, and stopped. */
export interface Unfinished {
  orgId: string
  id: string
  ownerId: string
  stepId: string
  contactId: string
  phone: string
  language: string
  lineId: string
  timezone: string | null
}

/**
 * Returns the contacts of every organization who began before a moment, have not answered since, were never reminded, and
 * can still answer for an hour; in the order of their ids after the given one.
 */
export async function unfinishedSessions(
  system: Db,
  { before, now, after, most }: { before: Date; now: Date; after: string | null; most: number },
): Promise<Unfinished[]> {
  const result = await sql<Unfinished>`
    select s.org_id as "orgId", s.id, f.owner_id as "ownerId", s.step_id as "stepId", s.contact_id as "contactId", s.phone, s.language, s.line_id as "lineId",
      c.timezone
    from flow f join flow_session s on s.org_id = f.org_id and s.flow_id = f.id
      join contact c on c.org_id = s.org_id and c.id = s.contact_id
    where f.owner_version is not null and f.closed_at is null and f.listen_until > ${now}
      and s.state in ('open', 'handed_over') and s.step_id is not null and s.step_id <> f.steps->0->>'id'
      and s.nudged_at is null and s.prompted_at < ${before} and s.expires_at > ${now}::timestamptz + interval '1 hour'
      and (s.paused_until is null or s.paused_until < ${before}) and (${after}::uuid is null or s.id > ${after}::uuid)
    order by s.id limit ${most}`.execute(system)
  return result.rows
}
