import { SAMPLE_CONTACT_PHONE } from '@crewline/contract/sample-numbers'
import { packed, decodeLocalizedText, type LocalizedText } from '@crewline/contract/words'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../kernel/db/row.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { Encryption } from '../../kernel/secrets/encryption.ts'
import type { LineState, LineType } from './rules.ts'

/** The carrier of sample lines. It sends nothing outside. */
export const SAMPLE_CARRIER = 'sample'

/** The credentials of a line at its carrier, and the secret that signs its webhooks. */
export interface Credentials {
  account: string
  /** Bearer key or auth token. */
  key: string
  /** Signs webhooks. */
  secret: string
}

/** A line to insert. */
export interface NewLine {
  id: string
  orgId: string
  phone: string
  label: string
  carrier: string
  textsPerSecond: number
  credentials: Credentials
  /** Defaults to local. */
  type?: LineType
  /** When a member bought it here. */
  boughtAt?: Date
}

/** A number an organization texts from. */
export interface Line extends NewLine {
  type: LineType
  state: LineState
  /** The reason for the pause, in each language. */
  pausedReason: LocalizedText | null
  isDefault: boolean
  createdAt: Date
}

type LineRow = Row<
  'line',
  | 'id'
  | 'org_id'
  | 'phone'
  | 'label'
  | 'carrier'
  | 'texts_per_second'
  | 'credentials'
  | 'type'
  | 'state'
  | 'paused_reason'
  | 'is_default'
  | 'created_at'
>

const columns = sql`id, org_id, phone, label, carrier, texts_per_second, credentials, type, state, paused_reason, is_default, created_at`

/** Returns a line by id, or undefined. */
export async function lineById(db: Db, encryption: Encryption, id: string): Promise<Line | undefined> {
  const result = await sql<LineRow>`select ${columns} from line where id = ${id}`.execute(db)
  return result.rows[0] && lineFrom(result.rows[0], encryption)
}

/** Lists every line in use that the database handle can see, of all its organizations, oldest first. */
export async function everyLine(db: Db, encryption: Encryption): Promise<Line[]> {
  const result = await sql<LineRow>`select ${columns} from line where state <> 'released' order by id`.execute(db)
  return result.rows.map((row) => lineFrom(row, encryption))
}

/** Lists the lines in use whose numbers were bought here, oldest first. */
export async function boughtLines(db: Db, encryption: Encryption): Promise<Line[]> {
  const result = await sql<LineRow>`
    select ${columns} from line where state <> 'released' and bought_at is not null order by id`.execute(db)
  return result.rows.map((row) => lineFrom(row, encryption))
}

/** Returns the sample line of the organization, or undefined. */
export async function sampleLine(db: Db, encryption: Encryption): Promise<Line | undefined> {
  const result = await sql<LineRow>`
    select ${columns} from line where state <> 'released' and carrier = ${SAMPLE_CARRIER}`.execute(db)
  return result.rows[0] && lineFrom(result.rows[0], encryption)
}

/** Checks whether any organization of this installation uses a number. */
export async function isInUse(system: Db, phone: string): Promise<boolean> {
  const result =
    await sql`select from line where phone = ${phone} and state <> 'released' and carrier <> ${SAMPLE_CARRIER}`.execute(
      system,
    )
  return result.rows.length > 0
}

/** Returns which of these lines send nothing now: those that are paused, and released ones that no other line replaces. */
export async function linesNotSending(db: Db, lineIds: string[]): Promise<Set<string>> {
  const result = await sql<Row<'line', 'id'>>`
    select l.id from line l where l.id = any(${lineIds}::uuid[]) and (l.state = 'paused'
      or (l.state = 'released' and l.carrier <> ${SAMPLE_CARRIER} and not exists (
        select from line o where o.org_id = l.org_id and o.state <> 'released' and o.carrier <> ${SAMPLE_CARRIER})))`.execute(
    db,
  )
  return new Set(result.rows.map((row) => row.id))
}

/** Checks whether there are lines and all are paused. Ignores the sample line, which texts no real contact. */
export async function areAllPaused(db: Db): Promise<boolean> {
  const result = await sql<{ paused: boolean | null }>`
    select bool_and(state = 'paused') as paused from line
    where state <> 'released' and carrier <> ${SAMPLE_CARRIER}`.execute(db)
  return result.rows[0]?.paused ?? false
}

/**
 * Returns the preferred line of a conversation if it is active, otherwise the default, otherwise the oldest active
 * line. When all are paused, returns one of them anyway: its messages wait. The sample line is returned only for the
 * sample worker's number, and no other line is returned for that number while there is a sample line. Leaves secrets
 * encrypted.
 */
export async function firstLine(
  db: Db,
  preferred: string | null,
  to: string | null,
): Promise<{ id: string; phone: string } | undefined> {
  const result = await sql<Row<'line', 'id' | 'phone'>>`
    select id, phone from line where state <> 'released'
      and (carrier = ${SAMPLE_CARRIER}) = (${to === SAMPLE_CONTACT_PHONE}::boolean
        and exists (select from line where state <> 'released' and carrier = ${SAMPLE_CARRIER}))
    order by (state = 'active') desc, (id is not distinct from ${preferred}::uuid) desc, is_default desc, id limit 1`.execute(
    db,
  )
  return result.rows[0]
}

/**
 * Inserts a line with encrypted secrets; the first line of an organization becomes the default, except a sample line.
 * Fails with 23505 when the number is taken, or there is a sample line already.
 */
export async function addLine(db: Db, encryption: Encryption, line: NewLine, now: Date): Promise<void> {
  const encrypted = encryptedCredentials(encryption, line.id, line.credentials)
  await sql`
    insert into line (org_id, id, phone, label, carrier, credentials, texts_per_second, type, is_default, bought_at, created_at)
    values (${line.orgId}, ${line.id}, ${line.phone}, ${line.label}, ${line.carrier}, ${encrypted}, ${line.textsPerSecond},
      ${line.type ?? 'local'}, ${line.carrier !== SAMPLE_CARRIER}::boolean and not exists (select from line where org_id = ${line.orgId} and is_default),
      ${line.boughtAt ?? null}, ${now})`.execute(db)
}

/** Changes to a line; omitted properties stay. */
export interface LineChanges {
  label?: string | undefined
  textsPerSecond?: number | undefined
  /** Encrypted. */
  credentials?: string | undefined
}

/** Saves changes to a line. */
export async function changeLine(tx: Tx, id: string, changes: LineChanges): Promise<void> {
  const { label, textsPerSecond, credentials } = changes
  await sql`
    update line set label = coalesce(${label ?? null}, label), credentials = coalesce(${credentials ?? null}, credentials),
      texts_per_second = coalesce(${textsPerSecond ?? null}::real, texts_per_second)
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Makes a line the default for new conversations. */
export async function makeDefault(tx: Tx, id: string): Promise<void> {
  await sql`update line set is_default = false where org_id = ${tx.orgId} and is_default and id <> ${id}`.execute(tx.db)
  await sql`update line set is_default = true where org_id = ${tx.orgId} and id = ${id} and state <> 'released'`.execute(
    tx.db,
  )
}

/**
 * Pauses sending on a line until it is resumed; `reason` is kept in each language. Returns whether it was active
 * before.
 */
export async function pauseLine(tx: Tx, lineId: string, reason: LocalizedText): Promise<boolean> {
  const paused = await sql`
    update line set state = 'paused', paused_reason = ${packed(reason)}
    where org_id = ${tx.orgId} and id = ${lineId} and state = 'active' returning id`.execute(tx.db)
  if (paused.rows.length > 0) tx.audit('line.paused', lineId, { reason: localize(reason, 'en') })
  return paused.rows.length > 0
}

/** Resumes sending on a line and wakes the sender. Returns whether it was paused. */
export async function resumeLine(tx: Tx, lineId: string): Promise<boolean> {
  const resumed = await sql`
    update line set state = 'active', paused_reason = null
    where org_id = ${tx.orgId} and id = ${lineId} and state = 'paused' returning id`.execute(tx.db)
  if (resumed.rows.length === 0) return false
  tx.audit('line.resumed', lineId)
  tx.wakeUp('texts')
  return true
}

/**
 * Locks the lines in use of the organization, oldest first, so that two members cannot release the last two at once. The
 * sample line is not among them.
 */
export async function lockLines(tx: Tx): Promise<{ id: string; state: LineState; isDefault: boolean }[]> {
  const held = await sql<CamelRow<'line', 'id' | 'state' | 'is_default'>>`
    select id, state, is_default as "isDefault" from line
    where org_id = ${tx.orgId} and state <> 'released' and carrier <> ${SAMPLE_CARRIER} order by id for update`.execute(
    tx.db,
  )
  return held.rows
}

/** Marks a line as released. Its row stays: old messages reference it, and its carrier may still call. */
export async function markReleased(tx: Tx, id: string, { isGivenBack = false } = {}): Promise<void> {
  await sql`
    update line set state = 'released', is_default = false, paused_reason = null,
      given_back_at = case when ${isGivenBack}::boolean then ${tx.world.now()}::timestamptz end
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Encrypts credentials so that they can be decrypted for this line only. */
export function encryptedCredentials(encryption: Encryption, lineId: string, credentials: Credentials): string {
  return encryption.seal(credentialsContext(lineId), JSON.stringify(credentials))
}

function lineFrom(row: LineRow, encryption: Encryption): Line {
  return {
    id: row.id,
    orgId: row.org_id,
    phone: row.phone,
    label: row.label,
    carrier: row.carrier,
    textsPerSecond: row.texts_per_second,
    credentials: JSON.parse(encryption.open(credentialsContext(row.id), row.credentials)) as Credentials,
    type: row.type,
    state: row.state,
    pausedReason: row.paused_reason === null ? null : decodeLocalizedText(row.paused_reason),
    isDefault: row.is_default,
    createdAt: row.created_at,
  }
}

/** Returns the encryption context of the credentials of a line. */
export function credentialsContext(lineId: string): string {
  return `line|credentials|${lineId}`
}
