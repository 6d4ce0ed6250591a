import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { runFaults } from '../server/test/faults/run.ts'

// npm run test:faults [-- --full] [-- words of a scenario's name]; SEED=… plays the same choices again.
process.chdir(join(import.meta.dirname, '..'))
const words = process.argv.slice(2)
const failed = await runFaults({
  isFull: words.includes('--full'),
  seed: Number(process.env.SEED ?? randomInt(1_000_000)),
  only: words.filter((word) => !word.startsWith('--')),
})
process.exit(failed > 0 ? 1 : 0)
