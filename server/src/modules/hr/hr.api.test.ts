import { integrations } from '@crewline/contract/integrations'
import { editContact, readContact } from '@crewline/contract/contacts'
import {
  applyHrSync,
  connectHr,
  discardHrSync,
  disconnectHr,
  finishHrConnection,
  fixHrRow,
  hrSync,
  readHr,
  refreshHris,
  undoHrSync,
} from '@crewline/contract/hr'
import { contactActivity } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeContact, makeOrg, type Org } from '../../../test/kit/cast.ts'
import { employeeOf, finchOf, type TestFinch } from '../../../test/kit/finch.ts'
import { hrOf, type TestHr } from '../../../test/kit/hr.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { NO_FAULTS } from '../../simulators/finch/api.ts'
import type { SimEmployee } from '../../simulators/finch/state.ts'

let t: TestApp
let finch: TestFinch
let count = 40
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  finch = finchOf(t.process.address)
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at contacts')

interface Person {
  id: string
  name: string
  phone: string | null
  work: string
  department: string
  archived: boolean
  source: string
  locked: Record<string, string>
}

async function people(org: Org): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select id, firstname || ' ' || lastname as name, phone, work, department, archived_at is not null as archived, source, locked
    from contact where org_id = ${org.id} and source <> 'sample' order by firstname, lastname, id`.execute(system())
  return rows
}

/** A new organization with a company of its own. */
async function company(employees: SimEmployee[]): Promise<{ org: Org; hr: TestHr; id: string }> {
  const nth = (count += 1)
  const org = await makeOrg(t.process.kernel, `Org ${nth}`, nth)
  await prove(t, org.ann)
  const id = `${String(nth).padStart(8, '0')}-c0c0-4000-8000-000000000000`
  await finch.company({ id, name: `Company ${nth}`, provider: 'adp_run', employees })
  return { org, hr: hrOf(t, finch, org), id }
}

const people3 = () => [1, 2, 3].map((nth) => employeeOf(nth))
const crowd = (size: number) => Array.from({ length: size }, (_, nth) => employeeOf(nth + 1))

/** A connected company whose first sync is applied. */
async function connected(employees: SimEmployee[], settings: Parameters<TestHr['connect']>[1] = {}) {
  const made = await company(employees)
  await made.hr.connect(made.id, settings)
  await made.hr.apply()
  return { ...made, named: async (name: string) => (await people(made.org)).find((person) => person.name === name) }
}

describe('connecting', () => {
  test('shows what would change, and changes nothing before it is applied with the statement of consent', async () => {
    const { org, hr, id } = await company(people3())
    const before = await people(org)
    expect(await hr.connect(id)).toMatchObject({ state: 'review', counts: { create: 3 }, needsConsent: true })
    expect(await people(org)).toEqual(before)
    const rows = await hr.rows((await hr.latest()).id)
    expect(rows.map((row) => row.name)).toEqual(['First1 Last1', 'First2 Last2', 'First3 Last3'])
    expect(rows[0]?.changes).toContainEqual({ field: 'department', before: '', after: 'Packing' })
    const { id: syncId, comparedAt } = await hr.latest()
    const params = { id: syncId }
    const body = { comparedAt: comparedAt ?? '' }
    expect(await t.as(org.ann).call(applyHrSync, { params, body })).toMatchObject({
      http: 400,
      body: { fieldErrors: { agreed: expect.any(String) } },
    })
    const page = await t.as(org.ann).call(hrSync, { params, query: { pageSize: 2 } })
    expect(page.body).toMatchObject({ sync: params, data: [{ kind: 'create' }, { kind: 'create' }] })
    const rest = await t.as(org.ann).call(hrSync, { params, query: { cursor: page.body.nextCursor as string } })
    expect(rest.body.data.map((row) => row.name)).toEqual(['First3 Last3'])
    expect(await hr.apply()).toMatchObject({ state: 'done' })
    const added = (await people(org)).filter((person) => person.source === 'hris')
    expect(added).toHaveLength(3)
    expect(added[0]).toMatchObject({ phone: '+14155551001', work: 'active', locked: { department: 'ADP Run' } })
    const { rows: consent } = await sql<{ n: number }>`
      select count(*)::int as n from consent_event where org_id = ${org.id} and method = 'hris_attestation'`.execute(
      system(),
    )
    expect(consent[0]?.n).toBe(3)
    expect((await t.as(org.ann).call(readHr)).body.connection).toMatchObject({ system: 'ADP Run', people: 3 })
    expect((await t.as(org.ann).call(integrations)).body.integrations).toEqual([
      { key: 'finch', state: 'connected', system: 'ADP Run' },
      { key: 'hr_file', state: 'off', system: null },
      { key: 'hr_scim', state: 'off', system: null },
      { key: 'slack', state: 'off', system: null },
      { key: 'teams', state: 'off', system: null },
    ])
  })

  test('refuses a code of another organization, a wrong state, another path and a second use', async () => {
    const victim = await company(people3())
    const attacker = await company(people3())
    const begin = async (org: Org, companyId: string) => {
      const { body } = await t.as(org.ann).call(connectHr, { body: { connect: true } })
      return finch.allow(body.connectUrl as string, companyId)
    }
    const finish = (org: Org, query: { code: string; state?: string }, orgId = org.id) =>
      t.as(org.ann).call(finishHrConnection, { params: { orgId }, query })
    const foreign = await begin(attacker.org, attacker.id)
    expect(await finish(victim.org, { code: foreign.code })).toMatchObject({ http: 422, body: { code: 'hr_refused' } })
    await begin(victim.org, victim.id)
    expect(await finish(victim.org, { code: foreign.code })).toMatchObject({ body: { code: 'hr_refused' } })
    const own = await begin(victim.org, victim.id)
    expect((await finish(victim.org, own, attacker.org.id)).http).toBe(404)
    expect(await finish(victim.org, { ...own, state: 'other' })).toMatchObject({ body: { code: 'hr_refused' } })
    expect((await finish(victim.org, own)).http).toBe(200)
    expect(await finish(victim.org, own)).toMatchObject({ body: { code: 'hr_refused' } })
    const { rows } = await sql<{ token: string }>`
      select token from hr_connection where org_id = ${victim.org.id}`.execute(system())
    const tokens = (await finch.state()).connections.map((connection) => connection.token)
    expect(tokens.some((token) => rows[0]?.token.includes(token))).toBe(false)
  })
})

describe('a sync', () => {
  test('that finds no changes writes no contact, no group and no link', async () => {
    const { org, hr } = await connected(people3(), { groups: ['department', 'location'] })
    const versions = async () =>
      (
        await sql`
          select 'c' as kind, id::text, xmin::text from contact where org_id = ${org.id}
          union all select 'p', external_id, xmin::text from hr_person where org_id = ${org.id}
          union all select 'm', contact_id::text || group_id::text, xmin::text from group_member where org_id = ${org.id}
          union all select 'g', id::text, xmin::text from contact_group where org_id = ${org.id} order by 1, 2`.execute(
          system(),
        )
      ).rows
    const before = await versions()
    expect(await hr.sync()).toMatchObject({ state: 'done', counts: { unchanged: 3, update: 0 } })
    expect(await versions()).toEqual(before)
  })

  test('follows hires, changes, leavers and rehires; the same contact comes back', async () => {
    const { hr, id, named } = await connected(crowd(12))
    const first = await named('First1 Last1')
    await finch.change(id, [
      { kind: 'hire', employee: employeeOf(13) },
      { kind: 'change', id: employeeOf(2).id, to: { department: 'Shipping', status: 'leave' } },
      { kind: 'leave', id: employeeOf(1).id },
    ])
    expect(await hr.sync()).toMatchObject({ state: 'done', counts: { create: 1, update: 1, leave: 1 } })
    expect(await named('First13 Last13')).toMatchObject({ work: 'active' })
    expect(await named('First2 Last2')).toMatchObject({ department: 'Shipping', work: 'on_leave' })
    expect(await named('First1 Last1')).toMatchObject({ id: first?.id, work: 'terminated', archived: false })
    await finch.change(id, [{ kind: 'change', id: employeeOf(1).id, to: { status: 'active' } }])
    expect(await hr.sync()).toMatchObject({ counts: { rehire: 1 } })
    expect(await named('First1 Last1')).toMatchObject({ id: first?.id, work: 'active' })
  })

  test('archives leavers where that is chosen, and restores them when they come back', async () => {
    const { org, hr, id, named } = await connected(crowd(12), { onLeave: 'archive' })
    const first = await named('First1 Last1')
    await finch.change(id, [{ kind: 'vanish', id: employeeOf(1).id }])
    await hr.sync()
    expect(await named('First1 Last1')).toMatchObject({ archived: true, work: 'terminated' })
    await finch.change(id, [{ kind: 'hire', employee: employeeOf(1) }])
    await hr.sync()
    expect(await named('First1 Last1')).toMatchObject({ id: first?.id, archived: false, work: 'active' })
    expect((await people(org)).filter((person) => person.name === 'First1 Last1')).toHaveLength(1)
  })

  test('finds known contacts by employee id, and by number with the same last name', async () => {
    const { org, hr, id } = await company(people3())
    const known = await makeContact(t.process.kernel, org.id, 'Nickname', '+14155551001')
    await t.as(org.ann).call(editContact, { query: { id: known.id }, body: { lastname: 'Last1' } })
    expect(await hr.connect(id)).toMatchObject({ counts: { create: 2, update: 1 } })
    await hr.apply()
    expect((await people(org)).find((person) => person.id === known.id)).toMatchObject({ name: 'First1 Last1' })
  })

  test('lets the chosen side win, field by field', async () => {
    const { org, hr, id, named } = await connected(people3())
    const person = (await named('First1 Last1')) as Person
    const edit = (body: object) => t.as(org.ann).call(editContact, { query: { id: person.id }, body })
    expect(await edit({ department: 'Office' })).toMatchObject({ http: 409, body: { code: 'managed_elsewhere' } })
    expect((await edit({ phone: '+14155559999' })).http).toBe(200)
    await hr.sync()
    expect(await named('First1 Last1')).toMatchObject({ phone: '+14155559999' })
    await finch.change(id, [{ kind: 'change', id: employeeOf(1).id, to: { personal_phone: '+14155557777' } }])
    await hr.sync()
    expect(await named('First1 Last1')).toMatchObject({ phone: '+14155557777' })
    const { events } = (await t.as(org.ann).call(contactActivity, { query: { id: person.id } })).body
    expect(events[0]).toMatchObject({ kind: 'changed', by: 'ADP Run' })
  })
})

describe('what comes from outside', () => {
  test('is cut, cleaned or left out where a contact cannot have it', async () => {
    const { org, hr, id } = await company([
      employeeOf(1, {
        first_name: `A\u0000na\u202e ${'x'.repeat(300)}`,
        work_email: 'no address',
        dob: '1990-02-31',
        start_date: '0001-01-01',
        title: '  Lead \n packer ',
        personal_phone: 'call the office',
      }),
      employeeOf(2, { department: 'D'.repeat(300), personal_phone: null }),
      employeeOf(3, { first_name: '', last_name: 'Single' }),
    ])
    const sync = await hr.connect(id)
    const [problem] = await hr.rows(sync.id, 'problem')
    expect(problem?.problem).toMatchObject({
      fixes: ['without_phone', 'ignore'],
      text: expect.stringContaining('call the office'),
    })
    const answer = await t
      .as(org.ann)
      .call(fixHrRow, { params: { id: sync.id }, body: { row: problem?.row ?? 0, fix: 'without_phone' } })
    expect(answer.http).toBe(200)
    await hr.finish()
    await hr.apply()
    const added = (await people(org)).filter((person) => person.source === 'hris')
    for (const { id: contactId } of added) {
      const { http, body } = await t.as(org.ann).call(readContact, { query: { id: contactId } })
      expect(http).toBe(200)
      if (body.contact.employeeId === 'E-1')
        expect(body.contact).toMatchObject({
          firstname: `A na ${'x'.repeat(55)}`,
          email: '',
          birthday: null,
          hireDate: null,
          jobTitle: 'Lead packer',
          phone: null,
        })
    }
    expect(added.map((person) => person.name.slice(0, 6))).toEqual(['A na x', 'First2', 'Single'])
  })

  test('that cannot be read leaves the person as they are', async () => {
    const { org, hr } = await connected(people3())
    const before = await people(org)
    await finch.behaves({ unreadable: [employeeOf(2).id] })
    expect(await hr.sync()).toMatchObject({ state: 'done', counts: { problem: 1, leave: 0 } })
    await finch.behaves(NO_FAULTS)
    expect(await people(org)).toEqual(before)
  })
})

describe('numbers', () => {
  test('keep an opt-out when the HR system replaces the number', async () => {
    const { org, hr, id, named } = await connected(people3())
    await sql`update consent set opted_out = true where org_id = ${org.id} and phone = '+14155551001'`.execute(system())
    await finch.change(id, [{ kind: 'change', id: employeeOf(1).id, to: { personal_phone: '+14155557770' } }])
    await hr.sync()
    expect(await named('First1 Last1')).toMatchObject({ phone: '+14155557770' })
    const { rows } = await sql<{ phone: string }>`
      select phone from consent where org_id = ${org.id} and opted_out order by phone`.execute(system())
    expect(rows.map((row) => row.phone)).toEqual(['+14155551001', '+14155557770'])
  })

  test('of two people with one number make a problem, which a member settles', async () => {
    const { org, hr, id } = await company([employeeOf(1), employeeOf(2, { personal_phone: '+14155551001' })])
    const sync = await hr.connect(id)
    expect(sync).toMatchObject({ counts: { create: 1, problem: 1 } })
    const [problem] = await hr.rows(sync.id, 'problem')
    expect(problem?.problem?.fixes).toContain('share')
    await t.as(org.ann).call(fixHrRow, { params: { id: sync.id }, body: { row: problem?.row ?? 0, fix: 'share' } })
    await hr.finish()
    expect(await hr.latest()).toMatchObject({ state: 'review', counts: { create: 2, problem: 0 } })
    await hr.apply()
    const phones = (await people(org)).filter((person) => person.source === 'hris').map((person) => person.phone)
    expect(phones).toEqual(['+14155551001', '+14155551001'])
  })
})

describe('groups', () => {
  test('fill themselves, and keep their identity when a department is renamed', async () => {
    const { org, hr, id } = await connected([...people3(), employeeOf(4, { department: 'Shipping' })], {
      groups: ['department'],
      changePct: 100,
    })
    const groups = async () =>
      (
        await sql<{ id: string; name: string; n: number }>`
          select id, name, contact_count as n from contact_group where org_id = ${org.id} and type = 'hris' order by name`.execute(
          system(),
        )
      ).rows
    const [packing] = await groups()
    expect(await groups()).toMatchObject([
      { name: 'Packing', n: 3 },
      { name: 'Shipping', n: 1 },
    ])
    await finch.change(id, [{ kind: 'rename_department', from: 'Packing', to: 'Packaging' }])
    await hr.sync()
    expect(await groups()).toMatchObject([
      { id: packing?.id, name: 'Packaging', n: 3 },
      { name: 'Shipping', n: 1 },
    ])
  })
})

describe('brakes', () => {
  test('let no empty, halved or shrunken answer remove or text anyone, and ask', async () => {
    const { org, hr, id } = await connected(crowd(12))
    const before = await people(org)
    await finch.behaves({ isEmpty: true })
    expect(await hr.sync()).toMatchObject({ state: 'review', brake: { kind: 'empty', people: 12, of: 12 } })
    expect((await t.as(org.ann).call(refreshHris)).body).toMatchObject({ code: 'hr_busy' })
    await expect(hr.apply()).rejects.toThrow(/Enter 12/)
    await t.as(org.ann).call(discardHrSync, { params: { id: (await hr.latest()).id }, body: {} })
    await finch.behaves({ ...NO_FAULTS, isHalved: true })
    expect(await hr.sync()).toMatchObject({ state: 'failed', problem: expect.stringContaining('fewer people') })
    await finch.behaves(NO_FAULTS)
    await finch.change(id, [{ kind: 'mass_termination', share: 0.75 }])
    expect(await hr.sync()).toMatchObject({ state: 'review', brake: { kind: 'leavers', people: 9, of: 12 } })
    expect(await people(org)).toEqual(before)
    expect(await hr.apply(9)).toMatchObject({ state: 'done', counts: { leave: 9 } })
    expect((await people(org)).filter((person) => person.work === 'terminated')).toHaveLength(9)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from message where org_id = ${org.id}`.execute(system())
    expect(rows[0]?.n).toBe(0)
  })

  test('leave everyone as they are during an outage, and after the connection is withdrawn', async () => {
    const { org, hr } = await connected(people3())
    const before = await people(org)
    await finch.behaves({ limited: 2 })
    expect(await hr.sync()).toMatchObject({ state: 'done' })
    await finch.behaves({ isDown: true })
    expect(await hr.sync()).toMatchObject({ state: 'failed' })
    await finch.behaves(NO_FAULTS)
    await finch.revoke()
    expect(await hr.sync()).toMatchObject({ state: 'failed', problem: expect.stringContaining('Connect again') })
    expect((await t.as(org.ann).call(readHr)).body.connection).toMatchObject({ state: 'reauth' })
    expect(await people(org)).toEqual(before)
  })
})

describe('an end', () => {
  test('of a sync by undo restores everyone, and the next sync asks', async () => {
    const { org, hr, id } = await connected(crowd(12), { onLeave: 'archive' })
    const before = await people(org)
    await finch.change(id, [
      { kind: 'hire', employee: employeeOf(13) },
      { kind: 'change', id: employeeOf(2).id, to: { department: 'Shipping' } },
      { kind: 'leave', id: employeeOf(1).id },
    ])
    const sync = await hr.sync()
    expect((await t.as(org.ann).call(undoHrSync, { params: { id: sync.id }, body: {} })).http).toBe(200)
    await hr.finish()
    expect(await hr.latest()).toMatchObject({ state: 'undone' })
    const after = (await people(org)).filter((person) => !person.archived)
    expect(after).toEqual(before)
    expect(await hr.sync()).toMatchObject({ state: 'review', counts: { leave: 1, update: 1 } })
  })

  test('of the connection keeps contacts and unlocks them', async () => {
    const { org } = await connected(people3(), { groups: ['department'] })
    const answer = await t.as(org.ann).call(disconnectHr, { query: { keepContacts: 'true' } })
    expect(answer.body.connection).toBeNull()
    for (const person of await people(org)) expect(person).toMatchObject({ locked: {}, archived: false })
    const { rows } = await sql<{ type: string }>`
      select type from contact_group where org_id = ${org.id} and name = 'Packing'`.execute(system())
    expect(rows).toEqual([{ type: 'static' }])
    expect((await finch.state()).connections.at(-1)?.isRevoked).toBe(true)
  })

  test('hears signed webhooks, and no others', async () => {
    const { org } = await connected(people3())
    const { rows } = await sql<{ connectionId: string }>`
      select connection_id as "connectionId" from hr_connection where org_id = ${org.id}`.execute(system())
    const connectionId = rows[0]?.connectionId ?? ''
    const next = async () => (await t.as(org.ann).call(readHr)).body.connection?.nextSyncAt ?? ''
    const before = await next()
    expect(await finch.webhook({ type: 'individual.updated', connectionId, data: {} })).toBe(200)
    expect((await next()) <= before).toBe(true)
    const forged = await fetch(`${t.process.address}/hooks/finch`, {
      method: 'POST',
      headers: { 'finch-event-id': 'x', 'finch-timestamp': '1', 'finch-signature': 'v1,eA==' },
      body: '{}',
    })
    expect(forged.status).toBe(400)
    expect(await finch.webhook({ type: 'account.updated', connectionId, data: { status: 'reauth' } })).toBe(200)
    expect((await t.as(org.ann).call(readHr)).body.connection?.state).toBe('reauth')
  })
})

test('members who change different settings at once keep the changes of both, and what is left out stays', async () => {
  const { org } = await company([])
  const read = async () => (await t.as(org.ann).call(readHr)).body.settings
  const change = (settings: object) => t.as(org.ann).call(connectHr, { body: { settings } })
  const before = await read()
  const answers = await Promise.all([
    change({ authority: { phone: 'off' }, departments: ['Packing'] }),
    change({ authority: { email: 'off' } }),
    change({ expectsFile: { weekdays: [7], time: '23:45' } }),
  ])
  expect(answers.map(({ http }) => http)).toEqual([200, 200, 200])
  const expectsFile = { weekdays: [7], time: '23:45' }
  expect(await read()).toEqual({
    ...before,
    authority: { ...before.authority, phone: 'off', email: 'off' },
    departments: ['Packing'],
    expectsFile,
  })
  await change({ expectsFile: null, departments: [] })
  expect(await read()).toMatchObject({ expectsFile: null, departments: [], authority: { phone: 'off' } })
  for (const wrong of [
    { authority: { firstname: 'off' } },
    { authority: { shoe: 'hr' } },
    { leavePct: 0 },
    { more: 1 },
    [],
  ])
    expect((await change(wrong)).body.code).toBe('invalid')
})
