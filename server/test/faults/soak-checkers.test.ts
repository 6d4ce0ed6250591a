import { expect, test } from 'vitest'
import { judgeInbound, judgeSoak, slopeOf, trendsIn, type Sample } from './soak-checkers.ts'

const HOUR_MS = 3_600_000

interface Planted {
  rssPerHour?: number
  fdsPerHour?: number
  warmUp?: number
  stuckAt?: number
  endsAt?: number
}

/** Samples every 30 s of a process whose memory goes up and down by 8 MiB with its collections. */
function samplesOf({
  rssPerHour = 0,
  fdsPerHour = 0,
  warmUp = 0,
  stuckAt,
  endsAt = Number.POSITIVE_INFINITY,
}: Planted): Sample[] {
  return Array.from({ length: 240 }, (_, n) => {
    const at = (n + 1) * 30_000
    const hour = at / HOUR_MS
    const figures = {
      rss: 180 + ((n * 37) % 17) / 2 + rssPerHour * hour + warmUp * Math.min(1, hour),
      heap: 60,
      fds: 50 + ((n * 5) % 7) + Math.floor(fdsPerHour * hour),
      cpu: 20,
    }
    const processes: Sample['processes'] = { web: { ...figures, fds: 40 } }
    if (n < endsAt) processes['sender'] = figures
    const stuck: Sample['stuck'] = n === stuckAt ? { 'texts that are due': 1 } : {}
    return { at, processes, stuck }
  })
}

test('a run whose memory and descriptors only go up and down has no problems', () => {
  expect(judgeSoak(samplesOf({}))).toEqual({})
})

test('growth in the first half is warm-up', () => {
  expect(judgeSoak(samplesOf({ warmUp: 120 }))).toEqual({})
})

test('memory that grows by 8 MiB an hour under its ups and downs is a problem of each process', () => {
  expect(judgeSoak(samplesOf({ rssPerHour: 8 }))).toEqual({
    'memory grows': [expect.stringMatching(/^web by 8\.\d/), expect.stringMatching(/^sender by 8\.\d/)],
  })
})

test('file descriptors that grow by 10 an hour are a problem of the process that keeps them', () => {
  expect(judgeSoak(samplesOf({ fdsPerHour: 10 }))).toEqual({
    'file descriptors grow': [expect.stringMatching(/^sender by (9|10)\.\d/)],
  })
})

test('one row past its deadline in one sample is a problem', () => {
  expect(judgeSoak(samplesOf({ stuckAt: 5 }))).toEqual({
    'past their deadline': ['1 texts that are due after 180 s'],
  })
})

test('a process that ended is a problem', () => {
  expect(judgeSoak(samplesOf({ endsAt: 100 }))).toEqual({ 'ended by itself': ['sender'] })
})

test('a run of minutes is not judged by its slopes, and one without samples fails', () => {
  expect(judgeSoak(samplesOf({ rssPerHour: 500 }).slice(0, 12))).toEqual({})
  expect(judgeSoak([])).toEqual({ 'no samples': ['0'] })
})

test('a slope is found with its error', () => {
  const points = Array.from({ length: 61 }, (_, n) => [n * 60_000, 5 + n * 0.1] as const)
  expect(slopeOf(points).perHour).toBeCloseTo(6)
  expect(slopeOf(points).error).toBeCloseTo(0)
  expect(slopeOf(points.slice(0, 2))).toEqual({ perHour: 0, error: Number.POSITIVE_INFINITY })
  expect(trendsIn(samplesOf({ rssPerHour: 8 })).map(({ name }) => name)).toEqual(['web', 'sender'])
})

test('texts of people that are missing, twice or in another thread are problems', () => {
  const accepted = ['a', 'b', 'c', 'd'].map((body) => ({ from: `+1${body}`, body }))
  const received = [
    { phone: '+1a', body: 'a' },
    { phone: '+1b', body: 'b' },
    { phone: '+1b', body: 'b' },
    { phone: '+1a', body: 'c' },
  ]
  expect(judgeInbound({ accepted, received: accepted.map(({ from, body }) => ({ phone: from, body })) })).toEqual({})
  expect(judgeInbound({ accepted, received })).toEqual({
    'received but lost': ['d'],
    'received twice': ['b'],
    'in the thread of another person': ['c'],
  })
})
