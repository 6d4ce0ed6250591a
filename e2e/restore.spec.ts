import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { freePort } from './support/free-port.ts'
import { expect, expectNoSidewaysScroll, problemsInBothSchemes, signIn, test } from './support/test.ts'

// A database that is really backed up and restored: what owner and agent see until the owner has decided.

const root = join(import.meta.dirname, '..')
const ben = '+13125550125'
const running = new Set<ChildProcess>()
let folder: string

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crewline-restore-'))
  // As root, the database runs as another user, who needs access to this folder.
  chmodSync(folder, 0o711)
})

test.afterAll(async () => {
  await Promise.all([...running].map((child) => stopProcess(child)))
  rmSync(folder, { recursive: true, force: true })
})

test('after a restore nothing is sent until an owner has reviewed the texts that were waiting', async ({
  browserOf,
}) => {
  test.setTimeout(300_000)
  const port = String(await freePort())
  const address = `http://127.0.0.1:${port}`
  const carrier = `http://127.0.0.1:${await freePort()}`
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    SIMULATOR_URL: carrier,
    SIM_PORT: new URL(carrier).port,
    SIM_DIR: join(folder, 'carrier'),
  }
  await start('carrier-simulator.ts', env, `${carrier}/control/carrier`)
  // Without a sender the texts wait, and the backup is made meanwhile.
  const before = await start('start.ts', { ...env, ROLES: 'web,worker' }, `${address}/readyz`)
  const owner = await browserOf(null)
  await signIn(owner, 'owner@demo.test', address)
  const contacts = await listContacts(owner, address)
  const reachable = contacts.filter(({ reach, phone }) => reach === 'can_text' && phone !== ben)
  const [leaver, ...others] = reachable
  if (!leaver || others.length < 3) throw new Error('the demo has too few contacts')
  await write(owner, address, { contactId: others[0]?.id ?? '', body: 'Sent after the backup' })
  const noon = new Date(Date.now() + 36 * 3_600_000)
  noon.setUTCHours(18, 0, 0, 0)
  const scheduledAt = noon.toISOString()
  await write(owner, address, { contactId: others[1]?.id ?? '', body: 'The gate code changed', scheduledAt })
  await write(owner, address, { contactId: others[2]?.id ?? '', body: 'Bring your badge', scheduledAt })
  await write(owner, address, { contactId: leaver.id, body: 'Never to be sent', scheduledAt })
  const backup = join(folder, 'one.backup')
  await admin(env, 'backup', backup)
  // An open page would report that the server is gone.
  await owner.goto('about:blank')
  await stopProcess(before)

  // Life goes on: the text is sent, and a contact opts out.
  const after = await start('start.ts', env, `${address}/readyz`)
  await expect.poll(async () => (await acceptedBy(carrier)).map(({ body }) => body)).toContain('Sent after the backup')
  // Its receipt too: one that came after the restore would say by itself that the text is not waiting.
  await expect
    .poll(() => statesOf(owner, address, others[0]?.id ?? ''), { timeout: 30_000 })
    .toContain('Sent after the backup: delivered')
  const sent = (await acceptedBy(carrier)).find(({ body }) => body === 'Sent after the backup')
  const stop = await owner.request.post(`${carrier}/control/handsets/${encodeURIComponent(leaver.phone)}/texts`, {
    data: { body: 'STOP', to: sent?.from },
  })
  expect(stop.ok()).toBe(true)
  await stopProcess(after)
  await admin(env, 'restore', backup)
  await start('start.ts', env, `${address}/readyz`)

  const agent = await browserOf(null)
  await signIn(agent, 'agent@demo.test', address)
  await expect(agent.getByText("Texts aren't being sent right now")).toBeVisible()
  await expect(agent.getByRole('link', { name: 'Review and decide' })).toHaveCount(0)
  await agent.goto(`${address}/dashboard/restore`)
  await expect(agent.getByText("Your role doesn't include this page")).toBeVisible()

  // A restore ends all sessions.
  await owner.context().clearCookies()
  await signIn(owner, 'owner@demo.test', address)
  await owner.goto(`${address}/dashboard/team`)
  await expect(owner.getByText('Nothing is being sent, because Crewline was restored from a backup.')).toBeVisible()
  await owner.getByRole('link', { name: 'Review and decide' }).click()
  await expect(owner.getByText(/^Answered:/)).toBeVisible({ timeout: 30_000 })
  await expect(owner.getByText(/1 waiting text was sent already/)).toBeVisible()
  const optOuts = owner.getByRole('region', { name: 'Opted out since the backup' })
  await expect(optOuts.getByText(leaver.phoneDisplay)).toBeVisible()
  const rowOf = (body: string) => owner.getByRole('row', { name: body })
  await expect(rowOf('The gate code changed')).toContainText('Not sent yet')
  await expect(rowOf('The gate code changed')).toContainText('Scheduled')
  await expect(rowOf('Sent after the backup')).toHaveCount(0)
  await expect(rowOf('Never to be sent')).toHaveCount(0)
  expect(await problemsInBothSchemes(owner)).toEqual([])

  // The carrier is asked again by keyboard.
  await owner.getByRole('button', { name: 'Ask again' }).focus()
  // It says that it asks until the answer is there, which may be soon.
  const asked = owner.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/restore/ask')
  await owner.keyboard.press('Enter')
  expect((await asked).status()).toBe(200)
  await expect(owner.getByText(/^Answered:/)).toBeVisible({ timeout: 30_000 })
  await expect(owner.getByText(/1 waiting text was sent already/)).toBeVisible()

  // A number that is out of date when it is confirmed changes nothing.
  await owner.getByRole('button', { name: /^Send \d+ texts$/ }).click()
  await write(owner, address, { contactId: others[0]?.id ?? '', body: 'Written meanwhile', scheduledAt })
  await owner.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(owner.getByText('The number of waiting texts changed. Check the list and decide again.')).toBeVisible()
  await expect(rowOf('Written meanwhile')).toContainText('Written after the restore')

  // On a phone the same list is there, and no part of it is wider than the screen.
  await owner.setViewportSize({ width: 390, height: 844 })
  await expect(owner.getByRole('list', { name: 'Waiting texts' }).getByText('Bring your badge')).toBeVisible()
  await expectNoSidewaysScroll(owner)
  await owner.setViewportSize({ width: 1280, height: 800 })

  await rowOf('Bring your badge').getByRole('checkbox').check()
  await owner.getByRole('button', { name: 'Cancel 1 selected' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Cancel texts' }).click()
  await expect(owner.getByText('Nothing to review')).toBeVisible()
  await expect(owner.getByText('Nothing is being sent')).toHaveCount(0)
  await expect(agent.getByText("Texts aren't being sent right now")).toHaveCount(0, { timeout: 30_000 })
  await expect.poll(() => statesOf(owner, address, others[2]?.id ?? '')).toContain('Bring your badge: cancelled')
  await expect.poll(() => statesOf(owner, address, others[1]?.id ?? '')).toContain('The gate code changed: scheduled')
  expect((await acceptedBy(carrier)).filter(({ body }) => body === 'Sent after the backup')).toHaveLength(1)
})

interface Listed {
  id: string
  reach: string
  phone: string
  phoneDisplay: string
}

async function listContacts(page: Page, address: string): Promise<Listed[]> {
  const url = `${address}/api/message/conversations-paginated?pageSize=50`
  const reply = await callAs<{ data: { contact: Listed }[] }>(page, ['GET', url])
  return reply.data.map(({ contact }) => contact)
}

async function write(
  page: Page,
  address: string,
  text: { contactId: string; body: string; scheduledAt?: string },
): Promise<void> {
  await callAs(page, ['POST', `${address}/api/message`], { ...text, clientMessageId: crypto.randomUUID() })
}

async function statesOf(page: Page, address: string, contactId: string): Promise<string[]> {
  const reply = await callAs<{ messages: { body: string; state: string }[] }>(page, [
    'GET',
    `${address}/api/message/conversations/${contactId}`,
  ])
  return reply.messages.map(({ body, state }) => `${body}: ${state}`)
}

/** Calls the API with the session of a browser. */
async function callAs<T>(page: Page, [method, url]: [method: string, url: string], data?: unknown): Promise<T> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(url, { method, headers, ...(data === undefined ? {} : { data }) })
  const body = (await answer.json()) as { status: string }
  expect(body, `${method} ${url}`).toMatchObject({ status: 'OK' })
  return body as T
}

/** Every text that the carrier accepted. */
async function acceptedBy(carrier: string): Promise<{ from: string; body: string }[]> {
  const ledger = await (await fetch(`${carrier}/control/ledger`)).text()
  return ledger
    .split('\n')
    .filter(Boolean)
    .map((row) => JSON.parse(row) as { from: string; body: string })
}

async function admin(env: Record<string, string | undefined>, ...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/admin.ts', ...args], { cwd: root, env })
}

/** Starts a program of the server and waits until it answers at an address. */
async function start(program: string, env: Record<string, string | undefined>, url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [`server/src/main/${program}`], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
  running.add(child)
  const status = () =>
    fetch(url).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(status, { timeout: 120_000 }).toBe(200)
  return child
}

function stopProcess(child: ChildProcess): Promise<void> {
  running.delete(child)
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
