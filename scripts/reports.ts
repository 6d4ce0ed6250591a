import { existsSync, readFileSync } from 'node:fs'
import type { Outcome } from './steps.ts'

/** How much of the page of a failed story is printed. */
const PAGE_LINES = 60
const LIST_LINES = 12

/** What scripts/vitest-report.ts writes. */
export interface VitestReport {
  files: {
    name: string
    tests: { name: string; state: string; errors: string[] }[]
    /** Errors of the file and of hooks, each with the name of its `describe`. */
    errors: { name: string; text: string }[]
    isFailed: boolean
  }[]
  /** Errors that belong to no file. */
  unhandled: string[]
}

interface PlaywrightSuite {
  title: string
  file?: string
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    line: number
    tests: {
      status: string
      projectName: string
      results: PlaywrightResult[]
    }[]
  }[]
}

interface PlaywrightResult {
  errors?: { message?: string }[]
  error?: { message?: string }
  attachments?: { name: string; path?: string }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

/** Counts the tests of a Vitest run; an error of a hook, of a file or outside of any file counts as one failure. */
export function readVitestReport(text: string): Outcome {
  const { files, unhandled } = JSON.parse(text) as VitestReport
  const outcome = { passed: 0, failed: 0 }
  const failures: string[] = []
  const fail = (where: string, message: string | undefined) => {
    outcome.failed++
    failures.push(where, ...shorten(message))
  }
  for (const { name, tests, errors, isFailed } of files) {
    const failedBefore = outcome.failed
    for (const test of tests) {
      if (test.state === 'passed') outcome.passed++
      if (test.state === 'failed') fail(`${relativeTo(name)}: ${test.name}`, test.errors.join('\n'))
    }
    for (const error of errors) fail(`${relativeTo(name)}: ${error.name || 'outside of tests'}`, error.text)
    if (isFailed && outcome.failed === failedBefore) fail(relativeTo(name), 'failed without a message')
  }
  for (const message of unhandled) fail('outside of tests', message)
  return { ...outcome, details: failures.join('\n') }
}

/** Counts the tests of Playwright's JSON report; errors outside of tests count as one failure each. */
export function readPlaywrightReport(text: string): Outcome {
  const { suites, errors } = JSON.parse(text) as PlaywrightReport
  const outcome = { passed: 0, failed: 0 }
  const failures: string[] = []
  const visit = (suite: PlaywrightSuite): void => {
    for (const { title, file, line, tests } of suite.specs ?? []) {
      for (const { status, projectName, results } of tests) {
        if (status === 'expected') outcome.passed++
        if (status !== 'unexpected' && status !== 'flaky') continue
        outcome.failed++
        const last = results.at(-1)
        failures.push(
          `e2e/${file}:${line}: ${title}${projectName ? ` [${projectName}]` : ''}`,
          // A story out of time has two errors: the limit, and the action that was waiting.
          ...shorten(
            last?.errors?.length ? last.errors.map(({ message }) => message).join('\n') : last?.error?.message,
          ),
          ...pageOf(last),
        )
      }
    }
    for (const inner of suite.suites ?? []) visit(inner)
  }
  for (const suite of suites) visit(suite)
  for (const { message } of errors) {
    outcome.failed++
    failures.push(...shorten(message))
  }
  return { ...outcome, details: failures.join('\n') }
}

/**
 * Returns what the page of a failed story showed: Playwright writes it as a tree of roles and names. Of a page with a
 * dialog, the dialog, else the main part; and the open list of a field, which is outside of both. Boxes without a role
 * and the marks for tools are left out, so that the part that matters fits.
 */
function pageOf(result: PlaywrightResult | undefined): string[] {
  const path = result?.attachments?.find(({ name }) => name === 'error-context')?.path
  if (path === undefined || !existsSync(path)) return []
  const [, tree = ''] = /# Page snapshot\s+```yaml\n([\s\S]*?)\n```/.exec(readFileSync(path, 'utf8')) ?? []
  const lines = tree
    .split('\n')
    .map((line) => line.replaceAll(/ \[(ref=\w+|cursor=pointer)\]/g, ''))
    .filter((line) => !/^\s*- (generic:|img|button \[aria-hidden\]:?)$/.test(line))
  const startOf = (role: string) => lines.findIndex((line) => line.trim().startsWith(`- ${role}`))
  const from = ['dialog', 'main'].map(startOf).find((at) => at >= 0) ?? 0
  const listAt = startOf('listbox')
  const isListInside = listAt >= from && listAt < from + PAGE_LINES
  const shown = lines.slice(from, from + PAGE_LINES)
  if (listAt >= 0 && !isListInside) {
    const after = lines.slice(listAt + 1).findIndex((line) => indentOf(line) <= indentOf(lines[listAt]))
    const end = after < 0 ? lines.length : listAt + 1 + after
    shown.push(...lines.slice(listAt, Math.min(end, listAt + LIST_LINES)))
  }
  return tree === '' ? [] : ['  The page showed:', ...shown.map((line) => `    ${line}`)]
}

function indentOf(line = ''): number {
  return line.length - line.trimStart().length
}

function relativeTo(path: string): string {
  const root = `${process.cwd()}/`
  return path.startsWith(root) ? path.slice(root.length) : path
}

function shorten(message: string | undefined): string[] {
  // oxlint-disable-next-line no-control-regex -- colours
  const plain = (message ?? '').replace(/\u001B\[[0-9;]*m/g, '')
  return plain
    .split('\n')
    .filter((line) => !/^\s*at .*node_modules|^\s*at .*node:internal/.test(line))
    .slice(0, 14)
    .map((line) => `  ${line}`)
}
