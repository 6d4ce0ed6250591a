import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IncomingMessage } from '@crewline/contract/events'
import { nativeCall, twilioCall } from '../kit/hooks.ts'
import { spoolIsEmpty } from '../../src/modules/delivery/spool.ts'
import { testApp, type TestApp } from '../kit/test-app.ts'
import { changes, post as notified, type Call } from './forgeries.ts'

const FORM = { From: '+14155551234', Body: 'Swap my shift', NumMedia: '0' }

describe.each(['simulated', 'twilio'] as const)('calls of %s', (carrier) => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp({ carrier, roles: 'web' })
  })
  afterAll(() => t.close())

  const address = () => `/hooks/${carrier}/${t.acme.line.id}`
  const callFor = (n: number, secret?: string): Call => {
    const { line } = t.acme
    const signed =
      carrier === 'twilio'
        ? twilioCall(
            line,
            `${t.process.address}${address()}`,
            {
              ...FORM,
              MessageSid: `SM${String(n).padStart(32, '0')}`,
              AccountSid: line.credentials.account,
              To: line.phone,
            },
            secret,
          )
        : nativeCall(
            line,
            { type: 'inbound', id: `txt_${n}`, from: FORM.From, to: line.phone, body: FORM.Body },
            secret === undefined ? {} : { secret },
          )
    return { path: address(), ...signed }
  }
  const post = (call: Call) => notified(t.process.address, call)
  const received = async () => {
    const db = t.process.kernel.database.asSystem('the test counts texts of both organizations')
    return (await sql<{ n: number }>`select count(*)::int as n from message where direction = 'in'`.execute(db)).rows[0]
      ?.n
  }

  test('rejects calls with any signed part changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 1_000_000 }).chain((n) => fc.tuple(fc.constant(callFor(n)), changes(callFor(n)))),
        async ([call, changed]) => {
          fc.pre(JSON.stringify(changed) !== JSON.stringify(call))
          expect(await post(changed)).toBe(401)
        },
      ),
      { numRuns: 400, seed: 2_026 },
    )
    expect(await received()).toBe(0)
  })

  test('rejects calls with the secret or the line of another organization, and stale calls', async () => {
    expect(await post(callFor(1, t.beta.line.credentials.secret))).toBe(401)
    expect(await post({ ...callFor(2), path: `/hooks/${carrier}/${t.beta.line.id}` })).toBe(401)
    if (carrier === 'simulated') {
      const stale = nativeCall(
        t.acme.line,
        { type: 'inbound', id: 'old', from: FORM.From, to: '', body: 'x' },
        { at: Date.now() - 600_000 },
      )
      expect(await post({ path: address(), ...stale })).toBe(401)
    }
    expect(await received()).toBe(0)
  })

  test('receives a call replayed a hundred times once', async () => {
    const call = callFor(3)
    const answers = await Promise.all(Array.from({ length: 100 }, () => post(call)))
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await received()).toBe(1)
  })

  test('keeps a status update for an unknown text without changing any state', async () => {
    const { line } = t.acme
    for (const path of [address(), `${address()}/${t.process.kernel.world.id()}`]) {
      const call =
        carrier === 'twilio'
          ? twilioCall(line, t.process.address + path, {
              MessageSid: 'SMunknown',
              AccountSid: line.credentials.account,
              MessageStatus: 'delivered',
            })
          : nativeCall(line, { type: 'status', id: 'unknown', status: 'delivered' })
      expect(await post({ path, ...call })).toBe(200)
    }
    const events = await sql`select from carrier_event where kind = 'status'`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    expect(events.rows.length).toBeGreaterThanOrEqual(1)
  })
})

test('receives 200 texts once, with one event each, when sent ten times to two processes and again a month later', async () => {
  const t = await testApp({ roles: 'web' })
  const otherProcess = await t.another('web')
  const client = await t.connectClient(t.acme.ann)
  const { line } = t.acme
  const calls = Array.from({ length: 200 }, (_, n) => ({
    type: 'inbound',
    id: `month_${n}`,
    from: `+141555${String(59_000 + n)}`,
    to: line.phone,
    body: `Text ${n}`,
  }))
  const sendAll = async (times: number) => {
    const answers = calls.flatMap((payload) =>
      Array.from({ length: times }, async (_, n) => {
        const at = (n % 2 ? otherProcess : t.process).address
        const answer = await fetch(`${at}/hooks/simulated/${line.id}`, {
          method: 'POST',
          ...nativeCall(line, payload),
        })
        await answer.arrayBuffer()
        return answer.status
      }),
    )
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  }
  await sendAll(10)
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update carrier_event set at = at - interval '30 days'`.execute(db)
  await sendAll(2)
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from message where direction = 'in'`.execute(db)).rows[0]?.n ??
    0
  // A busy machine writes those to disk first that get no connection within ten seconds.
  await t.until(async () => (await spoolIsEmpty(t.process.kernel.config.dataDir)) && (await count()) >= 200)
  expect(await count()).toBe(200)
  const receivedBodies = () => (client.all('message') as IncomingMessage[]).map((event) => event.body)
  await t.until(async () => receivedBodies().length >= 200)
  expect(receivedBodies().toSorted()).toEqual(calls.map((call) => call.body).toSorted())
  await t.close()
})
