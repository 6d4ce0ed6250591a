import { AxeBuilder } from '@axe-core/playwright'
import { devices, test as base, expect, type Browser, type Locator, type Page } from '@playwright/test'
import { slowDown } from './slow.ts'

export { devices, expect }

/** A watched browser: any error on its console fails the test. */
export interface Watched {
  /** Opens another browser, signed in as this user unless the email is null, without a page. */
  browserOf: (email: string | null) => Promise<Page>
}

/** Gives each browser its own client address, as for real users: the limits per address are meant for strangers. */
function newAddress(): Record<string, string> {
  const part = () => Math.floor(Math.random() * 254) + 1
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
}

/** Fails a test when any of its pages logs an error. */
export const test = base.extend<Watched>({
  // Playwright requires the pattern even when nothing is taken from it.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, run) => {
    await run(newAddress())
  },
  context: async ({ context }, run) => {
    await slowDown(context)
    await run(context)
  },
  page: async ({ page }, run) => {
    const errors = watch(page)
    await run(page)
    expect(errors, 'the console has errors').toEqual([])
  },
  browserOf: async ({ browser }: { browser: Browser }, run) => {
    const opened: { close(): Promise<void>; errors: string[] }[] = []
    await run(async (email) => {
      const context = await browser.newContext({
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        extraHTTPHeaders: newAddress(),
      })
      await slowDown(context)
      const page = await context.newPage()
      opened.push({ close: () => context.close(), errors: watch(page) })
      if (email) await haveSession(page, email)
      return page
    })
    for (const openedPage of opened) {
      await openedPage.close()
      expect(openedPage.errors, 'the console of another browser has errors').toEqual([])
    }
  },
})

function watch(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    // Chromium logs a line for every response that is not 2xx; expected refusals are part of these stories.
    if (
      /Failed to load resource: the server responded with a status of (400|401|403|404|409|422|429)/.test(
        message.text(),
      )
    )
      return
    // And one for every call of a browser that a test took offline.
    if (message.text().includes('net::ERR_INTERNET_DISCONNECTED')) return
    // The preview of a public page runs no script, not even that of the accessibility check.
    if (message.text().startsWith("Blocked script execution in 'about:srcdoc'")) return
    errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

/**
 * Signs a browser in as a user, by default with the demo password, in their first organization, and opens no page: the
 * login form has its own stories, and every page opened costs a test one second.
 */
export async function haveSession(page: Page, email: string, password = 'crewline-demo'): Promise<void> {
  const answer = await page.request.post('/api/user/login', { data: { email, password } })
  const opened = (await answer.json()) as { status: string; token?: string }
  expect(opened, `log-in of ${email}`).toMatchObject({ status: 'OK', token: expect.any(String) })
  await enter(page, opened.token ?? '')
}

/** Signs a browser in with a session token. */
export async function enter(page: Page, token: string): Promise<void> {
  const url = test.info().project.use.baseURL ?? ''
  await page.context().addCookies([{ name: 'token', value: token, url }])
}

/**
 * Opens a page with a session and waits until its live connection is ready: a toast is shown only to connected pages
 * and never again.
 */
export async function openListening(page: Page, path: string): Promise<void> {
  // Any socket counts: one that breaks is followed by another.
  const connected = page.waitForEvent('websocket', {
    timeout: 60_000,
    predicate: (socket) =>
      new Promise<boolean>((resolve) => {
        // The response of Socket.IO to the connect packet of a namespace.
        socket.on('framereceived', ({ payload }) => void (String(payload).startsWith('40') && resolve(true)))
      }),
  })
  await page.goto(path)
  await connected
}

/**
 * Signs in with the form as a demo user and waits for the app, in their first organization; `base` is the URL of
 * another process.
 */
export async function signIn(page: Page, email: string, base = ''): Promise<void> {
  await page.goto(`${base}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('crewline-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(/\/dashboard|\/select-organization/)
  if (page.url().includes('select-organization')) await page.getByRole('list').getByRole('button').first().click()
  await page.waitForURL(/\/dashboard/)
}

/** Presses Enter on the item of a menu once it has the focus: one that is still being placed takes none. */
export async function pressItem(item: Locator): Promise<void> {
  await expect(async () => {
    await item.focus()
    await expect(item).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await item.press('Enter')
}

/**
 * Chooses an option of a field with a search by keyboard; again, if an earlier list of the field closed so late that it
 * cleared the mark of this one. A click would be lost where the list is above its field: it moves down as it gets shorter.
 */
export async function chooseByKey(field: Locator, name: string): Promise<void> {
  const option = field.page().getByRole('option', { name, exact: true })
  await expect(async () => {
    await field.fill('')
    await field.fill(name)
    await expect(option).toHaveAttribute('aria-selected', 'true', { timeout: 10_000 })
    await field.press('Enter')
    await expect(option).toBeHidden({ timeout: 2_000 })
  }).toPass()
}

/** Expects that a page is no wider than its window. */
export async function expectNoSidewaysScroll(page: Page, state?: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), state).toBeLessThan(1)
}

/**
 * Lists the axe problems of a page, without the rule `region`: the component library renders menus outside the
 * landmarks. A document that scrolls around the app counts as a problem too.
 */
export function accessibilityProblems(page: Page): Promise<string[]> {
  return onceSettled(page, async () => [
    ...formatViolations((await axe(page).disableRules(['region']).analyze()).violations),
    ...(await scrollProblems(page)),
  ])
}

/** Where `main` scrolls, the document does not: it would move the whole app up and show blank space below it. */
function scrollProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main')
    const { scrollHeight } = document.documentElement
    if (main === null || getComputedStyle(main).overflowY !== 'auto' || scrollHeight <= innerHeight + 1) return []
    return [`the document is ${scrollHeight} px high in a window of ${innerHeight} px`]
  })
}

/** Checks again for ten seconds what has problems: a page that still loads, opens, or closes something may have some. */
async function onceSettled(page: Page, check: () => Promise<string[]>): Promise<string[]> {
  const end = Date.now() + 10_000
  let problems = await check()
  while (problems.length > 0 && Date.now() < end) {
    await page.waitForTimeout(250)
    problems = await check()
  }
  return problems
}

/**
 * Returns violations alone, because collecting every passed element takes most of the time. A page without frames is
 * checked in the page itself: merging the results of frames opens one more page. The preview of a public page is left
 * out, because nothing can run in it; the public page has its own check.
 */
function axe(page: Page): AxeBuilder {
  const isAlone = page.frames().filter((frame) => frame.url() !== 'about:srcdoc').length === 1
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'], iframes: !isAlone })
  return isAlone ? builder.setLegacyMode() : builder
}

/** The only rules that depend on the color scheme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Lists all axe problems of a page in light mode and its color problems in dark mode; leaves the page in light mode.
 */
export async function problemsInBothSchemes(page: Page): Promise<string[]> {
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  const inLight = await accessibilityProblems(page)
  await withoutWaiting(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const inDark = await onceSettled(page, async () =>
    formatViolations((await axe(page).withRules(COLOURS).analyze()).violations),
  )
  await page.emulateMedia({ colorScheme: 'light' })
  return [...inLight, ...inDark.map((problem) => `in the dark: ${problem}`)]
}

/**
 * Applies new colors to every element at once: a transition changes them frame by frame, and elements out of view keep
 * the old ones.
 */
async function withoutWaiting(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { transition: none !important; content-visibility: visible !important; }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

function formatViolations(violations: Violations): string[] {
  return violations.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}
