import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { startEmbedded, type EmbeddedDatabase } from '../server/src/kernel/db/embedded.ts'
import { chanceOf } from '../server/test/faults/chance.ts'
import { setStage, type Stage } from '../server/test/faults/stage.ts'
import { busyDay } from './support/busy-day.ts'
import { flakySocket, type FlakySocket } from './support/flaky-socket.ts'
import { noteToasts, shownOn, toastedTwice, withoutKept } from './support/shown.ts'
import { expect, test } from './support/test.ts'

// Pages whose live connection is cut again and again, on two processes with one database, show in the end what a fresh
// page shows: nothing missing, nothing twice, no toast twice. CONVERGENCE=full plays 500 cuts during 10,000 acts on eight
// pages (npm run test:faults -- convergence); SEED=… plays the same choices again, as far as a network lets it.
const isFull = process.env.CONVERGENCE === 'full'
const plan = isFull
  ? { rounds: 10, cuts: 50, acts: 1_000, calm: 100, pages: 8 }
  : { rounds: 2, cuts: 12, acts: 170, calm: 60, pages: 5 }
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
const WORKERS = 45
const CALM_MS = 4_000
// Many pages share two cores with all they talk to.
const patiently = { timeout: 60_000 }

// Recording many pages would take most of the machine.
test.use({ trace: 'off', screenshot: 'off' })

let folder: string
let database: EmbeddedDatabase
let stage: Stage

test.beforeAll(async () => {
  test.setTimeout(60_000)
  folder = mkdtempSync(join(tmpdir(), 'crewline-convergence-'))
  // As root the database runs as another user, who must be able to pass here.
  chmodSync(folder, 0o711)
  database = await startEmbedded({ dataDir: join(folder, 'postgres'), fast: true })
  stage = await setStage(database.url(), {
    ...{ carrier: 'simulated', workers: WORKERS, slowPerSecond: 100, fastPerSecond: 1_000, isWatched: false },
    members: 40,
  })
})

test.afterAll(async () => {
  await stage.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Watched {
  page: Page
  fresh: Page
  url: string
  socket: FlakySocket
}

test('after every cut of its connection a page shows what a fresh one shows', async ({ browser }) => {
  test.setTimeout(isFull ? 3_600_000 : 300_000)
  console.log(`SEED=${seed}`)
  const chance = chanceOf(seed)
  await stage.product()
  const second = `http://127.0.0.1:${await freePort()}`
  await stage.product({ PORT: new URL(second).port })
  const [one, two] = [stage.address, second]
  const [reader, answerer, sorter, walker, waiter, looker, other] = stage.members
  const [first, next] = stage.workers
  const day = busyDay(
    stage,
    {
      addresses: [one, two],
      actors: stage.members.slice(8),
      watched: stage.members.slice(0, 7),
      favourites: [0, 1, 2, 3],
    },
    chance,
  )
  await day.begin()
  await stage.phone(stage.workers[1]?.phone ?? '', { receipts: 'doubled' })
  await stage.phone(stage.workers[2]?.phone ?? '', { receipts: 'shuffled' })
  await stage.phone(stage.workers[3]?.phone ?? '', { delivery: 'filtered' })
  const inbox = '/dashboard/inbox'
  const away = await contextOf(browser, walker?.token)
  const places = [
    { context: await contextOf(browser, reader?.token), url: `${one}${inbox}` },
    { context: await contextOf(browser, answerer?.token), url: `${two}${inbox}?conversation=${first?.id}` },
    { context: await contextOf(browser, sorter?.token), url: `${one}${inbox}?status=unread` },
    // Two tabs of one browser: a message is told in one of them.
    { context: away, url: `${two}/dashboard/contacts` },
    { context: away, url: `${two}/dashboard/contacts` },
    { context: await contextOf(browser, waiter?.token), url: `${two}${inbox}?status=unanswered` },
    { context: await contextOf(browser, looker?.token), url: `${one}${inbox}?status=all&conversation=${next?.id}` },
    { context: await contextOf(browser, other?.token), url: `${two}${inbox}?status=mine` },
  ].slice(0, plan.pages)
  const watched: Watched[] = []
  for (const { context, url } of places) {
    const page = await context.newPage()
    const socket = await flakySocket(page, chance)
    await noteToasts(page)
    await page.goto(url)
    watched.push({ page, url, socket, fresh: await context.newPage() })
  }
  for (const { page } of watched) await expect(bellOf(page)).toBeVisible(patiently)

  const slowest: number[] = []
  for (let round = 1; round <= plan.rounds; round++) {
    let isCut = false
    const cuts = Promise.all(
      watched.map((one, at) => cutMany(one.socket, shareOf(plan.cuts, watched.length, at))),
    ).then(() => {
      isCut = true
    })
    await day.play(plan.acts)
    // The last cut happens while people write, and people write on.
    await Promise.all([cuts, day.playUntil(() => isCut)])
    await day.play(20)
    if (round % 2 === 0) {
      // What is fetched after a cut must not hide what live events do: once every page is back, they alone count.
      await expect.poll(() => watched.every(({ socket }) => isCalm(socket)), patiently).toBe(true)
      await day.play(plan.calm)
    }
    await expect.poll(() => day.isSettled(), { timeout: 60_000 }).toBe(true)
    for (const one of watched) slowest.push(await sameAsFresh(one))
    console.log(
      `round ${round}: ${watched.map(({ socket }) => socket.cuts).join(' ')} cuts, equal in ${slowest.slice(-watched.length).join(' ')} ms, load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  const toasts = await toastedTwice(watched.map(({ page }) => page))
  const cut = watched.reduce((sum, { socket }) => sum + socket.cuts, 0)
  console.log(
    `${cut} cuts during ${JSON.stringify(day.acts)}; ${toasts.count} toasts; equal after at most ${Math.max(...slowest)} ms`,
  )
  expect(cut).toBeGreaterThanOrEqual(plan.rounds * plan.cuts)
  expect(toasts.count).toBeGreaterThan(0)
  expect(toasts.twice).toEqual([])
})

const bellOf = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

async function contextOf(browser: Browser, token = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 }, serviceWorkers: 'block' })
  await context.addCookies([{ name: 'token', value: token, domain: '127.0.0.1', path: '/' }])
  return context
}

/** Whether a connection has been open for long enough that all that is fetched afterwards is there. */
function isCalm(socket: FlakySocket): boolean {
  return performance.now() - (socket.openedAt() ?? Infinity) > CALM_MS
}

async function cutMany(socket: FlakySocket, many: number): Promise<void> {
  const until = socket.cuts + many
  while (socket.cuts < until) await socket.cut()
}

function shareOf(all: number, parts: number, at: number): number {
  return Math.floor((all * (at + 1)) / parts) - Math.floor((all * at) / parts)
}

/** Opens the same place anew and waits until the watched page shows the same; answers how long that took, in ms. */
async function sameAsFresh({ page, fresh, url, socket }: Watched): Promise<number> {
  await fresh.goto(url)
  await expect(bellOf(fresh)).toBeVisible(patiently)
  // Everything that was given to somebody may be taken from them again.
  const rows = fresh.locator('[data-conversation]').or(fresh.getByText('Nothing is assigned to you'))
  if (url.includes('inbox')) await expect(rows.first()).toBeVisible(patiently)
  if (url.includes('conversation='))
    await expect(fresh.getByRole('region', { name: 'Messages' })).toBeVisible(patiently)
  const startedAt = performance.now()
  await expect(async () => {
    const [mine, theirs] = await Promise.all([shownOn(page), shownOn(fresh)])
    // What somebody looks at stays in their list when a teammate puts it away; a page that opens then never had it there.
    const isKept = theirs.openAt === -1 && mine.openAt !== -1 && (await isPutAway(url))
    if (!isKept) return expect(mine, url).toEqual(theirs)
    const many = Math.min(mine.rows.length - 1, theirs.rows.length)
    expect(withoutKept(mine, many), url).toEqual(withoutKept(theirs, many))
  }).toPass({ timeout: 60_000 })
  const took = Math.round(performance.now() - Math.max(startedAt, socket.openedAt() ?? 0))
  await fresh.goto('about:blank')
  return took
}

/** Whether the conversation of an address is archived or sleeps. */
async function isPutAway(url: string): Promise<boolean> {
  const { rows } = await stage.sql.query<{ away: boolean }>(
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
