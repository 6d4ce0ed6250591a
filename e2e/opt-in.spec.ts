import { freePhone, textedCode } from './support/accounts.ts'
import { addLine } from './support/broadcasts.ts'
import { accessible, createTeam, expect, open, rowOf, tabTo } from './support/people.ts'
import { expectNoSidewaysScroll, test } from './support/test.ts'

// Pages where people agree to get texts: from the first draft to a contact with a recorded consent.

test('a page is written, published and filled in without a script, and shows who joined', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Ada')
  await addLine(team)
  const address = `break-room-${freePhone().slice(-7)}`
  await open(page, '/dashboard/apps', 'Apps')
  await page.getByRole('link', { name: 'Contact Opt-in' }).click()
  await expect(page.getByText('No opt-in pages yet')).toBeVisible()
  await accessible(page, 'no opt-in pages')
  await page.getByRole('link', { name: 'New page' }).click()

  // By keyboard: the name first; the address follows it until it is changed.
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await tabTo(page, name)
  await page.keyboard.type('Break room')
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('break-room')
  await page.getByRole('textbox', { name: 'Address' }).fill(address)
  await page.getByRole('textbox', { name: 'Terms' }).fill('not an address')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Terms' })).toHaveAccessibleDescription(
    'Enter an address with https://.',
  )
  await page.getByRole('textbox', { name: 'Terms' }).fill('https://plant.example/terms')
  await page.getByRole('textbox', { name: 'Privacy policy' }).fill('https://plant.example/privacy')
  await page.getByRole('checkbox', { name: 'They reply YES to a text' }).uncheck()
  await page.getByRole('checkbox', { name: 'They enter a code that we text them' }).check()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Get shift news by text')
  await expect(page.getByTitle('The page on a phone')).toHaveAttribute(
    'srcdoc',
    /<h1 dir="auto">Get shift news by text<\/h1>/,
  )
  await accessible(page, 'a new opt-in page')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Break room' })).toBeVisible()

  // Paused until it is published.
  const worker = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
  })
  const phonePage = await worker.newPage()
  await phonePage.goto(`${baseURL}/public/join/${address}`)
  await expect(phonePage.getByRole('heading', { name: 'This page is closed at the moment' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.getByRole('tab', { name: 'Share' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the page' })).toBeVisible()
  await accessible(page, 'sharing')

  // The style is not blocked by the policy of the page.
  await phonePage.reload()
  await expect(phonePage.getByRole('button', { name: 'Join' })).toHaveCSS('min-height', '48px')

  // A worker with an old phone: no script, a wrong number first, then a code.
  const phone = freePhone()
  await phonePage.getByRole('textbox', { name: 'Mobile number' }).fill('12')
  await phonePage.getByRole('textbox', { name: 'First name' }).fill('Zoë')
  await phonePage.getByRole('checkbox').check()
  await phonePage.getByRole('button', { name: 'Join' }).click()
  await expect(phonePage.getByText('Enter a mobile number with its area code.')).toBeVisible()
  await expect(phonePage.getByRole('textbox', { name: 'First name' })).toHaveValue('Zoë')
  await phonePage.getByRole('textbox', { name: 'Mobile number' }).fill(phone)
  await phonePage.getByRole('checkbox').check()
  await phonePage.getByRole('button', { name: 'Join' }).click()
  await expect(phonePage.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await phonePage.getByRole('textbox', { name: '6-digit code' }).fill(await textedCode(request, phone))
  await phonePage.getByRole('button', { name: 'Confirm' }).click()
  await expect(phonePage.getByRole('heading', { name: 'You’re in' })).toBeVisible()
  await worker.close()

  await page.getByRole('tab', { name: 'Who joined' }).click()
  await expect(rowOf(page, 'Zoë')).toContainText('Joined')
  await expect(rowOf(page, 'Zoë')).toContainText('I agree to get work texts')
  await accessible(page, 'who joined')
  await rowOf(page, 'Zoë').click()
  const drawer = page.getByRole('dialog', { name: /Zoë/ })
  await drawer.getByRole('tab', { name: 'Consent' }).click()
  await expect(drawer.getByText('Opted in', { exact: false })).toBeVisible()

  // The public page and the poster, in both color schemes and on a narrow screen. The accessibility check writes styles,
  // which the policy of the page forbids.
  const checked = await browser.newContext({ bypassCSP: true, viewport: { width: 320, height: 640 } })
  const shown = await checked.newPage()
  for (const colorScheme of ['light', 'dark'] as const) {
    await shown.emulateMedia({ colorScheme })
    await shown.goto(`${baseURL}/public/join/${address}`)
    await accessible(shown, `the public page, ${colorScheme}`)
    await expectNoSidewaysScroll(shown)
  }
  await shown.goto(`${baseURL}/public/join/${address}/poster`)
  await expect(shown.getByRole('heading', { name: 'Get shift news by text' })).toBeVisible()
  await accessible(shown, 'the poster')
  await checked.close()

  // Deleted after a question, by keyboard: the link no longer works.
  await page.goto('/dashboard/apps/contactoptin')
  await rowOf(page, 'Break room').click()
  await tabTo(page, page.getByRole('button', { name: 'Delete', exact: true }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete page' }).press('Enter')
  await expect(page.getByText('No opt-in pages yet')).toBeVisible()
  expect((await request.get(`/public/join/${address}`)).status()).toBe(404)
})
