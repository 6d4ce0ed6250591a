import { accessible, createTeam, open } from './support/people.ts'
import { expect, test } from './support/test.ts'

// A file whose column has the same misspelled choice in many rows.

test('a misspelled choice is replaced in all rows, and can be kept after all', async ({ page, request }) => {
  const team = await createTeam(page, request, 'Rita')
  const options = [
    { id: 'm', label: 'Medium' },
    { id: 'l', label: 'Large' },
  ]
  await team.call('POST', '/custom-fields', { name: 'Shirt', type: 'select', options })
  await open(page, '/dashboard/contacts/import', 'Import contacts')
  const rows = ['Ana,(312) 555-0141,Medum', 'Ben,(312) 555-0142,Medum', 'Cy,(312) 555-0143,Large']
  const buffer = Buffer.from(['First name,Mobile,Shirt', ...rows].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'shirts.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check rows' }).click()
  const countOf = (name: string) => page.getByRole('group', { name: 'Rows by result' }).getByText(name).locator('..')
  await expect(countOf('Need fixing')).toContainText('2')
  await page
    .getByRole('button', { name: /Use.*Medium.*in all rows/ })
    .first()
    .click()
  await expect(countOf('Need fixing')).toContainText('0')
  await expect(countOf('New')).toContainText('3')

  // The step before shows what is replaced, and takes it back.
  const shirt = page.getByRole('list', { name: 'Replaced values of Shirt' })
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(shirt).toContainText('Medum')
  await expect(shirt).toContainText('Medium')
  await accessible(page, 'a replaced value')
  await shirt.getByRole('button', { name: /Keep.*Medum/ }).click()
  await expect(shirt).toHaveCount(0)
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(countOf('Need fixing')).toContainText('2')
  await page
    .getByRole('button', { name: /Use.*Medium.*in all rows/ })
    .last()
    .click()
  await expect(countOf('New')).toContainText('3')
  await page.getByRole('button', { name: 'Continue with 3 people' }).click()
  await page.getByRole('checkbox', { name: /These people agreed/ }).check()
  await page.getByRole('button', { name: 'Import 3 contacts' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Import complete' })).toBeVisible()
  await open(page, '/dashboard/contacts', 'Contacts')
  await page.getByRole('row', { name: /Ben/ }).click()
  await expect(page.getByText('Medium')).toBeVisible()
})
