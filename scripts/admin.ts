import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { explainAdminError, runAdmin } from '../server/src/main/admin.ts'

// Adds organizations and lines from a terminal; settings has no screens for this yet.
process.chdir(join(import.meta.dirname, '..'))
if (existsSync('.env')) process.loadEnvFile('.env')
try {
  console.log(await runAdmin(process.argv.slice(2), process.env, console.error))
} catch (error) {
  console.error(explainAdminError(error))
  process.exit(1)
}
