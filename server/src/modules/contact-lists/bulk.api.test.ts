import { bulkContacts, contactRun, type ContactAction } from '@crewline/contract/contact-lists'
import { countContacts } from '@crewline/contract/audience'
import type { BodyInput } from '@crewline/contract/endpoint'
import { decodeInApp } from '@crewline/contract/events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { killDuringStep } from '../../../test/kit/runs.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { groupHistory } from '../groups/index.ts'
import { contactRun as contactRunDefinition, runContactActions } from './index.ts'

/** More than two steps of a run. */
const CONTACT_COUNT = 1_200

let t: TestApp
let orgId: string
/** A manager who sees every tenth contact. */
let sam: TestUser
let ids: string[]
let tenth: string
let crew: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  orgId = t.acme.id
  const { kernel } = t.process
  const db = kernel.database.ofOrg(orgId)
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, source, created_at, updated_at)
    select ${orgId}::uuid, gen_random_uuid(), 'Many', n::text, 'many ' || n, 'manual', now() - interval '1 hour', now() from generate_series(1, ${CONTACT_COUNT}::int) n`.execute(
    db,
  )
  ids = (await sql<{ id: string }>`select id from contact where firstname = 'Many' order by id`.execute(db)).rows.map(
    (row) => row.id,
  )
  sam = await makeUser(kernel, orgId, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
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

type BulkRequest = BodyInput<typeof bulkContacts>
const bulk = (user: TestUser, body: BulkRequest) => t.as(user).call(bulkContacts, { body })
const allMatching = (action: ContactAction, more: Partial<BulkRequest> = {}): BulkRequest => ({
  ...{ selectedAll: true, audience: { search: 'many' }, do: action },
  ...more,
})
const toNights: ContactAction = { act: 'edit', field: 'department', value: 'Nights' }
const archive: ContactAction = { act: 'archive', archived: true }
const countOf = async (where: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from contact c where ${sql.raw(where)}`.execute(db())).rows[0]?.n
async function finish(): Promise<void> {
  while (await runContactActions(t.process.kernel));
}

describe('contacts named in the request', () => {
  test.each<[ContactAction, string]>([
    [toNights, "department = 'Nights'"],
    [{ act: 'status', work: 'on_leave' }, "work = 'on_leave'"],
    [archive, 'archived_at is not null'],
  ])('runs %j at once and counts the contacts', async (action, where) => {
    const first = await bulk(t.acme.ann, { contacts: ids.slice(0, 20), do: action })
    expect(first.body.run).toMatchObject({ state: 'done', total: 20, seen: 20, changed: 20, skipped: [] })
    expect(await countOf(where)).toBe(20)
    const repeated = await bulk(t.acme.ann, { contacts: ids.slice(0, 21), do: action })
    expect(repeated.body.run).toMatchObject({ changed: 1, seen: 21, skipped: [{ reason: 'same', count: 20 }] })
    expect((await t.as(t.acme.ann).call(contactRun, { params: { id: repeated.body.run.id } })).body.run).toEqual(
      repeated.body.run,
    )
    expect((await t.as(sam).call(contactRun, { params: { id: repeated.body.run.id } })).http).toBe(404)
  })

  test('join and leave groups, with one history entry each', async () => {
    const action: ContactAction = { act: 'groups', add: [crew], remove: [tenth] }
    const answer = await bulk(t.acme.ann, { contacts: ids.slice(0, 20), do: action })
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

  test('are opted out with a note, and those without a number or already opted out are counted separately', async () => {
    const contacts = [...ids.slice(0, 5), t.acme.cat.id, t.acme.dan.id]
    const action: ContactAction = { act: 'opt_out', wording: 'Asked by phone' }
    const answer = await bulk(t.acme.ann, { contacts, do: action })
    expect(answer.body.run).toMatchObject({ changed: 2, skipped: [{ reason: 'no_mobile', count: 5 }] })
    const repeated = await bulk(t.acme.ann, { contacts: [t.acme.cat.id, t.beta.bob.id], do: action })
    expect(repeated.body.run.changed).toBe(0)
    expect(repeated.body.run.skipped.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
      { reason: 'not_found', count: 1 },
      { reason: 'opted_out', count: 1 },
    ])
  })

  test('are restored from the archive unless another contact now has their number', async () => {
    await sql`update contact set phone = '+14155550199', archived_at = now() where id = any(${ids.slice(0, 2)}::uuid[])`.execute(
      db(),
    )
    await sql`update contact set archived_at = now() where id = ${ids[2]}`.execute(db())
    const answer = await bulk(t.acme.ann, { contacts: ids.slice(0, 3), do: { act: 'archive', archived: false } })
    expect(answer.body.run).toMatchObject({ changed: 2, skipped: [{ reason: 'phone_taken', count: 1 }] })
  })

  test('keep fields that another system manages', async () => {
    await sql`update contact set locked = '{"department": "ADP"}' where id = ${ids[3]}`.execute(db())
    const answer = await bulk(t.acme.ann, { contacts: ids.slice(0, 5), do: toNights })
    expect(answer.body.run).toMatchObject({ changed: 4, skipped: [{ reason: 'managed_elsewhere', count: 1 }] })
  })

  test.each<[string, ContactAction]>([
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
  ])('rejects %s for many contacts at once', async (_, action) => {
    for (const request of [{ contacts: ids.slice(0, 3), do: action }, allMatching(action)])
      expect([400, 404]).toContain((await bulk(t.acme.ann, request)).http)
    expect(await countOf("firstname = 'Many'")).toBe(CONTACT_COUNT)
  })

  test('count as not found when out of sight, and groups out of sight are refused', async () => {
    const answer = await bulk(sam, { contacts: ids.slice(0, 20), do: toNights })
    expect(answer.body.run).toMatchObject({ changed: 2, skipped: [{ reason: 'not_found', count: 18 }] })
    const action: ContactAction = { act: 'groups', add: [crew], remove: [] }
    expect((await bulk(sam, { contacts: ids.slice(0, 1), do: action })).http).toBe(404)
  })

  test('can be changed only with the permission to edit contacts', async () => {
    expect((await bulk(t.acme.gus, { contacts: ids.slice(0, 3), do: toNights })).body.code).toBe('not_permitted')
    expect((await bulk(t.beta.ann, { contacts: ids.slice(0, 3), do: toNights })).body.run.changed).toBe(0)
  })
})

describe('all contacts of an audience', () => {
  test('are changed in steps, once each, also after a restart in the middle, and counted', async () => {
    const client = await t.connectClient(t.acme.ann)
    const excludedIds = [ids[3], ids[700], ids[1_100]] as string[]
    await sql`update contact set locked = '{"department": "ADP"}' where id = any(${ids.slice(10, 14)}::uuid[])`.execute(
      db(),
    )
    const started = (await bulk(t.acme.ann, allMatching(toNights, { excludedIds }))).body.run
    expect(started).toMatchObject({ state: 'running', total: CONTACT_COUNT - 3, seen: 0, changed: 0 })
    expect(await runContactActions(t.process.kernel)).toBe(true)
    const halfway = (await t.as(t.acme.ann).call(contactRun, { params: { id: started.id } })).body.run
    expect(halfway).toMatchObject({ state: 'running', seen: 500 })
    // Simulates a process that claimed the next step and died: it wrote nothing, and another process repeats the step.
    await killDuringStep(t.process.kernel, contactRunDefinition.name)
    await Promise.all([finish(), finish()])
    await finish()
    const finished = (await t.as(t.acme.ann).call(contactRun, { params: { id: started.id } })).body.run
    expect(finished).toMatchObject({
      state: 'done',
      total: CONTACT_COUNT - 3,
      seen: CONTACT_COUNT - 3,
      changed: CONTACT_COUNT - 7,
    })
    expect(finished.skipped).toEqual([{ reason: 'managed_elsewhere', count: 4 }])
    expect(await countOf("department = 'Nights'")).toBe(CONTACT_COUNT - 7)
    await client.next<string>('inapp-notification', (event) => decodeInApp(event).type === 'success')
    const toasts = (client.all('inapp-notification') as string[]).map((event) => decodeInApp(event))
    expect(toasts[0]).toMatchObject({ loading: true, timeout: false, title: 'Edit contacts' })
    expect(toasts[1]).toMatchObject({
      ...{ key: toasts[0]?.key, cleanQueue: true },
      message: '1,193 contacts changed. 4 stayed as they were.',
    })
    const audits = await sql<{ n: number }>`
      select count(*)::int as n from audit_entry where action = 'contact.changed' and actor_id = ${t.acme.ann.id}
        and target = any(${ids}::text[]) and detail -> 'fields' ? 'department' and at >= ${started.startedAt}`.execute(
      db(),
    )
    expect(audits.rows[0]?.n).toBe(CONTACT_COUNT - 7)
  })

  test('are all archived and restored, although each step removes them from the list it reads', async () => {
    await bulk(t.acme.ann, allMatching(archive))
    await finish()
    expect(await countOf('archived_at is not null')).toBe(CONTACT_COUNT)
    const back: ContactAction = { act: 'archive', archived: false }
    await bulk(t.acme.ann, allMatching(back, { audience: { search: 'many', reach: 'archived' } }))
    await finish()
    expect(await countOf('archived_at is null')).toBe(CONTACT_COUNT + 3)
  })

  test('exclude contacts added after the start', async () => {
    const started = (await bulk(t.acme.ann, allMatching(toNights))).body.run
    await sql`update contact set created_at = now() + interval '1 minute' where id = ${ids[900]}`.execute(db())
    await finish()
    const finished = (await t.as(t.acme.ann).call(contactRun, { params: { id: started.id } })).body.run
    expect(finished).toMatchObject({ state: 'done', total: CONTACT_COUNT - 1, changed: CONTACT_COUNT - 1 })
    await sql`update contact set created_at = now() - interval '1 hour' where id = ${ids[900]}`.execute(db())
  })

  test('include only visible contacts for a manager of some groups', async () => {
    const answer = await bulk(sam, allMatching(toNights))
    expect(answer.body.run).toMatchObject({ state: 'done', total: CONTACT_COUNT / 10, changed: CONTACT_COUNT / 10 })
    const counted = await t.as(sam).call(countContacts, { body: { selectedAll: true } })
    expect(counted.body).toMatchObject({ count: CONTACT_COUNT / 10, reachableCount: 0 })
    const all = await t
      .as(t.acme.ann)
      .call(countContacts, { body: { selectedAll: true, excludedIds: ids.slice(0, 3) } })
    expect(all.body.count).toBe(CONTACT_COUNT)
  })

  test('are left unchanged once the member loses the permission or the membership', async () => {
    const { kernel } = t.process
    const system = kernel.database.asSystem('tests change roles')
    const kim = await makeUser(kernel, orgId, { firstname: 'Kim', lastname: 'Acme', role: 'manager' })
    for (const change of [sql`role = 'viewer'`, sql`status = 'deactivated'`]) {
      await bulk(kim, allMatching(toNights))
      await runContactActions(kernel)
      await sql`update member set ${change} where user_id = ${kim.id}`.execute(system)
      await finish()
      await sql`update member set role = 'manager', status = 'active' where user_id = ${kim.id}`.execute(system)
    }
    expect(await countOf("department = 'Nights'")).toBe(500)
    expect(await countOf("exists (select from contact_run where state = 'running')")).toBe(0)
  })
})
