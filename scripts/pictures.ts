import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

// Retakes the reference screenshots of the browser tests; review the difference before committing it.
const root = join(import.meta.dirname, '..')
const cli = join(root, 'node_modules/@playwright/test/cli.js')
const args = [cli, 'test', '--config=e2e/playwright.config.ts', '--update-snapshots', ...process.argv.slice(2)]
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
