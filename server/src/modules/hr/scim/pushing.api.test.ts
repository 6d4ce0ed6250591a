import { readContact } from '@crewline/contract/contacts'
import { applyHrSync, fixHrRow } from '@crewline/contract/hr'
import { HR_SCIM_PATH } from '@crewline/contract/hr-limits'
import { connectHrScim, createHrScimKey } from '@crewline/contract/hr-scim'
import { eraseContact } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prove } from '../../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { entraActive, oktaActive, oktaUser } from '../../../../test/kit/dialects.ts'
import { finchOf } from '../../../../test/kit/finch.ts'
import { hrOf, type TestHr } from '../../../../test/kit/hr.ts'
import { callScim } from '../../../../test/kit/scim.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { beginDueSyncs } from '../jobs.ts'

let t: TestApp
let org: Org
let hr: TestHr
let token = ''
let nth = 240
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0', TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())
beforeEach(async () => {
  org = await makeOrg(t.process.kernel, `Pushing ${nth}`, nth++)
  hr = hrOf(t, finchOf(t.process.address), org)
  await prove(t, org.ann)
  await t.as(org.ann).call(connectHrScim, { body: { name: 'Okta' } })
  token = (await t.as(org.ann).call(createHrScimKey, { body: { name: 'Okta production' } })).body.secret
})

const scim = (method: string, path: string, body?: unknown) =>
  callScim(t, token, { method, path, body, base: HR_SCIM_PATH })
const push = async (at: number, more: object = {}) =>
  (await scim('POST', '/Users', oktaUser({ nth: at, firstname: `First${at}` }, more))).body.id
const system = () => t.process.kernel.database.asSystem('tests look at contacts')
const contacts = async () => {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, firstname as name from contact
    where org_id = ${org.id} and source = 'hris' and erased_at is null order by phone, id`.execute(system())
  return rows
}

/** Pushes that many people and applies the first sync. */
async function follow(size: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < size; at++) ids.push(await push(at))
  await hr.sync()
  expect(await hr.apply()).toMatchObject({ state: 'done', counts: { create: size } })
  return ids
}

async function erase(name: string): Promise<void> {
  const contactId = (await contacts()).find((contact) => contact.name === name)?.id ?? ''
  const body = { contactId, reason: 'Asked for it', confirm: true as const }
  expect((await t.as(org.ann).call(eraseContact, { body })).http).toBe(200)
}

/** Settles the only problem of a sync. */
async function settle(id: string, fix: 'someone_else' | 'ignore') {
  const [row] = await hr.rows(id, 'problem')
  return t.as(org.ann).call(fixHrRow, { params: { id }, body: { row: row?.row ?? 0, fix } })
}

/** Makes the sync that pushing planned due, and takes its steps. */
async function syncByItself(): Promise<void> {
  await sql`update hr_connection set next_sync_at = ${t.process.kernel.world.now()} where org_id = ${org.id}`.execute(
    system(),
  )
  await beginDueSyncs(t.process.kernel)
  await hr.finish()
}

describe('a person who was erased', () => {
  test('does not come back with another id of the client', async () => {
    await push(1, { externalId: undefined })
    await push(2)
    await hr.sync()
    await hr.apply()
    await erase('First1')
    const id = await push(1, { externalId: 'a-new-id' })
    const asked = await hr.sync()
    expect(asked).toMatchObject({ state: 'done', counts: { create: 0, problem: 1, skip: 0 } })
    expect(await contacts()).toMatchObject([{ name: 'First2' }])
    expect((await settle(asked.id, 'ignore')).http).toBe(200)
    await scim('PUT', `/Users/${id}`, oktaUser({ nth: 1, firstname: 'First1' }, { externalId: 'a-new-id' }))
    expect(JSON.stringify((await scim('GET', `/Users/${id}`)).body)).not.toContain('First1')
    expect(await hr.sync()).toMatchObject({ counts: { create: 0, problem: 0, skip: 1 } })
  })

  test('does not keep a new person out who got their user name, once a member says that it is someone else', async () => {
    await follow(2)
    await erase('First0')
    await push(0, { externalId: 'of-someone-else', phoneNumbers: [{ type: 'mobile', value: '+15105557007' }] })
    const asked = await hr.sync()
    expect(asked).toMatchObject({ counts: { create: 0, problem: 1 } })
    const [row] = await hr.rows(asked.id, 'problem')
    expect(row?.problem).toMatchObject({ fixes: ['someone_else', 'ignore'] })
    expect((await settle(asked.id, 'someone_else')).http).toBe(200)
    await hr.sync()
    expect(await contacts()).toHaveLength(2)
    expect(await hr.sync()).toMatchObject({ counts: { problem: 0, unchanged: 2 } })
  })

  test('does not come back with another user name', async () => {
    const [first] = await follow(2)
    // The client learned of the id later than of the person.
    await scim('PUT', `/Users/${first}`, oktaUser({ nth: 0, firstname: 'First0' }, { externalId: 'later' }))
    await erase('First0')
    const id = await push(7, { externalId: 'later' })
    expect(JSON.stringify((await scim('GET', `/Users/${id}`)).body)).not.toContain('First7')
    expect(await hr.sync()).toMatchObject({ counts: { create: 0, problem: 0, skip: 1 } })
  })
})

describe('attributes', () => {
  const CUSTOM = 'urn:okta:acme_1:1.0:user:custom'

  test('below a name that Okta made are kept, and say when someone begins', async () => {
    const later = new Date(t.process.kernel.world.now().getTime() + 9 * 86_400_000).toISOString().slice(0, 10)
    const id = await push(1, { [CUSTOM]: { startDate: later } })
    expect((await scim('GET', `/Users/${id}`)).body[CUSTOM]).toEqual({ startDate: later })
    await push(2)
    expect(await hr.sync()).toMatchObject({ counts: { create: 1, skip: 1 } })
    const Operations = [
      { op: 'replace', path: `${CUSTOM}:startDate`, value: '2024-02-01' },
      { op: 'add', path: 'urn:acme:hr:2.0', value: { shirt: 'M' } },
      { op: 'replace', value: { [CUSTOM]: { locker: '7' } } },
    ]
    const { http, body } = await scim('PATCH', `/Users/${id}`, { Operations })
    expect([http, body[CUSTOM], body['urn:acme:hr:2.0']]).toEqual([
      200,
      { startDate: '2024-02-01', locker: '7' },
      { shirt: 'M' },
    ])
    expect(await hr.sync()).toMatchObject({ counts: { create: 2, skip: 0 } })
  })

  test('of a date are read as people of the country write it', async () => {
    await sql`update organization set country = 'GB' where id = ${org.id}`.execute(system())
    await push(1, { [CUSTOM]: { startDate: '03/04/2024' } })
    await hr.sync()
    await hr.apply()
    const [added] = await contacts()
    const read = await t.as(org.ann).call(readContact, { query: { id: added?.id ?? '' } })
    expect(read.body.contact).toMatchObject({ hireDate: '2024-04-03' })
  })
})

describe('a review that waits', () => {
  test('stays while more is pushed, and is read again after an hour as the same sync, announced once', async () => {
    await follow(4)
    await hr.configure({ autoApply: false })
    await push(5)
    await syncByItself()
    const waiting = await hr.latest()
    expect(waiting).toMatchObject({ state: 'review', counts: { create: 1 } })
    await push(6)
    await syncByItself()
    expect(await hr.latest()).toMatchObject({ id: waiting.id, state: 'review', counts: { create: 1 } })
    const { rows } = await sql<{ in_s: number }>`
      select extract(epoch from next_sync_at - now())::int as in_s from hr_connection where org_id = ${org.id}`.execute(
      system(),
    )
    expect(rows[0]?.in_s).toBeGreaterThan(1_800)
    await sql`
      update hr_sync set compared_at = compared_at - interval '61 minutes' where org_id = ${org.id} and state = 'review'`.execute(
      t.process.kernel.database.ofOrg(org.id),
    )
    await syncByItself()
    expect(await hr.latest()).toMatchObject({ id: waiting.id, state: 'review', counts: { create: 2 } })
    const notices = await sql<{ n: number }>`
      select count(*)::int as n from event_log
      where org_id = ${org.id} and name = 'in-app.notified' and payload->'notification'->>'key' = ${`hr|${waiting.id}`}`.execute(
      system(),
    )
    expect(notices.rows).toEqual([{ n: 1 }])
    const applyAs = (comparedAt: string | null) =>
      t
        .as(org.ann)
        .call(applyHrSync, { params: { id: waiting.id }, body: { comparedAt: comparedAt ?? '', agreed: true } })
    expect((await applyAs(waiting.comparedAt)).body.code).toBe('outdated')
    expect((await applyAs((await hr.latest()).comparedAt)).http).toBe(200)
    await hr.finish()
    expect(await contacts()).toHaveLength(6)
  })
})

describe('the brake for changes', () => {
  const titled = (at: number, title: string) => oktaUser({ nth: at, firstname: `First${at}` }, { title })

  test('counts people who are changed one by one within a day together, each once', async () => {
    const ids = await follow(20)
    const change = (at: number, title: string) => scim('PUT', `/Users/${ids[at]}`, titled(at, title))
    for (let at = 0; at < 6; at++) {
      await change(at, 'Loader')
      expect(await hr.sync()).toMatchObject({ state: 'done', counts: { update: 1 } })
    }
    // The same person again is no further one.
    await change(0, 'Driver')
    expect(await hr.sync()).toMatchObject({ state: 'done', counts: { update: 1 } })
    await change(6, 'Loader')
    expect(await hr.sync()).toMatchObject({ state: 'review', brake: { kind: 'changes', people: 1, of: 20 } })
    await hr.apply(1)
    // Once a member looked, it counts from zero.
    await change(7, 'Loader')
    expect(await hr.sync()).toMatchObject({ state: 'done', counts: { update: 1 } })
  })

  test('asks before most of a few people have left one by one', async () => {
    const ids = await follow(6)
    for (const id of ids.slice(0, 2)) {
      await scim('PATCH', `/Users/${id}`, entraActive('False'))
      expect(await hr.sync()).toMatchObject({ state: 'done', counts: { leave: 1 } })
    }
    await scim('PATCH', `/Users/${ids[2]}`, oktaActive(false))
    expect(await hr.sync()).toMatchObject({ state: 'review', brake: { kind: 'leavers' } })
  })
})
