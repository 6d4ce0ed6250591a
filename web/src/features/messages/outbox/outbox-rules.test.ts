import { describe, expect, it } from 'vitest'
import type { Refusal } from '../../../shared/api/send.ts'
import { isForComposer, isPending, nextStep, extrasToSend, withSoundExtras, type PendingText } from './outbox-rules.ts'

const text: PendingText = {
  clientMessageId: 'k',
  contactId: 'c',
  body: 'Hi',
  at: '2026-01-01T00:00:00Z',
  state: 'sending',
  tries: 0,
}
const refusal = (status: number): Refusal => ({ status, code: 'message_empty', message: 'No.', token: 't' })

describe('an unconfirmed message', () => {
  it.each([0, 429, 502, 503])(
    'is retried with the same key after %d, three times, each later than the last',
    (status) => {
      const pauses: (number | undefined)[] = []
      let now = text
      for (let round = 0; round < 3; round += 1) {
        const step = nextStep(now, refusal(status), true)
        pauses.push(step.retryInMs)
        expect(step.text.clientMessageId).toBeUndefined()
        now = { ...now, ...step.text }
      }
      expect(pauses).toEqual([1000, 2000, 4000])
      // The browser text of a lost connection is not shown.
      const message = status === 0 ? '' : 'No.'
      expect(nextStep(now, refusal(status), true).text).toMatchObject({ state: 'failed', refusal: { message } })
    },
  )

  it('waits while the device is offline without using up a retry', () => {
    expect(nextStep(text, refusal(0), false)).toEqual({ text: { state: 'waiting' } })
  })

  it.each([400, 401, 404, 409, 422, 500])('fails after %d with the reason', (status) => {
    expect(nextStep(text, refusal(status), true)).toEqual({
      text: { state: 'failed', refusal: { code: 'message_empty', message: 'No.' } },
    })
  })

  it('is distinguished from other stored values', () => {
    expect(isPending(text)).toBe(true)
    expect([null, 1, 'x', {}, { body: 'x' }].some(isPending)).toBe(false)
  })
})

describe('the extras of a message', () => {
  const complete: PendingText = {
    ...text,
    mediaIds: ['f'],
    shown: 'Hi Maria',
    scheduledAt: '2026-01-02T08:00:00Z',
    timeZone: 'America/Chicago',
    cancelIfReply: true,
    undoSeconds: 5,
    quietOverride: { reason: 'Safety' },
    translation: { text: 'Hola', to: 'es' },
    seenMessageId: 'm',
  }
  it('survive storage unchanged', () => {
    expect(withSoundExtras(JSON.parse(JSON.stringify(complete)) as PendingText)).toEqual(complete)
  })
  it('may be absent, as in messages stored by an older version', () => {
    expect(withSoundExtras(text)).toEqual(text)
    expect(extrasToSend(text)).toEqual({})
  })
  it('are dropped when invalid, and the text stays', () => {
    const broken = { ...text, mediaIds: 'f', undoSeconds: 7, translation: { to: 'es' }, cancelIfReply: 'yes' }
    expect(withSoundExtras(broken as unknown as PendingText)).toEqual(text)
  })
  it('are sent to the server without those only for display', () => {
    const { shown: _shown, ...sent } = complete
    expect({ ...text, ...extrasToSend(complete) }).toEqual(sent)
  })
  it.each([
    ['answered_meanwhile', true],
    ['quiet_now', true],
    ['recipient_opted_out', false],
  ])('return to the composer after %s: %s', (code, isBack) => {
    expect(isForComposer({ ...text, state: 'failed', refusal: { code, message: '' } })).toBe(isBack)
  })
})
