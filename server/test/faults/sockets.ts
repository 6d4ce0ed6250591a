import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Child } from './child.ts'
import type { CrowdCommand, CrowdState } from './crowd.ts'
import { pause } from './driver.ts'
import { sendInbound, until } from './inbound-driver.ts'
import type { Outcome } from './inbound-storms.ts'
import type { TestEnvironment } from './test-environment.ts'

const CROWD = fileURLToPath(new URL('./crowd.ts', import.meta.url))
/** The longest a stalled socket may be kept, in ms. */
const STALL_LIMIT_MS = 32_000

interface Crowd {
  send(ask: CrowdCommand): Promise<void>
  state(): Promise<CrowdState>
}

async function gather(environment: TestEnvironment, count: number): Promise<Crowd> {
  const { child } = await environment.run(CROWD, {}, /^READY/)
  const send = async (command: CrowdCommand) =>
    void (await child.sendCommand(JSON.stringify(command), /^(OPEN|STALLED)/))
  await send({ open: { address: environment.address, tokens: environment.members.map(({ token }) => token), count } })
  return {
    send,
    state: async () =>
      JSON.parse((await child.sendCommand('{"state":true}', /^STATE (.+)/))[1] as string) as CrowdState,
  }
}

/** Resident memory of a process, in MiB. */
function memoryOf({ pid }: Child): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

function p95(values: number[]): string {
  return (values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0).toFixed(0)
}

/** Stalls some sockets while long messages arrive: each is cut, and the others receive everything. */
export async function receiveWithStalled(
  environment: TestEnvironment,
  stalled: number,
  perSecond: number,
): Promise<Outcome> {
  const product = await environment.product({ LOG_LEVEL: 'error' })
  const readers = 20
  const crowd = await gather(environment, readers)
  const sends: Promise<number>[] = []
  const flood = async (ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end) {
      const phone = environment.contacts[sends.length % environment.contacts.length]?.phone as string
      sends.push(sendInbound(environment, phone, `${Date.now()} ${'and so on '.repeat(140)}`))
      await pause(1000 / perSecond)
    }
  }
  await flood(5_000)
  const before = memoryOf(product)
  await crowd.send({
    stall: { address: environment.address, token: environment.members[0]?.token as string, count: stalled },
  })
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, memoryOf(product))), 250)
  await flood(STALL_LIMIT_MS)
  clearInterval(watch)
  const statuses = await Promise.all(sends)
  await pause(2_000)
  const { connected, cutAfter, late } = await crowd.state()
  const expected = statuses.length * readers
  const problems = {
    'not answered 200': statuses.filter((status) => status !== 200).map(String),
    'stalled but not cut': cutAfter.length === stalled ? [] : [`${stalled - cutAfter.length} of ${stalled}`],
    'reading but cut': connected === readers ? [] : [`${readers - connected} of ${readers}`],
    'received too little': late.length === expected ? [] : [`${late.length} of ${expected}`],
  }
  return {
    problems: Object.fromEntries(Object.entries(problems).filter(([, cases]) => cases.length > 0)),
    summary: `${stalled} sockets stopped reading while ${statuses.length} messages of 1,400 characters arrived: cut after ${(Math.min(...cutAfter) / 1000).toFixed(0)} to ${(Math.max(...cutAfter) / 1000).toFixed(0)} s; memory ${before.toFixed(0)} to ${most.toFixed(0)} MiB; the others received within ${p95(late)} ms (p95)`,
  }
}

/** Restarts the product with many open sockets: all reconnect soon, and it stays responsive. */
export async function reconnectAfterRestart(environment: TestEnvironment, sockets: number): Promise<Outcome> {
  const first = await environment.product({ LOG_LEVEL: 'error' })
  const crowd = await gather(environment, sockets)
  first.signal('SIGKILL')
  await first.ended
  const second = await environment.product({ LOG_LEVEL: 'error' })
  const since = performance.now()
  const answers: number[] = []
  const refused: string[] = []
  let isOver = false
  const asking = (async () => {
    for (let nth = 0; !isOver; nth++) {
      const startedAt = performance.now()
      const token = environment.members[nth % environment.members.length]?.token
      const answer = await fetch(`${environment.address}/api/message/conversations-paginated`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await answer.arrayBuffer()
      answers.push(performance.now() - startedAt)
      if (answer.status !== 200) refused.push(`answered ${answer.status}`)
      await pause(100)
    }
  })()
  const isBack = async () => (await crowd.state()).connected === sockets
  await until(isBack, 60_000).catch(() => {})
  const seconds = (performance.now() - since) / 1000
  isOver = true
  await asking
  const { connected } = await crowd.state()
  const problems = {
    'not back': connected === sockets ? [] : [`${sockets - connected} of ${sockets}`],
    refused,
  }
  return {
    problems: Object.fromEntries(Object.entries(problems).filter(([, cases]) => cases.length > 0)),
    summary: `${connected} sockets reconnected ${seconds.toFixed(1)} s after the product was back; meanwhile ${answers.length} pages of the inbox within ${p95(answers)} ms (p95); memory ${memoryOf(second).toFixed(0)} MiB`,
  }
}
