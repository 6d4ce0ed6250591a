import { openWhenPastDue, routes } from '@crewline/contract/routes.gen'
import type { Page } from '@playwright/test'
import {
  appCode,
  beginAccount,
  callApi,
  fillLogIn,
  createAccount,
  freePhone,
  mailedLink,
  newUser,
  textedCode,
  type TestUser,
} from './support/accounts.ts'
import { registerPhone } from './support/phones.ts'
import { enter, expect, haveSession, test } from './support/test.ts'

// Interruptions: going back, clicking a link twice, using a second tab, losing the network partway.

async function fillCompany(page: Page, name: string, phone = ''): Promise<void> {
  await page.getByLabel('Company name').fill(name)
  await page.getByRole('combobox', { name: 'People' }).click()
  await page.getByRole('option', { name: '51–200' }).click()
  await page.getByRole('combobox', { name: 'Industry' }).click()
  await page.getByRole('option', { name: 'Retail' }).click()
  await page.getByLabel('Your mobile number (optional)').fill(phone)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

async function fillRegistration(page: Page, user: TestUser): Promise<void> {
  await page.goto('/auth/register')
  await page.getByLabel('First name').fill(user.firstname)
  await page.getByLabel('Last name').fill(user.lastname)
  await page.getByLabel('Work email').fill(`  ${user.email.toUpperCase()} `)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Your company' })).toBeVisible()
}

test('a registration survives Back, a second tab, a skipped code, and a second click on the link', async ({
  page,
  context,
  request,
}) => {
  const ida = newUser('Ida')
  const phone = freePhone()
  await registerPhone(request, phone, 'Ida Tester')
  await fillRegistration(page, ida)
  await fillCompany(page, 'Between Foods', phone)

  // The first company answers win: Back shows them instead of a form whose answers would be dropped.
  await page.goBack()
  await expect(page.getByText('You already told us about Between Foods.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const link = await mailedLink(request, ida.email.toUpperCase(), '/auth/verify/')
  const otherPage = await context.newPage()
  await otherPage.goto(link)
  await otherPage.getByRole('button', { name: 'Skip for now' }).click()
  await otherPage.waitForURL(/\/dashboard/)

  // The first tab does not stay on "Check your email" after the link was opened in another tab.
  await page.waitForURL(/\/dashboard/)

  // Back does not lead to a used page.
  await otherPage.goBack()
  await expect(otherPage).toHaveURL('about:blank')

  await otherPage.goto(link)
  await expect(otherPage.getByText(`You're logged in as ${ida.email.toUpperCase()}.`)).toBeVisible()
  await otherPage.getByRole('button', { name: 'Go to Crewline' }).click()
  await otherPage.waitForURL(/\/dashboard/)
})

test('a correct code stays accepted when the network is lost before the number is saved', async ({ page, request }) => {
  const ole = newUser('Ole')
  const phone = freePhone()
  await registerPhone(request, phone, 'Ole Tester')
  await fillRegistration(page, ole)
  await fillCompany(page, 'Cut Off Foods', phone)
  await page.goto(await mailedLink(request, ole.email.toUpperCase(), '/auth/verify/'))
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()

  let isLost = false
  await page.route('**/api/user/settings', (route) => {
    if (isLost || route.request().method() !== 'PATCH') return route.fallback()
    isLost = true
    return route.abort('internetdisconnected')
  })
  await page.keyboard.type(await textedCode(request, phone))
  await expect(page.getByText(/Couldn't reach Crewline/)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(/\/dashboard/)
})

test('a login in one tab also signs in the login page of another tab', async ({ page, context }) => {
  await page.goto('/auth/login')
  const otherPage = await context.newPage()
  await otherPage.goto('/auth/login')
  await fillLogIn(otherPage, { email: ' AGENT@Demo.test ', password: 'crewline-demo' })
  await otherPage.waitForURL(/\/dashboard/)
  await page.waitForURL(/\/dashboard/)
})

test('a used login link is not behind Back and is no dead end when opened again', async ({ page, request }) => {
  const una = newUser('Una')
  await createAccount(request, una, 'Twice Foods')
  await callApi(request, ['POST', '/login-link'], { email: una.email.toUpperCase() })
  const link = await mailedLink(request, una.email, '/auth/token')
  await page.goto('/auth/help')
  await page.goto(link)
  await page.waitForURL(/\/dashboard/)
  await page.goBack()
  await expect(page).toHaveURL(/\/auth\/help/)

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await expect(page.getByText(`You're logged in as ${una.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Go to Crewline' }).click()
  await page.waitForURL(/\/dashboard/)
})

test('an invitation clicked again lets the member continue and tells others to log in', async ({
  page,
  browserOf,
  request,
}) => {
  const boss = newUser('Boss')
  const token = await createAccount(request, boss, 'Again Industries')
  const ana = newUser('Ana')
  await request.post('/api/organization/team', {
    headers: { authorization: `Bearer ${token}` },
    data: { email: ana.email, role: 'agent' },
  })
  const link = await mailedLink(request, ana.email, '/auth/accept-invitation/')
  await page.goto('/auth/help')
  await page.goto(link)
  await page.getByLabel('First name').fill(ana.firstname)
  await page.getByLabel('Password', { exact: true }).fill(ana.password)
  await page.getByRole('button', { name: 'Join Again Industries' }).click()
  await page.waitForURL(/\/dashboard/)
  await page.goBack()
  await expect(page).toHaveURL(/\/auth\/help/)

  await page.goto(link)
  await expect(page.getByText(`You're logged in as ${ana.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Go to Crewline' }).click()
  await page.waitForURL(/\/dashboard/)

  const otherPage = await browserOf(null)
  await otherPage.goto(link)
  await expect(otherPage.getByText(/If you've already joined, log in\./)).toBeVisible()
})

test('an invitation opened with an expired session leads to the login and then continues', async ({
  page,
  request,
}) => {
  const boss = newUser('Boss')
  const token = await createAccount(request, boss, 'Dead Session Industries')
  const uwe = newUser('Uwe')
  const his = await createAccount(request, uwe, 'Uwe Alone')
  await request.post('/api/organization/team', {
    headers: { authorization: `Bearer ${token}` },
    data: { email: uwe.email, role: 'agent' },
  })
  await enter(page, his)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  // The session ends while the page has no live connection, so the device gets no sign of it.
  await page.goto('/auth/help')
  await callApi(request, ['POST', '/logout'], {}, his)

  await page.goto(await mailedLink(request, uwe.email, '/auth/accept-invitation/'))
  await page.getByRole('button', { name: 'Join Dead Session Industries' }).click()
  await expect(page.getByText('You were logged out.')).toBeVisible()
  await fillLogIn(page, uwe)
  await page.getByRole('button', { name: 'Join Dead Session Industries' }).click()
  await page.waitForURL(/\/dashboard/)
})

test('five wrong codes explain why the login starts over', async ({ page, request }) => {
  const lea = newUser('Lea')
  const token = await createAccount(request, lea, 'Five Times Foods')
  await callApi(request, ['POST', '/prove'], { password: lea.password }, token)
  const { secret } = await callApi<{ secret: string }>(request, ['POST', '/mfa/set-up'], undefined, token)
  await callApi(request, ['POST', '/mfa'], { method: 'totp', code: appCode(secret, -1) }, token)
  await page.goto('/auth/login')
  await fillLogIn(page, lea)
  const first = page.getByLabel('Digit 1 of 6')
  await expect(first).toBeFocused()
  for (const attemptsLeft of ['4 tries left', '3 tries left', '2 tries left', '1 try left', '']) {
    await page.keyboard.type('000000')
    await expect(page.getByText(`Incorrect code.${attemptsLeft && ` ${attemptsLeft}.`}`, { exact: true })).toBeVisible()
    // The page puts the focus there a moment after the text.
    await expect(first).toBeFocused()
  }
  await page.keyboard.type('000000')
  await expect(page.getByText('This took too long, or there were too many wrong codes. Log in again.')).toBeVisible()
})

test('emails stopped through an unsubscribe link can be turned back on in the settings', async ({ page, request }) => {
  const boss = newUser('Boss')
  const token = await createAccount(request, boss, 'Unsubscribed Industries')
  const ira = newUser('Ira')
  await request.post('/api/organization/team', {
    headers: { authorization: `Bearer ${token}` },
    data: { email: ira.email, role: 'agent' },
  })
  const invitation = (await mailedLink(request, ira.email, '/auth/accept-invitation/')).split('/').at(-1)
  const joining = { token: invitation, firstname: ira.firstname, password: ira.password, locale: 'en' }
  await callApi(request, ['POST', '/accept-invitation'], joining)

  await page.goto(await mailedLink(request, boss.email, '/auth/unsubscribe'))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText(/You can turn the others back on in Settings\./)).toBeVisible()
  await enter(page, token)
  await page.goto('/dashboard/settings?tab=account')
  const notices = page.getByRole('switch', { name: 'Emails about your team' })
  await expect(notices).not.toBeChecked()
  await notices.focus()
  // The switch moves before the choice is stored.
  const stored = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().endsWith('/api/user/settings'),
  )
  await page.keyboard.press('Space')
  await expect(notices).toBeChecked()
  await stored
  await page.reload()
  await expect(notices).toBeChecked()
})

test('an email confirmation link opened elsewhere says that the email may already be confirmed', async ({
  browserOf,
  request,
}) => {
  const eli = newUser('Eli')
  const link = await beginAccount(request, eli, 'Confirmed Foods')
  const otherPage = await browserOf(null)
  await otherPage.goto(link)
  await expect(otherPage.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await otherPage.goto(link)
  await expect(otherPage.getByText('Your email may already be confirmed. Log in to continue.')).toBeVisible()
})

test('a past-due account keeps the navigation over an open thread, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await haveSession(page, 'agent@demo.test')
  await page.goto('/dashboard/inbox?status=open')
  await page.locator('main a[href*="conversation="]').first().click()
  const messageField = page.getByRole('textbox', { name: /^Message/ })
  await messageField.fill('Half a sentence')

  const pastDue = { status: 'ERROR', code: 'past_due', message: 'past_due' }
  // As the server does, nothing that is blocked is answered: one answer of another list would end the state.
  const open = new Set(
    Object.entries(routes).flatMap(([name, [, path]]) => (openWhenPastDue.has(name) ? [`/api${path}`] : [])),
  )
  await page.route('**/api/**', (route) => {
    const isOpen = open.has(new URL(route.request().url()).pathname)
    return route.request().method() === 'GET' && !isOpen
      ? route.fulfill({ status: 401, json: pastDue })
      : route.fallback()
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your account is past due' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Main' })
  await expect(tabs).toBeVisible()
  await tabs.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await page.keyboard.press('Escape')

  // After payment, the typed text is still there.
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(messageField).toHaveValue('Half a sentence')
})
