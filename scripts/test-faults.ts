import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { runFaults } from '../server/test/faults/run.ts'
import { ensureWebBuilt } from './web-build.ts'

// npm run test:faults [-- --full] [-- part of a scenario's name]; SEED=… repeats the same choices. npm run test:faults
// -- convergence cuts browser connections instead, at full size; -- import-files imports exports from seven programs in
// the browser, one with 200,000 rows; -- broadcasts-running texts 5,000 people, stops, and follows up in the browser.
// -- soak [--minutes=120] [--rate=4] runs a mixed load for hours, at so many texts a second that arrive.
process.chdir(join(import.meta.dirname, '..'))
const args = process.argv.slice(2)
const seed = process.env.SEED ?? String(randomInt(1_000_000))
const inBrowser = Object.entries({
  convergence: 'CONVERGENCE',
  'import-files': 'IMPORT_FILES',
  'broadcasts-running': 'CROWD',
})
for (const [name, setting] of inBrowser.filter(([key]) => args.includes(key))) {
  await ensureWebBuilt(process.cwd(), console.log)
  const cli = 'node_modules/@playwright/test/cli.js'
  const { status } = spawnSync(
    process.execPath,
    [cli, 'test', '--config=e2e/playwright.config.ts', '--workers=1', `${name}.spec`],
    { stdio: 'inherit', env: { ...process.env, [setting]: 'full', SEED: seed } },
  )
  process.exit(status ?? 1)
}
const option = (name: string, otherwise: number) =>
  Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
const failed = await runFaults({
  isFull: args.includes('--full'),
  seed: Number(seed),
  only: args.filter((arg) => !arg.startsWith('--')),
  soak: { minutes: option('minutes', 120), inboundPerSecond: option('rate', 4) },
})
process.exit(failed > 0 ? 1 : 0)
