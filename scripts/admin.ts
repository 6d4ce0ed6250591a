import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { adminTrouble, runAdmin } from '../server/src/main/admin.ts'

// Adds organizations and lines from a terminal; the screens for this come with settings.
process.chdir(join(import.meta.dirname, '..'))
if (existsSync('.env')) process.loadEnvFile('.env')
try {
  console.log(await runAdmin(process.argv.slice(2), process.env))
} catch (error) {
  console.error(adminTrouble(error))
  process.exit(1)
}
