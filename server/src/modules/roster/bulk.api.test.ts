import { bulkContacts, contactRun, countContacts, type ContactAct } from '@crewline/contract/roster'
import type { BodyInput } from '@crewline/contract/endpoint'
import { decodeInApp } from '@crewline/contract/events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makePerson, type Person } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { groupHistory } from '../groups/index.ts'
import { runContactActs } from './index.ts'

/** More than two steps of a run. */
const MANY = 1_200

let t: House
let orgId: string
/** A manager who sees every tenth worker. */
let sam: Person
let ids: string[]
let tenth: string
let crew: string
beforeAll(async () => {
  t = await house({ roles: 'web' })
  orgId = t.acme.id
  const { kernel } = t.process
  const db = kernel.database.ofOrg(orgId)
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, source, created_at, updated_at)
    select ${orgId}::uuid, gen_random_uuid(), 'Many', n::text, 'many ' || n, 'manual', now() - interval '1 hour', now() from generate_series(1, ${MANY}::int) n`.execute(
    db,
  )
  ids = (await sql<{ id: string }>`select id from contact where firstname = 'Many' order by id`.execute(db)).rows.map(
    (row) => row.id,
  )
  sam = await makePerson(kernel, orgId, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
  tenth = await makeGroup(
    kernel,
    orgId,
    'Tenth',
    ids.filter((_, n) => n % 10 === 0),
  )
  crew = await makeGroup(kernel, orgId, 'Crew', [])
  await limitTo(kernel, sam, [tenth])
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(orgId)
beforeEach(async () => {
  await sql`
    update contact set archived_at = null, department = '', work = 'active', locked = '{}', phone = null, phone_state = 'ok'
    where firstname = 'Many'`.execute(db())
  await sql`delete from group_member where group_id = ${crew}`.execute(db())
})

type Ask = BodyInput<typeof bulkContacts>
const bulk = (person: Person, body: Ask) => t.as(person).call(bulkContacts, { body })
const everybody = (act: ContactAct, more: Partial<Ask> = {}): Ask => ({
  ...{ selectedAll: true, audience: { search: 'many' }, do: act },
  ...more,
})
const toNights: ContactAct = { act: 'edit', field: 'department', value: 'Nights' }
const archive: ContactAct = { act: 'archive', archived: true }
const countOf = async (where: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from contact c where ${sql.raw(where)}`.execute(db())).rows[0]?.n
async function finish(): Promise<void> {
  while (await runContactActs(t.process.kernel));
}

describe('a few named', () => {
  test.each<[ContactAct, string]>([
    [toNights, "department = 'Nights'"],
    [{ act: 'status', work: 'on_leave' }, "work = 'on_leave'"],
    [archive, 'archived_at is not null'],
  ])('%j is done at once and counted', async (act, where) => {
    const first = await bulk(t.acme.ann, { contacts: ids.slice(0, 20), do: act })
    expect(first.body.run).toMatchObject({ state: 'done', total: 20, seen: 20, changed: 20, skipped: [] })
    expect(await countOf(where)).toBe(20)
    const again = await bulk(t.acme.ann, { contacts: ids.slice(0, 21), do: act })
    expect(again.body.run).toMatchObject({ changed: 1, seen: 21, skipped: [{ reason: 'same', count: 20 }] })
    expect((await t.as(t.acme.ann).call(contactRun, { params: { id: again.body.run.id } })).body.run).toEqual(
      again.body.run,
    )
    expect((await t.as(sam).call(contactRun, { params: { id: again.body.run.id } })).http).toBe(404)
  })

  test('join groups and leave them, and each is in the history', async () => {
    const act: ContactAct = { act: 'groups', add: [crew], remove: [tenth] }
    const answer = await bulk(t.acme.ann, { contacts: ids.slice(0, 20), do: act })
    expect(answer.body.run).toMatchObject({ changed: 20, skipped: [] })
    expect(
      await countOf(`exists (select from group_member m where m.contact_id = c.id and m.group_id = '${crew}')`),
    ).toBe(20)
    const events = await sql<{ change: string; n: number }>`
      select change, count(*)::int as n from ${groupHistory} e where contact_id = any(${ids.slice(0, 20)}::uuid[]) group by change order by change`.execute(
      db(),
    )
    expect(events.rows).toEqual([
      { change: 'joined', n: 20 },
      { change: 'left', n: 2 },
    ])
    await bulk(t.acme.ann, { contacts: [ids[0], ids[10]] as string[], do: { act: 'groups', add: [tenth], remove: [] } })
  })

  test('are opted out with words; who has no number, or did so already, is told apart', async () => {
    const contacts = [...ids.slice(0, 5), t.acme.cat.id, t.acme.dan.id]
    const act: ContactAct = { act: 'opt_out', words: 'Asked by phone' }
    const answer = await bulk(t.acme.ann, { contacts, do: act })
    expect(answer.body.run).toMatchObject({ changed: 2, skipped: [{ reason: 'no_mobile', count: 5 }] })
    const again = await bulk(t.acme.ann, { contacts: [t.acme.cat.id, t.beta.bob.id], do: act })
    expect(again.body.run.changed).toBe(0)
    expect(again.body.run.skipped.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
      { reason: 'not_found', count: 1 },
      { reason: 'opted_out', count: 1 },
    ])
  })

  test('come back from the archive but for those whose number somebody else has by now', async () => {
    await sql`update contact set phone = '+14155550199', archived_at = now() where id = any(${ids.slice(0, 2)}::uuid[])`.execute(
      db(),
    )
    await sql`update contact set archived_at = now() where id = ${ids[2]}`.execute(db())
    const answer = await bulk(t.acme.ann, { contacts: ids.slice(0, 3), do: { act: 'archive', archived: false } })
    expect(answer.body.run).toMatchObject({ changed: 2, skipped: [{ reason: 'phone_taken', count: 1 }] })
  })

  test('keep what another system keeps', async () => {
    await sql`update contact set locked = '{"department": "ADP"}' where id = ${ids[3]}`.execute(db())
    const answer = await bulk(t.acme.ann, { contacts: ids.slice(0, 5), do: toNights })
    expect(answer.body.run).toMatchObject({ changed: 4, skipped: [{ reason: 'managed_elsewhere', count: 1 }] })
  })

  test.each<[string, ContactAct]>([
    ['a number', { act: 'edit', field: 'phone', value: '4155550188' }],
    ['an employee id', { act: 'edit', field: 'employeeId', value: '7' }],
    ['a field there is not', { act: 'edit', field: 'shoe', value: '7' }],
    ['a custom field there is not', { act: 'edit', field: 'custom.shoe', value: '7' }],
    ['a field by the name of an object’s own', { act: 'edit', field: 'constructor', value: '7' }],
    ['a value that is none', { act: 'edit', field: 'hireDate', value: 'soon' }],
    ['a day that does not exist', { act: 'edit', field: 'birthday', value: '02-30' }],
    ['no name', { act: 'edit', field: 'firstname', value: null }],
    ['no group', { act: 'groups', add: [], remove: [] }],
    ['a group there is not', { act: 'groups', add: ['01a1fec9-747f-7000-bef8-f84af4f5b86c'], remove: [] }],
  ])('are not given %s all at once', async (_, act) => {
    for (const ask of [{ contacts: ids.slice(0, 3), do: act }, everybody(act)])
      expect([400, 404]).toContain((await bulk(t.acme.ann, ask)).http)
    expect(await countOf("firstname = 'Many'")).toBe(MANY)
  })

  test('out of sight are counted as not there, and groups out of sight refused', async () => {
    const answer = await bulk(sam, { contacts: ids.slice(0, 20), do: toNights })
    expect(answer.body.run).toMatchObject({ changed: 2, skipped: [{ reason: 'not_found', count: 18 }] })
    const act: ContactAct = { act: 'groups', add: [crew], remove: [] }
    expect((await bulk(sam, { contacts: ids.slice(0, 1), do: act })).http).toBe(404)
  })

  test('are changed by who may edit contacts only', async () => {
    expect((await bulk(t.acme.gus, { contacts: ids.slice(0, 3), do: toNights })).body.code).toBe('not_permitted')
    expect((await bulk(t.beta.ann, { contacts: ids.slice(0, 3), do: toNights })).body.run.changed).toBe(0)
  })
})

describe('everybody an audience shows', () => {
  test('is changed in steps, once each, through a restart in the middle, and counted', async () => {
    const ear = await t.heard(t.acme.ann)
    const excludedIds = [ids[3], ids[700], ids[1_100]] as string[]
    await sql`update contact set locked = '{"department": "ADP"}' where id = any(${ids.slice(10, 14)}::uuid[])`.execute(
      db(),
    )
    const begun = (await bulk(t.acme.ann, everybody(toNights, { excludedIds }))).body.run
    expect(begun).toMatchObject({ state: 'running', total: MANY - 3, seen: 0, changed: 0 })
    expect(await runContactActs(t.process.kernel)).toBe(true)
    const halfway = (await t.as(t.acme.ann).call(contactRun, { params: { id: begun.id } })).body.run
    expect(halfway).toMatchObject({ state: 'running', seen: 500 })
    // A process took the next step up and died with it: nothing of it was written, and another one takes it up.
    await sql`update contact_run set due_at = now() - interval '1 second', attempts = 1 where state = 'running'`.execute(
      db(),
    )
    await Promise.all([finish(), finish()])
    await finish()
    const ended = (await t.as(t.acme.ann).call(contactRun, { params: { id: begun.id } })).body.run
    expect(ended).toMatchObject({ state: 'done', total: MANY - 3, seen: MANY - 3, changed: MANY - 7 })
    expect(ended.skipped).toEqual([{ reason: 'managed_elsewhere', count: 4 }])
    expect(await countOf("department = 'Nights'")).toBe(MANY - 7)
    await ear.next<string>('inapp-notification', (one) => decodeInApp(one).type === 'success')
    const toasts = (ear.all('inapp-notification') as string[]).map((one) => decodeInApp(one))
    expect(toasts[0]).toMatchObject({ loading: true, timeout: false, title: 'Edit contacts' })
    expect(toasts[1]).toMatchObject({
      ...{ key: toasts[0]?.key, cleanQueue: true },
      message: '1,193 contacts changed. 4 stayed as they were.',
    })
    const audits = await sql<{ n: number }>`
      select count(*)::int as n from audit_entry where action = 'contact.changed' and actor_id = ${t.acme.ann.id}
        and target = any(${ids}::text[]) and detail -> 'fields' ? 'department' and at >= ${begun.startedAt}`.execute(
      db(),
    )
    expect(audits.rows[0]?.n).toBe(MANY - 7)
  })

  test('leaves the list it is picked from without anybody being missed', async () => {
    await bulk(t.acme.ann, everybody(archive))
    await finish()
    expect(await countOf('archived_at is not null')).toBe(MANY)
    const back: ContactAct = { act: 'archive', archived: false }
    await bulk(t.acme.ann, everybody(back, { audience: { search: 'many', reach: 'archived' } }))
    await finish()
    expect(await countOf('archived_at is null')).toBe(MANY + 3)
  })

  test('does not mean who was added later', async () => {
    const begun = (await bulk(t.acme.ann, everybody(toNights))).body.run
    await sql`update contact set created_at = now() + interval '1 minute' where id = ${ids[900]}`.execute(db())
    await finish()
    const ended = (await t.as(t.acme.ann).call(contactRun, { params: { id: begun.id } })).body.run
    expect(ended).toMatchObject({ state: 'done', total: MANY - 1, changed: MANY - 1 })
    await sql`update contact set created_at = now() - interval '1 hour' where id = ${ids[900]}`.execute(db())
  })

  test('means, of a manager of some groups, those they see', async () => {
    const answer = await bulk(sam, everybody(toNights))
    expect(answer.body.run).toMatchObject({ state: 'done', total: MANY / 10, changed: MANY / 10 })
    const counted = await t.as(sam).call(countContacts, { body: { selectedAll: true } })
    expect(counted.body).toMatchObject({ count: MANY / 10, reachableCount: 0 })
    const all = await t
      .as(t.acme.ann)
      .call(countContacts, { body: { selectedAll: true, excludedIds: ids.slice(0, 3) } })
    expect(all.body.count).toBe(MANY)
  })

  test('stops for whoever may not any more, and with a membership', async () => {
    const { kernel } = t.process
    const system = kernel.database.asSystem('tests change roles')
    const kim = await makePerson(kernel, orgId, { firstname: 'Kim', lastname: 'Acme', role: 'manager' })
    for (const change of [sql`role = 'viewer'`, sql`status = 'deactivated'`]) {
      await bulk(kim, everybody(toNights))
      await runContactActs(kernel)
      await sql`update member set ${change} where person_id = ${kim.id}`.execute(system)
      await finish()
      await sql`update member set role = 'manager', status = 'active' where person_id = ${kim.id}`.execute(system)
    }
    expect(await countOf("department = 'Nights'")).toBe(500)
    expect(await countOf("exists (select from contact_run where state = 'running')")).toBe(0)
  })
})
