import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { hashPassword } from '../../kernel/secrets/passwords.ts'
import { addLine } from '../../modules/lines/index.ts'
import type { DemoLine, Sender } from './history.ts'
import { DAY, idAt } from './moments.ts'
import { NIGHT_LINE, ORGANIZATIONS, TIMEZONE, type DemoOrganization } from './organizations.ts'
import { insertRows, instant, type Row } from './rows.ts'
import { PASSWORD, STAFF, WRITING } from './staff.ts'

/** An organization as it was written. */
export interface Housed {
  organization: DemoOrganization
  id: string
  line: DemoLine
  nightLine: DemoLine | null
  /** Teammates who write to workers, the best known first. */
  senders: Sender[]
}

/** Writes organizations, people, memberships and lines, and answers who is where. */
export async function writeHouse(kernel: Kernel, db: Db, nowMs: number): Promise<Housed[]> {
  const founded = nowMs - 420 * DAY
  const ids = new Map(ORGANIZATIONS.map((organization) => [organization.key, idAt(founded)]))
  const idOf = (key: DemoOrganization['key']): string => ids.get(key) as string
  const rows = ORGANIZATIONS.map((one): Row => ({
    id: idOf(one.key),
    name: one.name,
    slug: one.slug,
    parent_id: one.parent ? idOf(one.parent) : null,
    timezone: TIMEZONE,
    country: 'US',
    standing: one.standing,
    need_billing: false,
    features: JSON.stringify(one.features),
    // Whoever tries the demo at night wants to see texts arrive.
    settings: JSON.stringify({
      quietHours: { mode: 'off', start: '21:00', end: '08:00' },
      // One organization shows the notice after a first text.
      firstContactNotice: one.key === 'plant',
    }),
    included_texts: one.includedTexts,
    created_at: instant(founded),
  }))
  const columns = {
    id: 'uuid',
    name: 'text',
    slug: 'text',
    parent_id: 'uuid',
    timezone: 'text',
    country: 'text',
    standing: 'text',
    need_billing: 'boolean',
    features: 'jsonb',
    settings: 'jsonb',
    included_texts: 'int',
    created_at: 'timestamptz',
  }
  await insertRows(db, 'organization', columns, rows)
  const people = await writeStaff(db, idOf, founded)
  const housed: Housed[] = []
  for (const organization of ORGANIZATIONS) {
    const orgId = idOf(organization.key)
    const senders = STAFF.flatMap((one): Sender[] => {
      const role = one.roles[organization.key]
      return role && WRITING.has(role)
        ? [{ personId: people.get(one.email) as string, firstname: one.firstname, lastname: one.lastname }]
        : []
    })
    housed.push({
      organization,
      id: orgId,
      senders,
      ...(await writeLines(kernel, db, organization, { orgId, founded })),
    })
  }
  return housed
}

async function writeStaff(
  db: Db,
  idOf: (key: DemoOrganization['key']) => string,
  founded: number,
): Promise<Map<string, string>> {
  const people = new Map(STAFF.map((one, at) => [one.email, idAt(founded + at * DAY)]))
  // One hash for all: they share the password, and hashing is slow on purpose.
  const hash = await hashPassword(PASSWORD)
  const rows = STAFF.map((one): Row => ({
    id: people.get(one.email) as string,
    email: one.email,
    firstname: one.firstname,
    lastname: one.lastname,
    password_hash: hash,
    created_at: instant(founded),
  }))
  await insertRows(
    db,
    'person',
    {
      id: 'uuid',
      email: 'text',
      firstname: 'text',
      lastname: 'text',
      password_hash: 'text',
      created_at: 'timestamptz',
    },
    rows,
  )
  const members = STAFF.flatMap((one, at) =>
    Object.entries(one.roles).map(([key, role]): Row => ({
      org_id: idOf(key as DemoOrganization['key']),
      id: idAt(founded + at * DAY),
      person_id: people.get(one.email) as string,
      role,
      created_at: instant(founded + at * DAY),
    })),
  )
  await insertRows(
    db,
    'member',
    { org_id: 'uuid', id: 'uuid', person_id: 'uuid', role: 'text', created_at: 'timestamptz' },
    members,
  )
  return people
}

/** The night line speaks the Twilio dialect, so that both adapters are alive in the demo. */
async function writeLines(
  kernel: Kernel,
  db: Db,
  organization: DemoOrganization,
  { orgId, founded }: { orgId: string; founded: number },
): Promise<{ line: DemoLine; nightLine: DemoLine | null }> {
  const hex = (bytes: number): string => kernel.world.bytes(bytes).toString('hex')
  const line = { id: idAt(founded), phone: organization.line, carrier: 'simulated' }
  const credentials = { account: 'demo', key: hex(24), secret: hex(24) }
  await addLine(
    db,
    kernel.seal,
    { ...line, orgId, label: 'Main line', textsPerSecond: 50, credentials },
    new Date(founded),
  )
  if (organization.key !== 'acme') return { line, nightLine: null }
  const nightLine = { id: idAt(founded + 200 * DAY), phone: NIGHT_LINE.phone, carrier: 'twilio' }
  const token = hex(16)
  const twilio = { account: `AC${hex(16)}`, key: token, secret: token }
  await addLine(
    db,
    kernel.seal,
    { ...nightLine, orgId, label: NIGHT_LINE.label, textsPerSecond: 50, credentials: twilio },
    new Date(founded + 200 * DAY),
  )
  return { line, nightLine }
}

/** Makes the partitions of the months that messages fall into, and of the next two. */
export async function makeMonths(db: Db, sinceMs: number, nowMs: number): Promise<void> {
  const months: string[] = []
  const since = new Date(sinceMs)
  const until = new Date(nowMs)
  for (let month = Date.UTC(since.getUTCFullYear(), since.getUTCMonth()); ;) {
    months.push(instant(month))
    const next = new Date(month)
    month = Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1)
    if (month > Date.UTC(until.getUTCFullYear(), until.getUTCMonth() + 2)) break
  }
  for (const month of months) await sql`select message_partition(${month}::timestamptz)`.execute(db)
}
