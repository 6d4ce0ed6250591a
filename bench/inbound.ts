import { fileURLToPath } from 'node:url'
import { startChild, type Child } from '../server/test/faults/child.ts'
import type { TestEnvironment } from '../server/test/faults/test-environment.ts'
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

/**
 * Measures signed inbound webhooks answered after the commit, against a bare server that checks the signature and
 * responds.
 */
export async function benchInbound(environment: TestEnvironment, options: Options): Promise<void> {
  const { secret } = environment.fast.credentials
  const product = await environment.product()
  const floor = await startChild(FLOOR, { SECRET: secret }, /^READY (\S+)/)
  const load = await startChild(LOAD, {}, /^READY/)
  const call = async (url: string): Promise<Run> => {
    const { seconds, ok } = await runLoad(load.child, {
      host: '127.0.0.1',
      port: Number(new URL(url).port),
      path: `/hooks/simulated/${environment.fast.id}`,
      secret,
      to: environment.fast.phone,
      from: environment.contacts.map((contact) => contact.phone),
      calls: options.calls,
      connections: options.connections,
    })
    if (ok !== options.calls) throw new Error(`${ok} of ${options.calls} webhooks were answered with 200`)
    return { count: options.calls, seconds }
  }
  try {
    const shares = await comparePairs(
      options.rounds,
      () => call(floor.match[1] as string),
      async () => {
        const before = {
          app: cpuOf(product.pid),
          db: cpuBelow(options.postmasterPid),
          texts: await received(environment),
        }
        const run = await call(environment.address)
        const stored = (await received(environment)) - before.texts
        if (stored !== options.calls) throw new Error(`${stored} messages are stored after ${options.calls} webhooks`)
        return {
          ...run,
          cpu: { product: cpuOf(product.pid) - before.app, PostgreSQL: cpuBelow(options.postmasterPid) - before.db },
        }
      },
    )
    printShares(`Inbound webhooks, ${options.connections} connections`, shares, options.goal)
  } finally {
    for (const child of [product, floor.child, load.child]) {
      child.signal('SIGKILL')
      await child.ended
    }
  }
}

async function received(environment: TestEnvironment): Promise<number> {
  const { rows } = await environment.sql.query<{ n: number }>(
    `select count(*)::int as n from message where direction = 'in' and line_id = $1`,
    [environment.fast.id],
  )
  return rows[0]?.n ?? 0
}

function runLoad(load: Child, request: object): Promise<{ seconds: number; ok: number }> {
  return load
    .sendCommand(JSON.stringify(request), /^DONE (.+)/)
    .then((match) => JSON.parse(match[1] as string) as never)
}
