import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Browser, type Page } from '@playwright/test'

export { expect }

/** A browser of somebody's, watched: any error on its console fails the test. */
export interface Watched {
  /** Opens another browser, with a session of somebody unless told otherwise; it has no page open yet. */
  browserOf: (email: string | null) => Promise<Page>
}

/** Each browser comes from an address of its own, as people do: limits by address are for strangers. */
function newAddress(): Record<string, string> {
  const part = () => Math.floor(Math.random() * 254) + 1
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
}

/** Tests whose every page is watched for errors. */
export const test = base.extend<Watched>({
  // Playwright asks for the pattern even where nothing is taken from it.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, run) => {
    await run(newAddress())
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
      const page = await context.newPage()
      opened.push({ close: () => context.close(), errors: watch(page) })
      if (email) await haveSession(page, email)
      return page
    })
    for (const one of opened) {
      await one.close()
      expect(one.errors, 'the console of another browser has errors').toEqual([])
    }
  },
})

function watch(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    // Chromium writes a line for every answer that is not 2xx; refusals in words are part of these stories.
    if (
      /Failed to load resource: the server responded with a status of (400|401|403|404|409|422|429)/.test(
        message.text(),
      )
    )
      return
    // And one for every call of a browser that a test took off the network.
    if (message.text().includes('net::ERR_INTERNET_DISCONNECTED')) return
    errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

/**
 * Gives a browser a session of somebody, of the demo unless a password is told, in the first of their organizations, and opens
 * no page: the log-in by hand has stories of its own, and every page opened costs each test a second.
 */
export async function haveSession(page: Page, email: string, password = 'crewline-demo'): Promise<void> {
  const answer = await page.request.post('/api/user/login', { data: { email, password } })
  const opened = (await answer.json()) as { status: string; token?: string }
  expect(opened, `log-in of ${email}`).toMatchObject({ status: 'OK', token: expect.any(String) })
  await enter(page, opened.token ?? '')
}

/** Gives a browser the session of a token. */
export async function enter(page: Page, token: string): Promise<void> {
  const url = test.info().project.use.baseURL ?? ''
  await page.context().addCookies([{ name: 'token', value: token, url }])
}

/** Opens a page of somebody with a session and waits until it hears what happens: a toast is shown to who listens, and never again. */
export async function openListening(page: Page, path: string): Promise<void> {
  const hears = new Promise<void>((resolve) => {
    page.once('websocket', (socket) =>
      // Socket.IO's answer to the connect of a namespace.
      socket.on('framereceived', ({ payload }) => void (String(payload).startsWith('40') && resolve())),
    )
  })
  await page.goto(path)
  await hears
}

/** Signs in by hand as somebody of the demo and waits for the app, in the first of their organizations; `base` names a process other than the usual one. */
export async function signIn(page: Page, email: string, base = ''): Promise<void> {
  await page.goto(`${base}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('crewline-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(/\/dashboard|\/select-organization/)
  if (page.url().includes('select-organization')) await page.getByRole('list').getByRole('button').first().click()
  await page.waitForURL(/\/dashboard/)
}

/** What axe finds wrong on a page; `region` is left out because the component library renders menus outside the landmarks. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).disableRules(['region']).analyze()
  return told(found.violations)
}

/** What of a page depends on the colour scheme: the rest of the document is the same in the dark. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong on a page in the light and, of its colours, in the dark; the page is left in the light. */
export async function problemsInBothSchemes(page: Page): Promise<string[]> {
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  const inLight = await accessibilityProblems(page)
  await withoutWaiting(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const inDark = await new AxeBuilder({ page }).withRules(COLOURS).analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  return [...inLight, ...told(inDark.violations).map((problem) => `in the dark: ${problem}`)]
}

/** Lets every element have its new colour at once: a transition hands it on frame by frame, and what is out of sight keeps the old one. */
async function withoutWaiting(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { transition: none !important; content-visibility: visible !important; }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

function told(violations: Violations): string[] {
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)
}
