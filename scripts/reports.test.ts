import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './reports.ts'
import { runCommand } from './steps.ts'

const root = join(import.meta.dirname, '..')

/** Runs a test file with Vitest as `npm test` does. */
async function reportOf(source: string) {
  const dir = mkdtempSync(join(tmpdir(), 'crewline-report-'))
  try {
    writeFileSync(join(dir, 'a.test.ts'), source)
    const report = join(dir, 'report.json')
    const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--globals', '--root', dir]
    await runCommand(process.execPath, [...args, `--reporter=${join(root, 'scripts/vitest-report.ts')}`], {
      cwd: root,
      env: { VITEST_REPORT: report },
    })
    return readVitestReport(readFileSync(report, 'utf8'))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

test('counts the tests of a Vitest run, with the message of each failure', async () => {
  const outcome = await reportOf(`
    test('a', () => {})
    test('b', () => expect(2).toBe(1))
    test.skip('c', () => {})`)
  expect(outcome).toMatchObject({ passed: 1, failed: 1 })
  expect(outcome.details).toMatch(/a\.test\.ts: b\n.*expected 2 to be 1/)
})

test('counts a file that cannot be loaded as one failure, with its message', async () => {
  const outcome = await reportOf(`import './missing.ts'`)
  expect(outcome).toMatchObject({ passed: 0, failed: 1 })
  expect(outcome.details).toContain('missing.ts')
})

test('says which hook failed, and why, also inside a describe', async () => {
  const outcome = await reportOf(`
    describe('rows', () => {
      beforeAll(() => { throw new Error('no database') })
      test('a', () => {})
    })
    describe('files', () => {
      afterAll(() => { throw new Error('not removed') })
      test('b', () => {})
    })
    describe('slow', () => {
      beforeAll(() => new Promise(() => {}), 20)
      test('c', () => {})
    })`)
  expect(outcome).toMatchObject({ passed: 1, failed: 3 })
  expect(outcome.details).toMatch(/a\.test\.ts: rows\n.*no database/)
  expect(outcome.details).toMatch(/a\.test\.ts: files\n.*not removed/)
  expect(outcome.details).toMatch(/a\.test\.ts: slow\n.*Hook timed out/)
})

test('reports an error outside of tests', async () => {
  const outcome = await reportOf(`
    test('a', () => {
      void Promise.reject(new Error('left alone'))
    })`)
  expect(outcome).toMatchObject({ passed: 1, failed: 1 })
  expect(outcome.details).toContain('left alone')
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

test('names what a story waited for when it ran out of time', () => {
  const errors = [{ message: 'Test timeout of 90000ms exceeded.' }, { message: "locator.click: waiting for 'Undo'" }]
  const tests = [{ status: 'unexpected', projectName: 'stories', results: [{ error: errors[0], errors }] }]
  const report = { suites: [{ title: '', specs: [{ title: 'slow', file: 'a.spec.ts', line: 3, tests }] }], errors: [] }
  const { details } = readPlaywrightReport(JSON.stringify(report))
  expect(details).toContain('Test timeout')
  expect(details).toContain("waiting for 'Undo'")
})

test('shows the dialog that the page of a failed story had, else its main part', () => {
  const dir = mkdtempSync(join(tmpdir(), 'crewline-page-'))
  const detailsOf = (tree: string): string => {
    const path = join(dir, 'error-context.md')
    writeFileSync(path, `# Error\n\n# Page snapshot\n\n\`\`\`yaml\n${tree}\n\`\`\`\n\n# Source\n`)
    const results = [{ error: { message: 'late' }, attachments: [{ name: 'error-context', path }] }]
    const specs = [
      { title: 'a', file: 'a.spec.ts', line: 3, tests: [{ status: 'unexpected', projectName: '', results }] },
    ]
    return readPlaywrightReport(JSON.stringify({ suites: [{ title: '', specs }], errors: [] })).details
  }
  try {
    const page = '- generic:\n  - banner: Top\n  - main:\n    - text: Rows'
    expect(detailsOf(page)).toContain('The page showed:\n      - main:\n        - text: Rows')
    expect(detailsOf(`${page}\n  - dialog "Add key":\n    - text: Too many tries.`)).toMatch(
      /The page showed:\n {6}- dialog "Add key":\n {8}- text: Too many tries\.$/,
    )
    const boxes = '- main [ref=e1]:\n  - generic [ref=e2]:\n    - combobox "Field" [ref=e3] [cursor=pointer]: Location'
    expect(detailsOf(`- listbox "Fields" [ref=e9]:\n  - option "Place" [ref=e10]\n${boxes}`)).toMatch(
      /- main:\n {8}- combobox "Field": Location\n {4}- listbox "Fields":\n {6}- option "Place"$/,
    )
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
