import { describe, expect, it } from 'vitest'
import { conversationRow } from '../../testing/people.ts'
import { chipOf, previewParts, waitOf } from './row-chip.ts'

describe('the chip of a row', () => {
  it('is the most urgent of what is true', () => {
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

describe('how long somebody waits', () => {
  const since = '2026-11-21T10:00:00.000Z'
  const after = (minutes: number) => {
    const { value, unit } = waitOf(since, Date.parse(since) + minutes * 60_000)
    return `${value} ${unit}`
  }
  it('is said in minutes, hours and days', () => {
    expect([0, 59, 60, 47 * 60 + 59, 48 * 60].map(after)).toEqual([
      '0 minute',
      '59 minute',
      '1 hour',
      '47 hour',
      '2 day',
    ])
  })
  it('is never less than nothing', () => expect(after(-5)).toBe('0 minute'))
})

describe('the preview of a row', () => {
  it('has the sign of a file apart', () => {
    expect(previewParts('📷 dock 4.jpg')).toEqual({ sign: 'image', words: 'dock 4.jpg' })
    expect(previewParts('🎧 hello.wav')).toEqual({ sign: 'audio', words: 'hello.wav' })
  })
  it('is left as it was written otherwise', () => {
    for (const written of ['', '📷', 'Look 📷 here', '👍 thanks'])
      expect(previewParts(written)).toEqual({ sign: undefined, words: written })
  })
})
