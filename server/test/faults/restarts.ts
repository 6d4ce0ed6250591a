import { Agent, request } from 'node:http'
import { startProxy, type Proxy } from '../kit/proxy.ts'
import type { Chance } from './chance.ts'
import { runChecks, statesIn, WITH_LOOKUP } from './checkers.ts'
import type { Child } from './child.ts'
import { Driver, gather, pause, settled } from './driver.ts'
import type { Outcome } from './inbound-storms.ts'
import type { TestEnvironment } from './test-environment.ts'

/** The size of the run. */
export interface RestartPlan {
  restarts: number
  /** Texts queued in bulk, and texts that members write meanwhile. */
  queued: number
  posts: number
  settleWithinMs: number
}

/** How long a process may take to stop (promise P47), in ms. */
const STOPS_WITHIN_MS = 20_000
/** How long a process that stops still answers: longer than the proxy needs to see that it is not ready any more. */
const DRAIN_SECONDS = '4'
/** Calls that read, each on a kept connection of its own. */
const READERS = 6

/**
 * Replaces the processes behind a proxy one after the other, as an update does, while members read and write and queued
 * texts leave. No request may fail, and each text leaves once.
 */
export async function restartInTurn(environment: TestEnvironment, chance: Chance, plan: RestartPlan): Promise<Outcome> {
  const startedAt = performance.now()
  const driver = new Driver(environment, chance)
  await driver.queue(environment.slow, environment.contacts.slice(0, plan.queued))
  const processes = [await start(environment), await start(environment)]
  const proxy = await startProxy(
    processes.map(({ address }) => address),
    Number(new URL(environment.address).port),
  )
  const work = { isOn: true, reads: 0, failures: [] as string[] }
  const readers = Array.from({ length: READERS }, (_, nth) => keepReading(environment, proxy, work, nth))
  const posters = keepWriting(environment, driver, chance, { work, plan })
  // Awaited below, where a failure ends the run.
  posters.catch(() => {})
  const stops: number[] = []
  for (let nth = 0; nth < plan.restarts; nth += 1) {
    environment.step = `restart ${nth + 1} of ${plan.restarts}`
    const next = await start(environment)
    proxy.add(next.address)
    await proxy.sees(next.address)
    processes.push(next)
    stops.push(await stop(processes.shift()?.child))
    await pause(chance.integer(100, 1_500))
  }
  environment.step = 'settling'
  work.isOn = false
  await Promise.all([...readers, posters])
  const isSettled = await settled(environment, { withLookup: true, withinMs: plan.settleWithinMs })
  const evidence = await gather(environment, driver.driven)
  for (const { child } of processes) await stop(child)
  await proxy.close()
  const late = stops.filter((ms) => ms > STOPS_WITHIN_MS).map((ms) => `${(ms / 1_000).toFixed(1)} s`)
  const failed = [...work.failures, ...driver.failures]
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
  return {
    problems: {
      ...runChecks(WITH_LOOKUP, evidence),
      ...(failed.length > 0 && { 'failed requests': failed }),
      ...(late.length > 0 && { 'stopped too late': late }),
    },
    summary: `${plan.restarts} restarts in ${seconds} s; ${work.reads + driver.driven.acked.length} requests, ${failed.length} failed; a process stopped within ${(Math.max(...stops) / 1_000).toFixed(1)} s; ${evidence.dump.messages.length} messages, ${evidence.ledger.length} accepted by the carrier; ${JSON.stringify(statesIn(evidence.dump))}${isSettled ? '' : '; not settled in time'}`,
  }
}

async function start(environment: TestEnvironment): Promise<{ child: Child; address: string }> {
  const { child, match } = await environment.serve({ PORT: '0', DRAIN_SECONDS })
  return { child, address: match[1] as string }
}

/** Asks a process to stop and returns how long it took, in ms; ends it after a minute. */
async function stop(child: Child | undefined): Promise<number> {
  const askedAt = performance.now()
  child?.signal('SIGTERM')
  await Promise.race([child?.ended, pause(60_000)])
  const took = performance.now() - askedAt
  child?.signal('SIGKILL')
  await child?.ended
  return took
}

async function keepReading(
  environment: TestEnvironment,
  proxy: Proxy,
  work: { isOn: boolean; reads: number; failures: string[] },
  nth: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const token = environment.members[nth % environment.members.length]?.token ?? ''
  const paths = ['/api/user/me', '/api/message/conversations-paginated?status=open&limit=20']
  for (let call = 0; work.isOn; call += 1) {
    const path = paths[call % paths.length] as string
    const status = await read(agent, `${proxy.address}${path}`, token).catch((error: Error) => error.message)
    work.reads += 1
    if (status !== 200) work.failures.push(`GET ${path}: ${status}`)
    await pause(150)
  }
  agent.destroy()
}

function read(agent: Agent, url: string, token: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode)),
    )
    call.on('error', reject)
    call.end()
  })
}

/** Writes texts for as long as processes are replaced, spread over about fifteen seconds for each. */
async function keepWriting(
  environment: TestEnvironment,
  driver: Driver,
  chance: Chance,
  { work, plan }: { work: { isOn: boolean }; plan: RestartPlan },
): Promise<void> {
  const gapMs = (plan.restarts * 15_000) / plan.posts
  for (let nth = 0; nth < plan.posts; nth += 1) {
    await driver.post(chance.pick(environment.contacts))
    if (work.isOn) await pause(gapMs * 2 * chance.next())
  }
}
