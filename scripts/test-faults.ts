import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { runFaults } from '../server/test/faults/run.ts'
import { ensureWebBuilt } from './web-build.ts'

// npm run test:faults [-- --full] [-- words of a scenario's name]; SEED=… plays the same choices again.
// npm run test:faults -- convergence cuts the connections of browsers instead, at full size; -- import-files brings exports of seven
// programs in by the browser, one of 200,000 rows.
process.chdir(join(import.meta.dirname, '..'))
const words = process.argv.slice(2)
const seed = process.env.SEED ?? String(randomInt(1_000_000))
const inBrowser = Object.entries({ convergence: 'CONVERGENCE', 'import-files': 'IMPORT_FILES' })
for (const [name, setting] of inBrowser.filter(([one]) => words.includes(one))) {
  await ensureWebBuilt(process.cwd(), console.log)
  const cli = 'node_modules/@playwright/test/cli.js'
  const { status } = spawnSync(
    process.execPath,
    [cli, 'test', '--config=e2e/playwright.config.ts', '--workers=1', `${name}.spec`],
    { stdio: 'inherit', env: { ...process.env, [setting]: 'full', SEED: seed } },
  )
  process.exit(status ?? 1)
}
const failed = await runFaults({
  isFull: words.includes('--full'),
  seed: Number(seed),
  only: words.filter((word) => !word.startsWith('--')),
})
process.exit(failed > 0 ? 1 : 0)
