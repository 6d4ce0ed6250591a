import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded, type EmbeddedDatabase } from '../server/src/kernel/db/embedded.ts'
import { freePort } from './support/free-port.ts'
import { expect, signIn, test } from './support/test.ts'

// Two processes of the product on one database: a browser on each sees changes made on the other.

const root = join(import.meta.dirname, '..')
let database: EmbeddedDatabase
let folder: string
const running: ChildProcess[] = []
/** The log output of the processes. */
let logged = ''
let first = ''

test.beforeAll(async () => {
  test.setTimeout(60_000)
  folder = mkdtempSync(join(tmpdir(), 'crewline-two-'))
  // As root, the database runs as another user, who needs access to this folder.
  chmodSync(folder, 0o711)
  database = await startEmbedded({ dataDir: join(folder, 'postgres'), fast: true })
})

test.afterAll(async () => {
  await Promise.all(running.map((child) => stopProcess(child)))
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a change on one process is shown in the browser of the other', async ({ browserOf }) => {
  test.setTimeout(300_000)
  first ||= await start({})
  const second = await start({ SIMULATOR_URL: `${first}/dev/carrier` })

  const maria = await browserOf(null)
  await signIn(maria, 'owner@demo.test', first)
  const gus = await browserOf(null)
  await signIn(gus, 'agent@demo.test', second)
  for (const page of [maria, gus]) {
    // All open conversations, the newest first: the list of those who wait may be longer than the screen.
    await page.getByText('Open', { exact: true }).first().click()
    await page
      .getByRole('link', { name: /Ben Cho/ })
      .first()
      .click()
    await expect(page.getByRole('textbox', { name: /Message to Ben/ })).toBeVisible()
  }

  await maria.getByRole('textbox', { name: /Message to Ben/ }).fill('Sent on the first')
  await maria.keyboard.press('Enter')
  await expect(gus.getByRole('main').getByText('Sent on the first').last()).toBeVisible()
  await expect(gus.getByRole('main').getByText('Delivered').last()).toBeVisible()

  await gus.getByRole('textbox', { name: /Message to Ben/ }).fill('Answered on the second')
  await gus.keyboard.press('Enter')
  await expect(maria.getByRole('main').getByText('Answered on the second').last()).toBeVisible()

  const ben = await maria.request.post(
    `${first}/dev/carrier/control/handsets/${encodeURIComponent('+13125550125')}/texts`,
    {
      data: { body: 'Heard by both' },
    },
  )
  expect(ben.ok()).toBe(true)
  for (const page of [maria, gus]) await expect(page.getByRole('main').getByText('Heard by both').last()).toBeVisible()

  await gus
    .getByRole('button', { name: /Archive/ })
    .first()
    .click()
  await expect(maria.getByRole('button', { name: 'Reopen' }).first()).toBeVisible()
})

test('a page error reaches the log of its process with its location and without its message', async ({ browser }) => {
  test.setTimeout(200_000)
  first ||= await start({})
  const page = await browser.newPage()
  await page.addInitScript(() => localStorage.setItem('crewline/v1/locale', '{Rosalinda 4155550123'))
  const errorReport = page.waitForResponse('**/api/errors')
  await page.goto(`${first}/auth/login?next=/dashboard/inbox%3Ftoken%3Dcrew_s3cr3t`)
  await page.getByLabel('Email').fill('rosalinda@demo.test')
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('see you at six')
    })
  })
  expect((await errorReport).status()).toBe(200)
  const errors = () =>
    logged
      .split('\n')
      // The last line may have come in part.
      .slice(0, -1)
      .filter((line) => line.includes('page: an error was reported'))
      .map((line) => JSON.parse(line) as { what: string; page: string; err: { type: string; stack: string } })
  await expect
    .poll(() => errors().map(({ what, err }) => `${what}: ${err.type}`))
    .toEqual(['stored value is not JSON: SyntaxError', 'an uncaught error: RangeError'])
  expect(errors()[0]).toMatchObject({
    page: 'auth',
    err: { stack: expect.stringMatching(/at \/assets\/base-.+\.js:\d+:\d+/) },
  })
  for (const secret of ['osalinda', '4155550123', 'crew_s3cr3t', 'see you at six']) expect(logged).not.toContain(secret)
  await page.close()
})

/** Starts one process and returns its address once it is ready. */
async function start(more: Record<string, string>): Promise<string> {
  const port = String(await freePort())
  const child = spawn(process.execPath, ['server/src/main/start.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: port,
      DATA_DIR: join(folder, port),
      DATABASE_URL: database.url(),
      MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
      DEMO: '1',
      ...more,
    },
  })
  child.stdout.on('data', (bytes: Buffer) => (logged += bytes.toString()))
  running.push(child)
  const address = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${address}/readyz`).then(
          (answer) => answer.status,
          () => 0,
        ),
      // The first process also makes the demo, which takes long beside other work.
      { timeout: 120_000 },
    )
    .toBe(200)
  return address
}

function stopProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
