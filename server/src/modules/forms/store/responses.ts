import type { FormAnswers } from '@crewline/contract/form-content'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredForm } from '../rules.ts'
import { FORM } from './forms.ts'

/** A response to store. */
export interface NewResponse {
  id: string
  formId: string
  version: number
  contactId: string | null
  answers: FormAnswers
  language: string
  via: 'link' | 'public' | 'qr' | 'text' | 'kiosk'
  fileIds: string[]
}

/** Reads a form that stays open until the commit: closing it waits for the answers that are being stored. */
export async function shareForm(tx: Tx, id: string): Promise<StoredForm | undefined> {
  const found = await sql<StoredForm>`
    select ${FORM} from form where org_id = ${tx.orgId} and id = ${id} for share`.execute(tx.db)
  return found.rows[0]
}

/** Records that a contact answered. Returns false when they had before. */
export async function addParticipant(tx: Tx, formId: string, contactId: string): Promise<boolean> {
  const added = await sql`
    insert into form_participant (org_id, form_id, contact_id) values (${tx.orgId}, ${formId}, ${contactId})
    on conflict do nothing returning form_id`.execute(tx.db)
  return added.rows.length > 0
}

/** Records that a number of no contact answered. Returns false when it had before. */
export async function addNumber(tx: Tx, formId: string, numberHash: Buffer): Promise<boolean> {
  const added = await sql`
    insert into form_number (org_id, form_id, number_hash) values (${tx.orgId}, ${formId}, ${numberHash})
    on conflict do nothing returning form_id`.execute(tx.db)
  return added.rows.length > 0
}

/** Forgets that numbers answered forms. */
export async function removeNumbers(tx: Tx, numberHashes: Buffer[]): Promise<void> {
  await sql`delete from form_number where org_id = ${tx.orgId} and number_hash = any(${numberHashes}::bytea[])`.execute(
    tx.db,
  )
}

/** Returns whether a submission is stored already. */
export async function hasResponse(tx: Tx, formId: string, id: string): Promise<boolean> {
  const found =
    await sql`select 1 from form_response where org_id = ${tx.orgId} and form_id = ${formId} and id = ${id}`.execute(
      tx.db,
    )
  return found.rows.length > 0
}

/** Stores a response with its contact, if it has one. Returns false when it is stored already. */
export async function addResponse(tx: Tx, response: NewResponse): Promise<boolean> {
  const added = await sql`
    insert into form_response (org_id, form_id, id, version, contact_id, answers, language, via, file_ids, at)
    values (${tx.orgId}, ${response.formId}, ${response.id}, ${response.version}, ${response.contactId},
      ${JSON.stringify(response.answers)}::jsonb, ${response.language}, ${response.via}, ${response.fileIds}::uuid[], ${tx.world.now()})
    on conflict do nothing returning id`.execute(tx.db)
  return added.rows.length > 0
}

/** How many stored responses on either side are written again with each anonymous one. */
const SHUFFLED = 20

/**
 * Stores an anonymous response with a random id and the time of its form, which say nothing about when it came. Rows lie
 * in a table in the order in which they were written, as participants do: some earlier responses are written again
 * together with the new one, in the order of their ids, so that a copy of the table does not tell the newest either. The
 * caller is the only one who stores a response of this form until the commit.
 */
export async function addAnonymousResponse(
  tx: Tx,
  { id, formId, version, answers, language }: Pick<NewResponse, 'id' | 'formId' | 'version' | 'answers' | 'language'>,
): Promise<void> {
  const columns = sql.raw('org_id, form_id, id, version, answers, language, via, is_shown, at')
  await sql`
    with above as (
      select id from form_response where org_id = ${tx.orgId} and form_id = ${formId} and id > ${id} order by id limit ${SHUFFLED}
    ), below as (
      select id from form_response where org_id = ${tx.orgId} and form_id = ${formId} and id < ${id} order by id desc limit ${SHUFFLED}
    ), others as (
      select id from above union all select id from below
    ), moved as (
      delete from form_response r using others where r.org_id = ${tx.orgId} and r.form_id = ${formId} and r.id = others.id returning r.*
    ), fresh as (
      select f.org_id, f.id as form_id, ${id}::uuid as id, ${version}::int as version, ${JSON.stringify(answers)}::jsonb as answers,
        ${language}::text as language, 'anonymous' as via, false as is_shown, f.created_at as at
      from form f where f.org_id = ${tx.orgId} and f.id = ${formId}
    )
    insert into form_response (${columns})
    select ${columns} from (select ${columns} from moved union all select ${columns} from fresh) written order by id`.execute(
    tx.db,
  )
}

/** Lets no other transaction store an anonymous response of this form until the commit. */
export async function lockResponses(tx: Tx, formId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`form responses|${formId}`}, 0))`.execute(tx.db)
}

/** Shows the withheld responses of an anonymous form once there are enough of them. */
export async function showResponses(tx: Tx, formId: string, least: number): Promise<void> {
  await sql`
    update form_response set is_shown = true
    where org_id = ${tx.orgId} and form_id = ${formId} and not is_shown
      and (select count(*) from form_response r where r.org_id = ${tx.orgId} and r.form_id = ${formId} and not r.is_shown) >= ${least}`.execute(
    tx.db,
  )
}

/** Deletes responses; returns the ids of their files. Who answered stays recorded, so that no one answers twice. */
export async function deleteResponses(tx: Tx, ids: string[]): Promise<string[]> {
  const deleted = await sql<{ fileIds: string[] }>`
    delete from form_response where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) returning file_ids as "fileIds"`.execute(
    tx.db,
  )
  return deleted.rows.flatMap(({ fileIds }) => fileIds)
}

/** Forgets that a contact answered a form, so that their personal link takes another answer. */
export async function removeParticipant(tx: Tx, formId: string, contactId: string): Promise<void> {
  await sql`
    delete from form_participant where org_id = ${tx.orgId} and form_id = ${formId} and contact_id = ${contactId}`.execute(
    tx.db,
  )
}
