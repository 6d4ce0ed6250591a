import { accessible, addContacts, choose, createTeam, dialogOf, expect, tabTo } from './support/people.ts'
import { problemsInBothSchemes, test } from './support/test.ts'

// A person asks for their data: the request is logged from the contact, packed, and closed; a hold begins there, too.

test('a request about data is logged from the contact, packed, and closed by keyboard', async ({ page, request }) => {
  test.setTimeout(90_000)
  const team = await createTeam(page, request, 'Olga')
  const [ada = ''] = await addContacts(team, [{ firstname: 'Ada', lastname: 'Voss', phone: '(312) 555-0141' }])
  await page.goto(`/dashboard/contacts/${ada}`)
  await choose(
    page,
    dialogOf(page, 'Ada Voss').getByRole('button', { name: 'More', exact: true }),
    'Log a data request…',
  )

  const form = dialogOf(page, 'Log a request about data')
  await expect(form.getByText('Ada Voss')).toBeVisible()
  expect(await problemsInBothSchemes(page), 'the form').toEqual([])
  await tabTo(page, form.getByRole('button', { name: 'Log request' }))
  await page.keyboard.press('Enter')
  await expect(form.getByText('Enter who asked, and how.')).toBeVisible()
  await form.getByLabel('Who asked, and how').fill('By email, herself')
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Requests about data' })
  await expect(list).toContainText('Ada Voss')
  await expect(form).toHaveCount(0)
  await tabTo(page, list.getByRole('button', { name: 'Make package' }))
  await page.keyboard.press('Enter')
  await expect(list.getByRole('button', { name: 'Download package' })).toBeVisible()
  await accessible(page, 'the log')
  await page.setViewportSize({ width: 390, height: 844 })
  await accessible(page, 'the log on a phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  await tabTo(page, list.getByRole('button', { name: 'Close…' }))
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page, 'Close the request?')
  await dialog.getByRole('radio', { name: 'Refused' }).check()
  await dialog.getByRole('button', { name: 'Close request' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Not the person')
  expect(await problemsInBothSchemes(page), 'the dialog').toEqual([])
  await page.keyboard.press('Tab')
  await tabTo(page, dialog.getByRole('button', { name: 'Close request' }))
  await page.keyboard.press('Enter')
  await expect(list).toContainText('Not the person')
})

test('a legal hold is placed from the contact', async ({ page, request }) => {
  test.setTimeout(90_000)
  const team = await createTeam(page, request, 'Olga')
  const [ada = ''] = await addContacts(team, [{ firstname: 'Ada', lastname: 'Voss', phone: '(312) 555-0141' }])
  await page.goto(`/dashboard/contacts/${ada}`)
  await choose(
    page,
    dialogOf(page, 'Ada Voss').getByRole('button', { name: 'More', exact: true }),
    'Place a legal hold…',
  )
  const form = dialogOf(page, 'Place a legal hold')
  await expect(form.getByText('Ada Voss')).toBeVisible()
  await form.getByLabel('Name').fill('Voss v. Acme')
  await form.getByLabel('Reason').fill('Court order')
  await form.getByRole('button', { name: 'Place hold' }).click()
  await expect(page.getByRole('list', { name: 'Legal holds' })).toContainText('Voss v. Acme')
})
