import { launchBroadcast } from '@crewline/contract/launch'
import { countRecipients, previewBroadcast } from '@crewline/contract/recipients'
import { setContactShift } from '@crewline/contract/shifts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { draft, endCountdowns, hire, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { makeGroup, type TestContact } from '../../../test/kit/cast.ts'
import { guard, hoursLater, hoursNow, makeShift } from '../../../test/kit/shifts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let crew: TestContact[]
let groupId: string
beforeAll(async () => {
  // Without a sender: what is queued stays queued.
  t = await testApp({ roles: 'web' })
  crew = await hire(t, 6)
  groupId = await makeGroup(t.process.kernel, t.acme.id, 'Crew', crew.map(idOf))
  const [now, later] = [await makeShift(t, 'Now', hoursNow()), await makeShift(t, 'Later', hoursLater())]
  // Three are off shift, one of them reads Spanish and one Vietnamese; the fourth is on shift.
  for (const [at, shiftId] of [later, later, later, now].entries())
    await t.as(t.acme.ann).call(setContactShift, {
      query: { contactId: idOf(crew[at]) },
      body: { choice: { kind: 'shift', shiftId } },
    })
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update contact set language = 'en' where id = any(${crew.map(idOf)}::uuid[])`.execute(db)
  await sql`update contact set language = 'es' where id = ${idOf(crew[1])}`.execute(db)
  await sql`update contact set language = 'vi' where id = ${idOf(crew[2])}`.execute(db)
})
afterAll(() => t.close())
beforeEach(() => guard(t, 'warn'))

const idOf = (contact: TestContact | undefined) => contact?.id as string
const NOTE = 'No reply needed before your shift.'
const NOTA = 'No hace falta responder antes de tu turno.'
// One segment by itself, two with the sentence.
const message = { body: 'x'.repeat(150), optOutLine: false, signOff: false }
const urgent = { quietHours: 'send' as const, quietReason: 'Gas leak' }

async function costOf(more: object = {}) {
  const { body } = await t
    .as(t.acme.ann)
    .call(countRecipients, { body: { audience: { groupIds: [groupId] }, message, ...more } })
  return body.cost
}

/** Returns the previewed text of each person. */
async function previewed(more: object = {}): Promise<Map<string, string>> {
  const { body } = await t
    .as(t.acme.ann)
    .call(previewBroadcast, { query: {}, body: { audience: { groupIds: [groupId] }, message, ...more } })
  return new Map(body.data.map((row) => [row.contact.id, row.body]))
}

test('counts the sentence for people off shift, in their language, where it will be added', async () => {
  // Four get one segment: three are at work or have no shift, and the Vietnamese sentence would need other letters.
  expect(await costOf()).toMatchObject({ texts: 8, fewest: 1, most: 2, noted: 3 })
  const byLanguage = (await costOf())?.byLanguage ?? []
  expect(byLanguage.toSorted((a, b) => a.language.localeCompare(b.language))).toEqual([
    { language: 'en', people: 4, segments: 2, units: 150 + 1 + NOTE.length, encoding: 'GSM-7' },
    { language: 'es', people: 1, segments: 2, units: 150 + 1 + NOTA.length, encoding: 'GSM-7' },
    { language: 'vi', people: 1, segments: 1, units: 150, encoding: 'GSM-7' },
  ])
})

test.each([
  ['the sender turned it off', { options: { replyCanWait: false } }],
  ['the text asks for a confirmation', { kind: 'acknowledgement' as const }],
])('does not count the sentence when %s', async (_case, more) => {
  expect(await costOf(more)).toMatchObject({ noted: 0 })
  expect([...(await previewed(more)).values()].some((body) => body.includes(NOTE))).toBe(false)
})

test('does not count the sentence for texts that wait for the shift, unless the sender sends at once', async () => {
  await guard(t, 'hold')
  expect(await costOf()).toMatchObject({ texts: 6, noted: 0 })
  expect((await previewed()).get(idOf(crew[0]))).toBe(message.body)
  expect(await costOf({ options: urgent })).toMatchObject({ texts: 8, noted: 3 })
})

test('counts the sentence by the next date of a repeated broadcast', async () => {
  const repeated = (hours: number) => ({
    mode: 'recurring' as const,
    timeZone: 'UTC',
    start: new Date(t.process.kernel.world.now().getTime() + hours * 3_600_000).toISOString().slice(0, 16),
    frequency: 'daily' as const,
  })
  // In three and a half hours all with a shift are at work, in ten none of them is.
  expect(await costOf({ schedule: repeated(3.5) })).toMatchObject({ noted: 0 })
  expect(await costOf({ schedule: repeated(10) })).toMatchObject({ noted: 4 })
})

test('previews the texts exactly as they are sent', async () => {
  const options = { ...urgent, replyCanWait: true }
  const shown = await previewed({ options })
  expect(shown.get(idOf(crew[0]))).toBe(`${message.body}\n${NOTE}`)
  expect(shown.get(idOf(crew[1]))).toBe(`${message.body}\n${NOTA}`)
  expect(shown.get(idOf(crew[3]))).toBe(message.body)
  const broadcast = await draft(t, [], { audience: { groupIds: [groupId] }, message, options })
  await t.as(t.acme.ann).call(launchBroadcast, {
    params: { id: broadcast.id },
    body: { version: broadcast.version, expectedRecipients: 6 },
  })
  await endCountdowns(t)
  await workOnBroadcasts(t)
  const sent = await sql<{ contact_id: string; body: string }>`
    select m.contact_id, m.body from message m join broadcast_run r on r.org_id = m.org_id and r.id = m.batch_id
    where r.broadcast_id = ${broadcast.id}`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  expect(new Map(sent.rows.map((row) => [row.contact_id, row.body]))).toEqual(shown)
})
