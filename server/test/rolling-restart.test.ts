import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProxy } from './kit/proxy.ts'
import { testApp, type TestApp } from './kit/test-app.ts'

/** Clients that send one request after the other, each on its own connection to a process. */
const CLIENTS = 8
/** Notes of each client: together fewer than a member may write in a minute, however long the processes need. */
const NOTES = 6

let t: TestApp
beforeAll(async () => {
  // Longer than the proxy needs on a busy machine to see that a process is not ready any more.
  t = await testApp({ roles: 'web', settings: { DRAIN_SECONDS: '4' } })
})
afterAll(() => t.close())

test('fails no request while a process behind a proxy stops and another takes its place', async () => {
  const proxy = await startProxy([t.process.address, (await t.another('web')).address])
  const failures: string[] = []
  const answers = { count: 0 }
  let isOn = true
  const clients = Array.from({ length: CLIENTS }, async (_, n) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let nth = 0; isOn; nth++) {
      const path = nth % 40 === 0 && nth < 40 * NOTES ? '/message/note' : undefined
      const body = path && JSON.stringify({ contactId: t.acme.bob.id, body: `Note ${n} ${nth}` })
      const status = await callThrough(agent, proxy.address, { path, body }).catch((error: Error) => error.message)
      answers.count += 1
      if (status !== 200) failures.push(`${path ?? '/healthz'}: ${status}`)
      await pause(5)
    }
    agent.destroy()
  })
  await pause(300)
  const [first, second] = [t.process, await t.another('web')]
  proxy.add(second.address)
  await proxy.sees(second.address)
  const before = answers.count
  await first.stop()
  expect(answers.count).toBeGreaterThan(before)
  // Enough of them, however fast the machine is.
  await t.until(async () => answers.count > 200)
  await pause(200)
  isOn = false
  await Promise.all(clients)
  await proxy.close()
  expect(failures).toEqual([])
})

function callThrough(
  agent: Agent,
  address: string,
  { path, body }: { path: string | undefined; body: string | undefined },
): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${t.acme.ann.token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const call = request(
      `${address}${path ? `/api${path}` : '/healthz'}`,
      { agent, method: body ? 'POST' : 'GET', headers },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode)),
    )
    call.on('error', reject)
    call.end(body)
  })
}
