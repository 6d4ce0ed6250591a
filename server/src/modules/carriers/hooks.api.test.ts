import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nativeCall, twilioCall } from '../../../test/kit/hooks.ts'
import { house, type House } from '../../../test/kit/house.ts'

describe.each(['simulated', 'twilio'])('calls to a line of %s', (carrier) => {
  let t: House
  beforeAll(async () => {
    t = await house({ carrier })
  })
  afterAll(() => t.close())

  const address = (rest = '') => `${t.process.kernel.config.publicUrl}/hooks/${carrier}/${t.acme.line.id}/voice${rest}`
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

  test('a caller hears words and can leave a message or not', async () => {
    const heard = await t.carrier.calls(t.acme.bob.phone, t.acme.line.phone, 'nothing')
    expect(heard.words).not.toBe('')
  })

  test('a call is believed only with its signature, at its own address', async () => {
    expect((await post(address(), ringing(address()))).status).toBe(200)
    expect((await post(address(), { ...ringing(address()), headers: {} })).status).toBe(401)
    const beta = carrier === 'twilio' ? twilioCall(t.beta.line, address(), {}) : nativeCall(t.beta.line, {})
    expect((await post(address(), beta)).status).toBe(401)
    if (carrier === 'twilio') expect((await post(`${address()}?from=%2B1`, ringing(address()))).status).toBe(401)
  })

  test('signed and senseless is a mistake of the caller; a line that does not exist is nowhere', async () => {
    const nonsense =
      carrier === 'twilio'
        ? twilioCall(t.acme.line, address(), { Nothing: '1' })
        : nativeCall(t.acme.line, '{"type":1}')
    expect((await post(address(), nonsense)).status).toBe(400)
    const other = address().replace(t.acme.line.id, t.acme.id)
    expect((await post(other, ringing(other))).status).toBe(404)
    const wrong = address().replace(`/hooks/${carrier}/`, '/hooks/nobody/')
    expect((await post(wrong, ringing(wrong))).status).toBe(404)
    expect((await post(address().replace(t.acme.line.id, 'x'), ringing(address()))).status).toBe(404)
  })

  test.runIf(carrier === 'twilio')(
    'how a call ended is asked at Twilio; while it does not answer, it shall come back',
    async () => {
      const { bob, line } = t.acme
      const ended = twilioCall(line, address(), {
        ...{ CallSid: 'CA8', From: bob.phone, To: line.phone, CallStatus: 'completed' },
      })
      await t.carrier.behaves({ mode: 'outage' })
      expect((await post(address(), ended)).status).toBe(503)
      await t.carrier.behaves({ mode: 'ok' })
      expect((await post(address(), ended)).status).toBe(200)
    },
  )

  test('every other news is answered without a greeting', async () => {
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
