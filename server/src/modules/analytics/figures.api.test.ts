import {
  analyticsContacts,
  analyticsCuts,
  analyticsHours,
  analyticsMessages,
  analyticsReplyTimes,
  type AnalyticsCut,
  type CountedMessages,
} from '@crewline/contract/figures'
import { analytics } from '@crewline/contract/analytics'
import { dayIn, localTimeAt } from '@crewline/contract/calendar'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, makeUser, type Org, type TestContact } from '../../../test/kit/cast.ts'
import { randomOf } from '../../../test/kit/random.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

interface Written {
  id: string
  at: Date
  contact: TestContact
  direction: 'in' | 'out'
  kind: 'text' | 'auto_reply' | 'broadcast'
  state: string
  senderId: string | null
  isAccepted: boolean
  answersFlow: boolean
}

/** Builds an id with the given creation time. */
function idAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${t.process.kernel.world.id().slice(13)}`
}

async function write(
  org: Org,
  at: string | Date,
  contact: TestContact,
  given: Partial<Omit<Written, 'id' | 'at' | 'contact'>> = {},
): Promise<Written> {
  const moment = new Date(at)
  const direction = given.direction ?? 'in'
  const message: Written = {
    kind: 'text',
    state: direction === 'in' ? 'received' : 'delivered',
    senderId: null,
    isAccepted: true,
    answersFlow: false,
    ...given,
    id: idAt(moment),
    at: moment,
    contact,
    direction,
  }
  await sql`
    insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, state, sender_id, carrier_id, answers_flow, at)
    values (${org.id}, ${message.id}, ${contact.id}, ${direction}, ${message.kind}, 'x', 'GSM-7', 1, ${org.line.id}, 'a', 'b', ${message.state},
      ${message.senderId}, ${direction === 'out' && message.isAccepted ? 'c' : null}, ${message.answersFlow}, ${moment})`.execute(
    t.process.kernel.database.ofOrg(org.id),
  )
  return message
}

const place = (org: Org, contact: TestContact, location: string, language: string) =>
  sql`update contact set location = ${location}, language = ${language} where org_id = ${org.id} and id = ${contact.id}`.execute(
    t.process.kernel.database.ofOrg(org.id),
  )

/** The conditions under which a written message counts, by figure. */
const isCounted: Record<
  Exclude<CountedMessages, 'answers' | 'off_shift_sent' | 'off_shift_received'>,
  (message: Written) => boolean
> = {
  sent: ({ direction, isAccepted }) => direction === 'out' && isAccepted,
  delivered: ({ direction, state }) => direction === 'out' && state === 'delivered',
  not_delivered: ({ direction, state }) => direction === 'out' && (state === 'failed' || state === 'undelivered'),
  received: ({ direction }) => direction === 'in',
}

/** The answers among messages, with the wait of each in seconds. */
function answersIn(messages: readonly Written[]): { message: Written; seconds: number }[] {
  const since = new Map<string, Date>()
  return messages.flatMap((message) => {
    const { contact, direction, kind, at, answersFlow } = message
    const asked = since.get(contact.id)
    if (direction === 'in') {
      if (!answersFlow && asked === undefined) since.set(contact.id, at)
      return []
    }
    if (kind !== 'text') return []
    since.delete(contact.id)
    return asked && message.senderId !== null ? [{ message, seconds: (at.getTime() - asked.getTime()) / 1000 }] : []
  })
}

function medianMinutes(seconds: number[]): number | null {
  const sorted = seconds.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2 / 6) / 10
}

const days = { startDate: '2026-03-01', endDate: '2026-03-14' }
const timeZone = 'America/Chicago'
const localOf = ({ at }: Written) => localTimeAt(timeZone, at)
const dayOf = ({ at }: Written) => dayIn(timeZone, at)
const isInRange = (message: Written) => dayOf(message) >= days.startDate && dayOf(message) <= days.endDate

describe.each([3, 4, 5])('with random messages of seed %i', (seed) => {
  let org: Org
  let messages: Written[]
  let placeOf: Map<string, string>
  let groupOf: Map<string, string[]>

  beforeAll(async () => {
    org = await makeOrg(t.process.kernel, `Random ${seed}`, seed)
    const random = randomOf(seed)
    const people = [org.bob, org.cat, org.dan]
    placeOf = new Map([
      [org.bob.id, 'Plant 1'],
      [org.cat.id, 'Plant 2'],
      [org.dan.id, ''],
    ])
    for (const person of people)
      await place(org, person, placeOf.get(person.id) ?? '', person === org.cat ? 'es' : 'en')
    const [nights, crew] = [
      await makeGroup(t.process.kernel, org.id, 'Nights', [org.bob.id, org.cat.id]),
      await makeGroup(t.process.kernel, org.id, 'Crew', [org.bob.id]),
    ]
    groupOf = new Map([
      [nights, [org.bob.id, org.cat.id]],
      [crew, [org.bob.id]],
    ])
    // From two days before the range to one after it, across the day on which clocks change.
    const first = Date.parse('2026-02-27T00:00:00Z')
    const times = Array.from({ length: 160 }, () => first + random(17 * 24 * 3600) * 1000).sort((a, b) => a - b)
    messages = []
    for (const at of times) {
      const isIn = random(2) === 0
      messages.push(
        await write(org, new Date(at), people[random(3)] ?? org.bob, {
          direction: isIn ? 'in' : 'out',
          ...(isIn
            ? { answersFlow: random(6) === 0 }
            : {
                kind: (['text', 'text', 'text', 'auto_reply', 'broadcast'] as const)[random(5)] ?? 'text',
                state: ['delivered', 'sent', 'failed', 'undelivered'][random(4)] ?? 'sent',
                isAccepted: random(4) > 0,
                senderId: [org.ann.id, org.gus.id, null][random(3)] ?? null,
              }),
        }),
      )
    }
  })

  const rowsOf = async (by: AnalyticsCut) =>
    (await t.as(org.ann).call(analyticsCuts, { query: { ...days, by } })).body.rows
  const listOf = async (query: object, kind: CountedMessages) =>
    (await t.as(org.ann).call(analyticsMessages, { query: { ...days, kind, pageSize: 200, ...query } })).body

  const recount = (kind: keyof typeof isCounted, of: (message: Written) => boolean) =>
    messages.filter((message) => isInRange(message) && isCounted[kind](message) && of(message)).map(({ id }) => id)
  const recountAnswers = (of: (message: Written) => boolean) =>
    answersIn(messages).filter(({ message }) => isInRange(message) && of(message))

  test('each total equals a recount, and opens a list of exactly those messages', async () => {
    const { totals } = (await t.as(org.ann).call(analytics, { query: days })).body
    const figures = { sent: totals.sent, delivered: totals.delivered, not_delivered: totals.notDelivered }
    for (const [kind, figure] of Object.entries({ ...figures, received: totals.received })) {
      const ids = recount(kind as keyof typeof isCounted, () => true)
      const list = await listOf({}, kind as CountedMessages)
      expect([kind, figure, list.total]).toEqual([kind, ids.length, ids.length])
      expect(list.data.map(({ message }) => message.id)).toEqual(ids.toSorted().toReversed())
    }
    const times = (await t.as(org.ann).call(analyticsReplyTimes, { query: days })).body
    const answers = recountAnswers(() => true)
    expect(times.now).toMatchObject({
      answers: answers.length,
      medianMinutes: medianMinutes(answers.map(({ seconds }) => seconds)),
    })
    expect((await listOf({}, 'answers')).data.map(({ message }) => message.id)).toEqual(
      answers
        .map(({ message }) => message.id)
        .toSorted()
        .toReversed(),
    )
  })

  test('each row of a cut equals a recount, and each of its numbers opens exactly those messages', async () => {
    const cuts: [AnalyticsCut, (key: string) => (message: Written) => boolean][] = [
      [
        'location',
        (key) =>
          ({ contact }) =>
            placeOf.get(contact.id) === key,
      ],
      [
        'language',
        (key) =>
          ({ contact }) =>
            (contact.id === org.cat.id ? 'es' : 'en') === key,
      ],
      [
        'group',
        (key) =>
          ({ contact }) =>
            groupOf.get(key)?.includes(contact.id) ?? false,
      ],
      [
        'member',
        (key) =>
          ({ senderId }) =>
            senderId === key,
      ],
    ]
    for (const [by, of] of cuts) {
      const rows = await rowsOf(by)
      expect(rows.length).toBeGreaterThan(1)
      for (const row of rows) {
        const isOf = of(row.key)
        const answers = recountAnswers(isOf)
        expect(row).toMatchObject({
          sent: recount('sent', isOf).length,
          delivered: recount('delivered', isOf).length,
          notDelivered: recount('not_delivered', isOf).length,
          received: by === 'member' ? null : recount('received', isOf).length,
          answers: answers.length,
          medianMinutes: medianMinutes(answers.map(({ seconds }) => seconds)),
        })
        for (const kind of ['sent', 'not_delivered'] as const)
          expect((await listOf({ by, key: row.key }, kind)).data.map(({ message }) => message.id)).toEqual(
            recount(kind, isOf).toSorted().toReversed(),
          )
        expect((await listOf({ by, key: row.key }, 'answers')).total).toBe(answers.length)
      }
    }
  })

  test('each hour of the week equals a recount, and opens exactly those messages', async () => {
    const { hours } = (await t.as(org.ann).call(analyticsHours, { query: days })).body
    const at = (weekday: number, hour: number) =>
      recount('received', (message) => localOf(message).weekday === weekday && localOf(message).hour === hour)
    expect(hours.reduce((sum, { received }) => sum + received, 0)).toBe(recount('received', () => true).length)
    for (const { weekday, hour, received } of hours) expect(received).toBe(at(weekday, hour).length)
    const [first] = hours
    const list = await listOf({ weekday: first?.weekday, hour: first?.hour }, 'received')
    expect(list.data.map(({ message }) => message.id)).toEqual(
      at(first?.weekday ?? 0, first?.hour ?? 0)
        .toSorted()
        .toReversed(),
    )
  })
})

test('a wait begins with the first text after the last answer and ends with a text of a member', async () => {
  const { acme } = t
  const { bob, cat, dan, ann } = { ...acme }
  await write(acme, '2026-04-10T15:00:00Z', bob)
  await write(acme, '2026-04-10T15:10:00Z', bob)
  await write(acme, '2026-04-10T15:11:00Z', bob, { direction: 'out', kind: 'auto_reply' })
  await write(acme, '2026-04-10T15:12:00Z', bob, { direction: 'out', kind: 'broadcast', senderId: ann.id })
  await write(acme, '2026-04-10T15:30:00Z', bob, { direction: 'out', senderId: ann.id })
  // A second text of the member ends no wait.
  await write(acme, '2026-04-10T15:31:00Z', bob, { direction: 'out', senderId: ann.id })
  // An answer in a flow is not waited with, and a text nobody answered has no time.
  await write(acme, '2026-04-10T15:00:00Z', cat, { answersFlow: true })
  await write(acme, '2026-04-10T16:00:00Z', cat, { direction: 'out', senderId: ann.id })
  await write(acme, '2026-04-10T17:00:00Z', dan)
  const { body } = await t.as(ann).call(analyticsReplyTimes, {
    query: { startDate: '2026-04-10', endDate: '2026-04-10' },
  })
  expect(body.now).toEqual({ answers: 1, medianMinutes: 30, p90Minutes: 30 })
  expect(body.previous).toEqual({ answers: 0, medianMinutes: null, p90Minutes: null })
})

describe('the people of a figure', () => {
  test('are those who replied, opted out, or have waited for more than a day', async () => {
    const { beta } = t
    const { bob, cat, dan, ann } = { ...beta }
    const db = t.process.kernel.database.ofOrg(beta.id)
    await write(beta, '2026-05-10T15:00:00Z', bob)
    await write(beta, '2026-05-10T16:00:00Z', cat)
    await write(beta, '2026-05-10T17:00:00Z', bob)
    for (const phone of [dan.phone, '+14155559999'])
      await sql`insert into consent_event (org_id, id, phone, action, method, wording, at)
        values (${beta.id}, ${idAt(new Date('2026-05-10T18:00:00Z'))}, ${phone}, 'opt_out', 'keyword', 'STOP', '2026-05-10T18:00:00Z')`.execute(
        db,
      )
    const now = t.process.kernel.world.now().getTime()
    const waits = [
      { contact: bob, hours: 25, archived: false },
      { contact: cat, hours: 23, archived: false },
      { contact: dan, hours: 50, archived: true },
    ]
    for (const { contact, hours, archived } of waits) {
      const at = new Date(now - hours * 3_600_000)
      await sql`insert into conversation (org_id, contact_id, waiting_since, archived, last_at)
        values (${beta.id}, ${contact.id}, ${at}, ${archived}, ${at})`.execute(db)
    }
    const day = { startDate: '2026-05-10', endDate: '2026-05-10' }
    const list = async (kind: string, query: object = {}) =>
      (await t.as(ann).call(analyticsContacts, { query: { ...day, kind: kind as 'replied', ...query } })).body
    const names = (body: Awaited<ReturnType<typeof list>>) =>
      body.data.map(({ contact, phoneDisplay }) => contact?.firstname ?? phoneDisplay)
    expect([names(await list('replied')), (await list('replied')).total]).toEqual([['Bob', 'Cat'], 2])
    expect(names(await list('replied', { by: 'location', key: 'Nowhere' }))).toEqual([])
    expect(names(await list('opted_out')).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      '(415) 555-9999',
      'Dan',
    ])
    expect(names(await list('waiting_over_day'))).toEqual(['Bob'])
    const { body } = await t.as(ann).call(analytics, { query: day })
    expect([body.totals.contactsWhoReplied, body.totals.optOuts, body.attention.waitingOverDay]).toEqual([2, 2, 1])
    expect(names(await list('replied', { page: 2, pageSize: 1 }))).toEqual(['Cat'])
  })

  test('and its messages are only those a member with group scope may see', async () => {
    const org = await makeOrg(t.process.kernel, 'Shares', 7)
    const { kernel } = t.process
    const limited = await makeUser(kernel, org.id, { firstname: 'Nan', lastname: 'Shares', role: 'manager' })
    await limitTo(kernel, limited, [await makeGroup(kernel, org.id, 'Nights', [org.bob.id])])
    await makeGroup(kernel, org.id, 'Days', [org.bob.id, org.cat.id])
    for (const contact of [org.bob, org.cat]) await write(org, '2026-07-01T12:00:00Z', contact)
    const query = { startDate: '2026-07-01', endDate: '2026-07-01' }
    const seen = t.as(limited)
    expect((await seen.call(analyticsMessages, { query: { ...query, kind: 'received' } })).body).toMatchObject({
      total: 1,
      data: [{ contact: { firstname: 'Bob' } }],
    })
    expect((await seen.call(analyticsContacts, { query: { ...query, kind: 'replied' } })).body.total).toBe(1)
    const { rows } = (await seen.call(analyticsCuts, { query: { ...query, by: 'language' } })).body
    expect(rows.map(({ received }) => received)).toEqual([1])
  })
})

test('a list continues after the last message of a page, and refuses a cursor it did not make', async () => {
  const org = await makeOrg(t.process.kernel, 'Pages', 8)
  for (const minute of [1, 2, 3]) await write(org, `2026-08-01T12:0${minute}:00Z`, org.bob)
  const query = { startDate: '2026-08-01', endDate: '2026-08-01', kind: 'received' as const, pageSize: 2 }
  const first = (await t.as(org.ann).call(analyticsMessages, { query })).body
  expect([first.total, first.data.length, typeof first.nextCursor]).toEqual([3, 2, 'string'])
  const rest = (await t.as(org.ann).call(analyticsMessages, { query: { ...query, cursor: first.nextCursor ?? '' } }))
    .body
  expect([rest.total, rest.data.length, rest.nextCursor]).toEqual([null, 1, undefined])
  const refused = await t.as(org.ann).call(analyticsMessages, { query: { ...query, cursor: 'rubbish' } })
  expect([refused.http, refused.body]).toMatchObject([400, { code: 'invalid' }])
})
