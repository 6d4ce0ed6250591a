import { fillLogIn } from './support/accounts.ts'
import { expect, haveSession, test } from './support/test.ts'

// What people do in between: go back, click a link twice, have a second tab, lose the network in the middle.

test('a log-in in one tab takes the log-in page of another along', async ({ page, context }) => {
  await page.goto('/auth/login')
  const other = await context.newPage()
  await other.goto('/auth/login')
  await fillLogIn(other, { email: ' AGENT@Demo.test ', password: 'crewline-demo' })
  await other.waitForURL(/\/dashboard/)
  await page.waitForURL(/\/dashboard/)
})

test('an account that falls past due over an open thread leaves the way about, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await haveSession(page, 'agent@demo.test')
  await page.goto('/dashboard/inbox')
  await page.locator('main a[href*="conversation="]').first().click()
  const words = page.getByRole('textbox', { name: /^Message/ })
  await words.fill('Half a sentence')

  const pastDue = { status: 'ERROR', code: 'past_due', message: 'past_due' }
  await page.route('**/api/message/**', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 401, json: pastDue }) : route.fallback(),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your account is past due' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Main' })
  await expect(tabs).toBeVisible()
  await tabs.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await page.keyboard.press('Escape')

  // Paid: the words are where they were.
  await page.unroute('**/api/message/**')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(words).toHaveValue('Half a sentence')
})
