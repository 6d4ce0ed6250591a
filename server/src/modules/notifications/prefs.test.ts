import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isQuiet, prefsFrom, USUAL_PREFS } from './prefs.ts'
import { renderNotification } from './words.ts'

const at = (time: string) => new Date(`2026-03-05T${time}:00Z`)

test('enables every notification by default', () => {
  expect(prefsFrom(undefined)).toEqual(USUAL_PREFS)
  expect(prefsFrom({ sound: false })).toEqual({ ...USUAL_PREFS, sound: false })
})

test('silences push messages during quiet hours, also over midnight, in the zone of the member', () => {
  const night = prefsFrom({ quiet: { from: '22:00', to: '07:00' } })
  expect(['21:59', '22:00', '03:00', '06:59', '07:00'].map((time) => isQuiet(night, at(time), 'UTC'))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(isQuiet(night, at('03:00'), 'Asia/Tokyo')).toBe(false)
  const noon = prefsFrom({ quiet: { from: '12:00', to: '13:00' } })
  expect(['11:59', '12:00', '13:00'].map((time) => isQuiet(noon, at(time), 'UTC'))).toEqual([false, true, false])
})

test('mutes until the given moment', () => {
  const muted = prefsFrom({ muteUntil: at('10:00').toISOString() })
  expect([isQuiet(muted, at('09:59'), 'UTC'), isQuiet(muted, at('10:00'), 'UTC')]).toEqual([true, false])
})

test('is quiet in exactly one of two complementary time ranges', () => {
  const time = fc
    .integer({ min: 0, max: 1439 })
    .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`)
  fc.assert(
    fc.property(time, time, time, (from, to, now) => {
      fc.pre(from !== to)
      const isQuietInRange = isQuiet(prefsFrom({ quiet: { from, to } }), at(now), 'UTC')
      const isQuietInInverse = isQuiet(prefsFrom({ quiet: { from: to, to: from } }), at(now), 'UTC')
      expect(isQuietInRange).not.toBe(isQuietInInverse)
    }),
  )
})

test('notifies members in their language', () => {
  const content = { kind: 'voicemail', contactId: 'c1', contact: 'Maria Lopez', seconds: 72 } as const
  expect([renderNotification(content, 'en').message, renderNotification(content, 'es').message]).toEqual([
    'Voicemail, 1:12',
    'Mensaje de voz, 1:12',
  ])
  expect(renderNotification({ kind: 'assigned', contactId: 'c1', contact: 'Maria', by: 'Sam' }, 'es')).toEqual({
    title: 'Te asignaron a Maria',
    message: 'Sam te asignó esta conversación.',
    link: '/dashboard/inbox?conversation=c1',
  })
})
