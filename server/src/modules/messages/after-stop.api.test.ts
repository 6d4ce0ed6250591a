import { createKeyword } from '@crewline/contract/keywords'
import { setGreeting } from '@crewline/contract/voicemail'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorker, type Worker } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { callEars } from '../carriers/index.ts'
import { lineById } from '../lines/index.ts'
import { markSubmitting } from './index.ts'

let t: House
beforeAll(async () => {
  // Nobody sends: what waits is handed over here, when the test says so.
  t = await house({ roles: 'web' })
  const settings = { awayReply: 'Nobody is here now.', businessHours: {} }
  await sql`update organization set settings = settings || ${JSON.stringify(settings)}::jsonb where id = ${t.acme.id}`.execute(
    t.process.kernel.database.asSystem('tests change a setting'),
  )
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const says = (worker: Worker, words: string) => t.carrier.texts(worker.phone, words, t.acme.line.phone)
let nth = 0
const someone = () => makeWorker(t.process.kernel, t.acme.id, 'Eve', `+14155559${String((nth += 1)).padStart(3, '0')}`)
const waiting = async (worker: Worker) =>
  (
    await sql<{ id: string; body: string; state: string }>`
      select id, body, state from message where contact_id = ${worker.id} and direction = 'out' order by id`.execute(
      db(),
    )
  ).rows
const becomes = async (worker: Worker) => {
  const scope = systemScope(t.process.kernel, t.acme)
  const ids = (await waiting(worker)).map((one) => one.id)
  await scope.tx((tx) => markSubmitting(tx, ids))
  return (await waiting(worker)).map(({ body, state }) => ({ body, state }))
}
const confirmation = { body: expect.stringContaining('opted out') as string, state: 'submitting' }

test('the answer that nobody is there does not go after a STOP; the confirmation does', async () => {
  const eve = await someone()
  await says(eve, 'Who is working?')
  await t.until(async () => (await waiting(eve)).length === 1)
  await says(eve, 'STOP')
  await t.until(async () => (await waiting(eve)).length === 2)
  expect(await becomes(eve)).toEqual([{ body: 'Nobody is here now.', state: 'suppressed' }, confirmation])
})

test('nor does the answer to a keyword', async () => {
  const made = await t
    .as(t.acme.ann)
    .call(createKeyword, { body: { word: 'menu', match: 'only', reply: 'Soup today.' } })
  expect(made.http).toBe(200)
  const eve = await someone()
  await says(eve, 'menu')
  await t.until(async () => (await waiting(eve)).length === 1)
  await says(eve, 'STOP')
  await t.until(async () => (await waiting(eve)).length === 2)
  expect(await becomes(eve)).toEqual([{ body: 'Soup today.', state: 'suppressed' }, confirmation])
})

test('nor does the text about a missed call', async () => {
  const body = { words: '', fileId: null, missedCallText: 'Sorry we missed you.' }
  expect((await t.as(t.acme.ann).call(setGreeting, { body })).http).toBe(200)
  const eve = await someone()
  const line = await lineById(db(), t.process.kernel.seal, t.acme.line.id)
  await callEars.get().missed(t.process.kernel, line!, { callId: 'CA-after-stop', from: eve.phone })
  expect(await waiting(eve)).toHaveLength(1)
  await says(eve, 'STOP')
  await t.until(async () => (await waiting(eve)).length === 2)
  expect(await becomes(eve)).toEqual([{ body: 'Sorry we missed you.', state: 'suppressed' }, confirmation])
})

test('nor does the welcome of a START that was taken back; HELP is answered also after STOP', async () => {
  const eve = await someone()
  for (const [at, words] of ['STOP', 'START', 'STOP'].entries()) {
    await says(eve, words)
    await t.until(async () => (await waiting(eve)).length === at + 1)
  }
  expect(await becomes(eve)).toMatchObject([confirmation, { state: 'suppressed' }, confirmation])
  const dan = await someone()
  await says(dan, 'STOP')
  await t.until(async () => (await waiting(dan)).length === 1)
  await says(dan, 'HELP')
  await t.until(async () => (await waiting(dan)).length === 2)
  expect(await becomes(dan)).toMatchObject([confirmation, { state: 'submitting' }])
})
