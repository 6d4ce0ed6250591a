import { createAccount, freePhone, newUser } from './support/accounts.ts'
import { accessibilityProblems, enter, expect, test } from './support/test.ts'

test('an owner registers with carriers, is rejected once, fixes the answer and is approved', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const name = 'Rita Works'
  await enter(page, await createAccount(request, newUser('Rita'), name))
  // From another page, so that there is something to go back to.
  await page.goto('/dashboard/settings?tab=account')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Numbers' }).click()
  await page.getByRole('button', { name: 'Get a number' }).click()
  await page.getByRole('button', { name: 'Bring your own number' }).click()
  const adding = page.getByRole('dialog', { name: 'Bring your own number' })
  await adding.getByLabel('Number', { exact: true }).fill(freePhone())
  await adding.getByLabel('Name', { exact: true }).fill('Front desk')
  await adding.getByRole('button', { name: 'Add number' }).click()
  await expect(adding).toBeHidden()

  const card = page.getByRole('region', { name: 'Registration with carriers' })
  await expect(card).toContainText('answers are missing or need a fix')
  await expect(card.getByRole('button', { name: /^Submit/ })).toHaveCount(0)

  await test.step('each check is shown beside its field, and typed text is kept', async () => {
    await card.getByRole('button', { name: 'Edit: Your company' }).focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Your company' })
    await expect(form.getByLabel('Legal name')).toHaveValue(name)
    await form.getByLabel('EIN').fill('12-3450000')
    await form.getByLabel('Email').fill('rita@gmail.com')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Free email addresses are rejected.')).not.toHaveCount(0)
    await expect(form.getByLabel('EIN')).toHaveValue('12-3450000')
    expect(await accessibilityProblems(page)).toEqual([])
    const choose = async (label: string, option: string) => {
      await form.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('Legal form', 'Private company')
    await choose('Industry', 'Manufacturing')
    const texts = {
      'Street address': '1 Main St',
      City: 'Chicago',
      State: 'IL',
      'ZIP code': '60601',
      Website: 'https://ritaworks.example',
      'Privacy policy': 'https://ritaworks.example/privacy',
      'First name of the contact person': 'Rita',
      'Last name of the contact person': 'Roe',
      'Job title': 'Head of HR',
      Email: 'rita@ritaworks.example',
      Phone: '(312) 555-0100',
    }
    for (const [label, text] of Object.entries(texts)) await form.getByLabel(label, { exact: true }).fill(text)
    await form.getByLabel(/^The policy says/).check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
  })

  await test.step('the texts and the consent are checked in the same way', async () => {
    await card.getByRole('button', { name: 'Edit: Texts and consent' }).click()
    const form = page.getByRole('dialog', { name: 'Texts and consent' })
    await form.getByRole('combobox', { name: 'Purpose' }).click()
    await page.getByRole('option', { name: /^Mixed/ }).click()
    const texts = {
      Description: `${name} texts its employees about their shifts, safety and news.`,
      'Sample text 1': `${name}: your shift starts at 7 tomorrow. Reply STOP to opt out.`,
      'Sample text 2': `${name}: the plant is closed on Monday.`,
      'How people agree': 'Employees check a box on our page when they start to work here.',
      'Text that people agree to': `I agree to get work texts from ${name}, up to 4 a week. Message and data rates may apply. Reply STOP to end, HELP for help.`,
      'Address of the form': 'https://ritaworks.example/join',
      'Reply to HELP': `${name} staff texts. Questions: 312-555-0100. Reply STOP to opt out.`,
    }
    for (const [label, text] of Object.entries(texts)) await form.getByLabel(label, { exact: true }).fill(text)
    await form.getByRole('combobox', { name: 'Texts in a month, up to' }).click()
    await page.getByRole('option', { name: '10,000', exact: true }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
  })

  await test.step('closing a form asks when something is typed that is not saved', async () => {
    const edit = card.getByRole('button', { name: 'Edit: Your company' })
    const form = page.getByRole('dialog', { name: 'Your company' })
    const city = form.getByLabel('City', { exact: true })
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    // Without a change it closes at once.
    await edit.press('Enter')
    await expect(city).toHaveValue('Chicago')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await edit.press('Enter')
    await city.focus()
    const ways = {
      // Nothing else of the page runs between the letter and the key.
      Escape: () =>
        city.evaluate((input) => {
          document.execCommand('selectAll')
          document.execCommand('insertText', false, 'Joliet')
          input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
        }),
      'the X': () => form.getByRole('button', { name: 'Close' }).first().click(),
      'the button': () => form.getByRole('button', { name: 'Close' }).last().press('Enter'),
      'a click outside': () => page.mouse.click(200, 400),
      Back: () => page.evaluate(() => history.back()),
    }
    for (const [way, close] of Object.entries(ways)) {
      await close()
      await expect(question.getByRole('button', { name: 'Cancel' }), way).toBeFocused()
      if (way === 'Escape') expect(await accessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(question, way).toBeHidden()
      await expect(city, way).toHaveValue('Joliet')
    }
    await city.press('Escape')
    await question.getByRole('button', { name: 'Leave' }).press('Enter')
    await expect(form).toBeHidden()
    await expect(edit).toBeFocused()
    await edit.press('Enter')
    await expect(city).toHaveValue('Chicago')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  await card.getByRole('button', { name: 'Submit: Company' }).click()
  await expect(card).toContainText('It takes 2–5 days.')
  await card.getByRole('button', { name: 'Check now' }).click()
  await expect(card).toContainText('The legal name and the EIN do not match.')
  await expect(card).toContainText('do not match the records of the IRS')
  await card.getByRole('button', { name: /^Fix it/ }).click()
  const fixing = page.getByRole('dialog', { name: 'Your company' })
  await expect(fixing.getByLabel('EIN')).toHaveAccessibleDescription(/ends in 0000/)
  await fixing.getByLabel('EIN').fill('12-3456789')
  // What is saved can be submitted before anything is loaded again.
  const submitted = Promise.withResolvers<void>()
  await page.route('**/api/carrier-registration', async (route) => {
    if (route.request().method() === 'GET') await submitted.promise
    await route.continue()
  })
  await fixing.getByRole('button', { name: 'Save' }).click()
  await expect(fixing).toBeHidden()
  await card.getByRole('button', { name: 'Submit again: Company' }).click()
  await expect(card).toContainText('It takes 2–5 days.')
  submitted.resolve()
  await card.getByRole('button', { name: 'Check now' }).click()
  await card.getByRole('button', { name: 'Submit: Texts and local numbers' }).click()
  await card.getByRole('button', { name: 'Check now' }).click()
  const numbers = card.getByRole('list', { name: 'Registration of each number' })
  await expect(numbers.getByText('Approved')).toHaveCount(1)
  expect(await accessibilityProblems(page)).toEqual([])
})
