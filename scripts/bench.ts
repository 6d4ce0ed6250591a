import { join } from 'node:path'
import { runBench } from '../bench/run.ts'

// npm run bench [-- --full] [-- opt-out sending end-to-end fairness senders shaping inbound fan-out groups broadcasts
// recipient-count import hr inbox reading search log-in public-pages lighthouse];
// BENCH_SIZE=1000000 reads an inbox with that many conversations.
process.chdir(join(import.meta.dirname, '..'))
const args = process.argv.slice(2)
const isFull = args.includes('--full')
await runBench({
  isFull,
  size: Number(process.env.BENCH_SIZE ?? (isFull ? 1_000_000 : 100_000)),
  only: args.filter((arg) => !arg.startsWith('--')),
})
process.exit(0)
