import { expect, test } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './reports.ts'

test('counts the tests of a Vitest report, and a file that cannot be loaded as one failure', () => {
  const report = {
    testResults: [
      {
        name: '/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'a' },
          { status: 'failed', fullName: 'b', failureMessages: ['expected 1'] },
        ],
      },
      { name: '/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      {
        name: '/c.test.ts',
        status: 'passed',
        assertionResults: [
          { status: 'passed', fullName: 'c' },
          { status: 'skipped', fullName: 'd' },
        ],
      },
    ],
  }
  const outcome = readVitestReport(JSON.stringify(report))
  expect(outcome).toMatchObject({ passed: 2, failed: 2 })
  expect(outcome.details).toContain('expected 1')
  expect(outcome.details).toContain('no such module')
})

test('counts the tests of a Playwright report at any depth, and errors outside of tests', () => {
  const spec = (status: string) => ({
    title: status,
    file: 'a.spec.ts',
    line: 3,
    tests: [{ status, projectName: '', results: [{ error: { message: `was ${status}` } }] }],
  })
  const report = {
    suites: [
      { title: '', specs: [spec('expected')], suites: [{ title: '', specs: [spec('unexpected'), spec('skipped')] }] },
    ],
    errors: [{ message: 'no server' }],
  }
  const outcome = readPlaywrightReport(JSON.stringify(report))
  expect(outcome).toMatchObject({ passed: 1, failed: 2 })
  expect(outcome.details).toContain('a.spec.ts:3')
  expect(outcome.details).toContain('no server')
})
