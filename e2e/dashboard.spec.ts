import { daysAfter } from '@crewline/contract/calendar'
import type { Locator, Page } from '@playwright/test'
import { accessible, open } from './support/people.ts'
import { expect, haveSession, test } from './support/test.ts'

test('the dashboard numbers match the lists they link to, and the days can be read by keyboard', async ({ page }) => {
  test.setTimeout(300_000)
  await haveSession(page, 'denise.carter@demo.test')
  await open(page, '/dashboard', 'Dashboard')
  const main = page.getByRole('main')
  // The chart library comes after the numbers. Without its styles the chart would have no height.
  const chart = main.getByRole('application', { name: /^Messages by day/ })
  await expect(chart.locator('.recharts-bar-rectangle path').first()).toBeVisible()
  await chart.focus()
  const day = main.getByRole('status').filter({ hasText: 'Not delivered' })
  await page.keyboard.press('ArrowRight')
  const first = await day.innerText()
  await page.keyboard.press('ArrowRight')
  await expect(day).not.toHaveText(first)
  await main.getByText('Table', { exact: true }).click()
  const byDay = main.getByRole('group', { name: 'Messages by day' })
  await expect(byDay.getByRole('rowheader')).toHaveCount(30)
  await expect(byDay.getByRole('columnheader')).toHaveText(['Day', 'Sent', 'Delivered', 'Not delivered', 'Replies'])
  await main.getByLabel('Date range').selectOption('Last 7 days')
  await expect(page).toHaveURL(/startDate=\d{4}-\d\d-\d\d&endDate=/)
  await expect(byDay.getByRole('rowheader')).toHaveCount(7)

  const reachable = main.getByRole('listitem').filter({ hasText: 'Can get texts now' }).getByRole('link')
  await expectSame(page, reachable, (count) => expect(main.getByText(`${count} contacts`)).toBeVisible())
  await expectSame(page, main.getByRole('link', { name: /unread conversations?$/ }), async (count) => {
    expect(count).toBeGreaterThan(0)
    await expect(page).toHaveURL(/\/dashboard\/inbox\?status=unread/)
    await expect(main.getByRole('link', { name: /unread/ })).toHaveCount(count)
  })
  await expectSame(page, main.getByRole('link', { name: /unanswered conversations?$/ }), async (count) => {
    await expect(page).toHaveURL(/\/dashboard\/inbox\?status=unanswered/)
    await expect(main.locator('[data-conversation]')).toHaveCount(count)
  })
})

/**
 * Opens the list of a figure and checks it against the figure. Other stories move people into this organization meanwhile,
 * and figures are kept for a minute: what differs is read again.
 */
async function expectSame(page: Page, figure: Locator, check: (count: number) => Promise<void>): Promise<void> {
  await expect(async () => {
    await open(page, '/dashboard', 'Dashboard')
    const count = Number.parseInt(await figure.innerText(), 10)
    await figure.click()
    await check(count)
  }).toPass({ timeout: 150_000 })
}

/** Reads how many rows a list says it has, once all of them are shown. */
async function countListed(page: Page, unit: string): Promise<number> {
  const said = page.getByRole('main').getByText(new RegExp(`^[\\d,]+ ${unit}$`))
  const count = Number((await said.innerText()).replace(/\D/g, ''))
  const more = page.getByRole('button', { name: 'Show more' })
  const rows = page.getByRole('main').locator('tbody tr')
  await expect(rows).toHaveCount(Math.min(count, 50))
  if (count > 50) {
    await more.click()
    await expect(rows).toHaveCount(Math.min(count, 100))
  }
  return count
}

test('each figure of the dashboard opens a list of exactly what it counts', async ({ page }) => {
  test.slow()
  await haveSession(page, 'denise.carter@demo.test')
  // Days that are over: other tests write messages meanwhile.
  const today = new Date().toISOString().slice(0, 10)
  await open(page, `/dashboard?startDate=${daysAfter(today, -40)}&endDate=${daysAfter(today, -3)}`, 'Dashboard')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'When people write' })).toBeVisible()
  await accessible(page, 'the dashboard')
  for (const [name, unit] of [
    ['Messages sent', 'messages'],
    ['Not delivered', 'messages'],
    ['Contacts who replied', 'people'],
    ['Opt-outs', 'people'],
  ] as const) {
    const figure = main.getByRole('listitem').filter({ hasText: name }).getByRole('link')
    const count = Number((await figure.innerText()).replace(/\D/g, ''))
    await figure.click()
    await expect(page).toHaveURL(/\/dashboard\/analytics\//)
    expect([name, await countListed(page, unit)]).toEqual([name, count])
    await page.getByRole('link', { name: 'Dashboard' }).last().click()
    await expect(figure).toBeVisible()
  }

  // A row of a comparison, by location.
  await main.getByLabel('Compare by').selectOption('Location')
  const compared = main.getByRole('group', { name: 'Location' })
  const sent = compared.getByRole('link', { name: /sent$/ }).first()
  const sentCount = Number((await sent.innerText()).replace(/\D/g, ''))
  await sent.click()
  await expect(page.getByRole('list', { name: 'What is counted' })).toContainText('Location:')
  await expect.poll(() => countListed(page, 'messages?')).toBe(sentCount)
  await accessible(page, 'the messages of a figure')
  await page.goBack()

  // An hour of the week, by keyboard: the busiest cell is the one in the tab order.
  const busiest = main.locator('[data-cell][tabindex="0"]')
  await busiest.focus()
  const label = await busiest.getAttribute('aria-label')
  await page.keyboard.press('ArrowLeft')
  await expect(main.locator('[data-cell]:focus')).not.toHaveAttribute('aria-label', label ?? '')
  await page.keyboard.press('ArrowRight')
  await expect(main.locator('[data-cell]:focus')).toHaveAttribute('aria-label', label ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/kind=received.*weekday=\d&hour=\d/)
  await expect.poll(() => countListed(page, 'messages?')).toBe(Number(/\d+$/.exec(label ?? '')?.[0]))

  // A row opens its message.
  await main.locator('tbody tr').first().getByRole('button').click()
  await expect(page).toHaveURL(/\/dashboard\/inbox\?.*conversation=.*message=/)
})

test('the dashboard says that a sync with the HR system waits, and leads to it', async ({ page }) => {
  await haveSession(page, 'owner@demo.test')
  await open(page, '/dashboard', 'Dashboard')
  await page.getByRole('link', { name: 'HR sync waits for a review' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Review this sync' })).toBeVisible()
})
