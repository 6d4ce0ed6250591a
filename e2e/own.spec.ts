import type { APIRequestContext, Page, Request } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { createAccount, mailedLink, newUser, type TestUser } from './support/accounts.ts'
import { registerPhone } from './support/phones.ts'
import {
  enter,
  expect,
  expectNoSidewaysScroll,
  haveSession,
  problemsInBothSchemes,
  signIn,
  test,
} from './support/test.ts'

// Personal settings and what members see of their organization. Every story has its own member.

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/auth/login**')
}

async function logIn(page: Page, email: string, password = 'crewline-demo'): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Creates an account with its own organization and signs it in, so that changes do not affect other tests. */
async function enterNewOrganization(page: Page, request: APIRequestContext, user: TestUser): Promise<void> {
  await enter(page, await createAccount(request, user, `${user.firstname} and Sons`))
}

/** Returns the code in the newest text on a phone. */
async function codeOn(request: APIRequestContext, phone: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const answer = await request.get(`/dev/carrier/control/handsets/${encodeURIComponent(phone)}`)
    const { texts } = (await answer.json()) as { texts: { body: string }[] }
    code = texts.map(({ body }) => /\b\d{6}\b/.exec(body)?.[0]).findLast((match) => match !== undefined)
    expect(code).toBeDefined()
  }).toPass()
  return code as string
}

test('a member changes their name, is asked before leaving it unsaved, and keeps the new language', async ({
  page,
  browserOf,
}) => {
  await haveSession(page, 'luis.herrera@demo.test')
  await open(page, '/dashboard/settings', 'Settings')
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  const firstName = page.getByLabel('First name')
  await firstName.fill('Luis Alberto')
  await page.getByRole('link', { name: 'Team' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(firstName).toHaveValue('Luis Alberto')
  // Back asks too, and keeps the page and the input.
  const address = page.url()
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(firstName).toHaveValue('Luis Alberto')
  expect(page.url()).toBe(address)
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Your account: Luis Alberto Herrera' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()

  await page.getByRole('combobox', { name: 'Time zone' }).fill('Denver')
  // Before the list is narrowed, a click may land on another zone.
  await expect(page.getByRole('option')).toHaveText(['America / Denver'])
  await page.getByRole('option', { name: 'America / Denver' }).click()
  // The list lies over the switch as long as it is open.
  await expect(async () => {
    if ((await page.getByRole('option').count()) > 0) await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await page.getByRole('switch', { name: 'Mute notifications' }).press('Space')
  await expect(page.getByText('Message notifications are off.')).toBeVisible()
  await page.locator('#look').getByText('Español').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Configuración' })).toBeVisible()

  const elsewhere = await browserOf(null)
  // Signs in with the form, because the login applies the language of the account.
  await signIn(elsewhere, 'luis.herrera@demo.test')
  await open(elsewhere, '/dashboard/settings', 'Configuración')
  await expect(elsewhere.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Luis Alberto')
  await expect(elsewhere.getByRole('combobox', { name: 'Zona horaria' })).toHaveValue('America / Denver')
  await expect(elsewhere.getByRole('switch', { name: 'Silenciar notificaciones' })).toBeChecked()
})

test('a mobile number is verified by a texted code, and two-step login can then use texts', async ({
  page,
  request,
}) => {
  const phone = '+13125550188'
  await registerPhone(request, phone, 'Rosa’s own')
  await enterNewOrganization(page, request, newUser('Rosa'))
  await open(page, '/dashboard/settings?tab=account#mobile', 'Settings')
  const card = page.locator('#mobile')
  await card.getByRole('button', { name: 'Add number' }).click()
  await card.getByLabel('Mobile number').fill('12')
  await card.getByRole('button', { name: 'Send code' }).click()
  await expect(card.getByText(/Enter a mobile number with its area code/)).toBeVisible()
  await card.getByLabel('Mobile number').fill('(312) 555-0188')
  await card.getByRole('button', { name: 'Send code' }).click()
  const code = await codeOn(request, phone)
  await card.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await card.getByRole('button', { name: 'Verify' }).click()
  await expect(card.getByText(/Incorrect code/)).toBeVisible()
  // The code was accepted before the network failed and stays accepted.
  const isNumber = (sent: Request) => sent.method() === 'PATCH' && sent.url().endsWith('/api/user/settings')
  let isLost = false
  await page.route('**/api/user/settings', (route) => {
    if (isLost || !isNumber(route.request())) return route.fallback()
    isLost = true
    return route.abort('internetdisconnected')
  })
  await card.getByLabel('Code').fill(code)
  const failed = page.waitForEvent('requestfailed', isNumber)
  await card.getByRole('button', { name: 'Verify' }).click()
  await failed
  await card.getByRole('button', { name: 'Verify' }).click()
  await expect(card.getByText('(312) 555-0188')).toBeVisible()
  await expect(card.getByText('Verified')).toBeVisible()

  await open(page, '/dashboard/settings?tab=security', 'Settings')
  await page.getByRole('button', { name: 'Use text messages' }).click()
  await expect(page.getByText("Save these codes now. You won't see them again.")).toBeVisible()
})

test('two-step login with an app: set up, used at login, bypassed with a backup code, and turned off', async ({
  page,
}) => {
  const email = 'aisha.farah@demo.test'
  await haveSession(page, email)
  await open(page, '/dashboard/settings?tab=security', 'Settings')
  const card = page.locator('#two-step')
  await card.getByRole('button', { name: 'Use an authenticator app' }).click()
  await expect(card.getByRole('img', { name: /QR code/ })).toBeVisible()
  const key = (await card.locator('bdi').first().innerText()).replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  const used = totp.generate()
  await card.getByRole('textbox', { name: 'Code' }).fill(used)
  await card.getByRole('button', { name: 'Turn on' }).click()
  const items = card.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await expect(items).toHaveCount(10)
  const codes = await items.allInnerTexts()
  await card.getByRole('button', { name: "I've saved them" }).click()
  await expect(card.getByText('10 backup codes left.')).toBeVisible()

  await logOut(page)
  await logIn(page, email)
  await page.waitForURL('**/auth/mfa')
  // A code works once; the next one, 30 seconds ahead, is also accepted.
  const next = totp.generate({ timestamp: Date.now() + 30_000 })
  await page.getByLabel('Digit 1 of 6').fill(next[0] as string)
  await page.keyboard.type(next.slice(1))
  await page.waitForURL('**/dashboard/**')

  await logOut(page)
  await logIn(page, email)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(codes[3] as string)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/dashboard/**')
  await open(page, '/dashboard/settings?tab=security', 'Settings')
  await expect(card.getByText('9 backup codes left.')).toBeVisible()
  await card.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(card.getByRole('button', { name: 'Use an authenticator app' })).toBeVisible()
})

test('a device is logged out from another one, and a new password keeps only this device', async ({
  page,
  browserOf,
}) => {
  const email = 'tom.kowalski@demo.test'
  const elsewhere = await browserOf(null)
  // Signs in with the form, because the list shows the name of the browser.
  await signIn(elsewhere, email)
  await signIn(page, email)
  await open(page, '/dashboard/settings?tab=security#sessions', 'Settings')
  const devices = page.locator('#sessions')
  await expect(devices.getByText('This device')).toHaveCount(1)
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: /^Log out of Chrome/ }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await elsewhere.waitForURL('**/auth/login**')
  await logIn(elsewhere, email)
  await elsewhere.waitForURL('**/dashboard/**')

  // A recent login counts as proof; an old one asks for the password, and the request is repeated.
  let needsProof = true
  await page.route('**/api/user/settings', async (route) => {
    if (!needsProof || route.request().method() !== 'PATCH') return route.fallback()
    needsProof = false
    await route.fulfill({
      status: 422,
      json: { status: 'ERROR', code: 'proof_needed', message: 'Enter your password to continue.', requestId: 'test' },
    })
  })
  await page.getByRole('button', { name: 'Change password' }).click()
  const card = page.locator('#password')
  await card.getByLabel('New password').fill('tom.kowal')
  await card.getByRole('button', { name: 'Save password' }).click()
  await expect(card.getByText('Use at least 10 characters.')).toBeVisible()
  await card.getByLabel('New password').fill('a barge full of lemons')
  await card.getByRole('button', { name: 'Save password' }).click()
  const proof = page.getByRole('dialog', { name: "Confirm it's you" })
  await proof.getByLabel('Password', { exact: true }).fill('not this one')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByText('Incorrect password.')).toBeVisible()
  await proof.getByLabel('Password', { exact: true }).fill('crewline-demo')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await elsewhere.waitForURL('**/auth/login**')
  await page.reload()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await logOut(page)
  await logIn(page, email, 'a barge full of lemons')
  await page.waitForURL('**/dashboard/**')
})

test('a new email counts once both addresses have confirmed', async ({ page, request, browserOf }) => {
  const eric = newUser('Eric')
  await enterNewOrganization(page, request, eric)
  await open(page, '/dashboard/settings', 'Settings')
  const card = page.locator('#email')
  const newEmail = eric.email.replace('@', '.new@')
  await card.getByRole('button', { name: 'Change email' }).click()
  await card.getByLabel('New email').fill(newEmail)
  await card.getByRole('button', { name: 'Send links' }).click()
  await expect(card.getByText(/We sent links to both addresses/)).toBeVisible()
  const reader = await browserOf(null)
  await reader.goto(await mailedLink(request, newEmail, '/auth/verify/'))
  await expect(reader.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await reader.goto(await mailedLink(request, eric.email, '/auth/verify/', 1))
  await expect(reader.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await page.reload()
  await expect(card.getByText(newEmail)).toBeVisible()
  await expect(card.getByText(/We sent links/)).toBeHidden()
})

test('teammates are invited by a pasted list, and one of them joins with the emailed link', async ({
  page,
  request,
  browserOf,
}) => {
  await haveSession(page, 'admin@demo.test')
  await open(page, '/dashboard/team', 'Team')
  await page.getByRole('button', { name: 'Invite teammates' }).click()
  const form = page.getByRole('dialog', { name: 'Invite teammates' })
  await expect(form.getByRole('radio', { name: 'Owner' })).toHaveCount(0)
  await form.getByLabel('Emails').fill('Jo Park <jo.park@demo.test>; sam.reed@demo.test, viewer@demo.test')
  await form.getByRole('radio', { name: 'Manager' }).check()
  await form.getByRole('radio', { name: 'Only some groups' }).check()
  await form.getByRole('button', { name: 'Review 3 invitations' }).click()
  await expect(form.getByText('Choose at least one group.')).toBeVisible()
  await form.getByRole('checkbox', { name: /Night shift/ }).check()
  await form.getByRole('button', { name: 'Review 3 invitations' }).click()
  await expect(form.getByText('Already on your team.')).toBeVisible()
  await form.getByRole('button', { name: 'Send 2 invitations' }).click()
  await expect(page.getByText('Invitation sent to 2 people. It expires in 7 days.')).toBeVisible()
  await expect(form.getByLabel('Email in row 1')).toHaveValue('viewer@demo.test')
  await form.getByRole('button', { name: 'Close' }).click()
  const row = page.getByRole('row', { name: /jo\.park/ })
  await expect(row).toContainText('Invited')
  await expect(row).toContainText('Night shift')

  await row.getByRole('button', { name: 'Resend to jo.park@demo.test' }).click()
  await expect(page.getByText('We sent jo.park@demo.test a new link. It expires in 7 days.')).toBeVisible()
  const guest = await browserOf(null)
  // The second one: the link of the first email no longer works.
  await guest.goto(await mailedLink(request, 'jo.park@demo.test', '/auth/accept-invitation/', 1))
  await guest.getByLabel('First name').fill('Jo')
  await guest.getByLabel('Last name').fill('Park')
  await guest.getByLabel('Password', { exact: true }).fill('a barge full of lemons')
  await guest.getByRole('button', { name: /^Join/ }).click()
  await guest.waitForURL('**/dashboard**')
  await page.reload()
  // The page loads anew, which takes long while other stories start.
  await expect(page.getByRole('row', { name: /Jo Park/ })).toContainText('Active', { timeout: 45_000 })
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('park')
  await expect(page.getByText('1 person')).toBeVisible()
})

test('a group opens its contacts, and their number matches its count', async ({ page }) => {
  await haveSession(page, 'denise.carter@demo.test')
  await open(page, '/dashboard/contacts', 'Contacts')
  await page.getByRole('navigation', { name: 'Contacts views' }).getByRole('link', { name: 'Groups' }).click()
  const title = page.getByRole('heading', { level: 1, name: 'Groups' })
  await expect(title).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await menu.getByRole('link', { name: 'Contacts' }).click()
  await expect(title).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search groups' }).fill('night')
  // Rows move when the search takes effect: a press before that may hit another place.
  await expect(page).toHaveURL(/q=night/)
  const row = page.getByRole('row', { name: /Night shift/ })
  const count = (await row.getByRole('cell').nth(2).innerText()).trim()
  await row.getByRole('button').click()
  await expect(page).toHaveURL(/\/dashboard\/groups\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Night shift' })).toBeVisible()
  await expect(page.getByText(`${count} contacts`).first()).toBeVisible()
})

test('a past-due account can still open the settings and shows its status', async ({ page }) => {
  await haveSession(page, 'pastdue@demo.test')
  await open(page, '/dashboard/settings?tab=billing', 'Settings')
  await expect(page.getByText('Past due', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByLabel('First name')).toBeVisible()
})

const screens = [
  ['/dashboard', 'Dashboard'],
  ['/dashboard/settings?tab=account', /Settings|Account/],
  ['/dashboard/settings?tab=security', /Settings|Security/],
  ['/dashboard/settings?tab=organization', /Settings|Organization/],
  ['/dashboard/team', 'Team'],
  ['/dashboard/groups', 'Groups'],
  ['/dashboard/broadcasts', 'Broadcasts'],
  ['/dashboard/apps', 'Apps'],
  ['/dashboard/apps/newsletter', 'Content Studio'],
] as const

for (const width of [1440, 390]) {
  test(`personal pages are accessible at ${width}`, async ({ page }) => {
    test.setTimeout(150_000)
    await page.setViewportSize({ width, height: 844 })
    await haveSession(page, 'manager@demo.test')
    for (const [path, title] of screens) {
      // One page, checked after each step.
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await problemsInBothSchemes(page), path).toEqual([])
      await expectNoSidewaysScroll(page, path)
    }
  })
}

test('quiet hours show their end in the notifications and can be ended there', async ({ page, request }) => {
  await enterNewOrganization(page, request, newUser('Mira'))
  await page.goto('/dashboard/inbox?status=open')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await page.getByRole('button', { name: 'Options', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mute for 1 hour' }).click()
  await page.getByRole('button', { name: /^Muted until/ }).click()
  await page.getByRole('menuitem', { name: 'Unmute notifications' }).click()
  await expect(page.getByRole('button', { name: 'Options', exact: true })).toBeVisible()
})
