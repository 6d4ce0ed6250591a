import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { runFaults } from '../server/test/faults/run.ts'
import { ensureWebBuilt } from './web-build.ts'

// npm run test:faults [-- --full] [-- words of a scenario's name]; SEED=… plays the same choices again.
// npm run test:faults -- convergence cuts the connections of browsers instead, at full size.
process.chdir(join(import.meta.dirname, '..'))
const words = process.argv.slice(2)
const seed = process.env.SEED ?? String(randomInt(1_000_000))
if (words.includes('convergence')) {
  await ensureWebBuilt(process.cwd(), console.log)
  const cli = 'node_modules/@playwright/test/cli.js'
  const { status } = spawnSync(
    process.execPath,
    [cli, 'test', '--config=e2e/playwright.config.ts', '--workers=1', 'convergence'],
    { stdio: 'inherit', env: { ...process.env, CONVERGENCE: 'full', SEED: seed } },
  )
  process.exit(status ?? 1)
}
const failed = await runFaults({
  isFull: words.includes('--full'),
  seed: Number(seed),
  only: words.filter((word) => !word.startsWith('--')),
})
process.exit(failed > 0 ? 1 : 0)
