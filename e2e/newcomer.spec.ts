import { callAs, createAccount, freePhone, mailedLink, newUser, zoneByDay } from './support/accounts.ts'
import { registerPhone } from './support/phones.ts'
import { enter, expect, problemsInBothSchemes, test } from './support/test.ts'

// A first-time user: the offers on each page must lead from a new account to the first answer.

// Otherwise a first text would wait for the morning.
test.use({ timezoneId: zoneByDay() })

test('from a new account to the first answer, following only what the pages offer', async ({ page, request }) => {
  const nia = newUser('Nia')
  const phone = freePhone()
  await registerPhone(request, phone, 'Maria Lopez')
  await page.goto('/auth/register')
  await page.getByLabel('First name').fill(nia.firstname)
  await page.getByLabel('Last name').fill(nia.lastname)
  await page.getByLabel('Work email').fill(nia.email)
  await page.getByLabel('Password', { exact: true }).fill(nia.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Company name').fill('Walk Bakery')
  await page.getByRole('combobox', { name: 'People' }).click()
  await page.getByRole('option', { name: '51–200' }).click()
  await page.getByRole('combobox', { name: 'Industry' }).click()
  await page.getByRole('option', { name: 'Retail' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.goto(await mailedLink(request, nia.email, '/auth/verify/'))

  // A founder starts at the first steps. They include the missing number, because nothing can be sent without one.
  await page.waitForURL('**/dashboard')
  const steps = page.getByRole('region', { name: 'Get ready to text' })
  await expect(steps).toContainText('0 of 6 done')
  await steps.getByRole('link', { name: 'Get a number' }).click()
  await page.getByRole('button', { name: 'Get a number' }).click()
  const form = page.getByRole('dialog', { name: 'Get a number' })
  await form.getByLabel('Area code or city').fill('Atlanta')
  await form.getByRole('button', { name: 'Find numbers' }).click()
  const offer = form.getByRole('radio').first()
  const line = (await offer.getAttribute('value')) ?? ''
  await offer.check()
  await form.getByRole('button', { name: 'Get this number' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(steps).toContainText('1 of 4 done')

  // New message finds no contacts yet and offers to add one.
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await page.getByRole('button', { name: 'New message' }).last().click()
  const finder = page.getByRole('dialog', { name: 'Find a contact' })
  await finder.getByRole('link', { name: 'Add contact' }).click()
  await expect(finder).toBeHidden()
  const card = page.getByRole('dialog', { name: 'Add contact' })
  await card.getByLabel('First name').fill('Maria')
  await card.getByLabel('Last name').fill('Lopez')
  await card.getByLabel('Mobile').fill(phone)
  await card.getByRole('button', { name: 'Add contact' }).click()
  await page.getByRole('link', { name: 'Message', exact: true }).click()

  await page.getByRole('textbox', { name: 'Message to Maria Lopez' }).fill('Can you work Friday?')
  await page.keyboard.press('Enter')
  const thread = page.getByRole('region', { name: 'Messages' })
  await expect(thread).toContainText('Delivered', { timeout: 45_000 })
  const answer = { body: 'Yes I can', to: line }
  await request.post(`/dev/carrier/control/handsets/${encodeURIComponent(phone)}/texts`, { data: answer })
  await expect(thread).toContainText('Yes I can')
})

test('login opens the first steps until there is a number or they are hidden', async ({ page, request, browserOf }) => {
  const ana = newUser('Ana')
  const token = await createAccount(request, ana, 'Hall Foods')
  const logIn = async (at: typeof page) => {
    await at.goto('/auth/login')
    await at.getByLabel('Email').fill(ana.email)
    await at.getByLabel('Password', { exact: true }).fill(ana.password)
    await at.getByRole('button', { name: 'Log in', exact: true }).click()
  }
  await logIn(page)
  await page.waitForURL('**/dashboard')
  const steps = page.getByRole('region', { name: 'Get ready to text' })
  await steps.getByRole('button', { name: 'Hide these steps' }).click()
  await expect(steps).toBeHidden()
  await page.getByRole('button', { name: 'Show setup steps' }).click()
  await expect(steps).toBeVisible()

  const line = { phone: freePhone(), label: 'Main', carrier: 'simulated' }
  await callAs(request, token, ['POST', '/line'], line)
  const elsewhere = await browserOf(null)
  await logIn(elsewhere)
  await elsewhere.waitForURL('**/dashboard/inbox')
})

test('a newcomer without a number texts a sample worker and answers on the phone in the app', async ({
  page,
  request,
}) => {
  await enter(page, await createAccount(request, newUser('Uma'), 'Dock Foods'))
  await page.goto('/dashboard')
  const steps = page.getByRole('region', { name: 'Get ready to text' })
  await steps.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('region', { name: 'Sample number' })).toContainText('no real texts are sent')
  const phone = page.getByRole('complementary', { name: 'Phone of Sam (sample)' })
  await page.getByRole('textbox', { name: 'Message to Sam (sample)' }).fill('Can you work Friday?')
  await page.keyboard.press('Enter')
  await expect(phone.getByRole('log')).toContainText('Can you work Friday?')
  const thread = page.getByRole('region', { name: 'Messages' })
  await expect(thread).toContainText('Delivered')
  await phone.getByRole('textbox', { name: 'Answer as Sam (sample)' }).fill('Yes, from six')
  await page.keyboard.press('Enter')
  await expect(thread).toContainText('Yes, from six')
  await expect(phone.getByRole('log')).toContainText('Yes, from six')
  expect(await problemsInBothSchemes(page)).toEqual([])

  await phone.getByRole('button', { name: 'STOP' }).click()
  await expect(page.getByText('Sam opted out', { exact: false }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(steps).toContainText('2 of 6 done')
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await page.getByRole('link', { name: /^Sam \(sample\)/ }).click()
  await page.getByRole('button', { name: 'Remove sample' }).click()
  await expect(page.getByText('Get a number to start texting.')).toBeVisible()
})

test('on a phone the sample worker answers in a sheet', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, await createAccount(request, newUser('Lou'), 'Pier Foods'))
  await page.goto('/dashboard/inbox')
  await page.getByRole('button', { name: 'Try a sample number' }).click()
  await page.getByRole('textbox', { name: 'Message to Sam (sample)' }).fill('Shift at six')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: "Open the worker's phone" }).click()
  const sheet = page.getByRole('dialog', { name: 'Phone of Sam (sample)' })
  await expect(sheet.getByRole('log')).toContainText('Shift at six')
  await sheet.getByRole('button', { name: 'Yes, I can' }).click()
  await expect(sheet.getByRole('log')).toContainText('Yes, I can')
  expect(await problemsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Yes, I can')
})
