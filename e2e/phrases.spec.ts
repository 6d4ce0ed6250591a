import { createTeam, dialogOf, expect } from './support/people.ts'
import { accessibilityProblems, test } from './support/test.ts'

const settings = '/dashboard/settings?tab=phrases'

const FILE = `About safety,English (en),Spanish (es)
no,The forklift is at dock {code}.,El montacargas está en el muelle {code}.
no,Clock out at {time}.,Marquen su salida.
`

test('phrases are added, reviewed, imported from a file, and removed with Undo', async ({ page, request }) => {
  test.setTimeout(240_000)
  await createTeam(page, request, 'Pia')
  await page.goto(settings)
  await expect(page.getByText('No phrases of your own yet')).toBeVisible()

  await page.getByRole('button', { name: 'Add phrase' }).press('Enter')
  const editor = dialogOf(page, 'Add phrase')
  await editor.getByLabel('English').fill('Use Gate 4.')
  await editor.getByLabel('Spanish').fill('Usen la puerta 14.')
  await editor.getByRole('button', { name: 'Save phrase' }).press('Enter')
  await expect(editor.getByText('Use the same numbers as in English.')).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await editor.getByLabel('Spanish').fill('Usen la puerta 4.')
  await editor.getByRole('button', { name: 'Save phrase' }).press('Enter')
  await expect(editor).toBeHidden()

  const phrase = page.getByRole('button', { name: /^Use Gate 4\./ })
  await expect(phrase).toContainText('Not reviewed: English and Spanish')
  await phrase.press('Enter')
  for (const language of ['English', 'Spanish'])
    await page.getByRole('button', { name: `Confirm ${language}` }).press('Enter')
  await expect(page.getByRole('button', { name: /^Withdraw the review/ })).toHaveCount(2)
  await expect(phrase).not.toContainText('Not reviewed')
  expect(await accessibilityProblems(page)).toEqual([])

  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  const importing = dialogOf(page, 'Import phrases')
  const choosing = page.waitForEvent('filechooser')
  await importing.getByRole('button', { name: 'Choose a file' }).press('Enter')
  await (await choosing).setFiles({ name: 'phrases.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  await expect(importing.getByText('To add: 1 · To change: 0 · Unchanged: 0')).toBeVisible()
  await expect(importing.getByText('Use the same slots as in English: {time}.')).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await importing.getByRole('button', { name: 'Import 1 phrase' }).press('Enter')
  await expect(importing.getByText('Added: 1 · Changed: 0 · Unchanged: 0')).toBeVisible()
  await importing.getByRole('button', { name: 'Done' }).press('Enter')

  const remove = page.getByRole('button', { name: 'Remove Use Gate 4.' })
  await remove.press('Enter')
  await expect(phrase).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(phrase).toBeVisible()
  await expect(phrase).not.toContainText('Not reviewed')
})
