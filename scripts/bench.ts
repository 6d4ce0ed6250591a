import { join } from 'node:path'
import { runBench } from '../bench/run.ts'

// npm run bench [-- --full] [-- opt-out sending inbound fan-out groups import inbox reading search log-in]; BENCH_SIZE=1000000 reads an inbox of that many conversations.
process.chdir(join(import.meta.dirname, '..'))
const words = process.argv.slice(2)
const isFull = words.includes('--full')
await runBench({
  isFull,
  size: Number(process.env.BENCH_SIZE ?? (isFull ? 1_000_000 : 100_000)),
  only: words.filter((word) => !word.startsWith('--')),
})
process.exit(0)
