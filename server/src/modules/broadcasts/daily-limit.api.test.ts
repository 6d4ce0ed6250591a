import { broadcastProgress, stopBroadcast } from '@crewline/contract/launch'
import { countRecipients } from '@crewline/contract/recipients'
import { createBroadcast } from '@crewline/contract/broadcasts'
import { launchBroadcast } from '@crewline/contract/launch'
import { sendMessage } from '@crewline/contract/messages'
import { editOrganization } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endCountdowns, workOnBroadcasts } from '../../../test/kit/broadcasts.ts'
import { makeContact, type Org, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { carrierDayEnd } from '../delivery/brand-day-rules.ts'

let t: TestApp
const system = () => t.process.kernel.database.asSystem('tests make a family')
beforeAll(async () => {
  t = await testApp()
  // Beta becomes a child of Acme.
  await sql`update organization set parent_id = ${t.acme.id} where id = ${t.beta.id}`.execute(system())
  for (const org of [t.acme, t.beta])
    await t.as(org.ann).call(editOrganization, { body: { settings: { firstContactNotice: false } } })
})
afterAll(() => t.close())
beforeEach(async () => {
  await untilDayIsLong()
  // What an earlier test left would count as waiting.
  for (const org of [t.acme, t.beta])
    await sql`delete from outgoing_chunk`.execute(t.process.kernel.database.ofOrg(org.id))
  await sql`delete from brand_day`.execute(system())
}, 240_000)

/** How long a test may take before the day of carriers ends and a new one gives more. */
const TEST_MS = 90_000
/** Waits for the next day of carriers when this one is about to end. */
async function untilDayIsLong(): Promise<void> {
  const leftMs = carrierDayEnd(new Date()).getTime() - Date.now()
  if (leftMs < TEST_MS) await new Promise((resolve) => setTimeout(resolve, leftMs + 1_000))
}

const setLimit = (dailyLimit: number | null) =>
  t.as(t.acme.ann).call(editOrganization, { body: { settings: { dailyLimit } } })

let nth = 0
const people = async (org: Org, count: number): Promise<TestContact[]> => {
  const made: TestContact[] = []
  for (let at = 0; at < count; at++)
    made.push(await makeContact(t.process.kernel, org.id, 'Pat', `+14155557${String((nth += 1)).padStart(3, '0')}`))
  return made
}

const send = async (org: Org, crew: TestContact[]): Promise<string> => {
  const { body } = await t.as(org.ann).call(createBroadcast, {
    body: {
      name: 'Payday',
      audience: { contactIds: crew.map(({ id }) => id) },
      message: { body: 'Pay is in your account today.' },
      options: { quietHours: 'send', quietReason: 'Tests run at night too' },
    },
  })
  const { id, version } = body.broadcast
  const launched = await t.as(org.ann).call(launchBroadcast, {
    params: { id },
    body: { version, expectedRecipients: crew.length },
  })
  expect(launched.http).toBe(200)
  return id
}

const arrived = async (crew: TestContact[]) => {
  const phones = new Set(crew.map(({ phone }) => phone))
  return (await t.carrier.sent()).filter(({ to }) => phones.has(to)).length
}
/** Texts of broadcasts that the sender could take now. */
const dueNow = async () =>
  (await sql`select from outgoing_chunk where lane = 2 and due_at <= now()`.execute(system())).rows.length
/**
 * Waits until so many of these people have their text. Broadcasts that wait ask again as often as needed, because the
 * share of one depends on what another still holds at that moment.
 */
const untilArrived = async (crew: TestContact[], count: number) => {
  let found = 0
  try {
    await t.until(async () => {
      await askAgain()
      found = await arrived(crew)
      return found === count
    })
  } catch (error) {
    const days = await sql`select day::text, sender_id, segments from brand_day`.execute(system())
    const chunks =
      await sql`select org_id, due_at, batch_id, cardinality(message_ids) as texts from outgoing_chunk`.execute(
        system(),
      )
    const states = await sql`select org_id, state, count(*)::int from message group by 1, 2`.execute(system())
    const seen = JSON.stringify({ found, count, days: days.rows, chunks: chunks.rows, states: states.rows })
    throw new Error(`not everyone got the text: ${seen}`, { cause: error })
  }
}
const workOff = async () => {
  await endCountdowns(t)
  await workOnBroadcasts(t)
  await t.until(async () => (await dueNow()) === 0)
  await workOnBroadcasts(t)
}
/** As if the broadcasts that wait had waited long enough to ask again; those on their way are due for their sender soon. */
const askAgain = async () => {
  for (const org of [t.acme, t.beta])
    await sql`update outgoing_chunk set due_at = now() - interval '1 minute' where lane = 2 and due_at > now() + interval '40 seconds'`.execute(
      t.process.kernel.database.ofOrg(org.id),
    )
  await t.until(async () => (await dueNow()) === 0)
}
/** Nothing is with a carrier without its outcome: texts that are still count as waiting until their deadline. */
const untilRecorded = () =>
  t.until(async () => (await sql`select from message where state = 'submitting'`.execute(system())).rows.length === 0)
/** As if a day had passed: what was sent belongs to yesterday. */
const nextDay = async () => {
  await untilRecorded()
  await sql`update brand_day set day = day - 1`.execute(system())
  await askAgain()
}
/** Sends while the lines are paused, so that everything is queued before any of it is sent. */
const queueAll = async (work: () => Promise<unknown>) => {
  await sql`update line set state = 'paused'`.execute(system())
  await work()
  await endCountdowns(t)
  await workOnBroadcasts(t)
}
const resumeLines = async () => {
  await sql`update line set state = 'active'`.execute(system())
  await t.until(async () => (await dueNow()) === 0)
}
const progress = async (org: Org, id: string) => (await t.as(org.ann).call(broadcastProgress, { params: { id } })).body

test('hands over no more broadcasts a day than carriers take from the brand, and the rest on the next days', async () => {
  await setLimit(4)
  const crew = await people(t.acme, 10)
  const audience = { contactIds: crew.map(({ id }) => id) }
  const { body } = await t.as(t.acme.ann).call(countRecipients, {
    body: { audience, message: { body: 'Pay is in your account today.' } },
  })
  expect(body.cost).toMatchObject({ daily: { perDay: 4, left: 4, later: 6 } })
  // The rest of today, a whole day, and the last two texts.
  expect(body.cost?.minutes).toBeGreaterThan(24 * 60)
  expect(body.cost?.minutes).toBeLessThan(2 * 24 * 60 + 1)
  expect(body.warnings.map(({ code }) => code)).toContain('daily_limit')
  const id = await send(t.acme, crew)
  await workOff()
  await t.until(async () => (await arrived(crew)) === 4)
  const waiting = await progress(t.acme, id)
  expect(waiting).toMatchObject({ run: { state: 'sending' }, waitsForDay: { perDay: 4 } })
  expect(Date.parse(waiting.waitsForDay?.resumesAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  // A reply does not wait.
  const [stranger] = await people(t.acme, 1)
  await t
    .as(t.acme.ann)
    .call(sendMessage, { body: { contactId: stranger!.id, body: 'See you', quietOverride: { reason: 'Test' } } })
  await t.until(async () => (await arrived([stranger!])) === 1)
  await nextDay()
  await untilArrived(crew, 8)
  await nextDay()
  await untilArrived(crew, 10)
  await t.drain()
  await workOnBroadcasts(t)
  expect(await progress(t.acme, id)).toMatchObject({ waitsForDay: null })
})

test('shares the day between the organizations of a family', async () => {
  await setLimit(8)
  const [crew, others] = [await people(t.acme, 10), await people(t.beta, 10)]
  const ids: string[] = []
  await queueAll(async () => ids.push(await send(t.acme, crew), await send(t.beta, others)))
  await resumeLines()
  await t.until(async () => (await arrived(crew)) + (await arrived(others)) === 8)
  expect([await arrived(crew), await arrived(others)]).toEqual([4, 4])
  expect(await progress(t.beta, ids[1] ?? '')).toMatchObject({ waitsForDay: { perDay: 8 } })
  // A stopped broadcast needs nothing any more.
  const stopped = await t.as(t.acme.ann).call(stopBroadcast, { params: { id: ids[0] ?? '' } })
  expect(stopped).toMatchObject({ http: 200 })
  await workOnBroadcasts(t)
  await nextDay()
  await untilArrived(others, 10)
  expect(await arrived(crew)).toBe(4)
})

test('gives back what did not leave', async () => {
  await setLimit(3)
  const crew = await people(t.acme, 5)
  await queueAll(() => send(t.acme, crew))
  for (const { phone } of crew.slice(0, 2))
    await sql`insert into consent (org_id, phone, opted_out, changed_at) values (${t.acme.id}, ${phone}, true, now())
      on conflict (org_id, phone) do update set opted_out = true`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  await resumeLines()
  await untilArrived(crew, 3)
})

test('sends what waits for the next day as soon as the limit is raised', async () => {
  await setLimit(2)
  const crew = await people(t.acme, 5)
  await send(t.acme, crew)
  await workOff()
  await t.until(async () => (await arrived(crew)) === 2)
  await setLimit(4)
  await t.until(async () => (await arrived(crew)) === 4)
  await setLimit(null)
  await t.until(async () => (await arrived(crew)) === 5)
})
