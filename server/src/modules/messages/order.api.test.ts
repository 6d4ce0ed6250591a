import { conversation, conversations } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { exportConversation } from '@crewline/contract/transcripts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePartitions, placeOf } from './index.ts'
import { moveHeads } from './store/conversations.ts'
import { makeWorker, type Worker } from '../../../test/kit/cast.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
beforeAll(async () => {
  t = await house()
  // Who answers first would get the conversation, which is a line of the thread too.
  await sql`update organization set settings = settings || '{"autoAssign": "off"}'::jsonb where id = ${t.acme.id}`.execute(
    t.process.kernel.database.asSystem('tests change a setting'),
  )
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
let nth = 0
const someone = () => makeWorker(t.process.kernel, t.acme.id, 'Eve', `+14155557${String((nth += 1)).padStart(3, '0')}`)
const say = async (worker: Worker, body: string, more: object = {}, person = t.acme.ann) =>
  (await t.as(person).call(sendMessage, { body: { contactId: worker.id, body, ...more } })).body
const page = async (worker: Worker, query: object = {}) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: worker.id }, query })).body
const wordsOf = async (worker: Worker, query: object = {}) =>
  (await page(worker, query)).messages.map((one) => one.body)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
/** Lets the time of a text come, and waits until it arrived. */
const comes = async (id: string) => {
  const due = new Date()
  await sql`update message set due_at = ${due} where id = ${id}`.execute(db())
  await sql`update outgoing_chunk set due_at = ${due} where id = ${id}`.execute(db())
  t.process.kernel.bell.ring('texts')
  await t.drain()
}

/** Has somebody text us, and waits until it is in their thread: a carrier tells of it a moment later. */
const texts = async (eve: Worker, body: string) => {
  await t.carrier.texts(eve.phone, body, t.acme.line.phone)
  await t.until(async () => (await wordsOf(eve)).includes(body))
}

/** A thread in which the second text written went as the fourth. */
async function plannedThread(): Promise<{ eve: Worker; ids: Record<string, string>; goes: () => Promise<void> }> {
  const eve = await someone()
  const first = (await say(eve, 'one')).message
  const planned = (await say(eve, 'planned', { scheduledAt: inHours(3) })).message
  await t.drain()
  await texts(eve, 'two')
  const third = (await say(eve, 'three')).message
  await t.drain()
  expect(await wordsOf(eve)).toHaveLength(4)
  return { eve, ids: { one: first.id, planned: planned.id, three: third.id }, goes: () => comes(planned.id) }
}

describe('a text that waited for its time', () => {
  test('stands where it went, at whatever end and from whatever place the thread is read', async () => {
    const { eve, ids, goes } = await plannedThread()
    await goes()
    await say(eve, 'four')
    await t.drain()
    expect(await wordsOf(eve)).toEqual(['one', 'two', 'three', 'planned', 'four'])
    const [, , , planned] = (await page(eve)).messages
    expect(planned).toMatchObject({ id: ids['planned'], body: 'planned' })
    expect(planned!.sortKey > planned!.id).toBe(true)
    // Its id and its place lead to the same page.
    for (const at of [planned!.id, planned!.sortKey]) {
      expect(await wordsOf(eve, { before: at, limit: 2 })).toEqual(['two', 'three'])
      expect(await wordsOf(eve, { after: at })).toEqual(['four'])
    }
    expect(await wordsOf(eve, { around: ids['planned'], limit: 2 })).toEqual(['three', 'planned'])
    expect(await wordsOf(eve, { after: ids['one'], limit: 3 })).toEqual(['two', 'three', 'planned'])
    expect(await wordsOf(eve, { before: ids['three'] })).toEqual(['one', 'two'])
    const ends = { hasMore: true, hasNewer: true }
    expect(await page(eve, { around: ids['planned'], limit: 2 })).toMatchObject(ends)
  })

  test('read page after page, nothing is shown twice and nothing is left out, in both directions', async () => {
    const { eve, goes } = await plannedThread()
    await goes()
    await say(eve, 'four')
    const all = await wordsOf(eve)
    const up: string[] = []
    for (let before: string | undefined; ;) {
      const { messages, hasMore } = await page(eve, { limit: 2, ...(before ? { before } : {}) })
      up.unshift(...messages.map((one) => one.body))
      before = messages[0]?.sortKey
      if (!hasMore) break
    }
    expect(up).toEqual(all)
    const down = [all[0]]
    for (let after = (await page(eve)).messages[0]?.sortKey; ;) {
      const { messages, hasNewer } = await page(eve, { limit: 1, after })
      down.push(...messages.map((one) => one.body))
      after = messages.at(-1)?.sortKey
      if (!hasNewer) break
    }
    expect(down).toEqual(all)
  })

  test('is the last message of its conversation, and a transcript tells it where it went', async () => {
    const { eve, ids, goes } = await plannedThread()
    await goes()
    const row = (await t.as(t.acme.ann).call(conversations, { query: { id: eve.id } })).body.data[0]
    const last = (await page(eve)).messages.at(-1)
    expect(row?.lastMessage).toMatchObject({ id: ids['planned'], sortKey: last?.sortKey })
    const answer = await fetch(new URL(exportConversation.path.replace(/^/, '/api'), t.process.address), {
      method: 'POST',
      headers: { authorization: `Bearer ${t.acme.ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        contactId: eve.id,
        format: 'json',
        startDate: '2020-01-01',
        endDate: '2099-01-01',
        timeZone: 'America/Chicago',
        includeNotes: true,
      }),
    })
    const { entries } = (await answer.json()) as { entries: { body: string }[] }
    expect(entries.map((one) => one.body)).toEqual(['one', 'two', 'three', 'planned'])
  })

  test('is an answer a teammate has not seen, however long ago it was written', async () => {
    const { eve, ids, goes } = await plannedThread()
    await goes()
    const late = await say(eve, 'mine', { seenMessageId: ids['three'] }, t.acme.gus)
    expect(late).toMatchObject({ code: 'answered_meanwhile' })
    expect(await say(eve, 'mine', { seenMessageId: ids['planned'] }, t.acme.gus)).toMatchObject({ status: 'OK' })
  })
})

describe('a long thread over many months', () => {
  test('is read along its index in each month, whatever page is asked for', async () => {
    const eve = await someone()
    const { kernel } = t.process
    await makePartitions(kernel)
    const system = kernel.database.asSystem('tests write a long thread')
    const year = Date.now() - 360 * 86_400_000
    for (let month = 0; month < 13; month += 1)
      await sql`select message_partition(${new Date(year + month * 30 * 86_400_000)})`.execute(system)
    await sql`
      insert into message (org_id, id, contact_id, direction, body, encoding, segments, phone_from, phone_to, state, at)
      select ${t.acme.id}::uuid, (left(uuid_floor(at)::text, 13) || '-7' || right(gen_random_uuid()::text, 21))::uuid, ${eve.id}::uuid,
        'in', 'x', 'GSM-7', 1, '', '', 'received', at
      from generate_series(1, 6000) n, lateral (select to_timestamp(${Math.floor(year / 1000)}::bigint + n * 5000) as at) m`.execute(
      system,
    )
    const middle = (
      await sql<{
        id: string
      }>`select id from message where contact_id = ${eve.id} order by id offset 3000 limit 1`.execute(db())
    ).rows[0]!.id
    const plan = async (where: ReturnType<typeof sql>, order: 'asc' | 'desc') => {
      const said = await sql<{ 'QUERY PLAN': string }>`
        explain (analyze, buffers, timing off, costs off) select m.id, m.body from message m where m.contact_id = ${eve.id} ${where}
        order by ${placeOf('m')} ${sql.raw(order)} limit 51`.execute(db())
      return said.rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const place = sql`(select coalesce((select case when k.contact_id = ${eve.id} then ${placeOf('k')} end from message k where k.id = ${middle}::uuid), ${middle}::uuid))`
    for (const said of [
      await plan(sql``, 'desc'),
      await plan(sql`and ${placeOf('m')} < ${place} and m.id < ${place}`, 'desc'),
      await plan(sql`and ${placeOf('m')} >= ${place}`, 'asc'),
    ]) {
      const pages = said.slice(said.indexOf('Merge Append'))
      expect(pages).not.toMatch(/Seq Scan|Sort Method|Rows Removed/)
      // A page costs its rows and one look into each month, not the thread.
      const rows = [...pages.matchAll(/Index Scan.*\(actual rows=([\d.]+)/g)].reduce(
        (sum, one) => sum + Number(one[1]),
        0,
      )
      expect(rows).toBeLessThan(51 + 20)
    }
  })
})

test('an answer that was written before a worker’s text and committed after it leaves that text at the head', async () => {
  const eve = await someone()
  await say(eve, 'one')
  await t.drain()
  const row = async () =>
    (await t.as(t.acme.ann).call(conversations, { query: { pageSize: 100 } })).body.data.find(({ id }) => id === eve.id)
  const scope = systemScope(t.process.kernel, t.acme)
  const [older, at] = [scope.world.id(), scope.world.now()]
  await texts(eve, 'two')
  await t.until(async () => (await row())?.lastMessage?.preview === 'two')
  const head = { contactId: eve.id, lineId: t.acme.line.id, at, reopen: true }
  await scope.tx((tx) => moveHeads(tx, 'out', [{ ...head, messageId: older, body: 'late' }]))
  expect(await row()).toMatchObject({
    lastMessage: { direction: 'in', preview: 'two' },
    shared: { waitingSince: expect.any(String) },
  })
  await scope.tx((tx) =>
    moveHeads(tx, 'out', [{ ...head, messageId: older, place: scope.world.id(), body: 'went now' }]),
  )
  expect(await row()).toMatchObject({ shared: { waitingSince: null } })
})
