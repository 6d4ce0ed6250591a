import type { CustomValue } from '@crewline/contract/contacts'
import type { Keyword } from '@crewline/contract/keywords'
import type { SavedReply } from '@crewline/contract/replies'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Listening } from './matches.ts'

/** The saved replies this person sees, most used first; with an id only that one. */
export async function repliesOf(db: Db, personId: string, id?: string): Promise<SavedReply[]> {
  const found = await sql<SavedReply>`
    select id, name, shortcut, body, shared, person_id = ${personId} as mine, uses from saved_reply
    where (shared or person_id = ${personId}) and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    order by uses desc, lower(name), id`.execute(db)
  return found.rows
}

/** Every keyword by word; with an id only that one. */
export async function keywordsOf(db: Db, id?: string): Promise<Keyword[]> {
  const found = await sql<Keyword>`
    select id, word, match, reply, active, uses from keyword
    where ${id ?? null}::uuid is null or id = ${id ?? null}::uuid order by plain, id`.execute(db)
  return found.rows
}

/** The keywords an organization listens for now. */
export async function listeningFor(db: Db, orgId: string): Promise<Listening[]> {
  const found = await sql<Listening>`
    select id, plain, match, reply from keyword where org_id = ${orgId} and active order by plain`.execute(db)
  return found.rows
}

/** Those of these numbers that opted out. */
export async function optedOutOf(db: Db, orgId: string, phones: string[]): Promise<Set<string>> {
  const found = await sql<{ phone: string }>`
    select phone from consent where org_id = ${orgId} and phone = any(${phones}::text[]) and opted_out`.execute(db)
  return new Set(found.rows.map((row) => row.phone))
}

/** What the fields of an answer say of a worker. */
export interface AnsweredWorker {
  id: string
  firstname: string
  lastname: string
  jobTitle: string
  location: string
  /** The language they read. */
  language: string
  /** Values of custom fields by key. */
  custom: Record<string, CustomValue>
}

/** These workers, for the fields of an answer. */
export async function namesOf(db: Db, orgId: string, contactIds: string[]): Promise<Map<string, AnsweredWorker>> {
  const found = await sql<AnsweredWorker>`
    select id, firstname, lastname, job_title as "jobTitle", location, language, custom from contact
    where org_id = ${orgId} and id = any(${contactIds}::uuid[])`.execute(db)
  return new Map(found.rows.map((row) => [row.id, row]))
}
