import {
  beginAccount,
  callApi,
  appCode,
  fillLogIn,
  createAccount,
  freePhone,
  mailedLink,
  newUser,
  textedCode,
} from './support/accounts.ts'
import { registerPhone } from './support/phones.ts'
import { goOffline } from './support/offline.ts'
import { accessibilityProblems, expect, test } from './support/test.ts'

// Every way to sign in, end to end: emails are read where the product writes them, codes on the simulated phones.

for (const width of [1280, 390]) {
  test(`register a company and verify email and phone, ${width} wide`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 844 })
    const dana = newUser('Dana')
    const phone = freePhone()
    await registerPhone(request, phone, 'Dana Tester')

    await page.goto('/auth/login')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByLabel('First name')).toBeFocused()
    expect(await accessibilityProblems(page), 'step 1').toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(4)
    await page.getByLabel('First name').fill(dana.firstname)
    await page.getByLabel('Last name').fill(dana.lastname)
    await page.getByLabel('Work email').fill(dana.email)
    await page.getByLabel('Password', { exact: true }).fill('password1234')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This password is in lists of leaked passwords. Choose another.').first()).toBeVisible()
    await expect(page.getByLabel('Work email')).toHaveValue(dana.email)
    await page.getByLabel('Password', { exact: true }).fill(dana.password)
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(page.getByRole('heading', { name: 'Your company' })).toBeVisible()
    expect(await accessibilityProblems(page), 'step 2').toEqual([])
    await page.getByLabel('Company name').fill('Harbor Foods')
    await page.getByRole('combobox', { name: 'People' }).click()
    await page.getByRole('option', { name: '51–200' }).click()
    await page.getByRole('combobox', { name: 'Industry' }).click()
    await page.getByRole('option', { name: 'Retail' }).click()
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('United States')
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America / New York')
    await page.getByLabel('Your mobile number (optional)').fill(phone)
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expect(page.getByText(dana.email)).toBeVisible()
    await expect(page.getByText(/Resend in 0:\d\d/)).toBeVisible()
    expect(await accessibilityProblems(page), 'check your email').toEqual([])

    const link = await mailedLink(request, dana.email, '/auth/verify/')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Confirm your mobile number' })).toBeVisible()
    expect(page.url()).not.toContain(link.split('/').at(-1))
    await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
    await page.keyboard.type('000000')
    await expect(page.getByText('Incorrect code. 4 tries left.')).toBeVisible()
    await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
    expect(await accessibilityProblems(page), 'code').toEqual([])
    await page.keyboard.type(await textedCode(request, phone))
    await page.waitForURL(/\/dashboard/)

    await page.goto('/auth/login')
    await page.waitForURL(/\/dashboard/)
  })
}

test('a registration link only confirms on another device and is expired the second time', async ({
  page,
  browserOf,
  request,
}) => {
  const omar = newUser('Omar')
  const link = await beginAccount(request, omar, 'Omar Outfitters')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await page.getByRole('button', { name: 'Log in' }).click()
  await fillLogIn(page, omar)
  await page.waitForURL(/\/dashboard/)

  const otherPage = await browserOf(null)
  await otherPage.goto(link)
  await expect(otherPage.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  expect(await accessibilityProblems(otherPage)).toEqual([])
})

test('reset a forgotten password and log in with the new one', async ({ page, request }) => {
  const ines = newUser('Ines')
  await createAccount(request, ines, 'Reset Retail')
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(ines.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(ines.email)
  expect(await accessibilityProblems(page), 'forgot').toEqual([])
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText("If there's an account with this email, a link is on its way.")).toBeVisible()

  const link = await mailedLink(request, ines.email, '/auth/reset-password/')
  await page.goto(link)
  expect(new URL(page.url()).pathname).toBe('/auth/reset-password')
  await page.reload()
  await page.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Use at least 10 characters.')).toBeVisible()
  expect(await accessibilityProblems(page), 'reset').toEqual([])
  await page.getByLabel('New password').fill('orange kayak 77')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed. Log in with your new password.')).toBeVisible()

  await fillLogIn(page, ines)
  await expect(page.getByText('Incorrect email or password. Try again or reset your password.')).toBeVisible()
  await fillLogIn(page, { ...ines, password: 'orange kayak 77' })
  await page.waitForURL(/\/dashboard/)

  await page.goto(link)
  await page.getByLabel('New password').fill('another kayak 78')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible()
})

test('log in once with an emailed link', async ({ page, browserOf, request }) => {
  const theo = newUser('Theo')
  await createAccount(request, theo, 'Link Logistics')
  await page.goto('/auth/email-link')
  await expect(page.getByLabel('Email')).toBeFocused()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Email').fill(theo.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText("If there's an account with this email, a link is on its way.")).toBeVisible()
  const link = await mailedLink(request, theo.email, '/auth/token')
  await page.goto(link)
  await page.waitForURL(/\/dashboard/)

  const otherPage = await browserOf(null)
  await otherPage.goto(link)
  await expect(otherPage.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  expect(otherPage.url()).not.toContain('token=')
  await otherPage.getByLabel('Email').fill(theo.email)
  await otherPage.getByRole('button', { name: 'Send a new link' }).click()
  await expect(otherPage.getByText("If there's an account with this email, a link is on its way.")).toBeVisible()
})

test('complete the second step by keyboard: app, backup code, trusted device', async ({ page, browserOf, request }) => {
  const kim = newUser('Kim')
  const token = await createAccount(request, kim, 'Two Step Tools')
  await callApi(request, ['POST', '/prove'], { password: kim.password }, token)
  const { secret } = await callApi<{ secret: string }>(request, ['POST', '/mfa/set-up'], undefined, token)
  const { backupCodes } = await callApi<{ backupCodes: string[] }>(
    request,
    ['POST', '/mfa'],
    { method: 'totp', code: appCode(secret, -1) },
    token,
  )

  await page.goto('/auth/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(kim.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(kim.password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
  expect(await accessibilityProblems(page), 'second step').toEqual([])
  await page.keyboard.type('000000')
  await expect(page.getByText('Incorrect code. 4 tries left.')).toBeVisible()
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
  await page.getByLabel('Digit 6 of 6').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: 'Trust this device for 30 days' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(appCode(secret))
  await page.waitForURL(/\/dashboard/)

  // The device is trusted now: no second step until the server revokes the trust.
  await page.evaluate(() => {
    for (const key of ['auth', 'token']) localStorage.removeItem(`crewline/v1/${key}`)
  })
  await page.goto('/auth/login')
  await fillLogIn(page, kim)
  await page.waitForURL(/\/dashboard/)

  const otherPage = await browserOf(null)
  await otherPage.goto('/auth/login')
  await fillLogIn(otherPage, kim)
  await otherPage.getByRole('button', { name: 'Use a backup code' }).click()
  await expect(otherPage.getByLabel('Backup code')).toBeFocused()
  expect(await accessibilityProblems(otherPage), 'backup code').toEqual([])
  await otherPage.keyboard.type('aaaaa-aaaaa')
  await otherPage.keyboard.press('Enter')
  await expect(otherPage.getByText(/Incorrect code/).first()).toBeVisible()
  await otherPage.getByLabel('Backup code').fill(backupCodes[0] ?? '')
  await otherPage.keyboard.press('Enter')
  await otherPage.waitForURL(/\/dashboard/)
})

test('join by invitation as a new user, as an existing user, and not as another user', async ({
  page,
  browserOf,
  request,
}) => {
  const boss = newUser('Boss')
  const token = await createAccount(request, boss, 'Invite Industries')
  const invite = async (email: string): Promise<string> => {
    const answer = await request.post('/api/organization/team', {
      headers: { authorization: `Bearer ${token}` },
      data: { email, role: 'manager' },
    })
    expect(answer.ok()).toBe(true)
    return mailedLink(request, email, '/auth/accept-invitation/')
  }

  // A new user enters a name and a password.
  const nora = newUser('Nora')
  const link = await invite(nora.email)
  await page.goto(link)
  await expect(page.getByText('Boss Tester invited you to Invite Industries as Manager.')).toBeVisible()
  expect(page.url()).not.toContain(link.split('/').at(-1))
  expect(await accessibilityProblems(page), 'invitation').toEqual([])
  await page.getByLabel('First name').fill(nora.firstname)
  await page.getByLabel('Last name').fill(nora.lastname)
  await page.getByLabel('Password', { exact: true }).fill(nora.password)
  await page.getByRole('button', { name: 'Join Invite Industries' }).click()
  await page.waitForURL(/\/dashboard/)

  // A user with an account logs in first; no other user can accept the invitation.
  const ken = newUser('Ken')
  await createAccount(request, ken, 'Known Kitchens')
  const second = await invite(ken.email)
  await page.goto(second)
  await expect(page.getByText(`This invitation is for ${ken.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Log out and continue' }).click()
  await page.getByRole('button', { name: 'Log in to join' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(ken.email)
  await page.getByLabel('Password', { exact: true }).fill(ken.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Join Invite Industries' }).click()
  await page.waitForURL(/\/dashboard/)

  // A used link no longer works.
  const otherPage = await browserOf(null)
  await otherPage.goto(link)
  await expect(otherPage.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()

  // The inviter can unsubscribe from emails about joins; only opening the link does not unsubscribe.
  const stop = await mailedLink(request, boss.email, '/auth/unsubscribe')
  await otherPage.goto(stop)
  await otherPage.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(otherPage.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible()
})

test('choose an organization by keyboard and return to it next time', async ({ page }) => {
  const owner = { email: 'owner@demo.test', password: 'crewline-demo' }
  await page.goto('/auth/login')
  await fillLogIn(page, owner)
  await expect(page.getByRole('heading', { name: 'Choose an organization' })).toBeVisible()
  const rows = page.getByRole('list').getByRole('button')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toBeFocused()
  expect(await accessibilityProblems(page)).toEqual([])
  const second = (await rows.nth(1).innerText()).split('\n').find((line) => line.length > 3) ?? ''
  await page.getByRole('checkbox', { name: 'Open this one next time' }).focus()
  await page.keyboard.press('Space')
  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard/)
  await expect(page.getByText(second).first()).toBeVisible()

  await page.evaluate(() => {
    for (const key of ['auth', 'token']) localStorage.removeItem(`crewline/v1/${key}`)
  })
  await page.goto('/auth/login')
  await fillLogIn(page, owner)
  await page.waitForURL(/\/dashboard/)
  await expect(page.getByText(second).first()).toBeVisible()
})

test('too many wrong passwords show a wait message and keep the typed email', async ({ page, request }) => {
  const rosa = newUser('Rosa')
  await createAccount(request, rosa, 'Slow Stores')
  // The page is open before the long wait begins, because a busy machine may need as long to open it.
  await page.goto('/auth/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  // Each wait is longer than the last; a long one is still running when the form is sent.
  let waitSeconds = 0
  while (waitSeconds < 8) {
    const data = { email: rosa.email, password: 'wrong' }
    const answer = await request.post('/api/user/login', { data })
    waitSeconds = Number(answer.headers()['retry-after'] ?? 0)
    if (waitSeconds > 0 && waitSeconds < 8) await page.waitForTimeout(waitSeconds * 1000)
  }
  await fillLogIn(page, { ...rosa, password: 'wrong again' })
  await expect(page.getByText(/Too many tries\. Wait \d+ (second|minute)s? or reset your password\./)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(rosa.email)
})

test('an offline page shows an error and the same button works afterwards', async ({ browser }) => {
  // A browser whose console is not watched, because it logs every cut connection.
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto('/auth/forgot-password')
  await page.getByLabel('Email').fill('nobody@mail.test')
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText("Couldn't reach Crewline. Check your connection and try again.")).toBeVisible()
  await page.unroute('**/api/**')
  await goOffline(page)
  await expect(page.getByText("You're offline. Continue once you're back online.")).toBeVisible()
  await page.getByRole('link', { name: 'Help' }).click()
  await expect(page.getByRole('heading', { name: "Couldn't load this page" })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Login help' })).toBeVisible()
  await page.goto('/auth/forgot-password')
  await page.getByLabel('Email').fill('nobody@mail.test')
  await expect(page.getByText("You're offline. Continue once you're back online.")).toBeHidden()
  await expect(page.getByLabel('Email')).toHaveValue('nobody@mail.test')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText("If there's an account with this email, a link is on its way.")).toBeVisible()
  await context.close()
})

test('an unknown page before login is calm, also in Spanish, under the login title', async ({ page }) => {
  await page.goto('/auth/somewhere/else')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveTitle('Crewline | Log In')
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page).toHaveTitle('Crewline | Iniciar sesión')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Ayuda' }).click()
  await expect(page).toHaveURL(/\/auth\/help/)
  expect(await accessibilityProblems(page)).toEqual([])
})
