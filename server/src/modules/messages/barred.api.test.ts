import { createKeyword } from '@crewline/contract/keywords'
import { setGreeting } from '@crewline/contract/voicemail'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorker, type Worker } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { callEars } from '../carriers/index.ts'
import { noticeFor } from '../consent/index.ts'
import { lineById } from '../lines/index.ts'
import { LANE, markSubmitting, queue, recordOutcomes } from './index.ts'

let t: House
beforeAll(async () => {
  // Nobody sends: what waits is handed over here, when the test says so.
  t = await house({ roles: 'web' })
  const settings = { awayReply: 'Nobody is here now.', businessHours: {}, firstContactNotice: true }
  await sql`update organization set settings = settings || ${JSON.stringify(settings)}::jsonb where id = ${t.acme.id}`.execute(
    t.process.kernel.database.asSystem('tests change a setting'),
  )
  const ann = t.as(t.acme.ann)
  await ann.call(createKeyword, { body: { word: 'menu', match: 'only', reply: 'Soup today.' } })
  await ann.call(setGreeting, { body: { words: '', fileId: null, missedCallText: 'Sorry we missed you.' } })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const acme = () => systemScope(t.process.kernel, t.acme)
let nth = 0
const someone = async (work: string) => {
  const worker = await makeWorker(t.process.kernel, t.acme.id, 'Eve', `+14155557${String((nth += 1)).padStart(3, '0')}`)
  await becomes(worker, work)
  return worker
}
const becomes = (worker: Worker, work: string) =>
  sql`update contact set work = ${work} where id = ${worker.id}`.execute(db())
/** Has somebody text us, and waits until it is in their thread: of two told side by side either may come first. */
const said = async (worker: Worker, words: string) => {
  const before = await texts(worker, 'in')
  await t.carrier.texts(worker.phone, words, t.acme.line.phone)
  await received(worker, before.length + 1)
}
const received = (worker: Worker, many: number) =>
  t.until(async () => (await texts(worker, 'in')).length === many && (await texts(worker, 'in')))
const texts = async (worker: Worker, direction: 'in' | 'out') =>
  (
    await sql<{ id: string; body: string; state: string; error: string | null }>`
      select id, body, state, error_code as error from message where contact_id = ${worker.id} and direction = ${direction} order by id`.execute(
      db(),
    )
  ).rows
const goes = async (worker: Worker) => {
  const ids = (await texts(worker, 'out')).map((one) => one.id)
  await acme().tx((tx) => markSubmitting(tx, ids))
  return (await texts(worker, 'out')).map(({ body, state, error }) => ({ body, state, error }))
}
const calls = async (worker: Worker) => {
  const line = await lineById(db(), t.process.kernel.seal, t.acme.line.id)
  await callEars.get().missed(t.process.kernel, line!, { callId: `CA-${worker.id}`, from: worker.phone })
}
const handed = async (worker: Worker, body: string) => {
  const id = t.process.kernel.world.id()
  const { id: lineId, phone: from } = t.acme.line
  await acme().tx((tx) =>
    queue(tx, LANE.reply, [
      { id, contactId: worker.id, lineId, from, to: worker.phone, body, kind: 'text', senderId: null },
    ]),
  )
  await acme().tx((tx) => markSubmitting(tx, [id]))
  return () =>
    acme().tx((tx) =>
      recordOutcomes(tx, [{ id, attempt: 1, state: 'submitted', carrierId: `c-${id}`, errorCode: null }]),
    )
}

describe.each(['blocked', 'terminated'])('somebody who is %s', (work) => {
  test('is answered by no keyword and not told that nobody is there; their words arrive', async () => {
    const eve = await someone(work)
    await said(eve, 'menu')
    await said(eve, 'Is anybody there?')
    expect(await received(eve, 2)).toMatchObject([{ body: 'menu' }, { body: 'Is anybody there?' }])
    expect(await texts(eve, 'out')).toEqual([])
  })

  test('is not texted after a call nobody took', async () => {
    const eve = await someone(work)
    await calls(eve)
    expect(await texts(eve, 'out')).toEqual([])
  })

  test('is told that STOP was heard and who texts, and nothing else: no welcome after START', async () => {
    const eve = await someone(work)
    for (const words of ['HELP', 'STOP', 'START']) await said(eve, words)
    await received(eve, 3)
    expect(await goes(eve)).toEqual([
      { body: expect.stringContaining('STOP') as string, state: 'submitting', error: null },
      { body: expect.stringContaining('opted out') as string, state: 'submitting', error: null },
    ])
  })

  test('gets no first-contact notice, and gets it with the first text once they are back', async () => {
    const eve = await someone('active')
    const took = await handed(eve, 'Welcome')
    await becomes(eve, work)
    await took()
    expect((await texts(eve, 'out')).map((one) => one.body)).toEqual(['Welcome'])
    await becomes(eve, 'active')
    await (
      await handed(eve, 'Welcome back')
    )()
    expect((await texts(eve, 'out')).map((one) => one.body)).toEqual([
      'Welcome',
      'Welcome back',
      noticeFor('Acme', 'en'),
    ])
  })

  test('does not get an answer that still waited when they became it; the one to STOP goes', async () => {
    const eve = await someone('active')
    await said(eve, 'menu')
    await said(eve, 'STOP')
    await said(eve, 'START')
    await received(eve, 3)
    await calls(eve)
    await becomes(eve, work)
    expect(await goes(eve)).toEqual([
      { body: 'Soup today.', state: 'suppressed', error: work },
      { body: expect.stringContaining('opted out') as string, state: 'submitting', error: null },
      { body: expect.any(String) as string, state: 'suppressed', error: work },
      { body: 'Sorry we missed you.', state: 'suppressed', error: work },
    ])
  })
})

test('who is on leave is answered as everybody else', async () => {
  const eve = await someone('on_leave')
  await said(eve, 'menu')
  await received(eve, 1)
  await calls(eve)
  expect((await goes(eve)).map(({ body, state }) => [body, state])).toEqual([
    ['Soup today.', 'submitting'],
    ['Sorry we missed you.', 'submitting'],
  ])
})
