import { auditEntries } from '@crewline/contract/audit'
import { analyticsContacts, analyticsMessages } from '@crewline/contract/figures'
import { sendMessage } from '@crewline/contract/messages'
import { analyticsOffShift, exportOffShift } from '@crewline/contract/off-shift'
import { setContactShift } from '@crewline/contract/shifts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeContact, makeGroup, makeUser, type TestContact } from '../../../test/kit/cast.ts'
import { hoursLater, hoursNow, makeShift } from '../../../test/kit/shifts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let crew: TestContact[]
let crewId: string
let fewId: string

/** Six people who work later: everyone writes now, Ann texts five of them, and the first wrote 20 minutes ago too. */
beforeAll(async () => {
  t = await testApp()
  const [later, now] = [await makeShift(t, 'Later', hoursLater()), await makeShift(t, 'Now', hoursNow())]
  crew = []
  for (let nth = 0; nth < 6; nth += 1) crew.push(await someone(nth, later))
  const busy = await someone(7, now)
  const free = await someone(8, null)
  const ids = crew.map(({ id }) => id)
  crewId = await makeGroup(t.process.kernel, t.acme.id, 'Night crew', [...ids, busy.id, free.id])
  fewId = await makeGroup(t.process.kernel, t.acme.id, 'Two people', ids.slice(0, 2))
  for (const { phone } of [...crew, busy, free]) await t.carrier.texts(phone, 'Is the gate open?', t.acme.line.phone)
  await stored(sql`direction = 'in'`, 8)
  for (const { id: contactId } of [...crew.slice(0, 5), busy, free])
    await t.as(t.acme.ann).call(sendMessage, { body: { contactId, body: 'Yes' } })
  await stored(sql`direction = 'out' and carrier_id is not null`, 7)
  const [first] = crew
  await t.carrier.texts(first!.phone, 'Hello?', t.acme.line.phone)
  await stored(sql`direction = 'in'`, 9)
  await sql`update message set at = at - interval '20 minutes' where body = 'Is the gate open?' and contact_id = ${first!.id}`.execute(
    db(),
  )
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
async function someone(nth: number, shiftId: string | null): Promise<TestContact> {
  const contact = await makeContact(t.process.kernel, t.acme.id, `Nia ${nth}`, `+1415555910${nth}`)
  const choice = shiftId === null ? { kind: 'any_time' as const } : { kind: 'shift' as const, shiftId }
  await t.as(t.acme.ann).call(setContactShift, { query: { contactId: contact.id }, body: { choice } })
  return contact
}
const stored = (condition: ReturnType<typeof sql>, count: number) =>
  t.until(async () => (await sql`select from message where ${condition}`.execute(db())).rows.length === count)

const read = async (by: 'group' | 'member', user = t.acme.ann) =>
  (await t.as(user).call(analyticsOffShift, { query: { by } })).body

test('counts texts, people and minutes of those who are off shift, by group and by the teammate who wrote', async () => {
  const report = await read('group')
  // The first wrote twice with more than 15 minutes between, so that theirs are two exchanges.
  // Just after the start of a week the first of them is alone in the week before, hidden, and not part of the totals.
  const received = report.periods.some(({ people }) => people === null) ? 6 : 7
  expect(report.totals).toEqual({ people: 6, sent: 5, received, minutes: received })
  expect(report.rows.find(({ key }) => key === crewId)).toMatchObject({
    label: 'Night crew',
    people: 6,
    sent: 5,
    received: 7,
    minutes: 7,
  })
  const sums = report.periods.reduce((sum, period) => sum + (period.received ?? 0), 0)
  // Around midnight the texts may be in two weeks with few people in one.
  expect(sums).toBeLessThanOrEqual(7)
  const byMember = await read('member')
  expect(byMember.rows).toMatchObject([{ key: t.acme.ann.id, people: 5, sent: 5, received: null, minutes: 5 }])
})

test('hides figures about fewer than five people, in the file too', async () => {
  const { rows } = await read('group')
  expect(rows.find(({ key }) => key === fewId)).toMatchObject({ label: 'Two people', people: null, minutes: null })
  const file = await fetch(`${t.process.address}/api${exportOffShift.path}?by=group&per=month`, {
    headers: { authorization: `Bearer ${t.acme.ann.token}` },
  })
  expect(file.headers.get('content-disposition')).toContain('.csv')
  const lines = (await file.text()).replace('\uFEFF', '').trim().split(/\r?\n/)
  expect(lines[0]).toBe('From,To,Group,People,Texts sent,Texts received,Minutes')
  const few = lines.filter((line) => line.includes('Two people'))
  expect(few.length).toBeGreaterThan(0)
  for (const line of few) expect(line).toMatch(/Two people,,,,$/)
  const entries = await t.as(t.acme.ann).call(auditEntries, { query: { action: 'analytics.off-shift-exported' } })
  expect(entries.body.data[0]).toMatchObject({
    summary: 'After-hours report exported',
    actor: { id: t.acme.ann.id },
  })
})

test('opens no list about fewer than five people', async () => {
  const cut = { by: 'group' as const, key: fewId }
  for (const kind of ['off_shift_sent', 'off_shift_received'] as const)
    expect((await t.as(t.acme.ann).call(analyticsMessages, { query: { kind, ...cut } })).body).toMatchObject({
      fieldErrors: { kind: 'Lists about fewer than five people are hidden.' },
    })
  const people = await t.as(t.acme.ann).call(analyticsContacts, { query: { kind: 'people_off_shift', ...cut } })
  expect(people).toMatchObject({ http: 400, body: { fieldErrors: { kind: expect.any(String) } } })
})

test('opens lists of exactly what it counts', async () => {
  const cut = { by: 'group' as const, key: crewId }
  const listed = async (query: {
    kind: 'off_shift_sent' | 'off_shift_received'
    by: 'group' | 'member'
    key: string
  }) => (await t.as(t.acme.ann).call(analyticsMessages, { query })).body
  const received = await listed({ kind: 'off_shift_received', ...cut })
  expect(received).toMatchObject({ total: 7, label: 'Night crew' })
  expect(new Set(received.data.map(({ contact }) => contact.id))).toEqual(new Set(crew.map(({ id }) => id)))
  expect(await listed({ kind: 'off_shift_sent', ...cut })).toMatchObject({ total: 5 })
  const byAnn = { kind: 'off_shift_sent' as const, by: 'member' as const, key: t.acme.ann.id }
  expect(await listed(byAnn)).toMatchObject({ total: 5 })
  const people = await t.as(t.acme.ann).call(analyticsContacts, { query: { kind: 'people_off_shift', ...cut } })
  expect(people.body.total).toBe(6)
})

test('shows a member limited to some groups only their people, and other organizations nothing', async () => {
  const lea = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lea', lastname: 'Limited', role: 'manager' })
  await limitTo(t.process.kernel, lea, [fewId])
  const report = await read('group', lea)
  expect(report.rows.map(({ label }) => label)).toEqual(['Two people'])
  expect(report.totals).toMatchObject({ people: null })
  expect((await t.as(t.beta.ann).call(analyticsOffShift, {})).body).toMatchObject({
    totals: { people: 0, minutes: 0 },
    rows: [],
  })
})

test('has a row for every week of the days that are asked for', async () => {
  const query = { startDate: '2026-01-01', endDate: '2026-01-14' }
  expect((await t.as(t.acme.ann).call(analyticsOffShift, { query })).body.periods.map(({ start }) => start)).toEqual([
    '2026-01-01',
    '2026-01-05',
    '2026-01-12',
  ])
  const wrong = await t
    .as(t.acme.ann)
    .call(analyticsOffShift, { query: { startDate: '2026-02-01', endDate: '2026-01-01' } })
  expect(wrong).toMatchObject({ http: 400, body: { fieldErrors: { endDate: expect.any(String) } } })
})

test('hides a row from which a hidden one follows, in the file and as a list too', async () => {
  const ids = crew.map(({ id }) => id)
  const fiveId = await makeGroup(t.process.kernel, t.acme.id, 'Five of six', ids.slice(0, 5))
  const oneId = await makeGroup(t.process.kernel, t.acme.id, 'The sixth', ids.slice(5))
  // Other days than before, because figures are kept for a minute.
  const query = { startDate: new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10) }
  const { rows } = (await t.as(t.acme.ann).call(analyticsOffShift, { query: { ...query, by: 'group' } })).body
  const shown = new Map(rows.map(({ key, people, received }) => [key, { people, received }]))
  expect(shown.get(oneId)).toEqual({ people: null, received: null })
  expect(shown.get(fiveId)).toEqual({ people: null, received: null })
  expect(shown.get(crewId)).toEqual({ people: 6, received: 7 })
  const list = { ...query, kind: 'off_shift_received' as const, by: 'group' as const }
  const refused = await t.as(t.acme.ann).call(analyticsMessages, { query: { ...list, key: fiveId } })
  expect(refused).toMatchObject({ http: 400, body: { fieldErrors: { kind: expect.stringContaining('would reveal') } } })
  expect((await t.as(t.acme.ann).call(analyticsMessages, { query: { ...list, key: crewId } })).body.total).toBe(7)
  const file = await fetch(
    `${t.process.address}/api${exportOffShift.path}?by=group&per=month&startDate=${query.startDate}`,
    { headers: { authorization: `Bearer ${t.acme.ann.token}` } },
  )
  const lines = (await file.text()).split(/\r?\n/).filter((line) => /Five of six|The sixth/.test(line))
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line).toMatch(/,,,,$/)
})
