import type { FormAnswers, FormContent, FormQuestion } from '@crewline/contract/form-content'
import { FORM_MISSING_MAX } from '@crewline/contract/form-limits'
import type { FormResponse, formResponses } from '@crewline/contract/forms'
import type { QueryOf } from '@crewline/contract/endpoint'
import { sql } from 'kysely'
import { cursorOf, readTimeCursor } from '../../kernel/db/paging.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { mediaItem, storedByIds } from '../files/index.ts'
import type { StoredForm } from './rules.ts'

type FormKey = Pick<StoredForm, 'orgId' | 'id'>

/** Returns the questions of all published versions: those of the newest in their order, then those removed since. */
export async function questionsOf(
  db: Db,
  { orgId, id, content }: FormKey & { content: FormContent },
): Promise<FormQuestion[]> {
  const found = await sql<{ questions: FormQuestion[] }>`
    select content->'questions' as questions from form_version
    where org_id = ${orgId} and form_id = ${id} order by version desc limit 100`.execute(db)
  const versions = found.rows.length > 0 ? found.rows.map(({ questions }) => questions) : [content.questions]
  const byId = new Map<string, FormQuestion>()
  for (const question of versions.flat()) if (!byId.has(question.id)) byId.set(question.id, question)
  return [...byId.values()].filter(({ type }) => type !== 'info')
}

interface ResponseRow {
  id: string
  contactId: string | null
  name: string
  at: Date
  language: FormResponse['language']
  via: FormResponse['via']
  version: number
  answers: FormAnswers
  fileIds: string[]
}

/**
 * Returns a page of the responses that the handle may see, newest first; none of an anonymous form. Their files are read
 * with the handle of the whole organization: a file belongs to no group.
 */
export async function responsesOf(
  { db, whole }: { db: Db; whole: Db },
  { orgId, id, now, content }: FormKey & { now: Date; content: FormContent },
  { cursor, page, pageSize, question, choice }: QueryOf<typeof formResponses>,
): Promise<{ data: FormResponse[]; page: number; pageSize: number; nextCursor?: string }> {
  const after = cursor ? readTimeCursor(cursor) : undefined
  // A choice of many is a list, and one of one a text; the operator looks into both.
  const chosen =
    question !== undefined && choice !== undefined ? sql`and r.answers->${question}::text ? ${choice}::text` : sql``
  const found = await sql<ResponseRow>`
    select r.id, r.contact_id as "contactId", coalesce(trim(c.firstname || ' ' || c.lastname), '') as name, r.at, r.language, r.via, r.version, r.answers,
      r.file_ids as "fileIds"
    from form_response r left join contact c on c.org_id = r.org_id and c.id = r.contact_id
    where r.org_id = ${orgId} and r.form_id = ${id} and r.via <> 'anonymous' ${chosen}
      ${after ? sql`and (r.at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by r.at desc, r.id desc limit ${pageSize + 1} offset ${after ? 0 : (page - 1) * pageSize}`.execute(db)
  const rows = found.rows.slice(0, pageSize)
  const last = found.rows.length > pageSize ? rows.at(-1) : undefined
  const files = await storedByIds(
    whole,
    rows.flatMap(({ fileIds }) => fileIds),
  )
  const asked = (await questionsOf(db, { orgId, id, content })).filter(({ type }) => type === 'employee')
  const numbersIn = ({ answers }: ResponseRow) =>
    asked.flatMap((one) => answers[one.id] ?? []).map((one) => one.toLowerCase())
  const people = await peopleWithNumbers(db, orgId, rows.flatMap(numbersIn))
  return {
    data: rows.map(({ fileIds, ...row }) => ({
      ...row,
      people: people.filter(({ number }) => numbersIn({ fileIds, ...row }).includes(number)),
      at: row.at.toISOString(),
      files: fileIds.flatMap((fileId) => {
        const file = files.get(fileId)
        return file ? [mediaItem(orgId, file, now.getTime())] : []
      }),
    })),
    page,
    pageSize,
    ...(last ? { nextCursor: cursorOf({ key: last.at.toISOString(), id: last.id }) } : {}),
  }
}

/** Returns the contacts with these employee numbers whom the handle may see. */
async function peopleWithNumbers(db: Db, orgId: string, numbers: string[]): Promise<FormResponse['people']> {
  const wanted = [...new Set(numbers.map((number) => number.toLowerCase()))]
  if (wanted.length === 0) return []
  const found = await sql<FormResponse['people'][number]>`
    select lower(c.employee_id) as number, c.id as "contactId", trim(c.firstname || ' ' || c.lastname) as name
    from contact c
    where c.org_id = ${orgId} and lower(c.employee_id) = any(${wanted}::text[])
      -- As the index of these numbers says it.
      and c.employee_id <> '' and c.archived_at is null
    order by c.id`.execute(db)
  return found.rows
}

/** Who got a personal link of a form, as SQL. */
const texted = ({ orgId }: FormKey, link: string) => sql`
  select distinct k.contact_id from link l join link_code k on k.org_id = l.org_id and k.link_id = l.id
  where l.org_id = ${orgId} and l.url = ${link} and k.contact_id is not null`

/** Returns people who got a personal link and have not answered, by name. */
export async function missingOf(
  db: Db,
  form: FormKey,
  link: string,
): Promise<{ contactId: string; name: string; phone: string | null }[]> {
  const found = await sql<{ contactId: string; name: string; phone: string | null }>`
    select c.id as "contactId", trim(c.firstname || ' ' || c.lastname) as name, c.phone
    from contact c where c.org_id = ${form.orgId} and c.archived_at is null and c.id in (${texted(form, link)})
      and not exists (select from form_participant p where p.org_id = c.org_id and p.form_id = ${form.id} and p.contact_id = c.id)
    order by c.sort_name, c.id limit ${FORM_MISSING_MAX}`.execute(db)
  return found.rows
}

/** Counts who got a personal link, and who of them has not answered. */
export async function invitedCounts(db: Db, form: FormKey, link: string): Promise<{ texted: number; missing: number }> {
  const found = await sql<{ texted: number; missing: number }>`
    select count(*)::int as texted,
      (count(*) filter (where not exists (
        select from form_participant p where p.org_id = c.org_id and p.form_id = ${form.id} and p.contact_id = c.id)))::int as missing
    from contact c where c.org_id = ${form.orgId} and c.archived_at is null and c.id in (${texted(form, link)})`.execute(
    db,
  )
  return found.rows[0] ?? { texted: 0, missing: 0 }
}

/** Counts the responses, and how many of them are shown. */
export async function responseCounts(db: Db, { orgId, id }: FormKey): Promise<{ responses: number; shown: number }> {
  const found = await sql<{ responses: number; shown: number }>`
    select count(*)::int as responses, (count(*) filter (where is_shown))::int as shown
    from form_response where org_id = ${orgId} and form_id = ${id}`.execute(db)
  return found.rows[0] ?? { responses: 0, shown: 0 }
}

/** Returns the files of the responses that the handle sees; none more than `most` and one. */
export async function fileIdsOf(db: Db, { orgId, id }: FormKey, most: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select unnest(file_ids) as id from form_response where org_id = ${orgId} and form_id = ${id} limit ${most + 1}`.execute(
    db,
  )
  return found.rows.map((file) => file.id)
}

/** Counts each answer to these questions. */
export async function answerCounts(
  db: Db,
  { orgId, id }: FormKey,
  questionIds: string[],
): Promise<{ question: string; answer: string; count: number }[]> {
  const found = await sql<{ question: string; answer: string; count: number }>`
    select q as question, a as answer, count(*)::int as count
    from form_response r, unnest(${questionIds}::text[]) q,
      lateral jsonb_array_elements_text(
        case jsonb_typeof(r.answers->q) when 'array' then r.answers->q when 'string' then jsonb_build_array(r.answers->q) else '[]' end) a
    where r.org_id = ${orgId} and r.form_id = ${id} and r.is_shown group by 1, 2`.execute(db)
  return found.rows
}

/** Returns how many answered each question, and the mean of its numbers. */
export async function answeredCounts(
  db: Db,
  { orgId, id }: FormKey,
  { all, numbers }: { all: string[]; numbers: string[] },
): Promise<Map<string, { answered: number; average: number | null }>> {
  const found = await sql<{ question: string; answered: number; average: number | null }>`
    select q as question, (count(*) filter (where r.answers ? q))::int as answered,
      (avg((r.answers->>q)::numeric) filter (where q = any(${numbers}::text[]) and r.answers->>q ~ '^-?[0-9.]+$'))::float8 as average
    from form_response r, unnest(${all}::text[]) q
    where r.org_id = ${orgId} and r.form_id = ${id} and r.is_shown group by 1`.execute(db)
  return new Map(found.rows.map(({ question, ...counts }) => [question, counts]))
}

/** Returns the latest written answers to a question, of drawn signatures the name beside them; of an anonymous form in the order of their random ids. */
export async function textsOf(
  db: Db,
  { orgId, id }: FormKey,
  question: string,
  most: number,
): Promise<{ text: string; contactId: string | null }[]> {
  const found = await sql<{ text: string; contactId: string | null }>`
    select left(case jsonb_typeof(answers->${question}::text) when 'array' then answers->${question}::text->>1
      else answers->>${question}::text end, 1000) as text, contact_id as "contactId" from form_response
    where org_id = ${orgId} and form_id = ${id} and is_shown and answers ? ${question}::text
      and (jsonb_typeof(answers->${question}::text) <> 'array' or jsonb_array_length(answers->${question}::text) > 1)
    order by at desc, id limit ${most}`.execute(db)
  return found.rows
}

/** Returns responses for a file, oldest first, after a response; those of an anonymous form by their random ids. */
export async function rowsAfter(
  db: Db,
  { orgId, id }: FormKey,
  { after, most }: { after: { at: Date; id: string } | undefined; most: number },
): Promise<(ResponseRow & { phone: string | null })[]> {
  const found = await sql<ResponseRow & { phone: string | null }>`
    select r.id, r.contact_id as "contactId", coalesce(trim(c.firstname || ' ' || c.lastname), '') as name, c.phone, r.at, r.language, r.via,
      r.version, r.answers, r.file_ids as "fileIds"
    from form_response r left join contact c on c.org_id = r.org_id and c.id = r.contact_id
    where r.org_id = ${orgId} and r.form_id = ${id} and r.is_shown
      ${after ? sql`and (r.at, r.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by r.at, r.id limit ${most}`.execute(db)
  return found.rows
}
