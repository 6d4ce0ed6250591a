import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import type { VitestReport } from './reports.ts'

/**
 * Writes the report that `npm test` reads to the file in VITEST_REPORT. Vitest's own JSON report leaves out the errors of
 * hooks inside `describe` and errors outside of any test.
 */
export default class FullReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string; stack?: string }[]): void {
    const report: VitestReport = {
      files: modules.map((module) => ({
        name: module.moduleId,
        tests: [...module.children.allTests()].map((test) => {
          const { state, errors = [] } = test.result()
          return { name: test.fullName, state, errors: errors.map(textOf) }
        }),
        errors: [
          ...module.errors().map((error) => ({ name: '', text: textOf(error) })),
          ...[...module.children.allSuites()].flatMap((suite) =>
            suite.errors().map((error) => ({ name: suite.fullName, text: textOf(error) })),
          ),
        ],
        isFailed: !module.ok(),
      })),
      unhandled: unhandled.map(textOf),
    }
    writeFileSync(process.env['VITEST_REPORT'] ?? 'vitest-report.json', JSON.stringify(report))
  }
}

function textOf({ message, stack }: { message: string; stack?: string | undefined }): string {
  return stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`
}
