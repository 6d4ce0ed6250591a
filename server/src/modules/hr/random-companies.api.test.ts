import { discardHrSync } from '@crewline/contract/hr'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { employeeOf, finchOf, type TestFinch } from '../../../test/kit/finch.ts'
import { hrOf, type TestHr } from '../../../test/kit/hr.ts'
import { killDuringStep } from '../../../test/kit/runs.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { NO_FAULTS } from '../../simulators/finch/api.ts'
import type { ScriptedChange } from '../../simulators/finch/control.ts'
import type { SimEmployee } from '../../simulators/finch/state.ts'

/** `HR_SEQUENCES=1000 HR_SEED=7 npx vitest run --project server random-companies` plays other sequences, or more. */
const SEQUENCES = Number(process.env['HR_SEQUENCES'] ?? 30)
const SEED = Number(process.env['HR_SEED'] ?? 1)
const STEPS = 8

let t: TestApp
let finch: TestFinch
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  finch = finchOf(t.process.address)
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at contacts')

/** Random numbers that follow from a seed (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

interface Played {
  org: Org
  hr: TestHr
  companyId: string
  random: (below: number) => number
  /** The next employee and number. */
  next: number
}

/** One random change of the company. */
async function changeCompany(played: Played): Promise<void> {
  const { companyId, random } = played
  const employees = await finch.employees(companyId)
  const one = employees[random(employees.length)] as SimEmployee
  const nth = (played.next += 1)
  const changes: ScriptedChange[][] = [
    [{ kind: 'hire', employee: employeeOf(nth) }],
    [{ kind: 'leave', id: one.id }],
    [{ kind: 'vanish', id: one.id }],
    [{ kind: 'change', id: one.id, to: { status: 'active' } }],
    [{ kind: 'change', id: one.id, to: { status: 'leave' } }],
    [{ kind: 'change', id: one.id, to: { personal_phone: `+1415556${String(1000 + nth)}` } }],
    [{ kind: 'change', id: one.id, to: { last_name: `Name${nth}`, title: `Title ${nth % 5}` } }],
    [{ kind: 'change', id: one.id, to: { department: `Department ${nth % 3}` } }],
    [{ kind: 'rename_department', from: one.department ?? '', to: `Department ${nth}` }],
    [{ kind: 'mass_termination', share: 0.6 }],
  ]
  if (employees.length > 2 || one.status === 'active')
    await finch.change(companyId, changes[random(changes.length)] ?? [])
}

/** One sync with random trouble; what asks is sometimes refused and sometimes confirmed. */
async function syncWithTrouble({ hr, org, random }: Played): Promise<void> {
  const faults = [{}, {}, {}, { isEmpty: true }, { isHalved: true }, { limited: 2 }]
  const fault = faults[random(faults.length)] ?? {}
  await finch.behaves({ ...NO_FAULTS, ...fault })
  const params = { id: await hr.begin() }
  if (random(3) === 0) await killDuringStep(t.process.kernel, 'hr.syncing')
  await hr.finish({ read: 1 + random(4), compare: 1 + random(4), apply: 1 + random(3) })
  const sync = await hr.latest()
  await finch.behaves(NO_FAULTS)
  if (sync.state !== 'review') return
  if ('isEmpty' in fault || random(3) === 0) await t.as(org.ann).call(discardHrSync, { params, body: {} })
  else await hr.apply(sync.brake?.people)
}

/** Syncs without trouble until nothing is left to do. */
async function settle({ hr }: Played): Promise<void> {
  const sync = await hr.sync()
  if (sync.state === 'review') await hr.apply(sync.brake?.people)
  expect(await hr.sync()).toMatchObject({
    state: 'done',
    counts: { create: 0, update: 0, leave: 0, rehire: 0, problem: 0 },
  })
}

interface Contact {
  externalId: string
  name: string
  phone: string
  work: string
  department: string
}

async function contactsOf(org: Org): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select p.external_id as "externalId", c.firstname || ' ' || c.lastname as name, c.phone, c.work, c.department
    from hr_person p join contact c on c.org_id = p.org_id and c.id = p.contact_id
    where p.org_id = ${org.id} order by p.external_id`.execute(system())
  return rows
}

test(`random changes, faults and crashes end with the people of the company, and keep every opt-out (seed ${SEED})`, async () => {
  for (let nth = 0; nth < SEQUENCES; nth++) {
    const random = randomFrom(SEED * 10_000 + nth)
    const org = await makeOrg(t.process.kernel, `Random ${nth}`, 100 + nth)
    await prove(t, org.ann)
    const companyId = `${String(nth).padStart(8, '0')}-a11a-4000-8000-000000000000`
    await finch.company({
      id: companyId,
      name: `Random ${nth}`,
      provider: 'gusto',
      employees: Array.from({ length: 4 + random(10) }, (_, at) => employeeOf(at + 1)),
    })
    const played: Played = { org, hr: hrOf(t, finch, org), companyId, random, next: 100 }
    await played.hr.connect(companyId, { groups: random(2) ? ['department'] : [] })
    await played.hr.apply()
    const optedOut = new Set<string>()
    for (let step = 0; step < STEPS; step++) {
      await changeCompany(played)
      if (random(4) === 0) {
        const all = await contactsOf(org)
        const { phone = '', externalId = '' } = all[random(all.length)] ?? {}
        await sql`update consent set opted_out = true where org_id = ${org.id} and phone = ${phone}`.execute(system())
        optedOut.add(externalId)
      }
      if (random(2) === 0) await syncWithTrouble(played)
    }
    await settle(played)
    const contacts = await contactsOf(org)
    const employees = await finch.employees(companyId)
    const expected = employees.map((employee) => ({
      externalId: employee.id,
      name: `${employee.first_name} ${employee.last_name}`,
      phone: employee.personal_phone,
      department: employee.department,
    }))
    const working = new Set(employees.filter(({ status }) => status !== 'terminated').map(({ id }) => id))
    const where = `sequence ${nth} of seed ${SEED}`
    const inOrder = (all: { externalId: string }[]) =>
      all.filter(({ externalId }) => working.has(externalId)).toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1))
    const shown = contacts.map(({ externalId, name, phone, department }) => ({ externalId, name, phone, department }))
    expect([where, inOrder(shown)]).toEqual([where, inOrder(expected)])
    for (const contact of contacts)
      expect([where, contact.externalId, contact.work === 'terminated']).toEqual([
        where,
        contact.externalId,
        !working.has(contact.externalId),
      ])
    expect([where, new Set(contacts.map(({ phone }) => phone)).size]).toEqual([where, contacts.length])
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from contact where org_id = ${org.id} and source = 'hris'`.execute(system())
    expect([where, rows[0]?.n]).toEqual([where, contacts.length])
    const still = await sql<{ phone: string }>`
      select phone from consent where org_id = ${org.id} and opted_out`.execute(system())
    const phones = new Set(still.rows.map((row) => row.phone))
    for (const externalId of optedOut)
      expect([
        where,
        externalId,
        phones.has(contacts.find((one) => one.externalId === externalId)?.phone ?? ''),
      ]).toEqual([where, externalId, true])
  }
}, 600_000)
