import { fileURLToPath } from 'node:url'
import { startChild, type Child } from '../server/test/faults/child.ts'
import type { Stage } from '../server/test/faults/stage.ts'
import { cpuBelow, cpuOf } from './cpu.ts'
import { comparePairs, printShares, type Goal, type Run } from './pairs.ts'

const FLOOR = fileURLToPath(new URL('./floor-hook.ts', import.meta.url))
const LOAD = fileURLToPath(new URL('./load-hook.ts', import.meta.url))

interface Options {
  calls: number
  rounds: number
  connections: number
  postmasterPid: number
  goal: Goal
}

/** Signed calls of workers' texts answered after the commit, against a bare server that checks the signature and answers. */
export async function benchInbound(stage: Stage, options: Options): Promise<void> {
  const { secret } = stage.fast.credentials
  const product = await stage.product()
  const floor = await startChild(FLOOR, { SECRET: secret }, /^READY (\S+)/)
  const load = await startChild(LOAD, {}, /^READY/)
  const call = async (url: string): Promise<Run> => {
    const { seconds, ok } = await ask(load.child, {
      host: '127.0.0.1',
      port: Number(new URL(url).port),
      path: `/hooks/simulated/${stage.fast.id}`,
      secret,
      to: stage.fast.phone,
      from: stage.workers.map((worker) => worker.phone),
      calls: options.calls,
      connections: options.connections,
    })
    if (ok !== options.calls) throw new Error(`${ok} of ${options.calls} calls were answered 200`)
    return { count: options.calls, seconds }
  }
  try {
    const shares = await comparePairs(
      options.rounds,
      () => call(floor.match[1] as string),
      async () => {
        const before = { app: cpuOf(product.pid), db: cpuBelow(options.postmasterPid), texts: await received(stage) }
        const run = await call(stage.address)
        const stored = (await received(stage)) - before.texts
        if (stored !== options.calls) throw new Error(`${stored} texts are stored after ${options.calls} calls`)
        return {
          ...run,
          cpu: { product: cpuOf(product.pid) - before.app, PostgreSQL: cpuBelow(options.postmasterPid) - before.db },
        }
      },
    )
    printShares(`Inbound calls, ${options.connections} connections`, shares, options.goal)
  } finally {
    for (const child of [product, floor.child, load.child]) {
      child.signal('SIGKILL')
      await child.ended
    }
  }
}

async function received(stage: Stage): Promise<number> {
  const { rows } = await stage.sql.query<{ n: number }>(
    `select count(*)::int as n from message where direction = 'in' and line_id = $1`,
    [stage.fast.id],
  )
  return rows[0]?.n ?? 0
}

function ask(load: Child, what: object): Promise<{ seconds: number; ok: number }> {
  return load.ask(JSON.stringify(what), /^DONE (.+)/).then((match) => JSON.parse(match[1] as string) as never)
}
