import type { CustomValue } from '@crewline/contract/contacts'
import type { Keyword } from '@crewline/contract/keywords'
import type { SavedReply } from '@crewline/contract/replies'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import type { Listening } from './matches.ts'

/** Returns the saved replies this user can see, most used first; with an id only that one. */
export async function repliesOf(db: Db, userId: string, id?: string): Promise<SavedReply[]> {
  const result = await sql<SavedReply>`
    select id, name, shortcut, body, shared, user_id = ${userId} as mine, uses from saved_reply
    where (shared or user_id = ${userId}) and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    order by uses desc, lower(name), id`.execute(db)
  return result.rows
}

/** Returns all keywords by word; with an id only that one. */
export async function keywordsOf(db: Db, id?: string): Promise<Keyword[]> {
  const result = await sql<Keyword>`
    select id, word, match, reply, active, uses from keyword
    where ${id ?? null}::uuid is null or id = ${id ?? null}::uuid order by plain, id`.execute(db)
  return result.rows
}

/** Returns the active keywords of an organization. */
export async function listeningFor(db: Db, orgId: string): Promise<Listening[]> {
  const result = await sql<Listening>`
    select id, plain, match, reply from keyword where org_id = ${orgId} and active order by plain`.execute(db)
  return result.rows
}

/** Returns which of these numbers opted out. */
export async function optedOutOf(db: Db, orgId: string, phones: string[]): Promise<Set<string>> {
  const result = await sql<Row<'consent', 'phone'>>`
    select phone from consent where org_id = ${orgId} and phone = any(${phones}::text[]) and opted_out`.execute(db)
  return new Set(result.rows.map((row) => row.phone))
}

/** The contact fields available to the merge fields of an answer. */
export interface AnsweredContact {
  id: string
  firstname: string
  lastname: string
  jobTitle: string
  location: string
  /** The contact's language. */
  language: string
  /** Values of custom fields by key. */
  custom: Record<string, CustomValue>
}

/** Returns these contacts with their merge field values. */
export async function namesOf(db: Db, orgId: string, contactIds: string[]): Promise<Map<string, AnsweredContact>> {
  const result = await sql<AnsweredContact>`
    select id, firstname, lastname, job_title as "jobTitle", location, language, custom from contact
    where org_id = ${orgId} and id = any(${contactIds}::uuid[])`.execute(db)
  return new Map(result.rows.map((row) => [row.id, row]))
}
