import { auditEntries } from '@crewline/contract/audit'
import { recordConsent } from '@crewline/contract/consent'
import { readContact } from '@crewline/contract/contacts'
import type { BodyInput } from '@crewline/contract/endpoint'
import { contactTransfers, transferContact } from '@crewline/contract/transfers'
import { sql } from 'kysely'
import { nativeCall } from './hooks.ts'
import { makeContact, makeOrg, makeUser, type Org, type TestContact, type TestUser } from './cast.ts'
import type { TestApp } from './test-app.ts'

/** A parent with two children, and a manager of the first child who is one in the second too. */
export interface TestFamily {
  mom: Org
  kid: Org
  sis: Org
  /** A manager of both children, in a session of the first. */
  max: TestUser
}

let nth = 3
let phones = 100

/** Makes a family with sync turned on everywhere. */
export async function makeFamily(t: TestApp): Promise<TestFamily> {
  const { kernel } = t.process
  const [mom, kid, sis] = [
    await makeOrg(kernel, `Mom ${nth}`, nth++),
    await makeOrg(kernel, `Kid ${nth}`, nth++),
    await makeOrg(kernel, `Sis ${nth}`, nth++),
  ]
  const db = system(t)
  await sql`update organization set parent_id = ${mom.id} where id in (${kid.id}, ${sis.id})`.execute(db)
  await sql`
    update organization set features = features || '{"sync": true}' where id in (${mom.id}, ${kid.id}, ${sis.id})`.execute(
    db,
  )
  const max = await makeUser(kernel, kid.id, { firstname: 'Max', lastname: 'Both', role: 'manager' })
  await joinToo(t, max, sis.id, 'manager')
  return { mom, kid, sis, max }
}

/** Makes a user a member of another organization too. */
export async function joinToo(t: TestApp, user: TestUser, orgId: string, role: string): Promise<void> {
  const { world } = t.process.kernel
  await sql`
    insert into member (org_id, id, user_id, role, created_at)
    values (${orgId}, ${world.id()}, ${user.id}, ${role}, ${world.now()})`.execute(system(t))
}

/** A handle for every organization. */
export const system = (t: TestApp) => t.process.kernel.database.asSystem('tests look at every organization')

/** Adds a contact with a number that no other test uses. */
export const someone = (t: TestApp, org: Org, firstname = 'Eva'): Promise<TestContact> =>
  makeContact(t.process.kernel, org.id, firstname, `+1415556${String(1000 + phones++)}`)

/** Adds a contact with the number of someone in another organization. */
export const twinOf = (t: TestApp, org: Org, { phone }: TestContact, firstname = 'Evelyn'): Promise<TestContact> =>
  makeContact(t.process.kernel, org.id, firstname, phone)

/** Receives a text of a contact on the line of the organization. */
export async function receiveText(t: TestApp, { line }: Org, { phone }: TestContact, body: string): Promise<void> {
  const id = `txt_${t.process.kernel.world.id()}`
  const call = nativeCall(line, { type: 'inbound', id, from: phone, to: line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${line.id}`, { method: 'POST', ...call })
  if (answer.status !== 200) throw new Error(`the text was answered with ${answer.status}`)
}

type Asked = BodyInput<typeof transferContact>

/** Asks for a transfer. */
export const transfer = (t: TestApp, user: TestUser, body: Omit<Asked, 'withMessages'> & Partial<Asked>) =>
  t.as(user).call(transferContact, { body: { withMessages: true, ...body } })

/** Returns what is known about the transfers of a contact. */
export const known = async (t: TestApp, user: TestUser, contactId: string) =>
  (await t.as(user).call(contactTransfers, { query: { contactId } })).body

export const read = async (t: TestApp, user: TestUser, id: string) =>
  (await t.as(user).call(readContact, { query: { id } })).body.contact

/** Returns the contacts with a number that are not archived. */
export const liveWith = async (t: TestApp, org: Org, phone: string) =>
  (
    await sql<{ id: string; source: string }>`
      select id, source from contact where org_id = ${org.id} and phone = ${phone} and archived_at is null`.execute(
      system(t),
    )
  ).rows

export const optOut = (t: TestApp, user: TestUser, contactId: string) =>
  t.as(user).call(recordConsent, {
    body: { contactId, action: 'opt_out', method: 'verbal', wording: 'Asked at the gate' },
  })

export const attest = (t: TestApp, user: TestUser, contactId: string) =>
  t.as(user).call(recordConsent, {
    body: { contactId, action: 'attest', method: 'paper', wording: 'Signed form 12' },
  })

/** Returns the audit entries of an action, with their details by name. */
export const audited = async (t: TestApp, { ann }: Org, action: string) =>
  (await t.as(ann).call(auditEntries, { query: { action } })).body.data.map(({ object, details }) => ({
    target: object?.id ?? null,
    ...Object.fromEntries(details.map(({ name, value }) => [name, value])),
  }))
