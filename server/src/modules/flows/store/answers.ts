import { sql } from 'kysely'
import { recordSet } from '../../../kernel/db/record-set.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** An answer to be stored. */
export interface GivenAnswer {
  flowId: string
  stepId: string
  /** Null for an anonymous answer. */
  contactId: string | null
  key: string | null
  number: number | null
  text: string | null
}

/**
 * Stores answers with their contacts. A second answer to a question replaces the first and is counted; an equal one
 * changes nothing.
 */
export async function saveAnswers(tx: Tx, answers: GivenAnswer[]): Promise<void> {
  // Of two answers to one question in the same batch, the last one is stored, in one order of rows for all processes.
  const last = new Map(answers.map((answer) => [`${answer.flowId} ${answer.stepId} ${answer.contactId}`, answer]))
  const rows = [...last.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, answer]) => answer)
  const { names, table } = recordSet(rows, {
    id: ['uuid', () => tx.world.id()],
    flow_id: ['uuid', ({ flowId }) => flowId],
    step_id: ['text', ({ stepId }) => stepId],
    contact_id: ['uuid', ({ contactId }) => contactId],
    option_key: ['text', ({ key }) => key],
    number: ['float8', ({ number }) => number],
    text: ['text', ({ text }) => text],
  })
  await sql`
    insert into flow_answer (org_id, at, ${names})
    select ${tx.orgId}::uuid, ${tx.world.now()}, ${names} from ${table}
    on conflict (org_id, flow_id, step_id, contact_id) where contact_id is not null do update set
      option_key = excluded.option_key, number = excluded.number, text = excluded.text, at = excluded.at, changes = flow_answer.changes + 1
      where (flow_answer.option_key, flow_answer.number, flow_answer.text) is distinct from (excluded.option_key, excluded.number, excluded.text)`.execute(
    tx.db,
  )
}

/** How many stored answers on either side are written again with each anonymous one. */
const SHUFFLED = 20

/**
 * Stores an anonymous answer, in a flow that the caller locked, with a random id and the time of its flow, which say nothing about when it came. Rows lie in
 * a table in the order in which they were written, as messages do: some earlier answers are written again together with
 * the new one, in the order of their ids, so that a copy of the table does not tell the newest answer either.
 */
export async function addAnonymousAnswer(tx: Tx, id: string, answer: GivenAnswer): Promise<void> {
  const { flowId, stepId, key, number, text } = answer
  const columns = sql.raw('org_id, flow_id, id, step_id, option_key, number, text, is_shown, at')
  await sql`
    with above as (
      select id from flow_answer where org_id = ${tx.orgId} and flow_id = ${flowId} and contact_id is null and id > ${id}
      order by id limit ${SHUFFLED}
    ), below as (
      select id from flow_answer where org_id = ${tx.orgId} and flow_id = ${flowId} and contact_id is null and id < ${id}
      order by id desc limit ${SHUFFLED}
    ), others as (
      select id from above union all select id from below
    ), moved as (
      delete from flow_answer a using others where a.org_id = ${tx.orgId} and a.flow_id = ${flowId} and a.id = others.id returning a.*
    ), fresh as (
      select f.org_id, f.id as flow_id, ${id}::uuid as id, ${stepId}::text as step_id, ${key}::text as option_key,
        ${number}::float8 as number, ${text}::text as text, false as is_shown, f.created_at as at
      from flow f where f.org_id = ${tx.orgId} and f.id = ${flowId}
    )
    insert into flow_answer (${columns})
    select ${columns} from (select ${columns} from moved union all select ${columns} from fresh) written order by id`.execute(
    tx.db,
  )
}

/**
 * Shows anonymous answers to a question once enough are withheld. As many stay withheld, so that the answers added later,
 * up to the end of the flow, are never fewer than `least`; which ones is random, because ids are.
 */
export async function showAnswers(
  tx: Tx,
  { flowId, stepId }: Pick<GivenAnswer, 'flowId' | 'stepId'>,
  { least, withheld }: { least: number; withheld: number },
): Promise<void> {
  await sql`
    with waiting as (
      select id, count(*) over () as total, row_number() over (order by id) as place from flow_answer
      where org_id = ${tx.orgId} and flow_id = ${flowId} and step_id = ${stepId} and not is_shown
    )
    update flow_answer a set is_shown = true from waiting
    where a.org_id = ${tx.orgId} and a.flow_id = ${flowId} and a.id = waiting.id
      and waiting.total - ${withheld} >= ${least} and waiting.place <= waiting.total - ${withheld}`.execute(tx.db)
}

/** Deletes what a contact answered in a flow, and returns it by question. */
export async function takeAnswers(
  tx: Tx,
  flowId: string,
  contactId: string,
): Promise<Pick<GivenAnswer, 'stepId' | 'key' | 'number' | 'text'>[]> {
  const taken = await sql<Pick<GivenAnswer, 'stepId' | 'key' | 'number' | 'text'>>`
    delete from flow_answer where org_id = ${tx.orgId} and flow_id = ${flowId} and contact_id = ${contactId}
    returning step_id as "stepId", option_key as key, number, text`.execute(tx.db)
  return taken.rows
}

/** Deletes answers of contacts; ids of anything else are ignored. */
export async function deleteFlowAnswers(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    delete from flow_answer where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and contact_id is not null`.execute(
    tx.db,
  )
}
