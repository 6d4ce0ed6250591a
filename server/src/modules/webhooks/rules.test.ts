import { WEBHOOK_ATTEMPTS_MAX } from '@crewline/contract/webhook-limits'
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { isAccepted, isGone, isPersistent, pauseAfter, waitAfter } from './schedule-rules.ts'
import { secretOf, signedHeaders } from './signature-rules.ts'

describe('signatures', () => {
  const at = new Date()
  const bodies = ['{}', '{"text":"ñ 😀 \\" \\n"}', 'x'.repeat(100_000)]

  test('equal those of the reference library, byte for byte', () => {
    for (const body of bodies) {
      const secret = secretOf(randomBytes(32))
      const headers = signedHeaders([secret], { id: 'msg-1', at, body })
      expect(headers['webhook-signature']).toBe(new Webhook(secret).sign('msg-1', at, body))
    }
  })

  test('verify with either secret during a rotation, and not with another, another body or an old time', () => {
    const [now, before, other] = [0, 1, 2].map(() => secretOf(randomBytes(32))) as [string, string, string]
    const body = '{"a":1}'
    const headers = signedHeaders([now, before], { id: 'msg-2', at, body })
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const secret of [now, before]) expect(new Webhook(secret).verify(body, headers)).toEqual({ a: 1 })
    expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature')
    expect(() => new Webhook(now).verify('{"a":2}', headers)).toThrow('No matching signature')
    const old = signedHeaders([now], { id: 'msg-2', at: new Date(at.getTime() - 600_000), body })
    expect(() => new Webhook(now).verify(body, old)).toThrow('too old')
  })
})

describe('retries', () => {
  test('are spread over about a day and then end', () => {
    const waits = Array.from({ length: WEBHOOK_ATTEMPTS_MAX }, (_, at) => waitAfter(at + 1, { http: 500 }, 0.5))
    expect(waits.at(-1)).toBeUndefined()
    const hours = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / 3_600_000
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThan(24)
    expect(waitAfter(1, { http: null }, 0)).toBe(4_500)
    expect(waitAfter(1, { http: null }, 1)).toBe(5_500)
  })

  test('wait as long as the receiver asks, up to an hour', () => {
    expect(waitAfter(1, { http: 429, retryAfter: '120' }, 0)).toBe(120_000)
    expect(waitAfter(1, { http: 503, retryAfter: '999999' }, 0)).toBe(3_600_000)
    for (const retryAfter of ['Wed, 21 Oct 2026 07:28:00 GMT', '-5', '', 'soon'])
      expect({ retryAfter, wait: waitAfter(1, { http: 429, retryAfter }, 0) }).toEqual({ retryAfter, wait: 4_500 })
    expect(waitAfter(1, { http: 500, retryAfter: '120' }, 0)).toBe(4_500)
  })

  test('only a response from 200 to 299 counts, and only 410 ends everything', () => {
    const http = [200, 204, 299, 301, 302, 307, 400, 404, 410, 429, 500, null]
    expect(http.filter((code) => isAccepted({ http: code }))).toEqual([200, 204, 299])
    expect(http.filter((code) => isGone({ http: code }))).toEqual([410])
  })

  test('of an address pause longer with each failure, up to five minutes', () => {
    expect([1, 2, 3, 9, 50].map(pauseAfter)).toEqual([1_000, 2_000, 4_000, 256_000, 300_000])
  })

  test('end for good when nothing got through for most of a day', () => {
    const now = new Date()
    const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
    expect([1, 19, 20, 24].map((hours) => isPersistent(ago(hours), now))).toEqual([false, false, true, true])
  })
})
