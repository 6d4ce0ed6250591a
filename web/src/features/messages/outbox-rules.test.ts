import { describe, expect, it } from 'vitest'
import type { Refusal } from '../../shared/api/send.ts'
import { isForComposer, isPending, nextStep, saidExtras, withSoundExtras, type PendingText } from './outbox-rules.ts'

const text: PendingText = {
  clientMessageId: 'k',
  contactId: 'c',
  body: 'Hi',
  at: '2026-01-01T00:00:00Z',
  state: 'sending',
  tries: 0,
}
const refusal = (status: number): Refusal => ({ status, code: 'x', message: 'No.', token: 't' })

describe('a text that was not confirmed', () => {
  it.each([0, 429, 502, 503])(
    'asks again with the same key after %d, three times, each later than the last',
    (status) => {
      const pauses: (number | undefined)[] = []
      let now = text
      for (let round = 0; round < 3; round += 1) {
        const step = nextStep(now, refusal(status), true)
        pauses.push(step.againInMs)
        expect(step.text.clientMessageId).toBeUndefined()
        now = { ...now, ...step.text }
      }
      expect(pauses).toEqual([1000, 2000, 4000])
      // What a browser says of a lost connection is for nobody.
      const message = status === 0 ? '' : 'No.'
      expect(nextStep(now, refusal(status), true).text).toMatchObject({ state: 'failed', refusal: { message } })
    },
  )

  it('waits while the device is offline and uses up no try', () => {
    expect(nextStep(text, refusal(0), false)).toEqual({ text: { state: 'waiting' } })
  })

  it.each([400, 401, 404, 409, 422, 500])('needs a person after %d and says why', (status) => {
    expect(nextStep(text, refusal(status), true)).toEqual({
      text: { state: 'failed', refusal: { code: 'x', message: 'No.' } },
    })
  })

  it('is told from other stored things', () => {
    expect(isPending(text)).toBe(true)
    expect([null, 1, 'x', {}, { body: 'x' }].some(isPending)).toBe(false)
  })
})

describe('what goes along with the words', () => {
  const whole: PendingText = {
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
  it('comes back from the storage as it was', () => {
    expect(withSoundExtras(JSON.parse(JSON.stringify(whole)) as PendingText)).toEqual(whole)
  })
  it('may be absent, as in texts an older version stored', () => {
    expect(withSoundExtras(text)).toEqual(text)
    expect(saidExtras(text)).toEqual({})
  })
  it('is dropped where it is broken, and the words stay', () => {
    const broken = { ...text, mediaIds: 'f', undoSeconds: 7, translation: { to: 'es' }, cancelIfReply: 'yes' }
    expect(withSoundExtras(broken as unknown as PendingText)).toEqual(text)
  })
  it('is told to the server without what only the bubble shows', () => {
    const { shown: _shown, ...told } = whole
    expect({ ...text, ...saidExtras(whole) }).toEqual(told)
  })
  it.each([
    ['answered_meanwhile', true],
    ['quiet_now', true],
    ['recipient_opted_out', false],
  ])('goes back to the composer after %s: %s', (code, isBack) => {
    expect(isForComposer({ ...text, state: 'failed', refusal: { code, message: '' } })).toBe(isBack)
  })
})
