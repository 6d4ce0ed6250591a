import { loadavg } from 'node:os'
import { chromium, type Browser, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { ensureWebBuilt } from '../scripts/web-build.ts'
import { startTestEnvironment, type TestEnvironment } from '../server/test/faults/test-environment.ts'
import { fillInbox, type InboxData, lengthen } from './inbox-data.ts'
import { BARE, openBare, openBareLong } from './page-floor.ts'
import { clickAt, framesWhile, heapOf, timeAction, type Felt, type Frames } from './page-timer.ts'
import { print, printAction, printFrames } from './page-reports.ts'

const ROOT = new URL('..', import.meta.url).pathname
const BUBBLES = '[aria-label="Messages"] ol > li'
const OLDER_PAGES = 40
const WHEEL_STEPS = 300

type Figures = Partial<Record<'fresh' | 'known' | 'keys' | 'sent' | 'gone' | 'switched' | 'called', Felt[]>>

const ACTIONS = [
  { name: 'open a conversation for the first time', of: 'fresh', goal: 400 },
  { name: 'open a loaded conversation', of: 'known', goal: 50 },
  { name: 'key press to character', of: 'keys', goal: 16 },
  { name: 'send to bubble', of: 'sent', goal: 50 },
  { name: 'archive to row removal', of: 'gone', goal: 50 },
  { name: 'switch view', of: 'switched', goal: 100 },
  { name: 'open the command palette', of: 'called', goal: 50 },
] as const

interface Options {
  conversations: number
  /** Messages in the longest thread. */
  messages: number
  /** Repetitions of each action. */
  rounds: number
}

/**
 * Measures the inbox in a real browser against the latency budget of a laptop: from the event in the page to the
 * painted frame.
 */
export async function benchInbox(url: string, { conversations, messages, rounds }: Options): Promise<void> {
  await ensureWebBuilt(ROOT, () => {})
  const environment = await startTestEnvironment(url, {
    carrier: 'simulated' as const,
    contacts: 0,
    slowPerSecond: 100,
    fastPerSecond: 100,
    isWatched: false,
  })
  const browser = await chromium.launch(await findChromium())
  try {
    const data = await fillInbox(environment.sql, environment.org.id, environment.fast.id, conversations)
    await lengthen(environment, data, messages)
    await environment.product()
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
    const { hostname } = new URL(environment.address)
    const token = environment.members[0]?.token ?? ''
    await page.context().addCookies([{ name: 'token', value: token, domain: hostname, path: '/' }])
    const count = (value: number) => value.toLocaleString('en')
    console.log(
      `Inbox in Chromium ${browser.version()}, ${count(conversations)} conversations, a thread of ${count(messages)} messages, ${rounds} rounds, p75, load ${loadavg()[0]?.toFixed(1)}`,
    )
    console.log('  machine: the same action on a bare page in the same browser; the difference is our cost')
    const bare = await openBare(browser)
    await openInbox(page, environment)
    // The first pass loads the program and is not counted: what loads once a day is not part of the felt latency.
    await openings(page, 1)
    // Half of the bare-page runs come before ours and half after, so that other load on the machine affects both.
    const before = await measureBareActions(bare, Math.ceil(rounds / 2))
    const ours = { ...(await openings(page, rounds)), ...(await measureActions(page, rounds, data)) }
    await bare.close()
    const secondBare = await openBare(browser)
    const after = await measureBareActions(secondBare, Math.ceil(rounds / 2))
    await secondBare.close()
    for (const { name, of, goal } of ACTIONS)
      printAction({ name, goal, ours: ours[of] ?? [], bare: [...(before[of] ?? []), ...(after[of] ?? [])] })
    await showScrolling(page, environment, data)
  } finally {
    await browser.close()
    await environment.close()
  }
}

async function openInbox(page: Page, environment: TestEnvironment): Promise<void> {
  await page.goto(`${environment.address}/dashboard/inbox?status=open`)
  await page.locator('[data-conversation]').first().waitFor()
}

/** Lists the conversations now visible: their selector and the number in their messages. */
async function listVisibleRows(page: Page): Promise<{ selector: string; text: string }[]> {
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
    text: number === '0' ? 'Long thread' : `of conversation ${number}:`,
  }))
}

const bubbleShowing = (text: string) => ({ selector: BUBBLES, text })

async function openings(page: Page, rounds: number): Promise<Figures> {
  const fresh: Felt[] = []
  const known: Felt[] = []
  for (let round = 0; round < rounds; round++) {
    // Neighbors of an open conversation are preloaded, so only every third is new.
    await scrollList(page, 6 * 64)
    const rows = await listVisibleRows(page)
    const [first, second] = [rows[1], rows[4]]
    if (!first || !second) throw new Error(`the list shows only ${rows.length} rows`)
    for (const row of [first, second])
      fresh.push(await timeAction(page, 'click', bubbleShowing(row.text), () => clickAt(page, row.selector)))
    for (const row of [first, second])
      known.push(await timeAction(page, 'click', bubbleShowing(row.text), () => clickAt(page, row.selector)))
  }
  return { fresh, known }
}

async function measureActions(page: Page, rounds: number, data: InboxData): Promise<Figures> {
  const [sent, gone, switched, called]: [Felt[], Felt[], Felt[], Felt[]] = [[], [], [], []]
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await scrollList(page, -1_000_000)
  await clickAt(page, `[data-conversation="${data.longThread}"]`)
  for (let round = 0; round < rounds; round++) {
    const text = `Sent in round ${round}`
    await field.fill(text)
    sent.push(await timeAction(page, 'keydown', bubbleShowing(text), () => page.keyboard.press('Enter')))
    for (const status of ['unread', 'open'] as const) {
      const first = await page.locator('[data-conversation]').first().getAttribute('data-conversation')
      const shows = { selector: `ul > :first-child [data-conversation="${first}"]`, isGone: true }
      switched.push(
        await timeAction(page, 'click', shows, () => clickAt(page, `input[type="radio"][value="${status}"]`)),
      )
    }
    const shows = { selector: '[role="dialog"] input' }
    called.push(await timeAction(page, 'keydown', shows, () => page.keyboard.press('Control+K')))
    await page.keyboard.press('Escape')
    await page.locator(shows.selector).waitFor({ state: 'detached' })
  }
  for (let round = 0; round < rounds; round++) {
    const row = (await listVisibleRows(page))[2]
    if (!row) throw new Error('the list is empty')
    await clickAt(page, row.selector)
    await page.locator(BUBBLES, { hasText: row.text }).first().waitFor()
    const shows = { selector: row.selector, isGone: true }
    gone.push(await timeAction(page, 'click', shows, () => clickAt(page, 'button[aria-keyshortcuts="E"]')))
  }
  await field.click()
  const keys = await keyPresses(page)
  await field.fill('')
  return { keys, sent, gone, switched, called }
}

async function scrollList(page: Page, by: number): Promise<void> {
  await page.evaluate((px) => {
    document.querySelector('[data-conversation]')?.closest('ul')?.parentElement?.scrollBy(0, px)
  }, by)
  await page.waitForTimeout(300)
}

async function keyPresses(page: Page): Promise<Felt[]> {
  const felt: Felt[] = []
  for (let nth = 0; nth < 40; nth++) {
    const letter = 'see you at the north gate'[nth % 25] as string
    felt.push(await timeAction(page, 'keydown', { selector: 'body' }, () => page.keyboard.press(letter)))
  }
  return felt
}

/** Runs the same actions on the bare page: what they cost there is the cost of the machine. */
async function measureBareActions(page: Page, rounds: number): Promise<Figures> {
  const [known, sent, gone, switched, called]: [Felt[], Felt[], Felt[], Felt[], Felt[]] = [[], [], [], [], []]
  const { bubbles, row, field, switch: change, archive, palette } = BARE
  for (let round = 0; round < rounds; round++) {
    const opened = { selector: bubbles, text: `of conversation ${1 + round * 2}:` }
    known.push(await timeAction(page, 'click', opened, () => clickAt(page, `${row} > a`)))
    await page.fill(field, `Sent in round ${round}`)
    const bubble = { selector: bubbles, text: `Sent in round ${round}` }
    sent.push(await timeAction(page, 'keydown', bubble, () => page.keyboard.press('Enter')))
    const first = await page.locator(`${row} > a`).first().getAttribute('data-nth')
    const firstRowGone = { selector: `${row}:first-child > a[data-nth="${first}"]`, isGone: true }
    switched.push(await timeAction(page, 'click', firstRowGone, () => clickAt(page, change)))
    called.push(await timeAction(page, 'keydown', { selector: palette }, () => page.keyboard.press('Control+k')))
    await page.keyboard.press('Escape')
    await page.locator(palette).waitFor({ state: 'detached' })
    const third = await page.locator(`${row} > a`).nth(2).getAttribute('data-nth')
    const archivedRowGone = { selector: `${row} > a[data-nth="${third}"]`, isGone: true }
    gone.push(await timeAction(page, 'click', archivedRowGone, () => clickAt(page, archive)))
  }
  await page.click(field)
  return { keys: await keyPresses(page), fresh: known, known, sent, gone, switched, called }
}

async function showScrolling(page: Page, environment: TestEnvironment, data: InboxData): Promise<void> {
  await openInbox(page, environment)
  const list = await framesOver(page, '[data-conversation]', WHEEL_STEPS, 300)
  await page.goto(`${environment.address}/dashboard/inbox?status=open&conversation=${data.longThread}`)
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
  const heap = await heapOf(page)
  const bare = await openBareLong(page.context().browser() as Browser)
  const bareList = await framesOver(bare, BARE.longRow, WHEEL_STEPS, 300)
  const bareThread = await framesOver(bare, BARE.longBubble, WHEEL_STEPS, -600)
  await bare.close()
  const bareSteps = WHEEL_STEPS
  const overList = { ours: list, steps: WHEEL_STEPS, bare: bareList, bareSteps }
  printFrames({ name: `scroll the list, ${WHEEL_STEPS} wheel steps`, ...overList })
  printFrames({ name: `scroll up the thread over ${pages} pages`, ours: thread, steps, bare: bareThread, bareSteps })
  print('thread rows in the page, at most', `${nodes}`, '<= 60', nodes <= 60)
  console.log(`  memory of the web app after ${pages} pages: ${heap.toFixed(1)} MiB`)
}

async function framesOver(page: Page, row: string, steps: number, by: number): Promise<Frames> {
  const rows = page.locator(row)
  await (by > 0 ? rows.nth(3) : rows.last()).hover()
  return framesWhile(page, async () => {
    for (let step = 0; step < steps; step++) await page.mouse.wheel(0, by)
  })
}
