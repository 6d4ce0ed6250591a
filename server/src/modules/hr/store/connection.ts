import type { HrSettings, HrSource } from '@crewline/contract/hr'
import type { HrFileColumns } from '@crewline/contract/hr-files'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** The connection of an organization as stored. */
export interface Connection {
  state: 'off' | 'connected' | 'reauth'
  source: HrSource
  /** Which column of the files is what; null before the first file. */
  fileColumns: HrFileColumns | null
  attemptBy: string | null
  attemptUntil: Date | null
  attemptState: Buffer | null
  providerId: string
  company: string
  connectionId: string | null
  /** Encrypted. */
  token: string | null
  settings: unknown
  agreedBy: string | null
  agreedAt: Date | null
  connectedAt: Date | null
  nextSyncAt: Date | null
  /** The first pushed change that no sync has read; null when none waits. */
  pushedSince: Date | null
  /** When the last change was pushed. */
  pushedAt: Date | null
  /** What the source says beyond the standard fields, as the last sync found it. */
  sourceFields: string[]
  /** The id of the company at the service. */
  companyId: string | null
  /** The company before it, while a member must decide about the people that it keeps. */
  formerCompany: string | null
  formerCompanyId: string | null
  /** For which moment the absence of a file was reported last. */
  missedFileAt: Date | null
}

const columns = sql`state, source, file_columns as "fileColumns", attempt_by as "attemptBy", attempt_until as "attemptUntil", attempt_state as "attemptState",
  provider_id as "providerId", company, connection_id as "connectionId", token, settings, agreed_by as "agreedBy",
  agreed_at as "agreedAt", connected_at as "connectedAt", next_sync_at as "nextSyncAt", pushed_since as "pushedSince",
  pushed_at as "pushedAt", source_fields as "sourceFields", company_id as "companyId",
  former_company as "formerCompany", former_company_id as "formerCompanyId", missed_file_at as "missedFileAt"`

/** Returns the connection of an organization; undefined when there never was one. */
export async function connectionOf(db: Db, orgId: string): Promise<Connection | undefined> {
  return (await sql<Connection>`select ${columns} from hr_connection where org_id = ${orgId}`.execute(db)).rows[0]
}

/** Locks the connection of the organization of the transaction. */
export async function lockConnection(tx: Tx): Promise<Connection | undefined> {
  const result = await sql<Connection>`
    select ${columns} from hr_connection where org_id = ${tx.orgId} for update`.execute(tx.db)
  return result.rows[0]
}

/** Adds the row of the connection, unless there is one. */
export async function ensureConnection(tx: Tx): Promise<void> {
  await sql`
    insert into hr_connection (org_id, created_at) values (${tx.orgId}, ${tx.world.now()}) on conflict do nothing`.execute(
    tx.db,
  )
}

/** Saves how people become contacts. */
export async function saveSettings(tx: Tx, settings: HrSettings): Promise<void> {
  await sql`update hr_connection set settings = ${JSON.stringify(settings)}::jsonb where org_id = ${tx.orgId}`.execute(
    tx.db,
  )
}

/** Saves the names of what the source says beyond the standard fields. */
export async function saveSourceFields(tx: Tx, names: string[]): Promise<void> {
  await sql`update hr_connection set source_fields = ${names}::text[] where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Records that a member decided about the people of the company before. */
export async function forgetFormerCompany(tx: Tx): Promise<void> {
  await sql`update hr_connection set former_company = null, former_company_id = null where org_id = ${tx.orgId}`.execute(
    tx.db,
  )
}

/** Remembers for which moment the absence of a file was reported; earlier ones are not reported any more. */
export async function noteMissedFile(tx: Tx, at: Date): Promise<void> {
  await sql`update hr_connection set missed_file_at = ${at} where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Remembers who opened the connection page; null forgets it. */
export async function saveAttempt(tx: Tx, attempt: { by: string; until: Date; state: Buffer } | null): Promise<void> {
  await sql`
    update hr_connection set attempt_by = ${attempt?.by ?? null}, attempt_until = ${attempt?.until ?? null},
      attempt_state = ${attempt?.state ?? null} where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Saves an authorized connection; `token` is encrypted. */
export async function saveGrant(
  tx: Tx,
  grant: {
    providerId: string
    company: string
    companyId: string | null
    formerCompany: { id: string | null; name: string } | null
    connectionId: string
    token: string
  },
): Promise<void> {
  await sql`
    update hr_connection set state = 'connected', source = 'finch', provider_id = ${grant.providerId}, company = ${grant.company},
      company_id = ${grant.companyId}, former_company = ${grant.formerCompany?.name ?? null},
      former_company_id = ${grant.formerCompany?.id ?? null},
      connection_id = ${grant.connectionId}, token = ${grant.token}, connected_at = ${tx.world.now()},
      pushed_since = null, pushed_at = null
    where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Makes what is sent here, files or pushed people, what contacts follow. */
export async function saveOwnSource(
  tx: Tx,
  { source, company, userId }: { source: 'file' | 'scim'; company: string; userId: string },
): Promise<void> {
  await sql`
    update hr_connection set state = 'connected', source = ${source}, provider_id = ${source}, company = ${company},
      connection_id = null, token = null, connected_at = ${tx.world.now()}, attempt_by = ${userId}, attempt_until = null,
      attempt_state = null, file_columns = null, company_id = null, former_company = null,
      former_company_id = null, missed_file_at = null, pushed_since = null, pushed_at = null where org_id = ${tx.orgId}`.execute(
    tx.db,
  )
}

/** Ends the connection and forgets its token; the settings stay. */
export async function endConnection(tx: Tx): Promise<void> {
  await sql`
    update hr_connection set state = 'off', token = null, connection_id = null, next_sync_at = null, agreed_by = null,
      agreed_at = null, pushed_since = null, pushed_at = null, company_id = null, former_company = null, former_company_id = null where org_id = ${tx.orgId}`.execute(
    tx.db,
  )
}

/** Records that the HR system withdrew the connection. */
export async function markReauth(tx: Tx): Promise<void> {
  await sql`
    update hr_connection set state = 'reauth', next_sync_at = null where org_id = ${tx.orgId} and state = 'connected'`.execute(
    tx.db,
  )
}

/** Sets when the next sync begins by itself; null: never. */
export async function scheduleNext(tx: Tx, at: Date | null): Promise<void> {
  await sql`update hr_connection set next_sync_at = ${at} where org_id = ${tx.orgId} and state = 'connected'`.execute(
    tx.db,
  )
}

/** Moves the next sync of a connection forward to a moment, unless it is earlier already or syncs are manual. */
export async function bringForward(tx: Tx, at: Date): Promise<void> {
  await sql`
    update hr_connection set next_sync_at = least(next_sync_at, ${at}::timestamptz)
    where org_id = ${tx.orgId} and state = 'connected' and next_sync_at is not null`.execute(tx.db)
}

/** Records who stated that the people of the HR system agreed to get texts. */
export async function saveAgreement(tx: Tx, userId: string): Promise<void> {
  await sql`update hr_connection set agreed_by = ${userId}, agreed_at = ${tx.world.now()} where org_id = ${tx.orgId}`.execute(
    tx.db,
  )
}

/** Returns the organization of a connection at the service. */
export async function orgOfConnection(system: Db, connectionId: string): Promise<string | undefined> {
  const result = await sql<{ orgId: string }>`
    select org_id as "orgId" from hr_connection where connection_id = ${connectionId}`.execute(system)
  return result.rows[0]?.orgId
}

/** Returns organizations whose next sync is due. */
export async function dueOrganizations(system: Db, now: Date, most: number): Promise<string[]> {
  const result = await sql<{ orgId: string }>`
    select org_id as "orgId" from hr_connection where next_sync_at <= ${now} order by next_sync_at limit ${most}`.execute(
    system,
  )
  return result.rows.map((row) => row.orgId)
}
