import { bulkConversations, countConversations, type BulkAct } from '@crewline/contract/bulk'
import type { BodyInput } from '@crewline/contract/endpoint'
import { decodeInApp, type Notifications } from '@crewline/contract/events'
import { conversations } from '@crewline/contract/inbox'
import { createTag } from '@crewline/contract/tags'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makePerson, type Person } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import type { Ear } from '../../../test/kit/sockets.ts'
import { runBulk } from './index.ts'

/** More than one request changes, and more than one step of a run. */
const MANY = 1_120

let t: House
let orgId: string
/** An agent who sees every tenth worker. */
let sam: Person
let ids: string[]
let group: string
beforeAll(async () => {
  t = await house({ roles: 'web' })
  orgId = t.acme.id
  const { kernel } = t.process
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, source, created_at, updated_at)
    select ${orgId}::uuid, gen_random_uuid(), 'Many', n::text, 'many ' || n, 'manual', now(), now() from generate_series(1, ${MANY}::int) n`.execute(
    kernel.database.ofOrg(orgId),
  )
  const found = await sql<{ id: string }>`select id from contact where firstname = 'Many' order by id`.execute(
    kernel.database.ofOrg(orgId),
  )
  ids = found.rows.map((row) => row.id)
  sam = await makePerson(kernel, orgId, { firstname: 'Sam', lastname: 'Acme', role: 'agent' })
  group = await makeGroup(
    kernel,
    orgId,
    'Tenth',
    ids.filter((_, n) => n % 10 === 0),
  )
  await limitTo(kernel, sam, [group])
})
afterAll(() => t.close())

beforeEach(async () => {
  const db = t.process.kernel.database.ofOrg(orgId)
  await sql`delete from unread`.execute(db)
  await sql`delete from conversation_tag`.execute(db)
  await sql`update conversation set archived = false, assignee_id = null, snoozed_until = null, last_at = now() - interval '1 hour'`.execute(
    db,
  )
  await sql`
    insert into conversation (org_id, contact_id, last_at)
    select ${orgId}::uuid, id, now() - interval '1 hour' from unnest(${ids}::uuid[]) id on conflict do nothing`.execute(
    db,
  )
  await sql`update group_member set last_at = now() - interval '1 hour'`.execute(db)
})

type Ask = BodyInput<typeof bulkConversations>
const bulk = (person: Person, body: Ask) => t.as(person).call(bulkConversations, { body })
const everything = (act: BulkAct, more: Partial<Ask> = {}): Ask => ({
  ...{ selectedAll: true, filter: { status: 'all' }, do: act },
  ...more,
})
const archive: BulkAct = { act: 'archive', archived: true }
const countOf = async (where: string) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from conversation v where ${sql.raw(where)}`.execute(
      t.process.kernel.database.ofOrg(orgId),
    )
  ).rows[0]?.n
const toastsOf = (ear: Ear) => (ear.all('inapp-notification') as string[]).map((one) => decodeInApp(one))
async function finish(): Promise<void> {
  while (await runBulk(t.process.kernel));
}

describe('a few named', () => {
  test('are changed at once, those that were so already not counted', async () => {
    const some = ids.slice(0, 5)
    expect((await bulk(t.acme.gus, { ids: some, do: archive })).body).toMatchObject({ changed: 5, running: false })
    const more = await bulk(t.acme.gus, { ids: ids.slice(0, 7), do: archive })
    expect(more.body.changed).toBe(2)
    // Undo changes back exactly these, and none that was so before.
    expect(more.body.changedIds.toSorted()).toEqual(ids.slice(5, 7).toSorted())
    expect(await countOf('archived')).toBe(7)
    expect((await bulk(t.acme.gus, { ids: [t.beta.bob.id], do: archive })).body.changed).toBe(0)
    expect((await bulk(t.acme.gus, { do: archive })).body.changed).toBe(0)
  })

  test.each<[BulkAct, string]>([
    [{ act: 'archive', archived: true }, 'archived'],
    [{ act: 'read', unread: true }, 'exists (select from unread u where u.contact_id = v.contact_id)'],
    [{ act: 'snooze', until: '2100-01-01T08:00:00.000Z' }, 'snoozed_until is not null'],
  ])('%j', async (act, where) => {
    expect((await bulk(t.acme.gus, { ids: ids.slice(0, 20), do: act })).body.changed).toBe(20)
    expect(await countOf(where)).toBe(20)
  })

  test('are tagged up to ten each, and given to who sees them; many are told as one', async () => {
    const tag = await t.as(t.acme.gus).call(createTag, { body: { name: 'Bulk' } })
    const add = [tag.body.tag.id]
    const act: BulkAct = { act: 'tag', add, remove: [] }
    expect((await bulk(t.acme.gus, { ids: ids.slice(0, 20), do: act })).body.changed).toBe(20)
    expect((await bulk(t.acme.gus, { ids: ids.slice(0, 21), do: act })).body.changed).toBe(1)
    const ear = await t.heard(sam)
    const given = await bulk(t.acme.ann, { ids: ids.slice(0, 200), do: { act: 'assign', assigneeId: sam.id } })
    expect(given.body.changed).toBe(20)
    await ear.next('inapp-notification')
    expect(toastsOf(ear).map((one) => one.title)).toEqual(['20 conversations are yours'])
  })

  test('need what each act needs: viewers read, and change nothing else; nothing impossible is begun', async () => {
    const some = ids.slice(0, 3)
    expect((await bulk(t.acme.vic, { ids: some, do: { act: 'read', unread: true } })).body.changed).toBe(3)
    expect(await bulk(t.acme.vic, { ids: some, do: archive })).toMatchObject({ body: { code: 'not_permitted' } })
    expect(await bulk(t.acme.vic, everything(archive))).toMatchObject({ body: { code: 'not_permitted' } })
    for (const act of [
      { act: 'snooze', until: '2020-01-01T08:00:00.000Z' },
      { act: 'assign', assigneeId: t.beta.ann.id },
      { act: 'tag', add: [t.beta.bob.id], remove: [] },
    ] as BulkAct[]) {
      expect((await bulk(t.acme.ann, { ids: some, do: act })).http).toBeGreaterThanOrEqual(400)
      expect((await bulk(t.acme.ann, everything(act))).http).toBeGreaterThanOrEqual(400)
    }
    expect(await bulk(t.acme.ann, { selectedAll: true, do: archive })).toMatchObject({ http: 400 })
  })

  test('out of sight are left alone', async () => {
    expect((await bulk(sam, { ids: ids.slice(0, 20), do: archive })).body.changed).toBe(2)
    expect((await bulk(sam, { ids: ids.slice(0, 20), do: { act: 'read', unread: true } })).body.changed).toBe(2)
  })
})

describe('everything that matches', () => {
  test('up to what one request changes is changed at once, but for those excluded', async () => {
    const filter = { groupIds: [group] }
    const all = ids.filter((_, n) => n % 10 === 0)
    const answer = await bulk(t.acme.ann, everything(archive, { filter, excludedIds: all.slice(0, 4) }))
    expect(answer.body).toMatchObject({ changed: all.length - 4, running: false })
    expect(await countOf('archived')).toBe(all.length - 4)
  })

  test('beyond that goes on in the background, once each, and says at the end how many it were', async () => {
    const ear = await t.heard(t.acme.ann)
    const excludedIds = [ids[3], ids[700], ids[1_100]] as string[]
    const answer = await bulk(t.acme.ann, everything(archive, { excludedIds }))
    expect(answer.body).toMatchObject({ changed: 0, running: true })
    // What comes in meanwhile was not meant.
    await sql`update conversation set last_at = now() + interval '1 second' where contact_id = ${ids[900]}`.execute(
      t.process.kernel.database.ofOrg(orgId),
    )
    await Promise.all([finish(), finish()])
    await finish()
    expect(await countOf('archived')).toBe(MANY - 4)
    expect(await countOf(`not archived and contact_id = '${ids[900]}'`)).toBe(1)
    await ear.next<string>('inapp-notification', (one) => decodeInApp(one).type === 'success')
    const [began, ended] = toastsOf(ear)
    expect(began).toMatchObject({ loading: true, timeout: false, title: 'Archive conversations' })
    expect(ended).toMatchObject({ key: began?.key, cleanQueue: true, message: '1,116 conversations changed.' })
    const audits = await sql<{ n: number }>`
      select count(*)::int as n from audit_entry where target = ${began?.id} and actor_id = ${t.acme.ann.id}`.execute(
      t.process.kernel.database.ofOrg(orgId),
    )
    expect(audits.rows).toEqual([{ n: 1 }])
    expect(await countOf('exists (select from bulk_run)')).toBe(0)
  })

  test('is read by who asked, who then hears the whole count; of some groups, what they see', async () => {
    await bulk(t.acme.vic, everything({ act: 'read', unread: true }))
    const ear = await t.heard(t.acme.vic)
    await finish()
    const said = await ear.next<Notifications>('notifications')
    expect(said.total).toBeLessThanOrEqual(100)
    const page = await t.as(t.acme.vic).call(conversations, { query: { status: 'unread' } })
    expect(page.body.unreadTotal).toBe(100)
    expect((await t.as(t.acme.ann).call(conversations, { query: { status: 'unread' } })).body.unreadTotal).toBe(0)
    expect((await bulk(sam, everything(archive))).body).toMatchObject({ changed: MANY / 10, running: false })
  })

  test('stops for whoever may not any more, and is dropped with a membership', async () => {
    const { kernel } = t.process
    const system = kernel.database.asSystem('tests change roles')
    const kim = await makePerson(kernel, orgId, { firstname: 'Kim', lastname: 'Acme', role: 'agent' })
    for (const change of [sql`role = 'viewer'`, sql`status = 'deactivated'`]) {
      await bulk(kim, everything(archive))
      await sql`update member set ${change} where person_id = ${kim.id}`.execute(system)
      await finish()
      await sql`update member set role = 'agent' where person_id = ${kim.id}`.execute(system)
    }
    expect(await countOf('archived')).toBe(0)
    expect(await countOf('exists (select from bulk_run)')).toBe(0)
  })

  test('ends when the teammate it gives everything to leaves in the middle of it', async () => {
    const { kernel } = t.process
    const leaver = await makePerson(kernel, orgId, { firstname: 'Lea', lastname: 'Acme', role: 'agent' })
    await bulk(t.acme.ann, everything({ act: 'assign', assigneeId: leaver.id }))
    expect(await runBulk(kernel)).toBe(true)
    await sql`update member set status = 'deactivated' where person_id = ${leaver.id}`.execute(
      kernel.database.asSystem('tests remove members'),
    )
    await finish()
    expect(await countOf('exists (select from bulk_run)')).toBe(0)
    expect(await countOf('assignee_id is not null')).toBeLessThan(MANY)
  })

  test('is counted before, as the asker sees it', async () => {
    const count = async (person: Person, filter: object) =>
      (await t.as(person).call(countConversations, { body: { filter } })).body
    expect(await count(t.acme.ann, { status: 'all' })).toMatchObject({ count: MANY, isMore: false })
    expect(await count(t.acme.ann, { status: 'archived' })).toMatchObject({ count: 0, isMore: false })
    expect(await count(sam, { status: 'open' })).toMatchObject({ count: MANY / 10, isMore: false })
    expect(await count(t.beta.ann, { status: 'all' })).toMatchObject({ count: 0 })
  })
})
