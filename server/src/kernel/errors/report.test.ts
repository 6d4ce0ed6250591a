import { expect, test } from 'vitest'
import { Failure } from '../failure.ts'
import { reportOf, type Report } from './report.ts'
import { seldom } from './seldom.ts'

/** An error with a stack of these lines. */
function errorAt(...places: string[]): Error {
  const error = new TypeError('Rosalinda +14155550123')
  error.stack = ['TypeError: Rosalinda +14155550123', ...places.map((place) => `    at ${place}`)].join('\n')
  return error
}
const of = (err: unknown, fields: object = {}, words: unknown = 'a turn failed') =>
  reportOf('error', [{ err, ...fields }, words]) as Report

test.each([
  ['async serve (file:///home/rosalinda/crewline/server/src/kernel/http/app.ts:12:5)', 'server/src/kernel/http/app.ts'],
  ['/home/server/src/rosalinda/server/src/main/start.ts:1:2', 'server/src/main/start.ts'],
  ['Parser.parse (/opt/x/node_modules/pg-protocol/dist/parser.js:3:4)', 'node_modules/pg-protocol/dist/parser.js'],
  ['process.processTicks (node:internal/process/task_queues:5:6)', 'node:internal/process/task_queues'],
  ['/assets/base-Dk3j.js:1:2', '/assets/base-Dk3j.js'],
])('a place is cut to what lies in the project: %s', (place, file) => {
  expect(of(errorAt(place)).chain[0]?.frames.map((frame) => frame.file)).toEqual([file])
})

test.each([
  'Object.rosalinda (/home/rosalinda/notes.ts:1:2)',
  'https://acme.example/dashboard/inbox?token=crew_secret:1:2',
  'file:///x/server/src/+14155550123.ts:1:2',
  'eval (eval at go (rosalinda), <anonymous>:1:2)',
  'an answer to Rosalinda',
])('a place that is none of ours is left out: %s', (place) => {
  expect(of(errorAt(place)).chain[0]?.frames).toEqual([])
})

test('of an error its kind, its code and what caused it are told, and nothing it says', () => {
  const cause = Object.assign(errorAt(), {
    code: '23514',
    table: 'contact',
    detail: 'Rosalinda',
    where: 'see you at six',
  })
  const report = of(new Failure('bug', { internal: 'Rosalinda', cause }), {
    code: 'bug',
    org: 'Rosalinda',
    message: 'x',
  })
  expect(report).toEqual({
    level: 'error',
    what: 'a turn failed',
    chain: [
      { type: 'Error', frames: expect.any(Array) as unknown },
      { type: 'TypeError', frames: [] },
    ],
    tags: { code: 'bug' },
    times: 1,
  })
  expect(of(cause).tags).toEqual({ code: '23514', table: 'contact' })
  expect(of({ toString: () => 'Rosalinda' }).chain).toEqual([])
  expect(of('Rosalinda could not be read').chain).toEqual([])
})

test('an error’s own message is never taken for our words, and a field of another shape is left out', () => {
  const error = new Error('Rosalinda wrote')
  expect(reportOf('error', [error])?.what).toBe('an error')
  expect(of(error, {}, 'Rosalinda wrote').what).toBe('an error')
  expect(of(error, {}, 'no answer for +1 (415) 555-0123').what).toBe('an error')
  const fields = {
    route: '/api/contact/4155550123',
    job: 'Rosalinda',
    page: '/x?token=y',
    what: 'Rosalinda',
    version: 'x',
  }
  expect(of(error, fields)).toMatchObject({ tags: {}, times: 1 })
  expect(of(error, fields).version).toBeUndefined()
})

test('a line about no error is told to nobody', () => {
  expect(reportOf('warning', [{ line: 'x' }, 'calls with a wrong signature were refused'])).toBeUndefined()
  expect(reportOf('warning', ['mail: SMTP_URL is not set'])).toBeUndefined()
})

test('the same error is told once a minute with how often it came, and a flood of different ones is cut', () => {
  let now = 0
  const told: Report[] = []
  const tell = seldom(
    (report) => told.push(report),
    () => now,
  )
  const one = of(errorAt('/assets/a.js:1:2'))
  for (let n = 0; n < 100; n++) tell(one)
  expect(told.map((report) => report.times)).toEqual([1])
  now = 60_000
  tell(one)
  expect(told.map((report) => report.times)).toEqual([1, 100])
  for (let n = 0; n < 1_000; n++) tell({ ...one, what: `failed ${n}` })
  expect(told.length).toBe(31)
  now = 120_000
  tell({ ...one, what: 'failed 999' })
  expect(told.length).toBe(32)
})
