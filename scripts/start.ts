import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuilt } from './web-build.ts'
import { explainFailure } from './words.ts'

const root = join(import.meta.dirname, '..')
process.chdir(root)
// Variables of the environment override the file.
if (existsSync('.env')) process.loadEnvFile('.env')
try {
  await ensureWebBuilt(root, console.log)
  // The server runs in this process, so that signals reach it directly. It is not part of the scripts' type check.
  await import(join(root, 'server/src/main/start.ts'))
} catch (error) {
  console.error(`\n${explainFailure(error)}\n`)
  process.exit(1)
}
