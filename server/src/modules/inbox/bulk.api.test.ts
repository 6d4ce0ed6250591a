import { bulkConversations, countConversations, type BulkAction } from '@crewline/contract/bulk'
import type { BodyInput } from '@crewline/contract/endpoint'
import { decodeInApp, type Notifications } from '@crewline/contract/events'
import { conversations } from '@crewline/contract/inbox'
import { createTag } from '@crewline/contract/tags'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { SocketClient } from '../../../test/kit/sockets.ts'
import { runBulk } from './index.ts'

/** More than one request can change, and more than one step of a run. */
const TOTAL = 1_120

let t: TestApp
let orgId: string
/** An agent who sees every tenth contact. */
let sam: TestUser
let ids: string[]
let group: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  orgId = t.acme.id
  const { kernel } = t.process
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, source, created_at, updated_at)
    select ${orgId}::uuid, gen_random_uuid(), 'Many', n::text, 'many ' || n, 'manual', now(), now() from generate_series(1, ${TOTAL}::int) n`.execute(
    kernel.database.ofOrg(orgId),
  )
  const result = await sql<{ id: string }>`select id from contact where firstname = 'Many' order by id`.execute(
    kernel.database.ofOrg(orgId),
  )
  ids = result.rows.map((row) => row.id)
  sam = await makeUser(kernel, orgId, { firstname: 'Sam', lastname: 'Acme', role: 'agent' })
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

type BulkRequest = BodyInput<typeof bulkConversations>
const bulk = (user: TestUser, body: BulkRequest) => t.as(user).call(bulkConversations, { body })
const everything = (action: BulkAction, more: Partial<BulkRequest> = {}): BulkRequest => ({
  ...{ selectedAll: true, filter: { status: 'all' }, do: action },
  ...more,
})
const archive: BulkAction = { act: 'archive', archived: true }
const countOf = async (where: string) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from conversation v where ${sql.raw(where)}`.execute(
      t.process.kernel.database.ofOrg(orgId),
    )
  ).rows[0]?.n
const toastsOf = (client: SocketClient) =>
  (client.all('inapp-notification') as string[]).map((payload) => decodeInApp(payload))
async function finish(): Promise<void> {
  while (await runBulk(t.process.kernel));
}

describe('a bulk action on selected conversations', () => {
  test('changes them immediately and does not count unchanged ones', async () => {
    const selectedIds = ids.slice(0, 5)
    expect((await bulk(t.acme.gus, { ids: selectedIds, do: archive })).body).toMatchObject({
      changed: 5,
      running: false,
    })
    const more = await bulk(t.acme.gus, { ids: ids.slice(0, 7), do: archive })
    expect(more.body.changed).toBe(2)
    // Undo reverts exactly these, and none that already had the state.
    expect(more.body.changedIds.toSorted()).toEqual(ids.slice(5, 7).toSorted())
    expect(await countOf('archived')).toBe(7)
    expect((await bulk(t.acme.gus, { ids: [t.beta.bob.id], do: archive })).body.changed).toBe(0)
    expect((await bulk(t.acme.gus, { do: archive })).body.changed).toBe(0)
  })

  test.each<[BulkAction, string]>([
    [{ act: 'archive', archived: true }, 'archived'],
    [{ act: 'read', unread: true }, 'exists (select from unread u where u.contact_id = v.contact_id)'],
    [{ act: 'snooze', until: '2100-01-01T08:00:00.000Z' }, 'snoozed_until is not null'],
  ])('%j', async (action, where) => {
    expect((await bulk(t.acme.gus, { ids: ids.slice(0, 20), do: action })).body.changed).toBe(20)
    expect(await countOf(where)).toBe(20)
  })

  test('respects the limit of ten tags, assigns only visible ones, and notifies once for many', async () => {
    const tag = await t.as(t.acme.gus).call(createTag, { body: { name: 'Bulk' } })
    const add = [tag.body.tag.id]
    const action: BulkAction = { act: 'tag', add, remove: [] }
    expect((await bulk(t.acme.gus, { ids: ids.slice(0, 20), do: action })).body.changed).toBe(20)
    expect((await bulk(t.acme.gus, { ids: ids.slice(0, 21), do: action })).body.changed).toBe(1)
    // Those that have ten tags get no further one, and the answer counts them.
    const others: string[] = []
    for (let n = 0; n < 9; n += 1)
      others.push((await t.as(t.acme.gus).call(createTag, { body: { name: `Full ${n}` } })).body.tag.id)
    const nine: BulkAction = { act: 'tag', add: others, remove: [] }
    expect((await bulk(t.acme.gus, { ids: ids.slice(0, 2), do: nine })).body).toMatchObject({ changed: 2, full: 0 })
    // One tag would still fit on this one, but two do not.
    const third: BulkAction = { act: 'tag', add: others.slice(1), remove: [] }
    expect((await bulk(t.acme.gus, { ids: ids.slice(2, 3), do: third })).body).toMatchObject({ changed: 1, full: 0 })
    const last = (await t.as(t.acme.gus).call(createTag, { body: { name: 'Eleventh' } })).body.tag.id
    const eleventh: BulkAction = { act: 'tag', add: [last], remove: [] }
    const two: BulkAction = { act: 'tag', add: [last, ...others.slice(0, 1)], remove: [] }
    expect((await bulk(t.acme.gus, { ids: ids.slice(2, 3), do: two })).body).toMatchObject({ changed: 0, full: 1 })
    expect((await bulk(t.acme.gus, { ids: ids.slice(0, 3), do: eleventh })).body).toMatchObject({ changed: 1, full: 2 })
    expect((await bulk(t.acme.gus, { ids: ids.slice(0, 2), do: action })).body).toMatchObject({ changed: 0, full: 0 })
    const client = await t.connectClient(sam)
    const assigned = await bulk(t.acme.ann, { ids: ids.slice(0, 200), do: { act: 'assign', assigneeId: sam.id } })
    expect(assigned.body.changed).toBe(20)
    await client.next<string>('inapp-notification', (json) => decodeInApp(json).title.endsWith('assigned to you'))
    expect(toastsOf(client).map((toast) => toast.title)).toEqual(['20 conversations assigned to you'])
  })

  test('requires the permission of each action, lets viewers only mark read, and refuses impossible actions', async () => {
    const selectedIds = ids.slice(0, 3)
    expect((await bulk(t.acme.vic, { ids: selectedIds, do: { act: 'read', unread: true } })).body.changed).toBe(3)
    expect(await bulk(t.acme.vic, { ids: selectedIds, do: archive })).toMatchObject({ body: { code: 'not_permitted' } })
    expect(await bulk(t.acme.vic, everything(archive))).toMatchObject({ body: { code: 'not_permitted' } })
    for (const action of [
      { act: 'snooze', until: '2020-01-01T08:00:00.000Z' },
      { act: 'assign', assigneeId: t.beta.ann.id },
      { act: 'tag', add: [t.beta.bob.id], remove: [] },
    ] as BulkAction[]) {
      expect((await bulk(t.acme.ann, { ids: selectedIds, do: action })).http).toBeGreaterThanOrEqual(400)
      expect((await bulk(t.acme.ann, everything(action))).http).toBeGreaterThanOrEqual(400)
    }
    expect(await bulk(t.acme.ann, { selectedAll: true, do: archive })).toMatchObject({ http: 400 })
  })

  test('skips conversations outside the group scope', async () => {
    expect((await bulk(sam, { ids: ids.slice(0, 20), do: archive })).body.changed).toBe(2)
    expect((await bulk(sam, { ids: ids.slice(0, 20), do: { act: 'read', unread: true } })).body.changed).toBe(2)
  })
})

describe('a bulk action on all matching conversations', () => {
  test('changes them immediately up to the request limit, except the excluded ones', async () => {
    const filter = { groupIds: [group] }
    const all = ids.filter((_, n) => n % 10 === 0)
    const answer = await bulk(t.acme.ann, everything(archive, { filter, excludedIds: all.slice(0, 4) }))
    expect(answer.body).toMatchObject({ changed: all.length - 4, running: false })
    expect(await countOf('archived')).toBe(all.length - 4)
  })

  test('continues in the background above the limit, changes each once, and reports the total', async () => {
    const client = await t.connectClient(t.acme.ann)
    const excludedIds = [ids[3], ids[700], ids[1_100]] as string[]
    const answer = await bulk(t.acme.ann, everything(archive, { excludedIds }))
    expect(answer.body).toMatchObject({ changed: 0, running: true })
    // Conversations with newer messages are not part of the selection.
    await sql`update conversation set last_at = now() + interval '1 second' where contact_id = ${ids[900]}`.execute(
      t.process.kernel.database.ofOrg(orgId),
    )
    await Promise.all([finish(), finish()])
    await finish()
    expect(await countOf('archived')).toBe(TOTAL - 4)
    expect(await countOf(`not archived and contact_id = '${ids[900]}'`)).toBe(1)
    await client.next<string>('inapp-notification', (payload) => decodeInApp(payload).type === 'success')
    const [startToast, endToast] = toastsOf(client)
    expect(startToast).toMatchObject({ loading: true, timeout: false, title: 'Archive conversations' })
    expect(endToast).toMatchObject({ key: startToast?.key, cleanQueue: true, message: '1,116 conversations changed.' })
    const audits = await sql<{ n: number }>`
      select count(*)::int as n from audit_entry where target = ${startToast?.id} and actor_id = ${t.acme.ann.id}`.execute(
      t.process.kernel.database.ofOrg(orgId),
    )
    expect(audits.rows).toEqual([{ n: 1 }])
    expect(await countOf('exists (select from bulk_run)')).toBe(0)
  })

  test('marks conversations read for the requesting member only, sends the new count, and respects the group scope', async () => {
    await bulk(t.acme.vic, everything({ act: 'read', unread: true }))
    const client = await t.connectClient(t.acme.vic)
    await finish()
    await client.next<Notifications>('notifications', ({ total }) => total <= 100)
    const page = await t.as(t.acme.vic).call(conversations, { query: { status: 'unread' } })
    expect(page.body.unreadTotal).toBe(100)
    expect((await t.as(t.acme.ann).call(conversations, { query: { status: 'unread' } })).body.unreadTotal).toBe(0)
    expect((await bulk(sam, everything(archive))).body).toMatchObject({ changed: TOTAL / 10, running: false })
  })

  test('stops when the member loses the permission and is dropped with the membership', async () => {
    const { kernel } = t.process
    const system = kernel.database.asSystem('tests change roles')
    const kim = await makeUser(kernel, orgId, { firstname: 'Kim', lastname: 'Acme', role: 'agent' })
    for (const change of [sql`role = 'viewer'`, sql`status = 'deactivated'`]) {
      await bulk(kim, everything(archive))
      await sql`update member set ${change} where user_id = ${kim.id}`.execute(system)
      await finish()
      await sql`update member set role = 'agent' where user_id = ${kim.id}`.execute(system)
    }
    expect(await countOf('archived')).toBe(0)
    expect(await countOf('exists (select from bulk_run)')).toBe(0)
  })

  test('ends when the assignee leaves during the run', async () => {
    const { kernel } = t.process
    const leaver = await makeUser(kernel, orgId, { firstname: 'Lea', lastname: 'Acme', role: 'agent' })
    await bulk(t.acme.ann, everything({ act: 'assign', assigneeId: leaver.id }))
    expect(await runBulk(kernel)).toBe(true)
    await sql`update member set status = 'deactivated' where user_id = ${leaver.id}`.execute(
      kernel.database.asSystem('tests remove members'),
    )
    await finish()
    expect(await countOf('exists (select from bulk_run)')).toBe(0)
    expect(await countOf('assignee_id is not null')).toBeLessThan(TOTAL)
  })

  test('is counted in advance as the requesting member sees it', async () => {
    const count = async (user: TestUser, filter: object) =>
      (await t.as(user).call(countConversations, { body: { filter } })).body
    expect(await count(t.acme.ann, { status: 'all' })).toMatchObject({ count: TOTAL, isMore: false })
    expect(await count(t.acme.ann, { status: 'archived' })).toMatchObject({ count: 0, isMore: false })
    expect(await count(sam, { status: 'open' })).toMatchObject({ count: TOTAL / 10, isMore: false })
    expect(await count(t.beta.ann, { status: 'all' })).toMatchObject({ count: 0 })
  })
})
