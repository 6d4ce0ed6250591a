import { sql } from 'kysely'
import type { Role } from '@crewline/contract/permissions'
import { NEW_ORGANIZATION_FEATURES } from '@crewline/contract/features'
import type { Kernel } from '../../src/kernel/kernel.ts'
import { hashPassword } from '../../src/kernel/secrets/passwords.ts'
import { makeToken, tokenHash } from '../../src/kernel/secrets/tokens.ts'
import { addUser } from '../../src/modules/accounts/store/people.ts'
import { addSession } from '../../src/modules/accounts/store/sessions.ts'
import { addLine, type NewLine } from '../../src/modules/lines/index.ts'
import { limitToGroups } from '../../src/modules/team/index.ts'
import { TELNYX_PUBLIC_KEY } from './hooks.ts'

/** The password of every test user. */
export const PASSWORD = 'correct horse battery'

let hashed: Promise<string> | undefined

/** A user with a valid token. */
export interface TestUser {
  id: string
  email: string
  firstname: string
  lastname: string
  role: Role
  token: string
  orgId: string
}

export interface TestContact {
  id: string
  firstname: string
  phone: string
}

/** One organization with its users and contacts. */
export interface Org {
  id: string
  name: string
  line: NewLine
  /** Owner. */
  ann: TestUser
  /** Agent. */
  gus: TestUser
  /** Viewer. */
  vic: TestUser
  bob: TestContact
  cat: TestContact
  dan: TestContact
}

/**
 * Creates an organization with an owner, an agent, a viewer, a line and three contacts. `nth` keeps phone numbers
 * distinct.
 */
export async function makeOrg(
  kernel: Kernel,
  name: string,
  nth: number,
  { carrier = 'simulated', status = 'active' }: { carrier?: string; status?: string } = {},
): Promise<Org> {
  const system = kernel.database.asSystem('tests create organizations')
  const now = kernel.world.now()
  const id = kernel.world.id()
  // Tests run at any hour: quiet hours and the first-contact notice are on only where a test sets them.
  const settings = JSON.stringify({
    quietHours: { mode: 'off', start: '21:00', end: '08:00' },
    firstContactNotice: false,
  })
  await sql`insert into organization (id, name, slug, timezone, country, status, features, settings, created_at)
    values (${id}, ${name}, ${id}, 'America/Chicago', 'US', ${status}, ${JSON.stringify(NEW_ORGANIZATION_FEATURES)}::jsonb, ${settings}::jsonb, ${now})`.execute(
    system,
  )
  await sql`select create_message_partition(${now})`.execute(system)
  const [ann, gus, vic] = await Promise.all([
    makeUser(kernel, id, { firstname: 'Ann', lastname: name, role: 'owner' }),
    makeUser(kernel, id, { firstname: 'Gus', lastname: name, role: 'agent' }),
    makeUser(kernel, id, { firstname: 'Vic', lastname: name, role: 'viewer' }),
  ])
  const credentials = credentialsAt(carrier, (count) => kernel.world.bytes(count).toString('hex'))
  const line: NewLine = {
    id: kernel.world.id(),
    orgId: id,
    phone: `+1312555010${nth}`,
    label: 'Main',
    carrier,
    textsPerSecond: 1000,
    credentials,
  }
  await addLine(system, kernel.encryption, line, now)
  const contacts = []
  for (const [index, firstname] of ['Bob', 'Cat', 'Dan'].entries())
    contacts.push(await makeContact(kernel, id, firstname, `+141555501${nth}${index}`))
  const [bob, cat, dan] = contacts as [TestContact, TestContact, TestContact]
  return { id, name, line, ann, gus, vic, bob, cat, dan }
}

/** Credentials in the form of a carrier. */
function credentialsAt(carrier: string, hex: (bytes: number) => string): NewLine['credentials'] {
  const key = hex(16)
  if (carrier === 'twilio') return { account: `AC${hex(16)}`, key, secret: key }
  if (carrier !== 'telnyx') return { account: 'test', key, secret: hex(16) }
  const account = `KEY${hex(16).toUpperCase()}`
  return { account, key: `${account}_${key.slice(0, 22)}`, secret: TELNYX_PUBLIC_KEY }
}

/** Adds a signed-in member. */
export async function makeUser(
  kernel: Kernel,
  orgId: string,
  { firstname, lastname, role }: { firstname: string; lastname: string; role: Role },
): Promise<TestUser> {
  const system = kernel.database.asSystem('tests create users')
  const now = kernel.world.now()
  const id = kernel.world.id()
  const email = `${firstname}.${id}@test.example`.toLowerCase()
  hashed ??= hashPassword(PASSWORD)
  await addUser(system, { id, email, firstname, lastname, passwordHash: await hashed, now })
  await sql`insert into member (org_id, id, user_id, role, created_at) values (${orgId}, ${kernel.world.id()}, ${id}, ${role}, ${now})`.execute(
    system,
  )
  const token = makeToken(kernel.world)
  await addSession(system, {
    id: kernel.world.id(),
    tokenHash: tokenHash(token),
    userId: id,
    organizationId: orgId,
    now,
  })
  return { id, email, firstname, lastname, role, token, orgId }
}

/** Adds a contact with this number. */
export async function makeContact(
  kernel: Kernel,
  orgId: string,
  firstname: string,
  phone: string,
): Promise<TestContact> {
  const id = kernel.world.id()
  const now = kernel.world.now()
  await sql`insert into contact (org_id, id, firstname, lastname, sort_name, phone, source, created_at, updated_at)
    values (${orgId}, ${id}, ${firstname}, 'Worker', ${`${firstname.toLowerCase()} worker`}, ${phone}, 'manual', ${now}, ${now})`.execute(
    kernel.database.ofOrg(orgId),
  )
  return { id, firstname, phone }
}

/** Creates a group of these contacts; returns its id. */
export async function makeGroup(kernel: Kernel, orgId: string, name: string, contactIds: string[]): Promise<string> {
  const id = kernel.world.id()
  const db = kernel.database.ofOrg(orgId)
  await sql`insert into contact_group (org_id, id, name, created_at) values (${orgId}, ${id}, ${name}, ${kernel.world.now()})`.execute(
    db,
  )
  await sql`
    with come as (
      insert into group_member (org_id, group_id, contact_id, counted)
      select c.org_id, ${id}::uuid, c.id, case when c.archived_at is not null then 0
        when c.phone is not null and c.phone_state = 'ok' and k.opted_out is not true then 2 else 1 end
      from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
      where c.org_id = ${orgId} and c.id = any(${contactIds}::uuid[]) returning counted)
    update contact_group g set contact_count = n.contacts, reachable_count = n.reachable
    from (select count(*) filter (where counted > 0) as contacts, count(*) filter (where counted = 2) as reachable from come) n
    where g.org_id = ${orgId} and g.id = ${id}`.execute(db)
  return id
}

/** Limits this user to the contacts of these groups; returns the member's id. */
export function limitTo(kernel: Kernel, user: TestUser, groupIds: string[]): Promise<string> {
  const system = kernel.database.asSystem('tests assign groups to members')
  return limitToGroups(system, user.orgId, user.id, groupIds)
}
