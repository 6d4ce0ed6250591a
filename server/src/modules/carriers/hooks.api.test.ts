import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nativeCall, twilioCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeLog } from '../../kernel/log.ts'

describe.each(['simulated', 'twilio'])('call webhooks of a line at %s', (carrier) => {
  let t: TestApp
  const logged: string[] = []
  beforeAll(async () => {
    t = await testApp({ carrier, log: makeLog('warn', { write: (line) => logged.push(line) }) })
  })
  /** How often the table of lines is read meanwhile. */
  const countQueries = async (run: () => Promise<void>) => {
    const { database } = t.process.kernel
    const asSystem = database.asSystem.bind(database)
    let count = 0
    database.asSystem = (reason) => {
      if (reason.startsWith('a webhook names a line')) count += 1
      return asSystem(reason)
    }
    await run()
    database.asSystem = asSystem
    return count
  }
  afterAll(() => t.close())

  const address = (suffix = '') =>
    `${t.process.kernel.config.publicUrl}/hooks/${carrier}/${t.acme.line.id}/voice${suffix}`
  const ringing = (url: string) =>
    carrier === 'twilio'
      ? twilioCall(t.acme.line, url, {
          CallSid: 'CA9',
          From: t.acme.bob.phone,
          To: t.acme.line.phone,
          CallStatus: 'ringing',
        })
      : nativeCall(t.acme.line, { type: 'call', id: 'call_9', from: t.acme.bob.phone, to: t.acme.line.phone })
  const post = (url: string, call: { body: string; headers: Record<string, string> }) =>
    fetch(url, { method: 'POST', ...call })

  test('greets a caller with text', async () => {
    const greeting = await t.carrier.calls(t.acme.bob.phone, t.acme.line.phone, 'nothing')
    expect(greeting.words).not.toBe('')
  })

  test('accepts a call webhook only with its signature and at its own address', async () => {
    expect((await post(address(), ringing(address()))).status).toBe(200)
    expect((await post(address(), { ...ringing(address()), headers: {} })).status).toBe(401)
    const beta = carrier === 'twilio' ? twilioCall(t.beta.line, address(), {}) : nativeCall(t.beta.line, {})
    expect((await post(address(), beta)).status).toBe(401)
    if (carrier === 'twilio') expect((await post(`${address()}?from=%2B1`, ringing(address()))).status).toBe(401)
  })

  test('looks up a line and logs once for many forged calls', async () => {
    const before = logged.length
    const queries = await countQueries(async () => {
      for (let n = 0; n < 9; n += 1)
        expect((await post(address(), { ...ringing(address()), headers: {} })).status).toBe(401)
    })
    expect(queries).toBeLessThan(9)
    expect(logged.length - before).toBeLessThanOrEqual(1)
  })

  test.runIf(carrier === 'twilio')('refuses a signed call or text for another account or number', async () => {
    const texts = address().replace('/voice', '')
    const call = { CallSid: 'CA7', From: t.acme.bob.phone, To: t.acme.line.phone, CallStatus: 'ringing' }
    const text = { MessageSid: 'SM7', From: t.acme.bob.phone, To: t.acme.line.phone, Body: 'Hello' }
    const { account } = t.acme.line.credentials
    for (const [url, form] of [
      [address(), call],
      [texts, text],
    ] as const) {
      const sent = (more: object) => post(url, twilioCall(t.acme.line, url, { ...form, ...more }))
      expect((await sent({ AccountSid: account })).status).toBe(200)
      expect((await sent({ AccountSid: `AC${'7'.repeat(32)}` })).status).toBe(401)
      expect((await sent({ AccountSid: account, To: t.beta.line.phone })).status).toBe(401)
    }
  })

  test('answers 400 for signed nonsense and 404 for a line that does not exist', async () => {
    const nonsense =
      carrier === 'twilio'
        ? twilioCall(t.acme.line, address(), { Nothing: '1' })
        : nativeCall(t.acme.line, '{"type":1}')
    expect((await post(address(), nonsense)).status).toBe(400)
    const otherAddress = address().replace(t.acme.line.id, t.acme.id)
    expect((await post(otherAddress, ringing(otherAddress))).status).toBe(404)
    const wrongAddress = address().replace(`/hooks/${carrier}/`, '/hooks/nobody/')
    expect((await post(wrongAddress, ringing(wrongAddress))).status).toBe(404)
    expect((await post(address().replace(t.acme.line.id, 'x'), ringing(address()))).status).toBe(404)
  })

  test.runIf(carrier === 'twilio')(
    'queries Twilio for how a call ended and answers 503 while Twilio does not respond',
    async () => {
      const { bob, line } = t.acme
      const endedCall = twilioCall(line, address(), {
        ...{ CallSid: 'CA8', From: bob.phone, To: line.phone, CallStatus: 'completed' },
      })
      await t.carrier.behaves({ mode: 'outage' })
      expect((await post(address(), endedCall)).status).toBe(503)
      await t.carrier.behaves({ mode: 'ok' })
      expect((await post(address(), endedCall)).status).toBe(200)
    },
  )

  test('answers every other call event without a greeting', async () => {
    const url = address('/recording')
    const call =
      carrier === 'twilio'
        ? twilioCall(t.acme.line, `${url}?from=%2B1`, { CallSid: 'CA9', RecordingStatus: 'in-progress' })
        : nativeCall(t.acme.line, { type: 'missed', id: 'call_9', from: t.acme.bob.phone, to: t.acme.line.phone })
    const answer = await post(carrier === 'twilio' ? `${url}?from=%2B1` : url, call)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toMatch(carrier === 'twilio' ? /<Response><Hangup\/><\/Response>/ : /"ok":true/)
  })
})
