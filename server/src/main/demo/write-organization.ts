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

/** An organization as written to the database. */
export interface SeededOrganization {
  organization: DemoOrganization
  id: string
  line: DemoLine
  nightLine: DemoLine | null
  /** Teammates who text contacts, the best known first. */
  senders: Sender[]
}

/** Writes organizations, users, memberships and lines; returns them by organization. */
export async function writeOrganizations(kernel: Kernel, db: Db, nowMs: number): Promise<SeededOrganization[]> {
  const founded = nowMs - 420 * DAY
  const ids = new Map(ORGANIZATIONS.map((organization) => [organization.key, idAt(founded)]))
  const idOf = (key: DemoOrganization['key']): string => ids.get(key) as string
  const rows = ORGANIZATIONS.map((organization): Row => ({
    id: idOf(organization.key),
    name: organization.name,
    slug: organization.slug,
    parent_id: organization.parent ? idOf(organization.parent) : null,
    timezone: TIMEZONE,
    country: 'US',
    status: organization.status,
    need_billing: false,
    features: JSON.stringify(organization.features),
    // Off, so that messages arrive when the demo is tried at night.
    settings: JSON.stringify({
      quietHours: { mode: 'off', start: '21:00', end: '08:00' },
      // One organization shows the first-contact notice.
      firstContactNotice: organization.key === 'plant',
      // One organization asks for approvals of large broadcasts and signs them.
      ...(organization.key === 'acme' ? { broadcasts: { approvalAbove: 500, signOff: 'Acme Foods HR' } } : {}),
    }),
    included_texts: organization.includedTexts,
    created_at: instant(founded),
  }))
  const columns = {
    id: 'uuid',
    name: 'text',
    slug: 'text',
    parent_id: 'uuid',
    timezone: 'text',
    country: 'text',
    status: 'text',
    need_billing: 'boolean',
    features: 'jsonb',
    settings: 'jsonb',
    included_texts: 'int',
    created_at: 'timestamptz',
  }
  await insertRows(db, 'organization', columns, rows)
  const userIds = await writeStaff(db, idOf, founded)
  const seeded: SeededOrganization[] = []
  for (const organization of ORGANIZATIONS) {
    const orgId = idOf(organization.key)
    const senders = STAFF.flatMap((teammate): Sender[] => {
      const role = teammate.roles[organization.key]
      return role && WRITING.has(role)
        ? [
            {
              userId: userIds.get(teammate.email) as string,
              firstname: teammate.firstname,
              lastname: teammate.lastname,
            },
          ]
        : []
    })
    seeded.push({
      organization,
      id: orgId,
      senders,
      ...(await writeLines(kernel, db, organization, { orgId, founded })),
    })
  }
  return seeded
}

async function writeStaff(
  db: Db,
  idOf: (key: DemoOrganization['key']) => string,
  founded: number,
): Promise<Map<string, string>> {
  const userIds = new Map(STAFF.map((teammate, at) => [teammate.email, idAt(founded + at * DAY)]))
  // One hash for all users: they share the password, and hashing is slow on purpose.
  const hash = await hashPassword(PASSWORD)
  const rows = STAFF.map((teammate): Row => ({
    id: userIds.get(teammate.email) as string,
    email: teammate.email,
    firstname: teammate.firstname,
    lastname: teammate.lastname,
    password_hash: hash,
    created_at: instant(founded),
  }))
  await insertRows(
    db,
    'user_account',
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
  const members = STAFF.flatMap((teammate, at) =>
    Object.entries(teammate.roles).map(([key, role]): Row => ({
      org_id: idOf(key as DemoOrganization['key']),
      id: idAt(founded + at * DAY),
      user_id: userIds.get(teammate.email) as string,
      role,
      created_at: instant(founded + at * DAY),
    })),
  )
  await insertRows(
    db,
    'member',
    { org_id: 'uuid', id: 'uuid', user_id: 'uuid', role: 'text', created_at: 'timestamptz' },
    members,
  )
  return userIds
}

/** The night line uses the Twilio dialect, so that the demo runs both adapters. */
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
    kernel.encryption,
    {
      ...line,
      orgId,
      label: 'Main line',
      textsPerSecond: 50,
      credentials,
      ...(organization.boughtLine ? { boughtAt: new Date(founded) } : {}),
    },
    new Date(founded),
  )
  if (organization.key !== 'acme') return { line, nightLine: null }
  const nightLine = { id: idAt(founded + 200 * DAY), phone: NIGHT_LINE.phone, carrier: 'twilio' }
  const token = hex(16)
  const twilio = { account: `AC${hex(16)}`, key: token, secret: token }
  await addLine(
    db,
    kernel.encryption,
    { ...nightLine, orgId, label: NIGHT_LINE.label, textsPerSecond: 50, credentials: twilio },
    new Date(founded + 200 * DAY),
  )
  return { line, nightLine }
}

/** Creates the partitions for the months of the messages, and for the next two. */
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
  for (const month of months) await sql`select create_message_partition(${month}::timestamptz)`.execute(db)
}
