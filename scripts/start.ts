import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuilt } from './web-build.ts'
import { explainFailure } from './words.ts'

const root = join(import.meta.dirname, '..')
process.chdir(root)
// What the environment itself says wins over the file.
if (existsSync('.env')) process.loadEnvFile('.env')
try {
  await ensureWebBuilt(root, console.log)
  // The server lives in this process, so that signals reach it directly. It is no part of the scripts' own types.
  await import(join(root, 'server/src/main/start.ts'))
} catch (error) {
  console.error(`\n${explainFailure(error)}\n`)
  process.exit(1)
}
