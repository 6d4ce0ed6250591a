import { join } from 'node:path'
import { findUnprovedSentences } from './check-conformance.ts'
import { findLanguageProblems } from './check-language.ts'
import { findCatalogProblems } from './extract-messages.ts'
import { findLockGaps } from './check-lock.ts'
import { findUnsafeMigrations } from './check-migrations.ts'
import { findNameProblems } from './check-names.ts'
import { findStaleDiagram } from './draw-states.ts'
import { findStalePortList } from './list-ports.ts'
import { findOutsideCalls } from './check-outside.ts'
import { findUnexplainedSettings } from './check-settings.ts'
import { weighPages } from './check-sizes.ts'
import { findHastyExpectations, findUnwatchedStories } from './check-stories.ts'
import { findTableTrespasses } from './check-tables.ts'
import { findHastyTests } from './check-tests.ts'
import { findBoundaryViolations } from './check-boundaries.ts'
import { findStaleContract } from './snapshot-contract.ts'
import { listFiles } from './sources.ts'
import { check, command, type Step } from './steps.ts'
import { ensureWebBuilt } from './web-build.ts'
import { findStaleDeployment } from './write-deployment.ts'

/** The check that builds what the tests of the web app need. */
export const WEB_BUILD = 'web build and size budgets'

/** Lists every static check of the code, the longest first. */
export function allChecks(root: string): Step[] {
  const bin = (name: string): string => join(root, 'node_modules/.bin', name)
  // Each of the compiler's checkers works out the shared types for itself: one takes half the processor time of four.
  const types = (name: string, project: string): Step =>
    command(`types of ${name}`, bin('tsc'), ['-p', join(root, project), '--pretty', 'false', '--checkers', '1'], {
      cwd: root,
    })
  return [
    command(
      'lint',
      bin('oxlint'),
      ['--type-aware', '--deny-warnings', '--report-unused-disable-directives', '--format=unix'],
      // On one thread, type-aware rules take three fifths of the processor time, for the same reason as above.
      { cwd: root, env: { GOMAXPROCS: '1' } },
    ),
    check(WEB_BUILD, async () => {
      await ensureWebBuilt(root, () => {})
      return weighPages(root).problems
    }),
    command('unused code (knip)', bin('knip'), ['--no-progress', '--no-config-hints'], { cwd: root }),
    ...['server', 'web', 'contract', 'client', 'e2e', 'bench']
      .filter((folder) => listFiles(root, [folder], ['.ts']).length > 0)
      .map((folder) => types(folder, folder)),
    types('scripts', 'tsconfig.json'),
    command('format', bin('oxfmt'), ['--list-different'], {
      cwd: root,
      shorten: (files) => `${files.trim()}\nFormat them with: npm run format`,
    }),
    check('module boundaries', () => findBoundaryViolations(root)),
    check('tables', () => findTableTrespasses(root)),
    check('names and sizes of files', () => findNameProblems(root)),
    check('outside world', () => findOutsideCalls(root)),
    check('expectations of browser stories', () => [...findHastyExpectations(root), ...findUnwatchedStories(root)]),
    check('tests on a busy machine', () => findHastyTests(root)),
    check('language', () => findLanguageProblems(root)),
    check('catalogs', () => findCatalogProblems(root)),
    check('migrations', () => findUnsafeMigrations(root)),
    check('contract snapshot', () => findStaleContract(root)),
    check('conformance', () => findUnprovedSentences(root)),
    check('list of ports', () => findStalePortList(root)),
    check('states of messages', () => findStaleDiagram(root)),
    check('settings', () => findUnexplainedSettings(root)),
    check('package lock', () => findLockGaps(root)),
    check('deployment files', () => findStaleDeployment(root)),
  ]
}
