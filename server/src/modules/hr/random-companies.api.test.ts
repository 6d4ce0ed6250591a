import { discardHrSync, type HrSync } from '@crewline/contract/hr'
import { eraseContact, mergeContacts } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeContact, makeOrg, type Org } from '../../../test/kit/cast.ts'
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
/** The number of the first sequence, to play one again. */
const FIRST = Number(process.env['HR_FIRST'] ?? 0)
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
  /** The people who opted out, and those who were erased. */
  optedOut: Set<string>
  erased: Set<string>
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

/** One random thing that happens here: an opt-out, a merge in either direction, an erasure, or a number that is taken. */
async function changeContacts(played: Played): Promise<void> {
  const { org, companyId, random, optedOut, erased } = played
  const listed = new Set((await finch.employees(companyId)).map((employee) => employee.id))
  const linked = (await contactsOf(org)).filter((contact) => listed.has(contact.externalId))
  const one = linked[random(linked.length)]
  if (!one) return
  const { externalId, id } = one
  const nth = (played.next += 1)
  const merge = async (keepId: string, otherId: string) => {
    const { http, body } = await t.as(org.ann).call(mergeContacts, { body: { keepId, otherId } })
    expect([http, body.code]).toEqual([200, undefined])
  }
  const twin = () => makeContact(t.process.kernel, org.id, `Twin${nth}`, `+1415557${String(1000 + nth)}`)
  const events = [
    async () => {
      const { rows } = await sql`
        update consent set opted_out = true where org_id = ${org.id} and phone = ${one.phone} returning phone`.execute(
        system(),
      )
      if (rows.length > 0) optedOut.add(externalId)
    },
    async () => merge(id, (await twin()).id),
    async () => {
      // The twin is kept, and becomes the person; its number counts, with its own consent, until it changes at the HR system.
      optedOut.delete(externalId)
      await merge((await twin()).id, id)
      await finch.change(companyId, [
        { kind: 'change', id: externalId, to: { personal_phone: `+1415558${String(1000 + nth)}` } },
      ])
    },
    async () => {
      const body = { contactId: id, reason: 'Asked for it', confirm: true as const }
      expect((await t.as(org.ann).call(eraseContact, { body })).http).toBe(200)
      erased.add(externalId)
    },
    // Two people with one number, and a number of someone who is no employee.
    async () => {
      const employees = await finch.employees(companyId)
      const other = employees[random(employees.length)]
      await finch.change(companyId, [
        { kind: 'change', id: externalId, to: { personal_phone: other?.personal_phone ?? null } },
      ])
    },
    async () => {
      const { phone } = await makeContact(t.process.kernel, org.id, `Neighbor${nth}`, `+1415559${String(1000 + nth)}`)
      await finch.change(companyId, [{ kind: 'change', id: externalId, to: { personal_phone: phone } }])
    },
  ]
  await events[random(events.length)]?.()
}

/** HR corrects every number of someone who works there that another person, a former one or someone else has. */
async function correctNumbers({ companyId, org }: Played): Promise<void> {
  const employees = (await finch.employees(companyId)).filter(({ status }) => status !== 'terminated')
  const working = employees.map((employee) => employee.id)
  const { rows } = await sql<{ phone: string }>`
    select phone from contact c where org_id = ${org.id} and phone is not null
      and not exists (select from hr_person p where p.org_id = c.org_id and p.contact_id = c.id
        and p.external_id = any(${working}::text[]))`.execute(system())
  const taken = new Set(rows.map((row) => row.phone))
  let nth = 0
  for (const { id, personal_phone: phone } of employees) {
    if (phone && !taken.has(phone)) taken.add(phone)
    else {
      nth += 1
      const to = { personal_phone: `+1415552${String(1000 + nth)}` }
      await finch.change(companyId, [{ kind: 'change', id, to }])
    }
  }
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
async function settle({ hr }: Played, where: string): Promise<void> {
  const isOver = ({ state, counts: { create, update, leave, rehire, problem } }: HrSync) =>
    state === 'done' && create + update + leave + rehire + problem === 0
  // A number that someone gives up is free for someone else in the next sync.
  for (let most = 6; most > 0; most--) {
    const sync = await hr.sync()
    if (isOver(sync)) return
    if (sync.state === 'review') await hr.apply(sync.brake?.people)
  }
  const { id, counts } = await hr.latest()
  expect([where, counts, (await hr.rows(id)).map((row) => row.problem?.text ?? row.changes)]).toEqual([where, {}, []])
}

interface Contact {
  id: string
  source: string
  externalId: string
  name: string
  phone: string
  work: string
  department: string
}

async function contactsOf(org: Org): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select c.id, c.source, p.external_id as "externalId", c.firstname || ' ' || c.lastname as name, c.phone, c.work, c.department
    from hr_person p join contact c on c.org_id = p.org_id and c.id = p.contact_id
    where p.org_id = ${org.id} order by p.external_id`.execute(system())
  return rows
}

test(
  `random changes, faults and crashes end with the people of the company, and keep every opt-out (seed ${SEED})`,
  async () => {
    for (let nth = FIRST; nth < FIRST + SEQUENCES; nth++) {
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
      const where = `sequence ${nth} of seed ${SEED}`
      const played: Played = {
        org,
        hr: hrOf(t, finch, org),
        companyId,
        random,
        next: 100,
        optedOut: new Set(),
        erased: new Set(),
      }
      await played.hr.connect(companyId, { groups: random(2) ? ['department'] : [] })
      await played.hr.apply()
      for (let step = 0; step < STEPS; step++) {
        await changeCompany(played)
        if (random(2) === 0) await changeContacts(played)
        if (random(2) === 0) await syncWithTrouble(played)
      }
      await correctNumbers(played)
      await settle(played, where)
      const contacts = await contactsOf(org)
      const { optedOut, erased } = played
      const employees = (await finch.employees(companyId)).filter(({ id }) => !erased.has(id))
      const expected = employees.map((employee) => ({
        externalId: employee.id,
        name: `${employee.first_name} ${employee.last_name}`,
        phone: employee.personal_phone,
        department: employee.department,
      }))
      const working = new Set(employees.filter(({ status }) => status !== 'terminated').map(({ id }) => id))
      const inOrder = (all: { externalId: string }[]) =>
        all
          .filter(({ externalId }) => working.has(externalId))
          .toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1))
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
      select count(*)::int as n from contact
      where org_id = ${org.id} and source = 'hris' and merged_into is null and erased_at is null`.execute(system())
      // No one was added twice.
      expect([where, rows[0]?.n]).toEqual([where, contacts.filter(({ source }) => source === 'hris').length])
      const still = await sql<{ phone: string }>`
      select phone from consent where org_id = ${org.id} and opted_out`.execute(system())
      const phones = new Set(still.rows.map((row) => row.phone))
      for (const externalId of [...optedOut].filter((id) => !erased.has(id)))
        expect([
          where,
          externalId,
          phones.has(contacts.find((one) => one.externalId === externalId)?.phone ?? ''),
        ]).toEqual([where, externalId, true])
    }
  },
  Math.max(600_000, SEQUENCES * 5_000),
)
