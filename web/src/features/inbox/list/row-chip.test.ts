import { describe, expect, it } from 'vitest'
import { conversationRow } from '../../../testing/people.ts'
import { chipOf, previewParts, waitingTimeOf } from './row-chip.ts'

describe('the chip of a row', () => {
  it('shows the most urgent state', () => {
    const row = conversationRow('maria')
    row.contact = { ...row.contact, reach: 'opted_out' }
    expect(chipOf(row, '')).toBe('opted_out')
    row.shared = { ...row.shared, nextScheduledAt: '2026-11-22T10:00:00.000Z' }
    expect(chipOf(row, '')).toBe('scheduled')
    row.shared = { ...row.shared, unheardVoicemails: 1 }
    expect(chipOf(row, '')).toBe('voicemail')
    expect(chipOf(row, 'Hi')).toBe('draft')
    row.shared = { ...row.shared, failed: true }
    expect(chipOf(row, 'Hi')).toBe('failed')
  })

  it('is absent when nothing needs attention', () => expect(chipOf(conversationRow('maria'), '')).toBeUndefined())
})

describe('the wait time', () => {
  const since = '2026-11-21T10:00:00.000Z'
  const after = (minutes: number) => {
    const { value, unit } = waitingTimeOf(since, Date.parse(since) + minutes * 60_000)
    return `${value} ${unit}`
  }
  it('is given in minutes, hours and days', () => {
    expect([0, 59, 60, 47 * 60 + 59, 48 * 60].map(after)).toEqual([
      '0 minute',
      '59 minute',
      '1 hour',
      '47 hour',
      '2 day',
    ])
  })
  it('is never negative', () => expect(after(-5)).toBe('0 minute'))
})

describe('the preview of a row', () => {
  it('separates the symbol of a file', () => {
    expect(previewParts('📷 dock 4.jpg')).toEqual({ sign: 'image', text: 'dock 4.jpg' })
    expect(previewParts('🎧 hello.wav')).toEqual({ sign: 'audio', text: 'hello.wav' })
  })
  it('is unchanged otherwise', () => {
    for (const written of ['', '📷', 'Look 📷 here', '👍 thanks'])
      expect(previewParts(written)).toEqual({ sign: undefined, text: written })
  })
})
