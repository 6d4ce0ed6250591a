import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

// Takes the pictures that the browser tests compare with anew; look at the difference before keeping it.
const root = join(import.meta.dirname, '..')
const cli = join(root, 'node_modules/@playwright/test/cli.js')
const args = [cli, 'test', '--config=e2e/playwright.config.ts', '--update-snapshots', ...process.argv.slice(2)]
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
