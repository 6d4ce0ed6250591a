import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allChecks, WEB_BUILD } from './checks.ts'
import { runCommand, runSteps, type Outcome, type Step } from './steps.ts'
import { readPlaywrightReport, readVitestReport } from './reports.ts'
import { findUnseenFailures } from './seen-failures.ts'

const root = join(import.meta.dirname, '..')
process.chdir(root)
// Without a handler the signal would end this process before it removes its scratch folder.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    rmSync(scratch, { recursive: true, force: true })
    process.exit(signal === 'SIGINT' ? 130 : 143)
  })
const startedAt = performance.now()
const scratch = mkdtempSync(join(tmpdir(), 'crewline-test-run-'))
const seenFailures = join(scratch, 'seen-failures')
mkdirSync(seenFailures)
try {
  // Tests use the built web. The other checks fill what is idle while tests wait, and give way to them: on a busy machine
  // the waits of tests would time out.
  const checks = allChecks(root)
  const build = checks.filter(({ name }) => name === WEB_BUILD)
  const others = checks.filter(({ name }) => name !== WEB_BUILD)
  const sums = await Promise.all([runSteps([...build, vitest(), playwright()], 1), runSteps(others, 1)])
  const passed = sum(sums.map((part) => part.passed))
  const failed = sum(sums.map((part) => part.failed))
  // After a failed test, others may have seen less, and the failures should be the last that is printed.
  const unseen = failed > 0 ? [] : await findUnseenFailures(root, seenFailures)
  if (unseen.length > 0) console.log(`Refusals that no test saw:\n  ${unseen.join('\n  ')}`)
  console.log(`in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function vitest(): Step {
  const report = join(scratch, 'vitest.json')
  const cli = join(root, 'node_modules/vitest/vitest.mjs')
  return {
    name: 'unit, API and simulator tests',
    run: () =>
      runTests({
        report,
        read: readVitestReport,
        args: [cli, 'run', '--reporter=./scripts/vitest-report.ts', '--reporter=dot', '--passWithNoTests'],
        env: { SEEN_FAILURES_DIR: seenFailures, VITEST_REPORT: report },
      }),
  }
}

function playwright(): Step {
  const report = join(scratch, 'playwright.json')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  return {
    name: 'browser tests',
    run: () =>
      runTests({
        report,
        read: readPlaywrightReport,
        args: [cli, 'test', '--config=e2e/playwright.config.ts', '--reporter=json', '--pass-with-no-tests'],
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      }),
  }
}

async function runTests(of: {
  report: string
  read: (text: string) => Outcome
  args: string[]
  env?: NodeJS.ProcessEnv
}): Promise<Outcome> {
  const { code, output } = await runCommand(process.execPath, of.args, { cwd: root, env: of.env })
  let outcome: Outcome
  try {
    outcome = of.read(readFileSync(of.report, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, details: output.trim() || `exited with ${code} without a report` }
  }
  // A run that fails although every test passed (for example because its server died) is a failure too.
  const lastLines = output.trim().split('\n').slice(-40).join('\n')
  if (outcome.failed > 0 && outcome.passed === 0) return { ...outcome, details: `${outcome.details}\n${lastLines}` }
  if (code === 0 || outcome.failed > 0) return outcome
  return { ...outcome, failed: 1, details: lastLines }
}
