import { packed, wordsOf, type Words } from '@crewline/contract/words'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { Seal } from '../../kernel/secrets/seal.ts'
import type { LineState, LineType } from './rules.ts'

/** What a carrier wants to see before it takes a text, and what signs its calls to us. */
export interface Credentials {
  account: string
  /** Bearer key or auth token. */
  key: string
  /** Signs webhooks. */
  secret: string
}

/** A number to be added. */
export interface NewLine {
  id: string
  orgId: string
  phone: string
  label: string
  carrier: string
  textsPerSecond: number
  credentials: Credentials
  /** Local unless said otherwise. */
  type?: LineType
}

/** A number an organization texts from. */
export interface Line extends NewLine {
  type: LineType
  state: LineState
  /** Why it is paused, in words. */
  pausedReason: Words | null
  isDefault: boolean
  createdAt: Date
}

interface Row {
  id: string
  org_id: string
  phone: string
  label: string
  carrier: string
  texts_per_second: number
  credentials: string
  type: LineType
  state: LineState
  paused_reason: string | null
  is_default: boolean
  created_at: Date
}

const columns = sql`id, org_id, phone, label, carrier, texts_per_second, credentials, type, state, paused_reason, is_default, created_at`

/** One line by its id, or undefined. */
export async function lineById(db: Db, seal: Seal, id: string): Promise<Line | undefined> {
  const found = await sql<Row>`select ${columns} from line where id = ${id}`.execute(db)
  return found.rows[0] && lineFrom(found.rows[0], seal)
}

/** Every line in use, of every organization the handle sees, the oldest first. */
export async function everyLine(db: Db, seal: Seal): Promise<Line[]> {
  const found = await sql<Row>`select ${columns} from line where state <> 'released' order by id`.execute(db)
  return found.rows.map((row) => lineFrom(row, seal))
}

/** Whether an organization here uses this number; asked across all of them. */
export async function isInUse(system: Db, phone: string): Promise<boolean> {
  const found = await sql`select from line where phone = ${phone} and state <> 'released'`.execute(system)
  return found.rows.length > 0
}

/** Which of these lines nothing may leave from now. */
export async function pausedLines(db: Db, lineIds: string[]): Promise<Set<string>> {
  const found = await sql<{ id: string }>`
    select id from line where id = any(${lineIds}::uuid[]) and state = 'paused'`.execute(db)
  return new Set(found.rows.map((row) => row.id))
}

/** Whether there are lines and nothing may leave from any of them. */
export async function areAllPaused(db: Db): Promise<boolean> {
  const found = await sql<{ paused: boolean | null }>`
    select bool_and(state = 'paused') as paused from line where state <> 'released'`.execute(db)
  return found.rows[0]?.paused ?? false
}

/**
 * The line a conversation keeps to while it works, else the organization's default, else the oldest that works. Where all
 * are paused one of them is answered all the same: its texts wait. Secrets stay sealed.
 */
export async function firstLine(db: Db, preferred: string | null): Promise<{ id: string; phone: string } | undefined> {
  const found = await sql<{ id: string; phone: string }>`
    select id, phone from line where state <> 'released'
    order by (state = 'active') desc, (id is not distinct from ${preferred}::uuid) desc, is_default desc, id limit 1`.execute(
    db,
  )
  return found.rows[0]
}

/** Adds a line with its secrets sealed; the first of an organization is its default. Fails with 23505 when the number is taken. */
export async function addLine(db: Db, seal: Seal, line: NewLine, now: Date): Promise<void> {
  const sealed = sealedCredentials(seal, line.id, line.credentials)
  await sql`
    insert into line (org_id, id, phone, label, carrier, credentials, texts_per_second, type, is_default, created_at)
    values (${line.orgId}, ${line.id}, ${line.phone}, ${line.label}, ${line.carrier}, ${sealed}, ${line.textsPerSecond},
      ${line.type ?? 'local'}, not exists (select from line where org_id = ${line.orgId} and is_default), ${now})`.execute(
    db,
  )
}

/** What of a line can be changed; what is left out stays. */
export interface LineChanges {
  label?: string | undefined
  textsPerSecond?: number | undefined
  /** Sealed. */
  credentials?: string | undefined
}

/** Changes a line. */
export async function changeLine(tx: Tx, id: string, changes: LineChanges): Promise<void> {
  const { label, textsPerSecond, credentials } = changes
  await sql`
    update line set label = coalesce(${label ?? null}, label), credentials = coalesce(${credentials ?? null}, credentials),
      texts_per_second = coalesce(${textsPerSecond ?? null}::real, texts_per_second)
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Makes a line the one conversations start with. */
export async function makeDefault(tx: Tx, id: string): Promise<void> {
  await sql`update line set is_default = false where org_id = ${tx.orgId} and is_default and id <> ${id}`.execute(tx.db)
  await sql`update line set is_default = true where org_id = ${tx.orgId} and id = ${id} and state <> 'released'`.execute(
    tx.db,
  )
}

/** Lets nothing more leave from a line, until somebody resumes it; `reason` is kept in each language. Answers whether that is new. */
export async function pauseLine(tx: Tx, lineId: string, reason: Words): Promise<boolean> {
  const paused = await sql`
    update line set state = 'paused', paused_reason = ${packed(reason)}
    where org_id = ${tx.orgId} and id = ${lineId} and state = 'active' returning id`.execute(tx.db)
  if (paused.rows.length > 0) tx.audit('line.paused', lineId, { reason: reason.en })
  return paused.rows.length > 0
}

/** Lets texts leave from a line again and wakes the sender. Answers whether it was paused. */
export async function resumeLine(tx: Tx, lineId: string): Promise<boolean> {
  const resumed = await sql`
    update line set state = 'active', paused_reason = null
    where org_id = ${tx.orgId} and id = ${lineId} and state = 'paused' returning id`.execute(tx.db)
  if (resumed.rows.length === 0) return false
  tx.audit('line.resumed', lineId)
  tx.ring('texts')
  return true
}

/** Locks the lines in use of the organization, the oldest first, so that two members cannot give up the last two at once. */
export async function holdLines(tx: Tx): Promise<{ id: string; state: LineState; isDefault: boolean }[]> {
  const held = await sql<{ id: string; state: LineState; isDefault: boolean }>`
    select id, state, is_default as "isDefault" from line
    where org_id = ${tx.orgId} and state <> 'released' order by id for update`.execute(tx.db)
  return held.rows
}

/** Gives a line up. Its row stays: old messages name it, and its carrier may still call. */
export async function markReleased(tx: Tx, id: string): Promise<void> {
  await sql`
    update line set state = 'released', is_default = false, paused_reason = null
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Credentials as they are kept: they open for this line only. */
export function sealedCredentials(seal: Seal, lineId: string, credentials: Credentials): string {
  return seal.seal(placeOf(lineId), JSON.stringify(credentials))
}

function lineFrom(row: Row, seal: Seal): Line {
  return {
    id: row.id,
    orgId: row.org_id,
    phone: row.phone,
    label: row.label,
    carrier: row.carrier,
    textsPerSecond: row.texts_per_second,
    credentials: JSON.parse(seal.open(placeOf(row.id), row.credentials)) as Credentials,
    type: row.type,
    state: row.state,
    pausedReason: row.paused_reason === null ? null : wordsOf(row.paused_reason),
    isDefault: row.is_default,
    createdAt: row.created_at,
  }
}

function placeOf(lineId: string): string {
  return `line|credentials|${lineId}`
}
