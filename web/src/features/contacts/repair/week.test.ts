import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkNextWeek, isCheckedThisWeek } from './week.ts'

const day = 24 * 3_600_000
const now = Date.UTC(2026, 2, 2, 12)

const stored = new Map<string, string>()
const memory = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => void stored.set(key, text),
}

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', memory)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the weekly check is due until it is put off, and again a week later', () => {
  expect(isCheckedThisWeek('org1', now)).toBe(false)
  checkNextWeek('org1', now)
  expect(isCheckedThisWeek('org1', now + 6 * day)).toBe(true)
  expect(isCheckedThisWeek('org1', now + 7 * day)).toBe(false)
})

test('putting off the check of one organization leaves that of another due', () => {
  checkNextWeek('org1', now)
  checkNextWeek('org2', now + day)
  expect([isCheckedThisWeek('org1', now + day), isCheckedThisWeek('org2', now + day)]).toEqual([true, true])
  expect(isCheckedThisWeek('org3', now)).toBe(false)
})

test('a stored value of another shape counts as due', () => {
  stored.set('crewline/v1/contacts-checked', '[null, 3, {"organizationId": "org1"}]')
  expect(isCheckedThisWeek('org1', now)).toBe(false)
})
