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
import { addRun, after, EVERY_RESULT, type Recipient } from '../../../test/kit/broadcast-results.ts'
import type { Org, TestUser } from '../../../test/kit/cast.ts'
import { makeStep } from '../../../test/kit/flows.ts'
import { pagesOf } from '../../../test/kit/pdf-words.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { createFlow } from '../flows/index.ts'
import { addLinks, makeCodes } from '../links/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
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

describe('the ledger', () => {
  test('shows as unexplained who is chosen and not in it, and texts never queued although the run has ended', async () => {
    const { broadcastId, runId } = await addRun(t, [
      { name: 'Pia', state: 'pending' },
      { name: 'Pam', state: 'delivered' },
    ])
    expect(await ledgerOf(broadcastId)).toMatchObject({ reached: 1, waiting: 0, unexplained: 1 })
    await sql`update broadcast_run set state = 'sending' where id = ${runId}`.execute(db())
    expect(await ledgerOf(broadcastId)).toMatchObject({ reached: 1, waiting: 1, unexplained: 0 })
    await sql`delete from broadcast_recipient where run_id = ${runId} and state = 'pending'`.execute(db())
    expect(await ledgerOf(broadcastId)).toMatchObject({ reached: 1, waiting: 0, unexplained: 1 })
  })

  test('is printed by location and department, with the next step, without those who need nothing', async () => {
    const { broadcastId } = await addRun(t, [
      { name: 'Zoe', state: 'undelivered', errorCode: '30003', location: 'Dock', department: 'Night' },
      { name: 'Ali', state: 'blocked', blockReason: 'no_mobile', location: 'Annex' },
      { name: 'Ned', state: 'blocked', blockReason: 'opted_out' },
      { name: 'Ida', state: 'blocked', blockReason: 'excluded' },
      { name: 'Kim', state: 'delivered' },
    ])
    const { bytes, type } = await download(printLedger.path.replace('{id}', broadcastId))
    expect(type).toBe('application/pdf')
    const text = (await pagesOf(bytes)).join('\n')
    expect(text).toContain('Payday')
    expect(text.match(/No location|Annex|Dock · Night|Zoe|Ali|Ned|Ida|Kim/g)).toEqual([
      ...['No location', 'Ned', 'Annex', 'Ali', 'Dock · Night', 'Zoe'],
    ])
    expect(text).toContain('Tell them in person')
    const audits = await sql<{ detail: object }>`
      select detail from audit_entry where action = 'broadcast.list_printed' and target = ${broadcastId}`.execute(db())
    expect(audits.rows).toEqual([{ detail: { people: 3 } }])
  })
})

describe('an export', () => {
  test('has one row for each person, with cells that no spreadsheet runs, and is audited', async () => {
    const { broadcastId, runId } = await addRun(t, [
      ...EVERY_RESULT,
      { name: '=cmd()', state: 'delivered', location: '@home' },
    ])
    const { bytes, type } = await download(exportBroadcast.path, { broadcastId })
    expect(type).toBe('text/csv; charset=utf-8')
    const [header, ...rows] = bytes.toString().trim().split('\r\n')
    expect(header).toContain('First name,Last name,Mobile')
    expect(rows).toHaveLength(EVERY_RESULT.length + 1)
    expect(rows.find((row) => row.includes('cmd'))).toMatch(/^'=cmd\(\),Worker,.*,'@home,English,Delivered,/)
    expect(rows.find((row) => row.startsWith('Una'))).toContain(
      'Night,Dock,English,Not delivered,Phone is off or has no signal.,Call,',
    )
    const audits = await sql<{ detail: object }>`
      select detail from audit_entry where action = 'broadcast.exported' and target = ${broadcastId}`.execute(db())
    expect(audits.rows).toEqual([{ detail: { format: 'csv', runId, people: EVERY_RESULT.length + 1 } }])
    const workbook = await download(exportBroadcast.path, { broadcastId, format: 'xlsx' })
    expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK')
  })
})

describe('clicks', () => {
  test('are listed for any link and for one, with those who did not click', async () => {
    const { broadcastId, runId, ids } = await addRun(t, [
      { name: 'Cleo', state: 'delivered', clicked: true },
      { name: 'Carl', state: 'delivered', clicked: true },
      { name: 'Nick', state: 'delivered' },
      { name: 'Bert', state: 'blocked', blockReason: 'archived' },
    ])
    const [first, second] = await systemScope(kernel(), t.acme).tx(async (tx) => {
      const links = await addLinks(tx, { kind: 'broadcast_run', id: runId }, ['https://a.example', 'https://b.example'])
      for (const { id: linkId } of links)
        await makeCodes(
          tx,
          ['Cleo', 'Carl', 'Nick'].map((name) => ({ linkId, contactId: ids.get(name) ?? '' })),
        )
      return links
    })
    const clickOn = (linkId: string | undefined, name: string) =>
      sql`update link_code set clicks = 2, first_click_at = ${after(3)} where link_id = ${linkId} and contact_id = ${ids.get(name)}`.execute(
        db(),
      )
    await clickOn(first?.id, 'Cleo')
    await clickOn(second?.id, 'Cleo')
    await clickOn(second?.id, 'Carl')
    const who = async (query: { clicked?: string; linkId?: string }) => {
      const { body } = await t.as(t.acme.ann).call(broadcastClicks, { params: { broadcastId }, query })
      expect(body.total).toBe(body.data.length)
      return body.data.map(({ contact, clicks }) => [contact.firstname, clicks])
    }
    const any = [
      ['Carl', 2],
      ['Cleo', 4],
    ]
    expect(await who({})).toEqual(any)
    expect(await who({ clicked: 'false' })).toEqual([['Nick', 0]])
    expect(await who({ linkId: first?.id ?? '' })).toEqual([['Cleo', 2]])
    expect(await who({ linkId: first?.id ?? '', clicked: 'false' })).toEqual([
      ['Carl', 0],
      ['Nick', 0],
    ])
    const { links, funnel } = await analyticsOf(broadcastId)
    expect(links.map(({ people, clicks }) => [people, clicks])).toEqual([
      [1, 2],
      [2, 4],
    ])
    expect(funnel).toContainEqual({ step: 'clicked', count: 2 })
    // The codes of links are deleted at the end of their life; who clicked remains.
    await sql`delete from link_code where link_id = any(${[first?.id, second?.id]}::uuid[])`.execute(
      kernel().database.asSystem('tests prune'),
    )
    expect(await who({})).toEqual(any.map(([name]) => [name, 1]))
  })
})

describe('replies', () => {
  test('are listed with those who wait for an answer first, page after page', async () => {
    const people = ['Rae', 'Rex', 'Ron', 'Roy'].map((name): Recipient => ({ name, state: 'delivered', replied: true }))
    const { broadcastId, runId, ids } = await addRun(t, [...people, { name: 'Mia', state: 'delivered' }])
    for (const [name, id] of ids) {
      const waits = name === 'Rex' || name === 'Rae'
      await sql`insert into conversation (org_id, contact_id, waiting_since, last_at) values (${t.acme.id}, ${id}, ${waits ? after(70) : null}, ${after(70)})`.execute(
        db(),
      )
      await sql`
        insert into message (org_id, id, contact_id, direction, body, encoding, segments, line_id, phone_from, phone_to, state, at, batch_id)
        values (${t.acme.id}, ${kernel().world.id()}, ${id}, 'in', ${`From ${name}`}, 'GSM-7', 1, ${t.acme.line.id}, '', '', 'received',
          ${after(70)}, ${runId})`.execute(db())
    }
    const page = async (query: object) =>
      (await t.as(t.acme.ann).call(broadcastReplies, { params: { id: broadcastId }, query })).body
    const seen: unknown[] = []
    for (let cursor: string | undefined; ;) {
      const body = await page({ pageSize: 1, ...(cursor ? { cursor } : {}) })
      expect([body.total, body.waiting]).toEqual([4, 2])
      seen.push(...body.data.map((reply) => [reply.contact.firstname, reply.body, reply.waiting]))
      cursor = body.nextCursor
      if (!cursor) break
    }
    expect(seen).toEqual([
      ['Rex', 'From Rex', true],
      ['Rae', 'From Rae', true],
      ['Roy', 'From Roy', false],
      ['Ron', 'From Ron', false],
    ])
    expect(await page({ onlyWaiting: 'true' })).toMatchObject({ total: 2, waiting: 2, data: { length: 2 } })
    expect((await analyticsOf(broadcastId)).summary.replied).toBe(4)
  })
})

describe('a poll', () => {
  const STEP = makeStep('choice', {
    options: [
      { key: '1', label: { en: 'Pizza', es: 'Pizza' } },
      { key: '2', label: { en: 'Rice', es: 'Arroz' } },
    ],
  })

  async function addPoll(isAnonymous: boolean, answers: number) {
    const flowId = await systemScope(kernel(), t.acme).tx((tx) =>
      createFlow(tx, {
        ...{ ownerKind: 'broadcast', ownerId: tx.world.id(), steps: [STEP], texts: {}, isAnonymous },
        ...{ allowChange: true, closesAt: null },
      }),
    )
    const people = Array.from({ length: answers }, (_, nth): Recipient => ({
      name: `Pol${nth}`,
      state: 'delivered',
      answered: true,
    }))
    const { broadcastId, ids } = await addRun(t, people, { kind: 'poll', flowId })
    for (const [name, id] of ids)
      await sql`
        insert into flow_answer (org_id, flow_id, id, step_id, contact_id, option_key, is_shown, at)
        values (${t.acme.id}, ${flowId}, ${kernel().world.id()}, ${STEP.id}, ${isAnonymous ? null : id}, ${name === 'Pol0' ? '2' : '1'},
          ${!isAnonymous || answers >= 5}, ${after(4)})`.execute(db())
    return broadcastId
  }

  test('shows its answers with the people who chose each', async () => {
    const broadcastId = await addPoll(false, 3)
    const { poll, funnel } = await analyticsOf(broadcastId)
    expect(poll).toEqual({
      ...{ answers: 3, hidden: false, average: null, texts: [] },
      options: [
        { key: '1', label: 'Pizza', count: 2 },
        { key: '2', label: 'Rice', count: 1 },
      ],
    })
    for (const { key, count } of poll?.options ?? [])
      expect(await names(broadcastId, { filter: 'answered', option: key })).toHaveLength(count)
    expect((await list(broadcastId, { option: '2' })).data.map(({ answer }) => answer)).toEqual(['Rice'])
    expect(funnel).toContainEqual({ step: 'answered', count: 3 })
  })

  test('that is anonymous tells who answered and never what, and nothing while fewer than five answered', async () => {
    const few = await addPoll(true, 4)
    const hidden = await analyticsOf(few)
    expect(hidden.summary.answered).toBe(4)
    expect(hidden.poll).toMatchObject({ answers: 0, hidden: true, options: [{ count: 0 }, { count: 0 }], texts: [] })
    const broadcastId = await addPoll(true, 5)
    expect((await analyticsOf(broadcastId)).poll).toMatchObject({ answers: 5, hidden: false })
    const { data } = await list(broadcastId, { filter: 'answered' })
    expect(data.map(({ answer }) => answer)).toEqual([null, null, null, null, null])
    expect(await names(broadcastId, { option: '1' })).toEqual([])
    const { bytes } = await download(exportBroadcast.path, { broadcastId })
    expect(bytes.toString()).not.toMatch(/Pizza|Rice/)
  })
})
