import { BLOCK_REASONS } from '@crewline/contract/broadcast-audience'
import type { RecipientFilter } from '@crewline/contract/results'
import {
  broadcastAnalytics,
  broadcastClicks,
  broadcastLedger,
  broadcastRecipients,
  broadcastReplies,
  exportBroadcast,
  printLedger,
} from '@crewline/contract/results'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPeople, addRun, addRunOf, after, EVERY_RESULT } from '../../../test/kit/broadcast-results.ts'
import { limitTo, makeGroup, makeUser, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
/** A manager who sees only the group Night. */
let max: TestUser
let night: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  max = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Max', lastname: 'Acme', role: 'manager' })
  night = await makeGroup(t.process.kernel, t.acme.id, 'Night', [])
  await limitTo(t.process.kernel, max, [night])
})
afterAll(() => t.close())

const kernel = () => t.process.kernel
const db = (org: Org = t.acme) => kernel().database.ofOrg(org.id)

interface Query {
  filter?: RecipientFilter
  [name: string]: unknown
}
const list = async (id: string, query: Query = {}, user: TestUser = t.acme.ann) =>
  (await t.as(user).call(broadcastRecipients, { params: { id }, query: { pageSize: 200, ...query } })).body
const names = async (id: string, query: Query, user: TestUser = t.acme.ann) =>
  (await list(id, query, user)).data.map(({ contact }) => contact.firstname)
const analyticsOf = async (broadcastId: string, user: TestUser = t.acme.ann) =>
  (await t.as(user).call(broadcastAnalytics, { query: { broadcastId } })).body
const ledgerOf = async (id: string, user: TestUser = t.acme.ann) =>
  (await t.as(user).call(broadcastLedger, { params: { id } })).body
const download = async (path: string, query: Record<string, string> = {}, language = 'en') => {
  const answer = await fetch(`${t.process.address}/api${path}?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${t.acme.ann.token}`, 'accept-language': language },
  })
  return {
    http: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}

describe('every figure counts exactly the list that it opens', () => {
  const SUMMARY: Record<string, RecipientFilter> = {
    ...{ targeted: 'all', blocked: 'blocked', recipients: 'recipients', waiting: 'waiting', handedOff: 'handed_off' },
    ...{ delivered: 'delivered', notDelivered: 'not_delivered', unknown: 'unknown', cancelled: 'cancelled' },
    ...{
      suppressed: 'suppressed',
      replied: 'replied',
      clicked: 'clicked',
      answered: 'answered',
      optedOut: 'opted_out',
    },
  }

  async function expectEqual(broadcastId: string, user: TestUser): Promise<void> {
    const figures = await analyticsOf(broadcastId, user)
    const opened: [figure: string, count: number, query: Query][] = [
      ...Object.entries(SUMMARY).map(([figure, filter]): [string, number, Query] => [
        figure,
        figures.summary[figure as keyof typeof figures.summary],
        { filter },
      ]),
      ...figures.funnel.map(({ step, count }): [string, number, Query] => [`funnel ${step}`, count, { filter: step }]),
      ...figures.blocked.map(({ reason, count }): [string, number, Query] => [reason, count, { blockReason: reason }]),
      ...figures.causes.map(({ code, count }): [string, number, Query] => [code, count, { errorCode: code }]),
      ...figures.causes.map(({ code, count }): [string, number, Query] => [
        code,
        count,
        { errorCode: code, filter: 'not_reached' },
      ]),
      ...(['byGroup', 'byLanguage', 'byLocation', 'byLine'] as const).flatMap((by) =>
        figures[by].flatMap((cut) =>
          (['recipients', 'delivered', 'replied', 'clicked', 'answered'] as const).map(
            (filter): [string, number, Query] => {
              const name = { byGroup: 'groupId', byLanguage: 'language', byLocation: 'location', byLine: 'lineId' }[by]
              return [`${by} ${cut.label} ${filter}`, cut[filter], { filter, [name]: cut.key }]
            },
          ),
        ),
      ),
    ]
    for (const [figure, count, query] of opened) {
      const { data, total } = await list(broadcastId, query, user)
      expect([figure, data.length, total]).toEqual([figure, count, count])
    }
    const sheet = await ledgerOf(broadcastId, user)
    expect(sheet.unexplained).toBe(0)
    for (const { reason, count } of sheet.actions) {
      const blocked = reason.startsWith('blocked:')
      const query = blocked ? { blockReason: reason.slice('blocked:'.length) } : { errorCode: reason }
      expect([reason, (await list(broadcastId, query, user)).total]).toEqual([reason, count])
    }
    expect(sheet.reached + sheet.waiting + sheet.actions.reduce((sum, { count }) => sum + count, 0)).toBe(
      figures.summary.targeted,
    )
  }

  test('for a member who sees everyone', async () => {
    const { broadcastId, ids } = await addRun(t, EVERY_RESULT, { state: 'sending' })
    await makeGroup(
      kernel(),
      t.acme.id,
      'Dock crew',
      ['Una', 'Uri', 'Dina'].map((name) => ids.get(name) ?? ''),
    )
    const { summary, causes } = await analyticsOf(broadcastId)
    expect(summary).toMatchObject({
      targeted: EVERY_RESULT.length,
      blocked: BLOCK_REASONS.length,
      waiting: 5,
      handedOff: 9,
    })
    expect(causes[0]).toEqual({ code: '30003', label: 'Phone is off or has no signal.', count: 2, action: 'call' })
    await expectEqual(broadcastId, t.acme.ann)
  })

  test('for a member limited to groups, who sees only their people', async () => {
    const { broadcastId, ids } = await addRun(t, EVERY_RESULT, { state: 'sending', groupIds: [night] })
    const seen = ['Una', 'Dora', 'Fay', 'Block opted_out'].map((name) => ids.get(name) ?? '')
    for (const id of seen)
      await sql`insert into group_member (org_id, group_id, contact_id, counted) values (${t.acme.id}, ${night}, ${id}, 2)`.execute(
        db(),
      )
    expect((await analyticsOf(broadcastId, max)).summary).toMatchObject({ targeted: 4, recipients: 3, delivered: 1 })
    expect((await analyticsOf(broadcastId, max)).runs[0]?.counts.targeted).toBe(4)
    await expectEqual(broadcastId, max)
  })
})

describe('the people of a run', () => {
  test('are listed by name, page after page, each once', async () => {
    const { broadcastId } = await addRun(t, EVERY_RESULT)
    const seen: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await list(broadcastId, { pageSize: 7, ...(cursor ? { cursor } : {}) })
      seen.push(...page.data.map(({ contact }) => contact.firstname))
      expect(page.total).toBe(EVERY_RESULT.length)
      cursor = page.nextCursor
      if (!cursor) break
    }
    const byName = EVERY_RESULT.map(({ name }) => name).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    expect(seen).toEqual(byName)
    expect(await names(broadcastId, { pageSize: 7, page: 2 })).toEqual(byName.slice(7, 14))
  })

  test('have the reason and the next step in words, in the language of the reader', async () => {
    const { broadcastId } = await addRun(t, EVERY_RESULT)
    const one = async (search: string, language = 'en') => {
      const { body } = await t.as(t.acme.ann).call(broadcastRecipients, {
        params: { id: broadcastId },
        query: { search },
        headers: { 'accept-language': language },
      })
      return body.data[0]
    }
    expect(await one('una')).toMatchObject({
      ...{ outcome: 'not_delivered', state: 'undelivered', reason: 'Phone is off or has no signal.', next: 'call' },
      ...{ sentAt: after(1).toISOString(), deliveredAt: null, blockReason: null },
    })
    expect(await one('Una', 'es')).toMatchObject({ reason: 'El teléfono está apagado o sin señal.' })
    expect(await one('block no_mobile')).toMatchObject({
      ...{ outcome: 'blocked', state: null, blockReason: 'no_mobile', reason: 'There is no mobile number.' },
      next: 'add_number',
    })
    // The code of an attempt before the one that arrived, or that still waits, is no reason.
    expect(await one('dora')).toMatchObject({ outcome: 'delivered', reason: null, next: 'none' })
    expect(await one('wait3')).toMatchObject({ outcome: 'waiting', reason: null, next: 'wait' })
    expect(await one('wait8')).toMatchObject({ outcome: 'cancelled', next: 'send_again' })
    expect(await one('quin')).toMatchObject({ outcome: 'not_delivered', next: 'send_again' })
  })

  test('are narrowed by several things at once', async () => {
    const { broadcastId } = await addRun(t, EVERY_RESULT)
    expect(await names(broadcastId, { filter: 'not_reached', location: 'Dock', language: 'es' })).toEqual(['Uri'])
    expect(await names(broadcastId, { filter: 'delivered', search: 'work di' })).toEqual(['Dina'])
    expect(await names(broadcastId, { search: '%' })).toEqual([])
  })

  test('are those of the last run, or of the one that is named', async () => {
    const { broadcastId, runId } = await addRun(t, [{ name: 'Olga', state: 'delivered' }])
    const second = kernel().world.id()
    await addRunOf(kernel(), t.acme, broadcastId, { runId: second, state: 'sent', flowId: null, plannedAt: after(60) })
    await addPeople(kernel(), t.acme, second, [{ name: 'Nora', state: 'delivered' }])
    expect(await names(broadcastId, {})).toEqual(['Nora'])
    expect(await names(broadcastId, { runId })).toEqual(['Olga'])
    expect((await analyticsOf(broadcastId)).runs.map(({ id }) => id)).toEqual([second, runId])
    const other = await addRun(t, [])
    const answer = await t
      .as(t.acme.ann)
      .call(broadcastRecipients, { params: { id: other.broadcastId }, query: { runId } })
    expect([answer.http, answer.body.code]).toEqual([404, 'not_found'])
  })

  test('are none before the first run', async () => {
    const { broadcastId, runId } = await addRun(t, [])
    await sql`update broadcast_run set broadcast_id = ${(await addRun(t, [])).broadcastId}, occurrence = 'moved' where id = ${runId}`.execute(
      db(),
    )
    expect(await list(broadcastId)).toMatchObject({ data: [], total: 0 })
    expect(await analyticsOf(broadcastId)).toMatchObject({ summary: { targeted: 0 }, funnel: [], runs: [] })
    expect(await ledgerOf(broadcastId)).toMatchObject({ reached: 0, actions: [], unexplained: 0 })
    const { bytes } = await download(exportBroadcast.path, { broadcastId })
    expect(bytes.toString().trim().split('\r\n')).toHaveLength(1)
  })
})

test('a broadcast that the member cannot see is not found, whatever is asked about it', async () => {
  const { broadcastId } = await addRun(t, EVERY_RESULT)
  const deleted = await addRun(t, EVERY_RESULT)
  await sql`update broadcast set deleted_at = now() where id = ${deleted.broadcastId}`.execute(db())
  const asked = async (user: TestUser, id: string) => {
    const as = t.as(user)
    return Promise.all([
      as.call(broadcastRecipients, { params: { id } }),
      as.call(broadcastClicks, { params: { broadcastId: id } }),
      as.call(broadcastAnalytics, { query: { broadcastId: id } }),
      as.call(broadcastLedger, { params: { id } }),
      as.call(broadcastReplies, { params: { id } }),
    ])
  }
  for (const [user, id] of [
    [max, broadcastId],
    [t.beta.ann, broadcastId],
    [t.acme.ann, deleted.broadcastId],
  ] as const)
    expect((await asked(user, id)).map(({ http, body }) => [http, body.code])).toEqual(
      Array.from({ length: 5 }, () => [404, 'not_found']),
    )
  for (const path of [exportBroadcast.path, printLedger.path.replace('{id}', deleted.broadcastId)])
    expect((await download(path, { broadcastId: deleted.broadcastId })).http).toBe(404)
})

test('the timeline counts the first 24 hours by hour, up to now', async () => {
  const { broadcastId } = await addRun(t, EVERY_RESULT)
  const { timeline, segments } = await analyticsOf(broadcastId)
  expect(timeline.map(({ at }) => at)).toEqual([0, 60, 120, 180].map((minutes) => after(minutes).toISOString()))
  expect(timeline.map(({ sent, delivered, replied, answered }) => [sent, delivered, replied, answered])).toEqual([
    [9, 0, 0, 2],
    [0, 4, 2, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ])
  expect(segments).toBe(18)
})
