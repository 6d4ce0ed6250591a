import { createAccount, newUser } from './support/accounts.ts'
import { accessibilityProblems, enter, expect, test } from './support/test.ts'

test('a file without phone numbers is imported only after an explicit choice', async ({ page, request }) => {
  const user = newUser('Nia')
  await enter(page, await createAccount(request, user, `${user.firstname} and Sons`))
  await page.goto('/dashboard/contacts/import')
  const buffer = Buffer.from('First name,Employee ID\nNora,NP1\nNed,NP2\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check rows' }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'No column holds mobile numbers.' })
  await expect(problem).toBeFocused()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'Import without phone numbers' }).check()
  await page.getByRole('button', { name: 'Check rows' }).click()

  await page.getByRole('button', { name: 'No mobile number' }).click()
  await expect(page.getByRole('gridcell', { name: 'Nora' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue with 2 people' }).click()
  await expect(page.getByText("2 people have no mobile number and can't be texted.")).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /These people agreed/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Import 2 contacts' }).click()
  await expect(page.getByRole('main').getByText('2 added, 0 updated')).toBeVisible()
})
