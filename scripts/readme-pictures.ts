import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { findChromium } from './chromium.ts'

// Takes the README screenshots from the running demo: start the product, then run `npm run readme-pictures`
// (CREWLINE_URL sets another address, CHROMIUM_PATH a browser with more fonts).

const BASE = process.env['CREWLINE_URL'] ?? 'http://127.0.0.1:3000'
const FOLDER = join(import.meta.dirname, '../docs/pictures')

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const installation = await findChromium()
  const browser = await chromium.launch({
    executablePath: installation.executablePath,
    args: installation.args,
    env: installation.env,
  })
  try {
    await inbox(browser, 'light')
    await inbox(browser, 'dark')
    await phones(browser)
    await pocket(browser)
    await dashboard(browser)
    await captureContacts(browser)
    await importing(browser)
    await broadcast(browser)
    await form(browser)
    await news(browser)
  } finally {
    await browser.close()
  }
}

async function signedIn(browser: Browser, colorScheme: 'light' | 'dark', width = 1280, height = 800): Promise<Page> {
  const page = await (
    await browser.newContext({
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      timezoneId: 'America/Chicago',
      locale: 'en-US',
    })
  ).newPage()
  await page.goto(`${BASE}/auth/login`)
  await page.getByLabel('Email').fill('owner@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('crewline-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(/\/dashboard|\/select-organization/)
  if (page.url().includes('select-organization')) await page.getByRole('list').getByRole('button').first().click()
  await page.waitForURL('**/dashboard/**')
  await page.goto(`${BASE}/dashboard/inbox`)
  await page
    .getByRole('link', { name: /Ana Ruiz/ })
    .first()
    .waitFor()
  return page
}

async function inbox(browser: Browser, scheme: 'light' | 'dark'): Promise<void> {
  const page = await signedIn(browser, scheme)
  await page
    .getByRole('link', { name: /Ana Ruiz/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: /Message to/ }).fill('See you tomorrow. Your shift starts at 6:00 AM.')
  await page.waitForTimeout(1500)
  await page.screenshot({ path: join(FOLDER, `inbox-${scheme}.png`) })
}

/** The answers of the form of the demo that most people answered. */
async function form(browser: Browser): Promise<void> {
  const page = await signedIn(browser, 'light')
  await page.goto(`${BASE}/dashboard/apps/forms`)
  await page.getByRole('row', { name: /Shift swap request/ }).click()
  await page.getByRole('tab', { name: 'Answers' }).click()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: join(FOLDER, 'form.png') })
}

/** The editor of the published issue, beside the page as phones show it. */
async function news(browser: Browser): Promise<void> {
  const page = await signedIn(browser, 'light')
  await page.goto(`${BASE}/dashboard/apps/newsletter`)
  await page.getByRole('row', { name: /New gate and parking/ }).click()
  // Away from the buttons, so that no tooltip shows.
  await page.mouse.move(0, 0)
  await page.waitForTimeout(2500)
  await page.screenshot({ path: join(FOLDER, 'news.png') })
}

async function phones(browser: Browser): Promise<void> {
  const page = await (
    await browser.newContext({
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
      timezoneId: 'America/Chicago',
    })
  ).newPage()
  await page.goto(`${BASE}/dev/phones`)
  await page.getByRole('article').first().waitFor()
  await page.waitForTimeout(800)
  await page.screenshot({ path: join(FOLDER, 'phones.jpg'), type: 'jpeg', quality: 84 })
}

async function dashboard(browser: Browser): Promise<void> {
  const page = await signedIn(browser, 'light')
  await page.goto(`${BASE}/dashboard`)
  await page.getByText('Compared with').waitFor()
  await page.getByRole('button', { name: /Segments used/ }).waitFor()
  await page.getByRole('button', { name: /Acme Foods/ }).click()
  await page.waitForTimeout(800)
  await page.screenshot({ path: join(FOLDER, 'dashboard.png') })
}

async function captureContacts(browser: Browser): Promise<void> {
  const page = await signedIn(browser, 'light')
  await page.goto(`${BASE}/dashboard/contacts`)
  await page.getByRole('searchbox', { name: 'Search name, number, or ID' }).fill('Ruiz')
  await page.getByRole('button', { name: 'Ana Ruiz' }).first().click()
  await page.getByRole('dialog').getByText('Can get texts').first().waitFor()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: join(FOLDER, 'people.png') })
}

const SHEET = [
  ['Full name', 'Cell #', 'Dept', 'Site', 'Hired'],
  ['Zoë Müller', '(312) 555-0211', 'Sanitation', 'Cicero', '2026-03-02'],
  ['Bea Castillo', '555-02', 'Packaging', 'Joliet', '11/09/2026'],
  ['Olu Wise', '312.555.0213', 'Packaging', 'Joliet', '11/09/2026'],
  ['Lena Wise', '312 555 0213', 'Packaging', 'Joliet', '11/09/2026'],
  ['Ben Cho', '(312) 555-0125', 'Warehouse', 'Cicero', '2024-05-13'],
]

/** Shows the checked rows of a file, ready to correct; nothing is imported. */
async function importing(browser: Browser): Promise<void> {
  const page = await signedIn(browser, 'light')
  await page.goto(`${BASE}/dashboard/contacts/import`)
  const content = Buffer.from(SHEET.map((row) => row.join(';')).join('\r\n'))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'new-starters.csv', mimeType: 'text/csv', buffer: content })
  await page.getByRole('heading', { level: 2, name: 'Match columns' }).waitFor()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('grid', { name: 'Rows in your file' }).waitFor()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: join(FOLDER, 'import.png') })
}

/** Shows what became of a broadcast of the demo. */
async function broadcast(browser: Browser): Promise<void> {
  const page = await signedIn(browser, 'light')
  await page.goto(`${BASE}/dashboard/broadcasts`)
  await page.getByRole('main').getByText('Open enrollment, night shift').first().click()
  await page.getByRole('heading', { level: 1, name: 'Open enrollment, night shift' }).waitFor()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: join(FOLDER, 'broadcast.png') })
}

async function pocket(browser: Browser): Promise<void> {
  const page = await signedIn(browser, 'light', 390, 780)
  await page.waitForTimeout(800)
  await page.screenshot({ path: join(FOLDER, 'pocket.png') })
}

await main()
