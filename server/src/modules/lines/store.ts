import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Seal } from '../../kernel/secrets/seal.ts'

/** What a carrier wants to see before it takes a text, and what signs its calls to us. */
export interface Credentials {
  account: string
  /** Bearer key or auth token. */
  key: string
  /** Signs webhooks. */
  secret: string
}

/** A number an organization texts from. */
export interface Line {
  id: string
  orgId: string
  phone: string
  label: string
  carrier: string
  textsPerSecond: number
  credentials: Credentials
}

interface Row {
  id: string
  org_id: string
  phone: string
  label: string
  carrier: string
  texts_per_second: number
  credentials: string
}

const columns = sql`id, org_id, phone, label, carrier, texts_per_second, credentials`

/** One line by its id, or undefined. */
export async function lineById(db: Db, seal: Seal, id: string): Promise<Line | undefined> {
  const found = await sql<Row>`select ${columns} from line where id = ${id}`.execute(db)
  return found.rows[0] && lineFrom(found.rows[0], seal)
}

/** Every line of every organization; for telling carriers where to call. */
export async function everyLine(system: Db, seal: Seal): Promise<Line[]> {
  const found = await sql<Row>`select ${columns} from line order by id`.execute(system)
  return found.rows.map((row) => lineFrom(row, seal))
}

/** The line a conversation keeps to, or else the organization's first; its secrets stay sealed. */
export async function firstLine(db: Db, preferred: string | null): Promise<{ id: string; phone: string } | undefined> {
  const found = await sql<{ id: string; phone: string }>`
    select id, phone from line order by (id is distinct from ${preferred}::uuid), id limit 1`.execute(db)
  return found.rows[0]
}

/** Adds a line with its secrets sealed. */
export async function addLine(system: Db, seal: Seal, line: Line, now: Date): Promise<void> {
  const sealed = seal.seal(placeOf(line.id), JSON.stringify(line.credentials))
  await sql`
    insert into line (org_id, id, phone, label, carrier, credentials, texts_per_second, created_at)
    values (${line.orgId}, ${line.id}, ${line.phone}, ${line.label}, ${line.carrier}, ${sealed}, ${line.textsPerSecond}, ${now})`.execute(
    system,
  )
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
  }
}

function placeOf(lineId: string): string {
  return `line|credentials|${lineId}`
}
