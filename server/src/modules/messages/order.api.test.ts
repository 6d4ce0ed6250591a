import { conversation, conversations } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { exportConversation } from '@crewline/contract/transcripts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sortIdOf, updateConversationSummaries } from '../conversations/index.ts'
import { makePartitions } from './jobs.ts'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  // Automatic assignment would add an event line to the thread.
  await sql`update organization set settings = settings || '{"autoAssign": "off"}'::jsonb where id = ${t.acme.id}`.execute(
    t.process.kernel.database.asSystem('tests change a setting'),
  )
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
let nth = 0
const someone = () => makeContact(t.process.kernel, t.acme.id, 'Eve', `+14155557${String((nth += 1)).padStart(3, '0')}`)
const send = async (contact: TestContact, body: string, more: object = {}, user = t.acme.ann) =>
  (await t.as(user).call(sendMessage, { body: { contactId: contact.id, body, ...more } })).body
const page = async (contact: TestContact, query: object = {}) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contact.id }, query })).body
const bodiesOf = async (contact: TestContact, query: object = {}) =>
  (await page(contact, query)).messages.map((message) => message.body)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
/** Makes a scheduled message due and waits until it is delivered. */
const comes = async (id: string) => {
  const due = new Date()
  await sql`update message set due_at = ${due} where id = ${id}`.execute(db())
  await sql`update outgoing_chunk set due_at = ${due} where id = ${id}`.execute(db())
  t.process.kernel.signals.wakeUp('texts')
  await t.drain()
}

/**
 * Sends a message from a contact and waits until it is in the thread, because the carrier delivers it a moment later.
 */
const texts = async (eve: TestContact, body: string) => {
  await t.carrier.texts(eve.phone, body, t.acme.line.phone)
  await t.until(async () => (await bodiesOf(eve)).includes(body))
}

/** A thread in which the second message written was sent fourth. */
async function plannedThread(): Promise<{
  eve: TestContact
  ids: Record<string, string>
  sendPlanned: () => Promise<void>
}> {
  const eve = await someone()
  const first = (await send(eve, 'one')).message
  const planned = (await send(eve, 'planned', { scheduledAt: inHours(3) })).message
  await t.drain()
  await texts(eve, 'two')
  const third = (await send(eve, 'three')).message
  await t.drain()
  expect(await bodiesOf(eve)).toHaveLength(4)
  return { eve, ids: { one: first.id, planned: planned.id, three: third.id }, sendPlanned: () => comes(planned.id) }
}

describe('a message that waited for its time', () => {
  test('is ordered by when it was sent, from either end and any starting point of the thread', async () => {
    const { eve, ids, sendPlanned } = await plannedThread()
    await sendPlanned()
    await send(eve, 'four')
    await t.drain()
    expect(await bodiesOf(eve)).toEqual(['one', 'two', 'three', 'planned', 'four'])
    const [, , , planned] = (await page(eve)).messages
    expect(planned).toMatchObject({ id: ids['planned'], body: 'planned' })
    expect(planned!.sortKey > planned!.id).toBe(true)
    // Its id and its sort key return the same page.
    for (const at of [planned!.id, planned!.sortKey]) {
      expect(await bodiesOf(eve, { before: at, limit: 2 })).toEqual(['two', 'three'])
      expect(await bodiesOf(eve, { after: at })).toEqual(['four'])
    }
    expect(await bodiesOf(eve, { around: ids['planned'], limit: 2 })).toEqual(['three', 'planned'])
    expect(await bodiesOf(eve, { after: ids['one'], limit: 3 })).toEqual(['two', 'three', 'planned'])
    expect(await bodiesOf(eve, { before: ids['three'] })).toEqual(['one', 'two'])
    const ends = { hasMore: true, hasNewer: true }
    expect(await page(eve, { around: ids['planned'], limit: 2 })).toMatchObject(ends)
  })

  test('appears exactly once across pages in both directions', async () => {
    const { eve, sendPlanned } = await plannedThread()
    await sendPlanned()
    await send(eve, 'four')
    const all = await bodiesOf(eve)
    const up: string[] = []
    for (let before: string | undefined; ;) {
      const { messages, hasMore } = await page(eve, { limit: 2, ...(before ? { before } : {}) })
      up.unshift(...messages.map((message) => message.body))
      before = messages[0]?.sortKey
      if (!hasMore) break
    }
    expect(up).toEqual(all)
    const down = [all[0]]
    for (let after = (await page(eve)).messages[0]?.sortKey; ;) {
      const { messages, hasNewer } = await page(eve, { limit: 1, after })
      down.push(...messages.map((message) => message.body))
      after = messages.at(-1)?.sortKey
      if (!hasNewer) break
    }
    expect(down).toEqual(all)
  })

  test('is the last message of its conversation and in its sent position in a transcript', async () => {
    const { eve, ids, sendPlanned } = await plannedThread()
    await sendPlanned()
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
    expect(entries.map((entry) => entry.body)).toEqual(['one', 'two', 'three', 'planned'])
  })

  test('counts as a reply the teammate has not seen, even if written long ago', async () => {
    const { eve, ids, sendPlanned } = await plannedThread()
    await sendPlanned()
    const late = await send(eve, 'mine', { seenMessageId: ids['three'] }, t.acme.gus)
    expect(late).toMatchObject({ code: 'answered_meanwhile' })
    expect(await send(eve, 'mine', { seenMessageId: ids['planned'] }, t.acme.gus)).toMatchObject({ status: 'OK' })
  })
})

describe('a long thread over many months', () => {
  test('is read by the index of each month for any page', async () => {
    const eve = await someone()
    const { kernel } = t.process
    await makePartitions(kernel)
    const system = kernel.database.asSystem('tests write a long thread')
    const year = Date.now() - 360 * 86_400_000
    for (let month = 0; month < 13; month += 1)
      await sql`select create_message_partition(${new Date(year + month * 30 * 86_400_000)})`.execute(system)
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
      const result = await sql<{ 'QUERY PLAN': string }>`
        explain (analyze, buffers, timing off, costs off) select m.id, m.body from message m where m.contact_id = ${eve.id} ${where}
        order by ${sortIdOf('m')} ${sql.raw(order)} limit 51`.execute(db())
      return result.rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const position = sql`(select coalesce((select case when k.contact_id = ${eve.id} then ${sortIdOf('k')} end from message k where k.id = ${middle}::uuid), ${middle}::uuid))`
    for (const explained of [
      await plan(sql``, 'desc'),
      await plan(sql`and ${sortIdOf('m')} < ${position} and m.id < ${position}`, 'desc'),
      await plan(sql`and ${sortIdOf('m')} >= ${position}`, 'asc'),
    ]) {
      const pages = explained.slice(explained.indexOf('Merge Append'))
      expect(pages).not.toMatch(/Seq Scan|Sort Method|Rows Removed/)
      // A page costs its rows and one lookup per month, not the whole thread.
      const rows = [...pages.matchAll(/Index Scan.*\(actual rows=([\d.]+)/g)].reduce(
        (sum, match) => sum + Number(match[1]),
        0,
      )
      expect(rows).toBeLessThan(51 + 20)
    }
  })
})

test('a reply written before an inbound message but committed after it does not replace it as the latest', async () => {
  const eve = await someone()
  await send(eve, 'one')
  await t.drain()
  const row = async () =>
    (await t.as(t.acme.ann).call(conversations, { query: { pageSize: 100 } })).body.data.find(({ id }) => id === eve.id)
  const scope = systemScope(t.process.kernel, t.acme)
  const [older, at] = [scope.world.id(), scope.world.now()]
  await texts(eve, 'two')
  await t.until(async () => (await row())?.lastMessage?.preview === 'two')
  const summary = { contactId: eve.id, lineId: t.acme.line.id, at, reopen: true }
  await scope.tx((tx) => updateConversationSummaries(tx, 'out', [{ ...summary, messageId: older, body: 'late' }]))
  expect(await row()).toMatchObject({
    lastMessage: { direction: 'in', preview: 'two' },
    shared: { waitingSince: expect.any(String) },
  })
  await scope.tx((tx) =>
    updateConversationSummaries(tx, 'out', [
      { ...summary, messageId: older, position: scope.world.id(), body: 'went now' },
    ]),
  )
  expect(await row()).toMatchObject({ shared: { waitingSince: null } })
})
