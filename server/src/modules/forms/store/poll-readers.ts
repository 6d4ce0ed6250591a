import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { NewResponse } from './responses.ts'

/** A reader, by hash, and whether the hash is that of a contact. */
interface StoredReader {
  hash: Buffer
  isPerson: boolean
}

/**
 * Returns what a reader answered before, or undefined; null names no answer, in an anonymous form. No other transaction
 * takes an answer of this reader until the commit.
 */
export async function earlierAnswer(
  tx: Tx,
  formId: string,
  { hash }: StoredReader,
): Promise<{ responseId: string | null } | undefined> {
  const lock = `poll reader|${formId}|${hash.toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.db)
  const found = await sql<{ responseId: string | null }>`
    select response_id as "responseId" from form_poll_reader
    where org_id = ${tx.orgId} and form_id = ${formId} and reader_hash = ${hash}`.execute(tx.db)
  return found.rows[0]
}

/** Remembers a reader with their answer. An address and a browser are forgotten after one to two months. */
export async function rememberReader(
  tx: Tx,
  formId: string,
  { hash, isPerson }: StoredReader,
  responseId: string | null,
): Promise<void> {
  const now = tx.world.now()
  const until = isPerson ? null : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1))
  await sql`
    insert into form_poll_reader (org_id, form_id, reader_hash, response_id, until)
    values (${tx.orgId}, ${formId}, ${hash}, ${responseId}, ${until?.toISOString().slice(0, 10) ?? null}::date)
    on conflict (org_id, form_id, reader_hash) do update set response_id = excluded.response_id`.execute(tx.db)
}

/** Replaces the answers of a response. Returns false when it was deleted. */
export async function changeAnswers(
  tx: Tx,
  responseId: string,
  { formId, version, answers, language }: Pick<NewResponse, 'formId' | 'version' | 'answers' | 'language'>,
): Promise<boolean> {
  const changed = await sql`
    update form_response set version = ${version}, answers = ${JSON.stringify(answers)}::jsonb, language = ${language},
      at = ${tx.world.now()}
    where org_id = ${tx.orgId} and form_id = ${formId} and id = ${responseId} returning id`.execute(tx.db)
  return changed.rows.length > 0
}

/** Returns the forms whose polls have readers. */
export async function formsWithReaders(tx: Tx): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select f.id from form f where f.org_id = ${tx.orgId} and exists (
      select from form_poll_reader r where r.org_id = f.org_id and r.form_id = f.id)`.execute(tx.db)
  return found.rows.map(({ id }) => id)
}

/** Forgets readers of polls. */
export async function removeReaders(tx: Tx, hashes: Buffer[]): Promise<void> {
  await sql`delete from form_poll_reader where org_id = ${tx.orgId} and reader_hash = any(${hashes}::bytea[])`.execute(
    tx.db,
  )
}

/** Forgets the readers whose time is over, in every organization. */
export async function forgetReaders(system: Db, now: Date): Promise<void> {
  await sql`delete from form_poll_reader where until <= ${now.toISOString().slice(0, 10)}::date`.execute(system)
}
