import { accessibilityProblems, expect, haveSession, problemsInBothSchemes, test } from './support/test.ts'

// The product for everyone: by keyboard alone, on a phone, in dark mode, with assistive technology, and past due.

/** Contact pages other than the list, each with text that is visible once the page has loaded. */
const pages: [path: string, words: string | RegExp][] = [
  ['contacts/fields', 'Badge number'],
  ['contacts/opt-outs', /\d+ numbers/],
  ['contacts/family', 'Acme Cold Storage'],
  ['groups', 'Hired in the last 90 days'],
]

for (const width of [1440, 390]) {
  test(`every screen is accessible at ${width}`, async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/auth/login')
    await expect(page.getByLabel('Email')).toBeVisible()
    expect(await problemsInBothSchemes(page), 'log in').toEqual([])
    await haveSession(page, 'viewer@demo.test')
    await page.goto('/dashboard/inbox?status=open')
    await expect(page.getByRole('link', { name: /Ben Cho/ }).first()).toBeVisible()
    expect(await problemsInBothSchemes(page), 'inbox').toEqual([])
    // By keyboard: rows move while others text, and a press that begins on a row must end on it.
    await page
      .getByRole('link', { name: /Ben Cho/ })
      .first()
      .press('Enter')
    await expect(page.getByText('You have view-only access.')).toBeVisible()
    // The thread header comes before the side panel, which has its own heading.
    await expect(
      page
        .getByRole('heading', { name: /Ben Cho/ })
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    expect(await problemsInBothSchemes(page), 'thread').toEqual([])
    await page.goto('/dashboard/contacts')
    await expect(page.getByText(/Adriana/).first()).toBeVisible()
    expect(await problemsInBothSchemes(page), 'contacts').toEqual([])
    for (const [path, heading] of pages) {
      await page.goto(`/dashboard/${path}`)
      await expect(page.getByRole('main').getByText(heading).first()).toBeVisible()
      expect(await problemsInBothSchemes(page), path).toEqual([])
    }
    await page.goto('/dev/phones')
    await expect(page.getByRole('article').first()).toBeVisible()
    expect(await problemsInBothSchemes(page), 'phones').toEqual([])
  })
}

test('log in, choose a conversation and answer it without a mouse', async ({ page }) => {
  await page.goto('/auth/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('agent@demo.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('crewline-demo')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/inbox*')
  // Other stories change who waits for an answer. The list of all open conversations starts with the newest.
  await page.goto('/dashboard/inbox?status=open')
  await expect(page.getByRole('link', { name: /Ben Cho/ }).first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('sam okoro')
  await expect(page.getByRole('link', { name: /Ben Cho/ })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  // The whole list is back before a row is chosen.
  await expect(page.getByRole('link', { name: /Ben Cho/ }).first()).toBeVisible()
  await page
    .getByRole('link', { name: /Sam Okoro/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/inbox?*conversation=*')
  await expect(page.getByRole('textbox', { name: /Message to Sam/ })).toBeVisible()
  await page.locator('body').press('r')
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByText('By keyboard').last()).toBeVisible()
})

test('a past-due organization sees a calm card and none of its data', async ({ page }) => {
  await haveSession(page, 'pastdue@demo.test')
  await page.goto('/dashboard/inbox?status=open')
  await expect(page.getByText(/account is past due/i).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: /Message to/ })).toBeHidden()
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeHidden()
  // The card says who can pay and how to reach them.
  await expect(page.getByRole('link', { name: 'pastdue@demo.test' })).toHaveAttribute(
    'href',
    'mailto:pastdue@demo.test',
  )
  expect(await accessibilityProblems(page)).toEqual([])
  for (const tab of ['texting', 'numbers', 'replies']) {
    await page.goto(`/dashboard/settings?tab=${tab}`)
    await expect(page.getByText('You can change these settings again'), tab).toBeVisible()
    await expect(page.getByText('Check your connection'), tab).toBeHidden()
  }
})

test('a role that may not add contacts is not offered to', async ({ page }) => {
  await haveSession(page, 'viewer@demo.test')
  await page.goto('/dashboard/contacts')
  await expect(page.getByText(/Adriana/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add contact' })).toHaveCount(0)
})
