import { freePhone, textedCode, textedCodes } from './support/accounts.ts'
import { accessible, addContacts, createTeam, expect, open } from './support/people.ts'
import { registerPhone } from './support/phones.ts'
import { test } from './support/test.ts'

// A form that asks for a code by text, up to the answer in the name of the person who holds the phone.

test('a public form takes one answer of a number, after its code, without a script', async ({
  page,
  request,
  browser,
  baseURL,
}, testInfo) => {
  const team = await createTeam(page, request, 'Cody')
  const phone = freePhone()
  await registerPhone(request, phone, phone)
  await addContacts(team, [{ firstname: 'Ana', lastname: 'Ruiz', phone }])
  const { form } = await team.call<{ form: { id: string; link: string } }>('POST', '/forms', {
    name: 'Pay',
    title: { en: 'Ask about pay' },
    questions: [{ id: 'q1', type: 'short_text', label: { en: 'What is wrong?' }, required: true }],
  })

  // By keyboard: the setting is turned on, and the form is published.
  await open(page, `/dashboard/apps/forms/${form.id}`, 'Pay')
  const asks = page.getByRole('switch', { name: 'Ask for a code by text' })
  await asks.press('Space')
  await expect(asks).toBeChecked()
  await expect(page.getByText('Applies to personal links and, because of the code')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Open', { exact: true })).toBeVisible()

  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
  })
  const worker = await context.newPage()
  await worker.goto(`${baseURL}${new URL(form.link).pathname}`)
  await worker.screenshot({ path: testInfo.outputPath('number.png') })
  await expect(worker.getByText('What is wrong?')).toBeHidden()
  await worker.getByRole('textbox', { name: 'Mobile number' }).fill('12')
  await worker.getByRole('button', { name: 'Text me a code' }).click()
  await expect(worker.getByRole('alert')).toHaveText('Enter a mobile number with its area code.')
  await worker.getByRole('textbox', { name: 'Mobile number' }).fill(phone)
  await worker.getByRole('button', { name: 'Text me a code' }).click()
  const code = await textedCode(request, phone)
  await worker.getByRole('textbox', { name: '6-digit code' }).fill(code === '000000' ? '111111' : '000000')
  await worker.getByRole('button', { name: 'Confirm' }).click()
  await expect(worker.getByRole('alert')).toContainText('This code is not right')
  await worker.emulateMedia({ colorScheme: 'dark' })
  await worker.screenshot({ path: testInfo.outputPath('code.png') })
  await worker.getByRole('textbox', { name: '6-digit code' }).fill(code)
  await worker.getByRole('button', { name: 'Confirm' }).click()
  await worker.getByRole('textbox', { name: 'What is wrong?' }).fill('My overtime')
  await worker.getByRole('button', { name: 'Send' }).click()
  await expect(worker.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await worker.goto(`${baseURL}${new URL(form.link).pathname}`)
  // The browser, which others may use, forgot the number.
  await expect(worker.getByRole('textbox', { name: 'Mobile number' })).toHaveValue('')
  await context.close()
  await expect.poll(() => textedCodes(request, phone)).toHaveLength(1)

  await open(page, `/dashboard/apps/forms/${form.id}/responses`, 'Pay')
  await page.getByText('One by one').click()
  await expect(page.getByText('Ana Ruiz').first()).toBeVisible()

  const checked = await browser.newContext({ bypassCSP: true, viewport: { width: 320, height: 640 }, locale: 'en-US' })
  const shown = await checked.newPage()
  await shown.goto(`${baseURL}${new URL(form.link).pathname}`)
  await accessible(shown, 'the number before a form')
  await shown.getByRole('textbox', { name: 'Mobile number' }).fill(freePhone())
  await shown.getByRole('button', { name: 'Text me a code' }).click()
  await expect(shown.getByRole('textbox', { name: '6-digit code' })).toBeFocused()
  await accessible(shown, 'the code before a form')
  await checked.close()
})
