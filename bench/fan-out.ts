import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startChild, type Child } from '../server/test/faults/child.ts'
import type { Stage } from '../server/test/faults/stage.ts'
import { cpuOf } from './cpu.ts'
import { comparePairs, printShares, type Run } from './pairs.ts'

const CLIENT = fileURLToPath(new URL('./fan-client.ts', import.meta.url))
const RELAY = fileURLToPath(new URL('./floor-relay.ts', import.meta.url))
const LOAD = fileURLToPath(new URL('./load-hook.ts', import.meta.url))

interface Options {
  sockets: number
  texts: number
  rounds: number
}

/**
 * One text to every teammate's browser: signed call, committed, told to a thousand sockets, against a bare server that
 * passes the same bytes to as many. Also what an idle socket costs in memory.
 */
export async function benchFanOut(stage: Stage, { sockets, texts, rounds }: Options): Promise<void> {
  const product = await stage.product()
  const relay = await startChild(RELAY, {}, /^READY (\S+)/)
  const ours = await startChild(CLIENT, {}, /^READY/)
  const bare = await startChild(CLIENT, {}, /^READY/)
  const load = await startChild(LOAD, {}, /^READY/)
  const { secret } = stage.fast.credentials
  const call = (url: string) =>
    load.child.ask(
      JSON.stringify({
        host: '127.0.0.1',
        port: Number(new URL(url).port),
        path: `/hooks/simulated/${stage.fast.id}`,
        secret,
        to: stage.fast.phone,
        from: stage.workers.slice(0, 50).map((worker) => worker.phone),
        calls: texts,
        connections: 8,
      }),
      /^DONE (.+)/,
    )
  const token = stage.members[0]?.token ?? ''
  const socketUrl = `${stage.address.replace('http', 'ws')}/ws/?EIO=4&transport=websocket&token=${encodeURIComponent(token)}`
  const run = async (url: string, client: Child): Promise<Run> => {
    const startedAt = performance.now()
    await call(url)
    const heard = await client.ask(JSON.stringify({ heard: texts }), /^HEARD (\d+)/)
    const seconds = (performance.now() - startedAt) / 1000
    if (Number(heard[1]) !== texts) throw new Error(`a socket heard ${heard[1]} messages of ${texts}`)
    return { count: texts * sockets, seconds }
  }
  try {
    const before = residentOf(product.pid)
    await ours.child.ask(JSON.stringify({ open: { url: socketUrl, count: sockets, isBare: false } }), /^OPEN/)
    await bare.child.ask(
      JSON.stringify({ open: { url: relay.match[1]?.replace('http', 'ws'), count: sockets, isBare: true } }),
      /^OPEN/,
    )
    const perSocket = (residentOf(product.pid) - before) / sockets
    console.log(`Idle sockets: ${perSocket.toFixed(1)} KiB each (${sockets} of them); bare Socket.IO takes 27`)
    const shares = await comparePairs(
      rounds,
      () => run(relay.match[1] as string, bare.child),
      async () => {
        const cpu = cpuOf(product.pid)
        const made = await run(stage.address, ours.child)
        return { ...made, cpu: { product: cpuOf(product.pid) - cpu } }
      },
    )
    printShares(`Events to ${sockets} sockets, ${texts} texts`, shares, { accept: '>= 0.50', moonshot: '>= 0.70' })
  } finally {
    for (const child of [product, relay.child, ours.child, bare.child, load.child]) {
      child.signal('SIGKILL')
      await child.ended
    }
  }
}

/** Memory of a process that is in use, in KiB. */
function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}
