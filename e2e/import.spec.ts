import type { APIRequestContext, Page } from '@playwright/test'
import { createAccount, newUser } from './support/accounts.ts'
import { createTeam } from './support/people.ts'
import { drawLate } from './support/slow.ts'
import { accessibilityProblems, enter, expect, test } from './support/test.ts'

// Importing a file of contacts, step by step. Every story has its own organization.

/** Signs in as the owner of a new organization and opens the import page. */
async function openImport(page: Page, request: APIRequestContext, firstname: string): Promise<void> {
  const user = newUser(firstname)
  await enter(page, await createAccount(request, user, `${user.firstname} and Sons`))
  await page.goto('/dashboard/contacts/import')
  await expect(page.getByRole('heading', { level: 1, name: 'Import contacts' })).toBeVisible()
}

/** A file as Excel writes it in Europe: semicolons, Windows-1252. */
function fileOf(lines: string[][]) {
  const text = lines.map((cells) => cells.join(';')).join('\r\n')
  return { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') }
}

const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const countOf = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Rows by result' }).getByText(name).locator('..')

test('a messy file is matched, corrected in the grid, imported, and undone', async ({ page, request }) => {
  test.slow()
  await openImport(page, request, 'Ida')
  await expect(page).toHaveTitle('Crewline | Contacts')
  await expect(page.getByText('No imports yet')).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])

  await page.locator('input[type=file]').setInputFiles({ ...fileOf([]), name: 'people.pdf' })
  await expect(page.getByRole('region', { name: 'Choose a file' })).toContainText("This file isn't a table.")
  await page.locator('input[type=file]').setInputFiles(
    fileOf([
      ['F name', 'L name', 'Cell #', 'Dept code', 'Shirt'],
      ['ZOË', 'Müller', '(312) 555-0111', 'N2', 'M'],
      ['Ana', 'Ruiz', '555-01', 'N2', 'S'],
      ['Ben', 'Cho', '312 555 0113', 'D1', 'L'],
      ['Bea', 'Cho', '312.555.0113', 'D1', 'L'],
      ['Sam', 'Okoro', '3125550115', 'D1', 'M'],
    ]),
  )

  await expect(step(page, 'Match columns')).toBeFocused()
  const cell = page.getByRole('row', { name: /Cell #/ })
  await expect(cell.getByRole('combobox')).toHaveValue('Mobile')
  await expect(cell).toContainText('4 valid')
  await expect(cell).toContainText('1 invalid')
  const first = page.getByRole('row', { name: /F name/ })
  await first.getByRole('combobox').fill('Job title')
  await page.getByRole('option', { name: 'Job title' }).click()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(page.getByText('Choose a column for names: First name or Full name.')).toBeVisible()
  await first.getByRole('combobox').fill('First')
  await page.getByRole('option', { name: 'First name' }).click()
  await page.getByLabel('Fix capitals in F name').check()
  const shirt = page.getByRole('row', { name: /Shirt/ })
  await shirt.getByRole('combobox').first().fill('New')
  await page.getByRole('option', { name: '+ New field' }).click()
  await page.getByLabel('Name of new field for Shirt').fill('Shirt size')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Check rows' }).click()

  const grid = page.getByRole('grid', { name: 'Rows in your file' })
  await expect(grid).toBeVisible()
  await expect(step(page, 'Check rows')).toBeFocused()
  await expect(countOf(page, 'New')).toContainText('3')
  await expect(countOf(page, 'Need fixing')).toContainText('1')
  await expect(countOf(page, 'Duplicate')).toContainText('1')
  expect(await accessibilityProblems(page)).toEqual([])
  const invalidCell = grid.getByRole('gridcell', { name: '555-01', exact: true })
  await expect(invalidCell).toHaveAccessibleDescription(/It needs 10/)
  await invalidCell.focus()
  await page.keyboard.press('F2')
  await page.keyboard.press('Escape')
  await expect(invalidCell).toBeFocused()
  await page.keyboard.type('3125550112')
  await page.keyboard.press('Enter')
  await expect(countOf(page, 'Need fixing')).toContainText('0')
  await expect(countOf(page, 'New')).toContainText('4')
  await grid.getByRole('button', { name: 'Skip row' }).click()
  await expect(grid.getByText('This row will be skipped.')).toBeVisible()

  // Leaves the import and returns to it later; the corrections are kept.
  await page.getByRole('link', { name: 'All imports' }).click()
  const row = page.getByRole('row', { name: /people\.csv/ })
  await expect(row).toContainText('Check rows')
  await row.getByText('people.csv').click()
  await expect(countOf(page, 'New')).toContainText('4')
  await page.getByRole('button', { name: 'Continue with 4 people' }).click()
  await expect(step(page, 'Finish')).toBeFocused()
  const consent = page.getByRole('checkbox', { name: /These people agreed/ })
  await expect(consent).not.toBeChecked()
  await page.getByRole('button', { name: 'Import 4 contacts, skip 1' }).click()
  await expect(page.getByText(/Check this box to continue/)).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await consent.check()
  await page.getByRole('button', { name: 'Import 4 contacts, skip 1' }).click()

  await expect(step(page, 'Import complete')).toBeVisible()
  await expect(page.getByRole('main').getByText('4 added, 0 updated, 1 skipped')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 1 row with errors' }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  expect((await download).suggestedFilename()).toBe('people-problems.csv')
  await page.getByRole('link', { name: 'View contacts' }).click()
  await expect(page.getByRole('row', { name: /Zoë Müller/ })).toContainText('(312) 555-0111')
  await expect(page.getByRole('row', { name: /Ana Ruiz/ })).toContainText('(312) 555-0112')
  await expect(page.getByRole('row', { name: /Bea Cho/ })).toHaveCount(0)

  await page.goBack()
  await page.getByRole('button', { name: 'Undo import' }).click()
  const question = page.getByRole('dialog', { name: 'Undo the import of 4 contacts?' })
  await question.getByRole('button', { name: 'Undo import' }).click()
  await expect(step(page, 'Import undone')).toBeVisible()
  await page.goto('/dashboard/contacts?q=Zo')
  await expect(page.getByText('No contacts match')).toBeVisible()
})

test('a column is changed right after the problems appear, also where frames are drawn late', async ({
  page,
  request,
}) => {
  await drawLate(page.context(), 700)
  await openImport(page, request, 'Ivy')
  await page.locator('input[type=file]').setInputFiles(
    fileOf([
      ['Title', 'Cell #'],
      ['Cook', '(312) 555-0141'],
    ]),
  )
  await expect(step(page, 'Match columns')).toBeFocused()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(page.getByText('Choose a column for names: First name or Full name.')).toBeVisible()
  const column = page.getByRole('row', { name: /Title/ }).getByRole('combobox')
  await column.fill('First')
  // A frame is drawn: the list stays open under the pointer.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await expect(column).toBeFocused()
  await page.getByRole('option', { name: 'First name' }).click()
  await expect(column).toHaveValue('First name')
})

test('cells are pasted, corrected on their card and imported on a phone', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openImport(page, request, 'Uma')
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click()
  const cells = 'Name\tMobile\nMaria Lopez\t(312) 555-0121\nOlu Wise\t555'
  await page.getByLabel('Cells from your spreadsheet, including headers').fill(cells)
  await expect(page.getByText('2 rows · 2 columns')).toBeVisible()
  await page.getByRole('button', { name: 'Use these cells' }).click()
  await expect(step(page, 'Match columns')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Import Name as' })).toHaveValue('Full name')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Check rows' }).click()

  const card = page
    .getByRole('list', { name: 'Rows in your file' })
    .getByRole('listitem')
    .filter({ hasText: 'Olu Wise' })
  await expect(card.getByLabel('Mobile')).toHaveAccessibleDescription(/It needs 10/)
  expect(await accessibilityProblems(page)).toEqual([])
  await card.getByLabel('Mobile').fill('312 555 0122')
  await card.getByLabel('Mobile').press('Enter')
  await page.getByRole('button', { name: 'Continue with 2 people' }).click()
  await page.getByRole('checkbox', { name: /These people agreed/ }).check()
  await page.getByRole('button', { name: 'Import 2 contacts' }).click()
  await expect(page.getByRole('main').getByText('2 added, 0 updated')).toBeVisible()
  await page.getByRole('link', { name: 'View contacts' }).click()
  await expect(page.getByRole('main').getByText('Olu Wise')).toBeVisible()
})

test('mixed dates are asked about once per column, and a problem leads to its cell', async ({ page, request }) => {
  await openImport(page, request, 'Uma')
  const wide = Array.from({ length: 8 }, (_, nth) => `Note ${nth + 1}`)
  await page.locator('input[type=file]').setInputFiles(
    fileOf([
      ['First name', 'Hire date', 'Job title', 'Department', 'Location', 'Language', 'Status', 'Email', 'Mobile'],
      ['Mia', '03/15/2020', ...wide.slice(0, 3), 'English', 'active', 'mia@mail.test', '(312) 555-0121'],
      ['Max', '13/02/2020', ...wide.slice(0, 3), 'English', 'active', 'max@mail.test', '(312) 555-0122'],
      ['Moe', '1/2/2020', ...wide.slice(0, 3), 'English', 'active', 'moe@mail.test', '555-01'],
    ]),
  )
  await expect(step(page, 'Match columns')).toBeFocused()
  const question = page.getByRole('radiogroup', { name: 'How are dates written in “Hire date”?' })
  await expect(question).toBeVisible()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(page.getByText('Choose how dates are written in “Hire date”.')).toBeVisible()
  await question.getByLabel('Day first: 3/4 is April 3').check()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Check rows' }).click()

  // The cell of the problem is out of sight, in the last column.
  await expect(step(page, 'Check rows')).toBeFocused()
  const grid = page.getByRole('grid', { name: 'Rows in your file' })
  const wrong = grid.getByRole('gridcell', { name: '555-01', exact: true })
  await expect(wrong).not.toBeInViewport()
  await grid.getByRole('button', { name: /^Mobile: / }).click()
  await expect(wrong).toBeFocused()
  await expect(wrong).toBeInViewport()
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a value close to a choice of a field is replaced by it in all rows', async ({ page, request }) => {
  const team = await createTeam(page, request, 'Vic')
  await team.call('POST', '/custom-fields', {
    name: 'Crew shift',
    type: 'select',
    options: [
      { id: 'first', label: 'First' },
      { id: 'second', label: 'Second' },
    ],
  })
  await page.goto('/dashboard/contacts/import')
  await page.locator('input[type=file]').setInputFiles(
    fileOf([
      ['First name', 'Mobile', 'Crew shift'],
      ['Ada', '(312) 555-0131', '2nd'],
      ['Abe', '(312) 555-0132', '2ND'],
      ['Amy', '(312) 555-0133', 'First'],
    ]),
  )
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(step(page, 'Check rows')).toBeFocused()
  await expect(countOf(page, 'Need fixing')).toContainText('2')
  const replace = page.getByRole('button', { name: /Second.*in all rows/ })
  await expect(replace).toHaveCount(2)
  expect(await accessibilityProblems(page)).toEqual([])
  await replace.first().click()
  await expect(page.getByRole('button', { name: 'Continue with 3 people' })).toBeEnabled()
  await expect(replace).toHaveCount(0)
})
