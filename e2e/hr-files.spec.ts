import type { Page } from '@playwright/test'
import { accessible, createTeam } from './support/people.ts'
import { expect, test } from './support/test.ts'

// A company whose HR system sends files: its owner, who uses the keyboard only, and then the system itself.

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const newest = (page: Page) => region(page, 'Latest syncs').getByRole('listitem').first()

const HEAD = 'Worker No.,First name,Last name,Mobile,Department\n'
const names = ['Ana', 'Bo', 'Cy', 'Dee', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida', 'Jo', 'Kai', 'Lou']
const line = (nth: number) => `W-${nth},${names[nth] ?? ''},Quay,+1510555${7200 + nth},Packing\n`
const file = (size: number) =>
  HEAD +
  names
    .slice(0, size)
    .map((_, nth) => line(nth))
    .join('')

/** Moves the focus with Tab until a control has it, and fails when none does. */
async function tabTo(page: Page, control: ReturnType<Page['getByRole']>): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not reach this control')
}

test('files of people are connected, read, reviewed and sent by a program, with the keyboard only', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Quinn')
  await page.goto('/dashboard/settings?tab=integrations')
  await expect(region(page, 'HR system').getByRole('button', { name: 'Use files' })).toBeVisible()
  await tabTo(page, region(page, 'HR system').getByRole('button', { name: 'Use files' }))
  await page.keyboard.press('Enter')
  const files = region(page, 'Files')
  await expect(files.getByText('Add a key for each system that sends files.')).toBeVisible()
  await accessible(page, 'files without a key')

  // The first file has a column that no one could guess.
  const send = files.getByRole('button', { name: 'Send a file now' })
  await tabTo(page, send)
  // On a busy machine the browser may forget the key press before it would open the dialog.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 10_000 })
    await page.keyboard.press('Enter')
    await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file(12)) })
  }).toPass()
  const columns = region(page, 'Columns of the file')
  await expect(columns.getByText('Choose the column of the employee ID')).toBeVisible()
  await accessible(page, 'columns to choose')
  await tabTo(page, columns.getByLabel('Employee ID'))
  await page.keyboard.type('Worker')
  await expect(columns.getByLabel('Employee ID')).toHaveValue('Worker No.')
  await tabTo(page, columns.getByRole('button', { name: 'Save columns' }))
  await page.keyboard.press('Enter')

  const review = region(page, 'Review this sync')
  await expect(review.getByText('Ana Quay')).toBeVisible()
  await tabTo(page, review.getByLabel('These people agreed to get texts from us.'))
  await page.keyboard.press('Space')
  // The page learns from the live connection that the sync is applied; the answer arrives when the next dialog is open.
  const dialogOpened = Promise.withResolvers<void>()
  await page.route(/\/finch\/sync\/[^/]+\/apply/, async (route) => {
    const answer = await route.fetch()
    await dialogOpened.promise
    await route.fulfill({ response: answer })
  })
  const answered = page.waitForResponse(/\/finch\/sync\/[^/]+\/apply/)
  await tabTo(page, review.getByRole('button', { name: 'Apply changes' }))
  await page.keyboard.press('Enter')
  await expect(newest(page)).toContainText(/Done.*12 new/)

  // A key for the program.
  await tabTo(page, files.getByRole('button', { name: 'Add key' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add key' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  dialogOpened.resolve()
  await (await answered).finished()
  await accessible(page, 'a new key')
  await page.keyboard.type('Payroll server')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Your key' })
  const key = (await shown.getByText(/^crewline_hr_/).textContent()) ?? ''
  await tabTo(page, shown.getByRole('button', { name: 'Done' }))
  await page.keyboard.press('Enter')
  await expect(files.getByRole('listitem').filter({ hasText: 'Payroll server' })).toContainText('Never used')

  // With a daily schedule, the file of a program would be synced before the owner begins it.
  await team.call('POST', '/organization/finch', { settings: { schedule: 'manual' } })
  // The program sends too few people: everyone stays, and the owner is asked. Then it sends a page that is no table.
  const put = (data: string) =>
    request.put('/hr/file?name=nightly.csv', { headers: { authorization: `Bearer ${key}` }, data: Buffer.from(data) })
  expect((await put(file(2))).status()).toBe(200)
  const refused = await put('<html><body>Log in</body></html>')
  expect(refused.status()).toBe(422)
  await page.reload()
  await expect(files.getByText('This is a web page, not a table.')).toBeVisible()
  await tabTo(page, region(page, 'HR system').getByRole('button', { name: 'Sync now' }))
  await page.keyboard.press('Enter')
  const decision = region(page, 'This sync needs your decision')
  await expect(decision).toContainText('10 of 12 people would count as having left')
  await accessible(page, 'files with a refused one')
  await tabTo(page, decision.getByRole('button', { name: 'Discard' }))
  await page.keyboard.press('Enter')
  await expect(newest(page)).toContainText('Discarded')
  await page.goto('/dashboard/contacts')
  await expect(page.getByText('Lou Quay')).toBeVisible()
})
