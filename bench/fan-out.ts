import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startChild, type Child } from '../server/test/faults/child.ts'
import type { TestEnvironment } from '../server/test/faults/test-environment.ts'
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
 * Measures how fast one inbound message reaches every teammate's browser: signed webhook, commit, push to a thousand
 * sockets, compared with a bare server that relays the same bytes to as many. Also measures the memory of an idle
 * socket.
 */
export async function benchFanOut(environment: TestEnvironment, { sockets, texts, rounds }: Options): Promise<void> {
  const product = await environment.product()
  const relay = await startChild(RELAY, {}, /^READY (\S+)/)
  const ours = await startChild(CLIENT, {}, /^READY/)
  const bare = await startChild(CLIENT, {}, /^READY/)
  const load = await startChild(LOAD, {}, /^READY/)
  const { secret } = environment.fast.credentials
  const call = (url: string) =>
    load.child.sendCommand(
      JSON.stringify({
        host: '127.0.0.1',
        port: Number(new URL(url).port),
        path: `/hooks/simulated/${environment.fast.id}`,
        secret,
        to: environment.fast.phone,
        from: environment.contacts.slice(0, 50).map((contact) => contact.phone),
        calls: texts,
        connections: 8,
      }),
      /^DONE (.+)/,
    )
  const token = environment.members[0]?.token ?? ''
  const socketUrl = `${environment.address.replace('http', 'ws')}/ws/?EIO=4&transport=websocket&token=${encodeURIComponent(token)}`
  const run = async (url: string, client: Child): Promise<Run> => {
    const startedAt = performance.now()
    await call(url)
    const match = await client.sendCommand(JSON.stringify({ received: texts }), /^HEARD (\d+)/)
    const seconds = (performance.now() - startedAt) / 1000
    if (Number(match[1]) !== texts) throw new Error(`a socket received ${match[1]} of ${texts} messages`)
    return { count: texts * sockets, seconds }
  }
  try {
    const before = residentOf(product.pid)
    await ours.child.sendCommand(JSON.stringify({ open: { url: socketUrl, count: sockets, isBare: false } }), /^OPEN/)
    await bare.child.sendCommand(
      JSON.stringify({ open: { url: relay.match[1]?.replace('http', 'ws'), count: sockets, isBare: true } }),
      /^OPEN/,
    )
    const perSocket = (residentOf(product.pid) - before) / sockets
    console.log(`Memory per idle socket: ${perSocket.toFixed(1)} KiB (${sockets} sockets); bare Socket.IO takes 27`)
    const shares = await comparePairs(
      rounds,
      () => run(relay.match[1] as string, bare.child),
      async () => {
        const cpu = cpuOf(product.pid)
        const made = await run(environment.address, ours.child)
        return { ...made, cpu: { product: cpuOf(product.pid) - cpu } }
      },
    )
    printShares(`Events to ${sockets} sockets, ${texts} messages`, shares, { accept: '>= 0.50', moonshot: '>= 0.70' })
  } finally {
    for (const child of [product, relay.child, ours.child, bare.child, load.child]) {
      child.signal('SIGKILL')
      await child.ended
    }
  }
}

/** Resident memory of a process, in KiB. */
function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}
