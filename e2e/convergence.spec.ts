import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { startEmbedded, type EmbeddedDatabase } from '../server/src/kernel/db/embedded.ts'
import { chanceOf } from '../server/test/faults/chance.ts'
import { startTestEnvironment, type TestEnvironment } from '../server/test/faults/test-environment.ts'
import { busyDay } from './support/busy-day.ts'
import { flakySocket, type FlakySocket } from './support/flaky-socket.ts'
import { noteToasts, readInbox, toastedTwice, withoutOpenRow } from './support/shown.ts'
import { expect, test } from './support/test.ts'

// Pages whose live connection is cut repeatedly, on two processes with one database, end up showing what a fresh page
// shows: nothing missing, nothing twice, no toast twice. CONVERGENCE=full plays 500 cuts during 10,000 actions on eight
// pages (npm run test:faults -- convergence); SEED=... replays the same choices, as far as network timing allows.
const isFull = process.env.CONVERGENCE === 'full'
const plan = isFull
  ? { rounds: 10, cuts: 50, acts: 1_000, calm: 100, pages: 8 }
  : { rounds: 2, cuts: 12, acts: 170, calm: 60, pages: 5 }
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
const CONTACTS = 45
const CALM_MS = 4_000
// Many pages and both processes share two cores.
const patiently = { timeout: 60_000 }

// Recording many pages would take most of the machine.
test.use({ trace: 'off', screenshot: 'off' })

let folder: string
let database: EmbeddedDatabase
let environment: TestEnvironment

test.beforeAll(async () => {
  test.setTimeout(60_000)
  folder = mkdtempSync(join(tmpdir(), 'crewline-convergence-'))
  // As root, the database runs as another user, who needs access to this folder.
  chmodSync(folder, 0o711)
  database = await startEmbedded({ dataDir: join(folder, 'postgres'), fast: true })
  environment = await startTestEnvironment(database.url(), {
    ...{ carrier: 'simulated', contacts: CONTACTS, slowPerSecond: 100, fastPerSecond: 1_000, isWatched: false },
    members: 40,
  })
})

test.afterAll(async () => {
  await environment.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Watched {
  page: Page
  freshPage: Page
  url: string
  socket: FlakySocket
}

test('a page shows what a fresh one shows after every cut of its connection', async ({ browser }) => {
  test.setTimeout(isFull ? 3_600_000 : 300_000)
  console.log(`SEED=${seed}`)
  const chance = chanceOf(seed)
  await environment.product()
  const second = `http://127.0.0.1:${await freePort()}`
  await environment.product({ PORT: new URL(second).port })
  const [firstAddress, two] = [environment.address, second]
  const [reader, answerer, sorter, walker, waiter, looker, assignee] = environment.members
  const [first, next] = environment.contacts
  const day = busyDay(
    environment,
    {
      addresses: [firstAddress, two],
      actors: environment.members.slice(8),
      watched: environment.members.slice(0, 7),
      favourites: [0, 1, 2, 3],
    },
    chance,
  )
  await day.begin()
  await environment.phone(environment.contacts[1]?.phone ?? '', { receipts: 'doubled' })
  await environment.phone(environment.contacts[2]?.phone ?? '', { receipts: 'shuffled' })
  await environment.phone(environment.contacts[3]?.phone ?? '', { delivery: 'filtered' })
  const inbox = '/dashboard/inbox'
  const away = await contextOf(browser, walker?.token)
  const pageSpecs = [
    { context: await contextOf(browser, reader?.token), url: `${firstAddress}${inbox}?status=open` },
    { context: await contextOf(browser, answerer?.token), url: `${two}${inbox}?status=open&conversation=${first?.id}` },
    { context: await contextOf(browser, sorter?.token), url: `${firstAddress}${inbox}?status=unread` },
    // Two tabs of one browser: only one of them shows the toast of a message.
    { context: away, url: `${two}/dashboard/contacts` },
    { context: away, url: `${two}/dashboard/contacts` },
    { context: await contextOf(browser, waiter?.token), url: `${two}${inbox}?status=unanswered` },
    {
      context: await contextOf(browser, looker?.token),
      url: `${firstAddress}${inbox}?status=all&conversation=${next?.id}`,
    },
    { context: await contextOf(browser, assignee?.token), url: `${two}${inbox}?status=mine` },
  ].slice(0, plan.pages)
  const watched: Watched[] = []
  for (const { context, url } of pageSpecs) {
    const page = await context.newPage()
    const socket = await flakySocket(page, chance)
    await noteToasts(page)
    await page.goto(url)
    watched.push({ page, url, socket, freshPage: await context.newPage() })
  }
  for (const { page } of watched) await expect(notificationsButtonOf(page)).toBeVisible(patiently)

  const slowest: number[] = []
  for (let round = 1; round <= plan.rounds; round++) {
    let isCut = false
    const cuts = Promise.all(
      watched.map((watchedPage, at) => cutRepeatedly(watchedPage.socket, shareOf(plan.cuts, watched.length, at))),
    ).then(() => {
      isCut = true
    })
    await day.play(plan.acts)
    // The last cut happens while messages are sent, and more messages follow.
    await Promise.all([cuts, day.playUntil(() => isCut)])
    await day.play(20)
    if (round % 2 === 0) {
      // Data fetched after a cut must not mask a lost live event: once every page has reconnected, only live events
      // update it.
      await expect.poll(() => watched.every(({ socket }) => isCalm(socket)), patiently).toBe(true)
      await day.play(plan.calm)
    }
    await expect.poll(() => day.isSettled(), { timeout: 60_000 }).toBe(true)
    for (const watchedPage of watched) slowest.push(await waitUntilSameAsFresh(watchedPage))
    console.log(
      `round ${round}: ${watched.map(({ socket }) => socket.cuts).join(' ')} cuts, equal in ${slowest.slice(-watched.length).join(' ')} ms, load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  const toasts = await toastedTwice(watched.map(({ page }) => page))
  const cut = watched.reduce((sum, { socket }) => sum + socket.cuts, 0)
  console.log(
    `${cut} cuts during ${JSON.stringify(day.actionCounts)}; ${toasts.count} toasts; equal after at most ${Math.max(...slowest)} ms`,
  )
  expect(cut).toBeGreaterThanOrEqual(plan.rounds * plan.cuts)
  expect(toasts.count).toBeGreaterThan(0)
  expect(toasts.twice).toEqual([])
})

const notificationsButtonOf = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

async function contextOf(browser: Browser, token = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 }, serviceWorkers: 'block' })
  await context.addCookies([{ name: 'token', value: token, domain: '127.0.0.1', path: '/' }])
  return context
}

/** Returns whether the connection has been open long enough for the fetches after a reconnect to be complete. */
function isCalm(socket: FlakySocket): boolean {
  return performance.now() - (socket.openedAt() ?? Infinity) > CALM_MS
}

async function cutRepeatedly(socket: FlakySocket, count: number): Promise<void> {
  const until = socket.cuts + count
  while (socket.cuts < until) await socket.cut()
}

function shareOf(all: number, parts: number, at: number): number {
  return Math.floor((all * (at + 1)) / parts) - Math.floor((all * at) / parts)
}

/** Opens the same page fresh and waits until the watched page shows the same; returns the time taken, in ms. */
async function waitUntilSameAsFresh({ page, freshPage, url, socket }: Watched): Promise<number> {
  await freshPage.goto(url)
  await expect(notificationsButtonOf(freshPage)).toBeVisible(patiently)
  // The list can be empty: conversations assigned to this member may have been reassigned.
  const rows = freshPage.locator('[data-conversation]').or(freshPage.getByText('Nothing is assigned to you'))
  if (url.includes('inbox')) await expect(rows.first()).toBeVisible(patiently)
  if (url.includes('conversation='))
    await expect(freshPage.getByRole('region', { name: 'Messages' })).toBeVisible(patiently)
  const startedAt = performance.now()
  await expect(async () => {
    const [mine, theirs] = await Promise.all([readInbox(page), readInbox(freshPage)])
    // A conversation stays in the list of a member who is viewing it when a teammate archives or snoozes it; a freshly
    // opened page never had it there.
    const isKeptWhileOpen = theirs.openAt === -1 && mine.openAt !== -1 && (await isPutAway(url))
    if (!isKeptWhileOpen) return expect(mine, url).toEqual(theirs)
    const rowCount = Math.min(mine.rows.length - 1, theirs.rows.length)
    expect(withoutOpenRow(mine, rowCount), url).toEqual(withoutOpenRow(theirs, rowCount))
  }).toPass({ timeout: 60_000 })
  const took = Math.round(performance.now() - Math.max(startedAt, socket.openedAt() ?? 0))
  await freshPage.goto('about:blank')
  return took
}

/** Returns whether the conversation of a URL is archived or snoozed. */
async function isPutAway(url: string): Promise<boolean> {
  const { rows } = await environment.sql.query<{ away: boolean }>(
    'select archived or coalesce(snoozed_until > now(), false) as away from conversation where contact_id = $1',
    [new URL(url).searchParams.get('conversation')],
  )
  return rows[0]?.away ?? false
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
