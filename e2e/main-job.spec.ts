import { registerPhone } from './support/phones.ts'
import { expect, haveSession, openListening, signIn, test } from './support/test.ts'

// The main job end to end, with the browsers of two teammates and the phone of the contact.

const PHONE = '+15555550123'

test('text a contact, read the answer live on two screens, and respect a STOP', async ({
  page,
  browserOf,
  request,
}) => {
  test.setTimeout(90_000)
  await registerPhone(request, PHONE, 'Rosa Marín')

  // Maria adds Rosa and texts her.
  await haveSession(page, 'owner@demo.test')
  await page.goto('/dashboard/contacts')
  await page.getByRole('button', { name: 'Add contact' }).first().click()
  await page.getByLabel('First name').fill('Rosa')
  await page.getByLabel('Last name').fill('Marín')
  await page.getByLabel('Mobile').fill('555 555')
  await page.getByRole('button', { name: 'Add contact' }).last().click()
  await expect(page.getByText('This number has 6 digits.')).toBeVisible()
  await page.getByLabel('Mobile').fill('(555) 555-0123')
  await page.getByRole('button', { name: 'Add contact' }).last().click()
  await page
    .getByRole('button', { name: 'Message', exact: true })
    .or(page.getByRole('link', { name: 'Message', exact: true }))
    .first()
    .click()
  await page.waitForURL('**/dashboard/inbox?conversation=*')
  const contactId = new URL(page.url()).searchParams.get('conversation')

  const composer = page.getByRole('textbox', { name: /Message to Rosa/ })
  await composer.fill('Hi Rosa, can you cover Friday 6 AM?')
  await expect(page.getByText('35/160')).toBeVisible()
  await composer.press('Enter')
  await expect(page.getByRole('main').getByText('Hi Rosa, can you cover Friday 6 AM?').last()).toBeVisible()
  await expect(page.getByRole('main').getByText('Delivered').last()).toBeVisible()

  // A teammate is on another page; Rosa reads and answers on her phone.
  const teammate = await browserOf('agent@demo.test')
  await openListening(teammate, '/dashboard/contacts')
  const phones = await browserOf(null)
  await phones.goto(`/dev/phones?phones=${encodeURIComponent(PHONE)}`)
  const handset = phones.getByRole('article', { name: 'Phone of Rosa Marín' })
  await expect(handset.getByText('Hi Rosa, can you cover Friday 6 AM?')).toBeVisible()
  await handset.getByRole('textbox').fill('Yes, I can 👍')
  await handset.getByRole('textbox').press('Enter')

  // The teammate gets a toast that opens the conversation; Maria has the thread open, so she sees the message without a
  // toast.
  const toast = teammate.locator('.mantine-Notification-root').filter({ hasText: 'Rosa Marín' })
  await toast.filter({ hasText: 'Yes, I can 👍' }).click()
  await teammate.waitForURL(`**/dashboard/inbox?conversation=${contactId}`)
  for (const browserPage of [teammate, page])
    await expect(browserPage.getByRole('main').getByText('Yes, I can 👍').last()).toBeVisible()

  // The teammate answers; Maria sees the message arrive.
  await teammate.getByRole('textbox', { name: /Message to Rosa/ }).fill('Great, see you Friday')
  await teammate.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('main').getByText('Great, see you Friday').last()).toBeVisible()
  await expect(handset.getByText('Great, see you Friday')).toBeVisible()

  // Rosa opts out; both composers close with the reason, and her phone gets one confirmation.
  await handset.getByRole('textbox').fill('STOP')
  await handset.getByRole('textbox').press('Enter')
  await expect(handset.getByText(/You are opted out/)).toBeVisible()
  for (const screen of [page, teammate]) await expect(screen.getByText(/Rosa opted out/)).toBeVisible()

  // Her STOP is recorded in her consent history, and she is in the list of opt-outs.
  const ownerPage = await browserOf('owner@demo.test')
  await ownerPage.goto(`/dashboard/contacts/${contactId}`)
  const drawer = ownerPage.getByRole('dialog', { name: 'Rosa Marín' })
  await drawer.getByRole('tab', { name: 'Consent' }).click()
  await expect(drawer.getByText('Only they can opt back in, by texting START.')).toBeVisible()
  await expect(drawer.getByRole('listitem').first()).toContainText('STOP')
  await teammate.goto('/dashboard/contacts/opt-outs')
  const among = teammate.getByRole('row').filter({ hasText: 'Rosa Marín' })
  await expect(among).toBeVisible()

  // She opts back in with START while both pages are open.
  await handset.getByRole('textbox').fill('START')
  await handset.getByRole('textbox').press('Enter')
  await expect(composer).toBeVisible()
  await expect(drawer.getByRole('listitem').first()).toContainText('START')
  await expect(drawer.getByRole('button', { name: 'Opt out' })).toBeVisible()
  await teammate.reload()
  await expect(teammate.getByRole('heading', { level: 1, name: 'Opt-outs' })).toBeVisible()
  await expect(teammate.getByRole('row').nth(1)).toBeVisible()
  await expect(among).toHaveCount(0)
})

test('an undeliverable message shows the reason, and a landline is refused with an explanation', async ({
  page,
  request,
}) => {
  const phone = '+15555550124'
  await registerPhone(request, phone, 'Lou Landline')
  await request.patch(`/dev/carrier/control/handsets/${encodeURIComponent(phone)}`, {
    data: { faults: { delivery: 'landline' } },
  })
  await haveSession(page, 'admin@demo.test')
  await page.goto('/dashboard/contacts')
  await page.getByRole('button', { name: 'Add contact' }).first().click()
  await page.getByLabel('First name').fill('Lou')
  await page.getByLabel('Mobile').fill('555 555 0124')
  await page.getByRole('button', { name: 'Add contact' }).last().click()
  await page
    .getByRole('button', { name: 'Message', exact: true })
    .or(page.getByRole('link', { name: 'Message', exact: true }))
    .first()
    .click()
  await page.getByRole('textbox', { name: /Message to Lou/ }).fill('Are you there?')
  await page.keyboard.press('Enter')
  await expect(page.getByText("This is a landline. It can't get texts.").first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: /Message to Lou/ })).toBeHidden()
})

test('a logout ends the session in every tab at once', async ({ page, browserOf }) => {
  await haveSession(page, 'manager@demo.test')
  await page.goto('/dashboard/inbox?status=open')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/auth/login*')
  await page.goto('/dashboard/inbox?status=open')
  await page.waitForURL('**/auth/login*')
  const otherPage = await browserOf(null)
  await signIn(otherPage, 'manager@demo.test')
  await expect(otherPage).toHaveURL(/dashboard/)
})
