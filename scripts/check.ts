import { join } from 'node:path'
import { allChecks } from './checks.ts'
import { runSteps } from './steps.ts'

const root = join(import.meta.dirname, '..')
process.chdir(root)
const only = process.argv.slice(2)
const steps = allChecks(root).filter(({ name }) => only.length === 0 || only.some((term) => name.includes(term)))
const { passed, failed } = await runSteps(steps, 2)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
