import { mailedLink, freePhone, newUser } from './support/accounts.ts'
import { registerPhone } from './support/phones.ts'
import { expect, test } from './support/test.ts'

// A first-time user: the offers on each page must lead from a new account to the first answer.

/** A time zone in which it is daytime now; otherwise a first text would wait for the morning. */
function zoneByDay(): string {
  const zones = ['Pacific/Honolulu', 'America/New_York', 'Europe/Paris', 'Asia/Kolkata', 'Asia/Tokyo']
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format())
  return zones.find((zone) => hourIn(zone) >= 9 && hourIn(zone) < 19) ?? 'America/New_York'
}
test.use({ timezoneId: zoneByDay() })

test('from a new account to the first answer, following only what the pages offer', async ({ page, request }) => {
  const nia = newUser('Nia')
  const [line, phone] = [freePhone(), freePhone()]
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
  await page.waitForURL(/\/dashboard/)

  // The checklist of first steps includes the missing number, because nothing can be sent without one.
  await page.goto('/dashboard')
  const steps = page.getByRole('region', { name: 'Get ready to text' })
  await expect(steps).toContainText('0 of 4 done')
  await steps.getByRole('link', { name: 'Get a number' }).click()
  await page.getByRole('button', { name: 'Add a number' }).click()
  const form = page.getByRole('dialog', { name: 'Add a number' })
  await form.getByLabel('Number', { exact: true }).fill(line)
  await form.getByLabel('Name', { exact: true }).fill('Main')
  await form.getByRole('button', { name: 'Add number' }).click()
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
  await expect(thread).toContainText('Delivered', { timeout: 20_000 })
  const answer = { body: 'Yes I can', to: line }
  await request.post(`/dev/carrier/control/handsets/${encodeURIComponent(phone)}/texts`, { data: answer })
  await expect(thread).toContainText('Yes I can')
})
