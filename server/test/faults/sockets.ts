import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Child } from './child.ts'
import type { CrowdAsk, CrowdState } from './crowd.ts'
import { pause } from './driver.ts'
import { tell, until } from './inbound-driver.ts'
import type { Outcome } from './inbound-storms.ts'
import type { Stage } from './stage.ts'

const CROWD = fileURLToPath(new URL('./crowd.ts', import.meta.url))
/** The longest a reader who takes nothing may be kept, in ms. */
const KEPT_MS = 32_000

interface Crowd {
  say(ask: CrowdAsk): Promise<void>
  state(): Promise<CrowdState>
}

async function gather(stage: Stage, count: number): Promise<Crowd> {
  const { child } = await stage.run(CROWD, {}, /^READY/)
  const say = async (ask: CrowdAsk) => void (await child.ask(JSON.stringify(ask), /^(OPEN|STALLED)/))
  await say({ open: { address: stage.address, tokens: stage.members.map(({ token }) => token), count } })
  return {
    say,
    state: async () => JSON.parse((await child.ask('{"state":true}', /^STATE (.+)/))[1] as string) as CrowdState,
  }
}

/** Memory of a process that is in use, in MiB. */
function memoryOf({ pid }: Child): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

function p95(values: number[]): string {
  return (values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0).toFixed(0)
}

/** Some readers take nothing any more while long texts come: each is cut, the others hear everything. */
export async function hearBesideStalled(stage: Stage, stalled: number, perSecond: number): Promise<Outcome> {
  const product = await stage.product({ LOG_LEVEL: 'error' })
  const readers = 20
  const crowd = await gather(stage, readers)
  const told: Promise<number>[] = []
  const flood = async (ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end) {
      const phone = stage.workers[told.length % stage.workers.length]?.phone as string
      told.push(tell(stage, phone, `${Date.now()} ${'and so on '.repeat(140)}`))
      await pause(1000 / perSecond)
    }
  }
  await flood(5_000)
  const before = memoryOf(product)
  await crowd.say({ stall: { address: stage.address, token: stage.members[0]?.token as string, count: stalled } })
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, memoryOf(product))), 250)
  await flood(KEPT_MS)
  clearInterval(watch)
  const statuses = await Promise.all(told)
  await pause(2_000)
  const { connected, cutAfter, late } = await crowd.state()
  const heard = statuses.length * readers
  const problems = {
    'not answered 200': statuses.filter((status) => status !== 200).map(String),
    'read nothing and were kept': cutAfter.length === stalled ? [] : [`${stalled - cutAfter.length} of ${stalled}`],
    'read and were cut': connected === readers ? [] : [`${readers - connected} of ${readers}`],
    'heard too little': late.length === heard ? [] : [`${late.length} of ${heard}`],
  }
  return {
    problems: Object.fromEntries(Object.entries(problems).filter(([, cases]) => cases.length > 0)),
    words: `${stalled} sockets read nothing while ${statuses.length} texts of 1,400 letters came: cut after ${(Math.min(...cutAfter) / 1000).toFixed(0)} to ${(Math.max(...cutAfter) / 1000).toFixed(0)} s; memory ${before.toFixed(0)} to ${most.toFixed(0)} MiB; the others heard within ${p95(late)} ms (p95)`,
  }
}

/** The product ends with many sockets open, and comes again: all of them are back soon, and it answers meanwhile. */
export async function comeBack(stage: Stage, sockets: number): Promise<Outcome> {
  const first = await stage.product({ LOG_LEVEL: 'error' })
  const crowd = await gather(stage, sockets)
  first.signal('SIGKILL')
  await first.ended
  const second = await stage.product({ LOG_LEVEL: 'error' })
  const since = performance.now()
  const answers: number[] = []
  const refused: string[] = []
  let isOver = false
  const asking = (async () => {
    for (let nth = 0; !isOver; nth++) {
      const askedAt = performance.now()
      const token = stage.members[nth % stage.members.length]?.token
      const answer = await fetch(`${stage.address}/api/message/conversations-paginated`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await answer.arrayBuffer()
      answers.push(performance.now() - askedAt)
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
    words: `${connected} sockets back ${seconds.toFixed(1)} s after the product served again; meanwhile ${answers.length} pages of the inbox within ${p95(answers)} ms (p95); memory ${memoryOf(second).toFixed(0)} MiB`,
  }
}
