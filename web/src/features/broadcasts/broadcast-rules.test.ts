import type { BroadcastCounts } from '@crewline/contract/broadcasts'
import { describe, expect, it } from 'vitest'
import { barOf, firstLine, formatCountdown, hasResults, offersOf, progressOf, secondsUntil } from './broadcast-rules.ts'

const none: BroadcastCounts = {
  targeted: 0,
  blocked: 0,
  recipients: 0,
  waiting: 0,
  handedOff: 0,
  delivered: 0,
  notDelivered: 0,
  unknown: 0,
  cancelled: 0,
  suppressed: 0,
  replied: 0,
  clicked: 0,
  answered: 0,
  optedOut: 0,
}
const all = { canDraft: true, canSend: true }

describe('the menu of a broadcast', () => {
  it('offers to edit and delete only what was never sent', () => {
    expect(offersOf({ state: 'draft', archived: false }, all)).toMatchObject({
      edit: true,
      remove: true,
      archive: true,
    })
    expect(offersOf({ state: 'sent', archived: false }, all)).toMatchObject({
      edit: false,
      remove: false,
      archive: true,
    })
  })
  it('offers to pause what is sent or repeated, and to resume what is paused', () => {
    expect(offersOf({ state: 'sending', archived: false }, all)).toMatchObject({
      pause: true,
      resume: false,
      archive: false,
    })
    expect(offersOf({ state: 'recurring', archived: false }, all)).toMatchObject({ pause: true })
    expect(offersOf({ state: 'paused', archived: false }, all)).toMatchObject({ pause: false, resume: true })
  })
  it('offers an archived broadcast only to come back', () => {
    expect(offersOf({ state: 'sent', archived: true }, all)).toMatchObject({ archive: false, unarchive: true })
  })
  it('offers nothing to viewers', () => {
    for (const state of ['draft', 'sending', 'paused', 'sent'] as const) {
      const offers = offersOf({ state, archived: false }, { canDraft: false, canSend: false })
      expect(Object.values(offers)).not.toContain(true)
    }
  })
})

describe('the progress of a run', () => {
  it('is 0 without recipients and 1 when no one waits', () => {
    expect(progressOf(none)).toBe(0)
    expect(progressOf({ recipients: 8, waiting: 2 })).toBe(0.75)
    expect(progressOf({ recipients: 8, waiting: 0 })).toBe(1)
  })
  it('is never negative while counts arrive one after another', () => {
    expect(progressOf({ recipients: 8, waiting: 9 })).toBe(0)
  })
})

describe('the bar of a row', () => {
  it('shows delivered and failed texts as shares of the recipients', () => {
    expect(barOf({ ...none, recipients: 200, delivered: 150, notDelivered: 10, suppressed: 10 })).toEqual({
      delivered: 75,
      failed: 10,
    })
  })
  it('is empty before anything is sent, and never wider than the whole', () => {
    expect(barOf(none)).toEqual({ delivered: 0, failed: 0 })
    expect(barOf({ ...none, recipients: 10, delivered: 10, notDelivered: 3 })).toEqual({ delivered: 100, failed: 0 })
  })
})

describe('the countdown', () => {
  it('counts whole seconds down to 0', () => {
    const now = Date.parse('2026-12-01T09:00:00.000Z')
    expect(secondsUntil('2026-12-01T09:00:26.200Z', now)).toBe(27)
    expect(secondsUntil('2026-12-01T08:59:00.000Z', now)).toBe(0)
  })
  it('shows minutes and seconds', () => {
    expect([formatCountdown(27), formatCountdown(5), formatCountdown(90)]).toEqual(['0:27', '0:05', '1:30'])
  })
})

it('shows results of a run once it has begun', () => {
  const run = {
    id: 'r',
    occurrence: '',
    plannedAt: '',
    startsAt: '',
    startedAt: null,
    finishedAt: null,
    pausedBy: null,
    reminders: {
      sent: 0,
      nextAt: null,
      isActive: false,
      isStopped: false,
      escalateAt: null,
      escalatedAt: null,
      unconfirmed: null,
    },
    counts: none,
  }
  expect(hasResults(null)).toBe(false)
  expect(hasResults({ ...run, state: 'waiting' })).toBe(false)
  expect(hasResults({ ...run, state: 'missed' })).toBe(false)
  expect(hasResults({ ...run, state: 'sending', startedAt: '2026-12-01T09:00:00Z' })).toBe(true)
})

it('takes the first line of a text', () => {
  expect(firstLine('\n Hi Ana\r\nSee you')).toBe('Hi Ana')
  expect(firstLine('')).toBe('')
})
