import { expect, test } from 'vitest'
import { Failure } from '../failure.ts'
import { reportOf, type Report } from './report.ts'
import { throttleReports } from './throttle.ts'

/** Creates an error with these stack lines. */
function errorAt(...positions: string[]): Error {
  const error = new TypeError('Rosalinda +14155550123')
  error.stack = ['TypeError: Rosalinda +14155550123', ...positions.map((position) => `    at ${position}`)].join('\n')
  return error
}
const of = (err: unknown, fields: object = {}, message: unknown = 'a turn failed') =>
  reportOf('error', [{ err, ...fields }, message]) as Report

test.each([
  ['async serve (file:///home/rosalinda/crewline/server/src/kernel/http/app.ts:12:5)', 'server/src/kernel/http/app.ts'],
  ['/home/server/src/rosalinda/server/src/main/start.ts:1:2', 'server/src/main/start.ts'],
  ['Parser.parse (/opt/x/node_modules/pg-protocol/dist/parser.js:3:4)', 'node_modules/pg-protocol/dist/parser.js'],
  ['process.processTicks (node:internal/process/task_queues:5:6)', 'node:internal/process/task_queues'],
  ['/assets/base-Dk3j.js:1:2', '/assets/base-Dk3j.js'],
])('trims a stack frame path to the project: %s', (position, file) => {
  expect(of(errorAt(position)).chain[0]?.frames.map((frame) => frame.file)).toEqual([file])
})

test.each([
  'Object.rosalinda (/home/rosalinda/notes.ts:1:2)',
  'https://acme.example/dashboard/inbox?token=crew_secret:1:2',
  'file:///x/server/src/+14155550123.ts:1:2',
  'eval (eval at go (rosalinda), <anonymous>:1:2)',
  'an answer to Rosalinda',
])('omits a stack frame from outside the project: %s', (position) => {
  expect(of(errorAt(position)).chain[0]?.frames).toEqual([])
})

test('reports the type, the code and the causes of an error but never its message', () => {
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

test('never reports the message of an error as its description, and omits fields of another shape', () => {
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

test('reports nothing for a log line without an error', () => {
  expect(reportOf('warning', [{ line: 'x' }, 'calls with a wrong signature were refused'])).toBeUndefined()
  expect(reportOf('warning', ['mail: SMTP_URL is not set'])).toBeUndefined()
})

test('reports the same error once a minute with its count and limits a flood of different errors', () => {
  let now = 0
  const sent: Report[] = []
  const throttled = throttleReports(
    (report) => sent.push(report),
    () => now,
  )
  const sample = of(errorAt('/assets/a.js:1:2'))
  for (let n = 0; n < 100; n++) throttled(sample)
  expect(sent.map((report) => report.times)).toEqual([1])
  now = 60_000
  throttled(sample)
  expect(sent.map((report) => report.times)).toEqual([1, 100])
  for (let n = 0; n < 1_000; n++) throttled({ ...sample, what: `failed ${n}` })
  expect(sent.length).toBe(31)
  now = 120_000
  throttled({ ...sample, what: 'failed 999' })
  expect(sent.length).toBe(32)
})
