import type { Page } from '@playwright/test'
import {
  appCode,
  beginAccount,
  callApi,
  fillLogIn,
  foundAccount,
  freePhone,
  mailedLink,
  somebody,
  textedCode,
  type Person,
} from './support/accounts.ts'
import { ownPhone } from './support/phones.ts'
import { enter, expect, haveSession, test } from './support/test.ts'

// What people do in between: go back, click a link twice, have a second tab, lose the network in the middle.

async function tellCompany(page: Page, name: string, phone = ''): Promise<void> {
  await page.getByLabel('Company name').fill(name)
  await page.getByRole('combobox', { name: 'People' }).click()
  await page.getByRole('option', { name: '51–200' }).click()
  await page.getByRole('combobox', { name: 'Industry' }).click()
  await page.getByRole('option', { name: 'Retail' }).click()
  await page.getByLabel('Your mobile number (optional)').fill(phone)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

async function beginByHand(page: Page, person: Person): Promise<void> {
  await page.goto('/auth/register')
  await page.getByLabel('First name').fill(person.firstname)
  await page.getByLabel('Last name').fill(person.lastname)
  await page.getByLabel('Work email').fill(`  ${person.email.toUpperCase()} `)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Your company' })).toBeVisible()
}

test('a registration with Back, a second tab, a code that is skipped, and the link clicked twice', async ({
  page,
  context,
  request,
}) => {
  const ida = somebody('Ida')
  const phone = freePhone()
  await ownPhone(request, phone, 'Ida Tester')
  await beginByHand(page, ida)
  await tellCompany(page, 'Between Foods', phone)

  // A company counts as it was told first: Back shows it, instead of a form whose answers would be dropped.
  await page.goBack()
  await expect(page.getByText('You told us about Between Foods already.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const link = await mailedLink(request, ida.email.toUpperCase(), '/auth/verify/')
  const other = await context.newPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'Skip for now' }).click()
  await other.waitForURL(/\/dashboard/)

  // The first tab does not stay with a mail that was opened long ago.
  await page.waitForURL(/\/dashboard/)

  // Back leads to no page that is spent.
  await other.goBack()
  await expect(other).toHaveURL('about:blank')

  await other.goto(link)
  await expect(other.getByText(`You are logged in as ${ida.email.toUpperCase()}.`)).toBeVisible()
  await other.getByRole('button', { name: 'Go to Crewline' }).click()
  await other.waitForURL(/\/dashboard/)
})

test('a code that was right stays right when the network is lost before the number is saved', async ({
  page,
  request,
}) => {
  const ole = somebody('Ole')
  const phone = freePhone()
  await ownPhone(request, phone, 'Ole Tester')
  await beginByHand(page, ole)
  await tellCompany(page, 'Cut Off Foods', phone)
  await page.goto(await mailedLink(request, ole.email.toUpperCase(), '/auth/verify/'))
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()

  await page.route('**/api/user/settings', (route) => route.abort('internetdisconnected'), { times: 1 })
  await page.keyboard.type(await textedCode(request, phone))
  await expect(page.getByText(/We could not reach Crewline/)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(/\/dashboard/)
})

test('a log-in in one tab takes the log-in page of another along', async ({ page, context }) => {
  await page.goto('/auth/login')
  const other = await context.newPage()
  await other.goto('/auth/login')
  await fillLogIn(other, { email: ' AGENT@Demo.test ', password: 'crewline-demo' })
  await other.waitForURL(/\/dashboard/)
  await page.waitForURL(/\/dashboard/)
})

test('a mailed link that logged in is neither behind Back nor a dead end the second time', async ({
  page,
  request,
}) => {
  const una = somebody('Una')
  await foundAccount(request, una, 'Twice Foods')
  await callApi(request, ['POST', '/login-link'], { email: una.email.toUpperCase() })
  const link = await mailedLink(request, una.email, '/auth/token')
  await page.goto('/auth/help')
  await page.goto(link)
  await page.waitForURL(/\/dashboard/)
  await page.goBack()
  await expect(page).toHaveURL(/\/auth\/help/)

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link is old' })).toBeVisible()
  await expect(page.getByText(`You are logged in as ${una.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Go to Crewline' }).click()
  await page.waitForURL(/\/dashboard/)
})

test('an invitation clicked again leads whoever joined on, and tells others how', async ({
  page,
  browserOf,
  request,
}) => {
  const boss = somebody('Boss')
  const token = await foundAccount(request, boss, 'Again Industries')
  const ana = somebody('Ana')
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
  await expect(page.getByText(`You are logged in as ${ana.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Go to Crewline' }).click()
  await page.waitForURL(/\/dashboard/)

  const other = await browserOf(null)
  await other.goto(link)
  await expect(other.getByText(/If you have joined already, log in\./)).toBeVisible()
})

test('an invitation opened on a device whose session died leads to the log-in, and on from there', async ({
  page,
  request,
}) => {
  const boss = somebody('Boss')
  const token = await foundAccount(request, boss, 'Dead Session Industries')
  const uwe = somebody('Uwe')
  const his = await foundAccount(request, uwe, 'Uwe Alone')
  await request.post('/api/organization/team', {
    headers: { authorization: `Bearer ${token}` },
    data: { email: uwe.email, role: 'agent' },
  })
  await enter(page, his)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  // It ends while the page does not listen: nothing on the device tells of it.
  await page.goto('/auth/help')
  await callApi(request, ['POST', '/logout'], {}, his)

  await page.goto(await mailedLink(request, uwe.email, '/auth/accept-invitation/'))
  await page.getByRole('button', { name: 'Join Dead Session Industries' }).click()
  await expect(page.getByText('You were signed out.')).toBeVisible()
  await fillLogIn(page, uwe)
  await page.getByRole('button', { name: 'Join Dead Session Industries' }).click()
  await page.waitForURL(/\/dashboard/)
})

test('a code wrong five times says why the log-in begins anew', async ({ page, request }) => {
  const lea = somebody('Lea')
  const token = await foundAccount(request, lea, 'Five Times Foods')
  await callApi(request, ['POST', '/prove'], { password: lea.password }, token)
  const { secret } = await callApi<{ secret: string }>(request, ['POST', '/mfa/set-up'], undefined, token)
  await callApi(request, ['POST', '/mfa'], { method: 'totp', code: appCode(secret, -1) }, token)
  await page.goto('/auth/login')
  await fillLogIn(page, lea)
  for (const left of ['4 tries left', '3 tries left', '2 tries left', '1 try left', '']) {
    await page.getByLabel('Digit 1 of 6').focus()
    await page.keyboard.type('000000')
    await expect(page.getByText(`That code is not right.${left && ` ${left}.`}`, { exact: true })).toBeVisible()
  }
  await page.keyboard.type('000000')
  await expect(page.getByText('This took too long, or the code was wrong too often. Log in again.')).toBeVisible()
})

test('emails stopped by the link in one of them are turned on again in the settings', async ({ page, request }) => {
  const boss = somebody('Boss')
  const token = await foundAccount(request, boss, 'Unsubscribed Industries')
  const ira = somebody('Ira')
  await request.post('/api/organization/team', {
    headers: { authorization: `Bearer ${token}` },
    data: { email: ira.email, role: 'agent' },
  })
  const invitation = (await mailedLink(request, ira.email, '/auth/accept-invitation/')).split('/').at(-1)
  const joining = { token: invitation, firstname: ira.firstname, password: ira.password, locale: 'en' }
  await callApi(request, ['POST', '/accept-invitation'], joining)

  await page.goto(await mailedLink(request, boss.email, '/auth/unsubscribe'))
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByText(/You can turn the others on again in Settings\./)).toBeVisible()
  await enter(page, token)
  await page.goto('/dashboard/settings?tab=account')
  const notices = page.getByRole('switch', { name: 'Emails about your team' })
  await expect(notices).not.toBeChecked()
  await notices.focus()
  await page.keyboard.press('Space')
  await expect(notices).toBeChecked()
  await page.reload()
  await expect(notices).toBeChecked()
})

test('a link to confirm an email says elsewhere that it may have done so already', async ({ browserOf, request }) => {
  const eli = somebody('Eli')
  const link = await beginAccount(request, eli, 'Confirmed Foods')
  const other = await browserOf(null)
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await other.goto(link)
  await expect(other.getByText('Your email may be confirmed already. Log in to go on.')).toBeVisible()
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
