import type { Outcome } from './steps.ts'

interface VitestReport {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
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
      results: { errors?: { message?: string }[]; error?: { message?: string } }[]
    }[]
  }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

/** Counts the tests of Vitest's JSON report; a file that could not be loaded counts as one failure. */
export function readVitestReport(text: string): Outcome {
  const { testResults } = JSON.parse(text) as VitestReport
  const outcome = { passed: 0, failed: 0 }
  const failures: string[] = []
  for (const { name, status, message, assertionResults } of testResults) {
    let failedHere = 0
    for (const test of assertionResults) {
      if (test.status === 'passed') outcome.passed++
      if (test.status !== 'failed') continue
      failedHere++
      failures.push(`${relativeTo(name)}: ${test.fullName}`, ...shorten(test.failureMessages?.join('\n')))
    }
    if (status === 'failed' && failedHere === 0) {
      failedHere = 1
      failures.push(relativeTo(name), ...shorten(message))
    }
    outcome.failed += failedHere
  }
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
          ...shorten(last?.error?.message ?? last?.errors?.[0]?.message),
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
