import { loadavg } from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { ensureWebBuilt } from '../scripts/web-build.ts'
import { setStage, type Stage } from '../server/test/faults/stage.ts'
import { fillInbox, type InboxData } from './inbox-data.ts'
import { clickAt, framesWhile, heapOf, timeAct } from './page-timer.ts'

const ROOT = new URL('..', import.meta.url).pathname
const BUBBLES = '[aria-label="Messages"] ol > li'
const OLDER_PAGES = 40
const WHEEL_STEPS = 300

interface Options {
  conversations: number
  /** Messages of the longest thread. */
  messages: number
  /** Times each act is done. */
  rounds: number
}

/** The inbox in a real browser against the feel budget of a laptop: from the event in the page to the drawn frame. */
export async function benchInbox(url: string, { conversations, messages, rounds }: Options): Promise<void> {
  await ensureWebBuilt(ROOT, () => {})
  const stage = await setStage(url, {
    ...{ carrier: 'simulated' as const, workers: 0, slowPerSecond: 100, fastPerSecond: 100, isWatched: false },
  })
  const browser = await chromium.launch(await findChromium())
  try {
    const data = await fillInbox(stage.sql, stage.org.id, stage.fast.id, conversations)
    await lengthen(stage, data, messages)
    await stage.product()
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
    const { hostname } = new URL(stage.address)
    const token = stage.members[0]?.token ?? ''
    await page.context().addCookies([{ name: 'token', value: token, domain: hostname, path: '/' }])
    const count = (many: number) => many.toLocaleString('en')
    console.log(
      `Inbox in Chromium ${browser.version()}, ${count(conversations)} conversations, a thread of ${count(messages)} messages, ${rounds} rounds, p75, load ${loadavg()[0]?.toFixed(1)}`,
    )
    await openInbox(page, stage)
    // Once for the program, then for the figures: what is loaded once a day is not what one feels.
    await showOpening(page, 1, false)
    await showOpening(page, rounds, true)
    await showActs(page, rounds, data)
    await showScrolling(page, stage, data)
  } finally {
    await browser.close()
    await stage.close()
  }
}

async function openInbox(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.address}/dashboard/inbox`)
  await page.locator('[data-conversation]').first().waitFor()
}

/** Conversations of the list that are shown now: where they are, and the number their texts name. */
async function rowsShown(page: Page): Promise<{ selector: string; words: string }[]> {
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll('[data-conversation]')]
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top > 180 && bottom < innerHeight
      })
      .map((row) => ({
        id: row.getAttribute('data-conversation') ?? '',
        number: /Worker(\d+)/.exec(row.querySelector('bdi')?.textContent ?? '')?.[1] ?? '',
      })),
  )
  return rows.map(({ id, number }) => ({
    selector: `[data-conversation="${id}"]`,
    words: number === '0' ? 'Long thread' : `of conversation ${number}:`,
  }))
}

async function showOpening(page: Page, rounds: number, isTold: boolean): Promise<void> {
  const fresh: number[] = []
  const known: number[] = []
  for (let round = 0; round < rounds; round++) {
    // Neighbours of an open conversation are loaded ahead, so only every third is new.
    await page.evaluate(() => {
      document
        .querySelector('[data-conversation]')
        ?.closest('ul')
        ?.parentElement?.scrollBy(0, 6 * 64)
    })
    await page.waitForTimeout(300)
    const rows = await rowsShown(page)
    const [first, second] = [rows[1], rows[4]]
    if (!first || !second) throw new Error(`the list shows ${rows.length} rows`)
    for (const row of [first, second])
      fresh.push(await timeAct(page, 'click', shown(row.words), () => clickAt(page, row.selector)))
    for (const row of [first, second])
      known.push(await timeAct(page, 'click', shown(row.words), () => clickAt(page, row.selector)))
  }
  if (!isTold) return
  tell('open a conversation for the first time', fresh, 400)
  tell('open one that is loaded', known, 50)
}

const shown = (text: string) => ({ selector: BUBBLES, text })

async function showActs(page: Page, rounds: number, data: InboxData): Promise<void> {
  const [sent, gone, switched, called, keys]: number[][] = [[], [], [], [], []]
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await clickAt(page, `[data-conversation="${data.longThread}"]`)
  for (let round = 0; round < rounds; round++) {
    const words = `Sent in round ${round}`
    await field.fill(words)
    sent?.push(await timeAct(page, 'keydown', shown(words), () => page.keyboard.press('Enter')))
    for (const status of ['unread', 'open'] as const) {
      const first = await page.locator('[data-conversation]').first().getAttribute('data-conversation')
      const shows = { selector: `ul > :first-child [data-conversation="${first}"]`, isGone: true }
      switched?.push(await timeAct(page, 'click', shows, () => clickAt(page, `input[type="radio"][value="${status}"]`)))
    }
    const shows = { selector: '[role="dialog"] input' }
    called?.push(await timeAct(page, 'keydown', shows, () => page.keyboard.press('Control+K')))
    await page.keyboard.press('Escape')
    await page.locator(shows.selector).waitFor({ state: 'detached' })
  }
  for (let round = 0; round < rounds; round++) {
    const row = (await rowsShown(page))[2]
    if (!row) throw new Error('the list is empty')
    await clickAt(page, row.selector)
    await page.locator(BUBBLES, { hasText: row.words }).first().waitFor()
    const shows = { selector: row.selector, isGone: true }
    const button = page.getByRole('button', { name: 'Archive', exact: true }).first()
    gone?.push(await timeAct(page, 'click', shows, () => button.click()))
  }
  await field.click()
  for (let nth = 0; nth < 40; nth++) {
    const letter = 'see you at the north gate'[nth % 25] as string
    keys?.push(await timeAct(page, 'keydown', { selector: 'body' }, () => page.keyboard.press(letter)))
  }
  await field.fill('')
  tell('key press to its character', keys ?? [], 16)
  tell('send to bubble', sent ?? [], 50)
  tell('archive to row gone', gone ?? [], 50)
  tell('switch view', switched ?? [], 100)
  tell('open the palette', called ?? [], 50)
}

async function showScrolling(page: Page, stage: Stage, data: InboxData): Promise<void> {
  await openInbox(page, stage)
  await page.locator('[data-conversation]').nth(3).hover()
  const list = await framesWhile(page, async () => {
    for (let step = 0; step < WHEEL_STEPS; step++) await page.mouse.wheel(0, 300)
  })
  tellFrames(`scroll the list, ${WHEEL_STEPS} steps of the wheel`, list, WHEEL_STEPS)
  await page.goto(`${stage.address}/dashboard/inbox?conversation=${data.longThread}`)
  await page.locator(BUBBLES).last().waitFor()
  let pages = 0
  page.on('response', (answer) => {
    if (answer.url().includes('before=')) pages += 1
  })
  await page.locator(BUBBLES).last().hover()
  let steps = 0
  let nodes = 0
  const thread = await framesWhile(page, async () => {
    for (; pages < OLDER_PAGES && steps < 1_500; steps++) {
      await page.mouse.wheel(0, -600)
      if (steps % 20 === 0) nodes = Math.max(nodes, await page.locator(BUBBLES).count())
    }
  })
  if (pages < OLDER_PAGES) throw new Error(`only ${pages} older pages were loaded`)
  tellFrames(`scroll the thread up over ${pages} pages`, thread, steps)
  print('rows of the thread in the page, most', `${nodes}`, '<= 60', nodes <= 60)
  console.log(`  memory of the program after ${pages} pages: ${(await heapOf(page)).toFixed(1)} MiB`)
}

function tell(name: string, ms: number[], goal: number): void {
  const p75 = at(ms, 0.75)
  print(name, `${p75.toFixed(0)} ms (${at(ms, 0).toFixed(0)}-${at(ms, 1).toFixed(0)})`, `<= ${goal}`, p75 <= goal)
}

function tellFrames(name: string, { gaps, worked }: { gaps: number[]; worked: number }, steps: number): void {
  const [p75, p95, worst] = [at(gaps, 0.75), at(gaps, 0.95), at(gaps, 1)]
  const words = `frames ${p75.toFixed(1)} ms, p95 ${p95.toFixed(1)}, worst ${worst.toFixed(0)}; main thread ${(worked / steps).toFixed(1)} ms a step`
  print(name, words, 'p75 <= 17, p95 <= 34', p75 <= 17 && p95 <= 34)
}

function print(name: string, figure: string, goal: string, isMet: boolean): void {
  console.log(`  ${name}: ${figure}; goal ${goal}: ${isMet ? 'OK' : 'over'}`)
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** Makes the longest thread this long, with texts of both sides. */
async function lengthen(stage: Stage, data: InboxData, messages: number): Promise<void> {
  await stage.sql.query("set session_replication_role = 'replica'")
  await stage.sql.query(
    `insert into message (org_id, id, contact_id, direction, body, encoding, segments, line_id, phone_from, phone_to, state, at)
     select $1, bench_message(0, nth, $2), $3, case when nth % 3 = 0 then 'out' else 'in' end,
       'Long thread ' || nth || repeat(' and a few words more', (nth % 5)::int), 'GSM-7', 1, $4, '+12000000000', '+13125550101',
       case when nth % 3 = 0 then 'delivered' else 'received' end, bench_at(0, $2) + nth * interval '1 ms'
     from generate_series($5::bigint, $6::bigint) nth`,
    [data.orgId, data.size, data.longThread, stage.fast.id, data.threadLength + 1, messages],
  )
  await stage.sql.query("set session_replication_role = 'origin'")
  await stage.sql.query('vacuum analyze message')
}
