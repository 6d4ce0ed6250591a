import { createTeam, accessible, toastOf } from './support/people.ts'
import { expect, test } from './support/test.ts'

// A company whose files say more than the standard fields, and what happens when a file does not arrive.

test('files fill custom fields, and their absence on chosen days is reported', async ({ page, request }) => {
  const team = await createTeam(page, request, 'Cleo')
  await team.call('POST', '/user/prove', { password: team.owner.password })
  await team.call('POST', '/custom-fields', { name: 'Badge', type: 'text' })
  await team.call('POST', '/custom-fields', { name: 'Locker', type: 'text' })
  await team.call('POST', '/organization/hr-file/connection', { name: 'Payroll' })
  await page.goto('/dashboard/settings?tab=integrations')
  const file = 'Employee ID,First name,Mobile,Badge no.,Locker no.\n1,Ana,+15105557501,B-17,L-1\n'
  const send = page.getByRole('region', { name: 'Files', exact: true }).getByRole('button', { name: 'Send a file now' })
  const chooser = page.waitForEvent('filechooser')
  await send.click()
  await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  const review = page.getByRole('region', { name: 'Review this sync' })
  await expect(review.getByText('Ana')).toBeVisible()

  // The badge is filled from a column, whose name the source suggests; a name is required.
  const people = page.getByRole('region', { name: 'How people become contacts' })
  await people.getByRole('button', { name: 'Fill a custom field' }).click()
  const badge = people.getByLabel('Name at the source for Badge')
  await badge.fill('')
  await people.getByRole('button', { name: 'Save' }).click()
  await expect(badge).toBeFocused()
  await expect(people.getByText('Choose or enter a name.')).toBeVisible()
  await badge.fill('Badge')
  // The list moves while it gets shorter.
  const suggested = page.getByRole('listbox').getByRole('option')
  await expect(suggested).toHaveText(['Badge no.'])
  await suggested.click()
  await people.getByLabel('Whose value counts for Badge').selectOption('HR system, locked here')
  await people.getByRole('button', { name: 'Fill a custom field' }).click()
  await people.getByLabel("Don't fill Locker").click()
  await expect(people.getByRole('button', { name: 'Fill a custom field' })).toBeFocused()
  await people.getByRole('button', { name: 'Fill a custom field' }).click()
  await people.getByLabel("Don't fill Locker").click()
  await people.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'The next sync follows these settings.')).toBeVisible()

  // A file that does not arrive is reported on the days that were chosen.
  const expected = page.getByRole('region', { name: "When a file doesn't arrive" })
  await expected.getByRole('switch', { name: 'Report a missing file' }).focus()
  await page.keyboard.press('Space')
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await expected.getByRole('checkbox', { name: day }).uncheck()
  await expect(expected.getByText('Choose at least one day.')).toBeVisible()
  await expected.getByRole('checkbox', { name: 'Sunday' }).check()
  await expected.getByLabel('Expected by').fill('23:45')
  await expected.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'A missing file is reported from now on.')).toBeVisible()
  await accessible(page, 'custom fields and expected files')

  // Both are kept, and the next file fills the badge, which is locked.
  await page.reload()
  await expect(expected.getByRole('checkbox', { name: 'Sunday' })).toBeChecked()
  await expect(expected.getByRole('checkbox', { name: 'Monday' })).not.toBeChecked()
  await expect(expected.getByLabel('Expected by')).toHaveValue('23:45')
  await expect(people.getByLabel('Name at the source for Badge')).toHaveValue('Badge no.')
  await review.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('region', { name: 'HR system' }).getByRole('button', { name: 'Sync now' }).click()
  await expect(review.getByText('B-17')).toBeVisible()
  await review.getByLabel('These people agreed to get texts from us.').check()
  await review.getByRole('button', { name: 'Apply changes' }).click()
  await expect(page.getByRole('region', { name: 'Latest syncs' }).getByRole('listitem').first()).toContainText(
    /Done.*1 new/,
  )
  await page.goto('/dashboard/contacts')
  await page.getByRole('row', { name: /Ana/ }).click()
  await expect(page.getByText('B-17')).toBeVisible()
})

test('settings that are saved in one tab show in another at once, and stay when that one saves others', async ({
  page,
  request,
  context,
}) => {
  const team = await createTeam(page, request, 'Tara')
  await team.call('POST', '/user/prove', { password: team.owner.password })
  await team.call('POST', '/organization/hr-file/connection', { name: 'Payroll' })
  const other = await context.newPage()
  const people = (tab: typeof page) => tab.getByRole('region', { name: 'How people become contacts' })
  for (const tab of [page, other]) {
    await tab.goto('/dashboard/settings?tab=integrations')
    await expect(people(tab).getByLabel('When someone leaves')).toHaveValue('terminate')
  }
  await people(other).getByLabel('Job title', { exact: true }).selectOption('off')
  await people(page).getByLabel('When someone leaves').selectOption('archive')
  await people(page).getByLabel('Department', { exact: true }).selectOption('off')
  await people(page).getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'The next sync follows these settings.')).toBeVisible()

  // The other tab shows them at once, beside what it has not saved yet.
  await expect(people(other).getByLabel('When someone leaves')).toHaveValue('archive')
  await expect(people(other).getByLabel('Job title', { exact: true })).toHaveValue('off')
  await people(other).getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(other, 'The next sync follows these settings.')).toBeVisible()
  const expected = page.getByRole('region', { name: "When a file doesn't arrive" })
  await expected.getByRole('switch', { name: 'Report a missing file' }).focus()
  await page.keyboard.press('Space')
  await expected.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'A missing file is reported from now on.')).toBeVisible()
  const inOther = other.getByRole('region', { name: "When a file doesn't arrive" })
  await expect(inOther.getByRole('switch', { name: 'Report a missing file' })).toBeChecked()
  await page.reload()
  await expect(people(page).getByLabel('When someone leaves')).toHaveValue('archive')
  await expect(people(page).getByLabel('Department', { exact: true })).toHaveValue('off')
  await expect(people(page).getByLabel('Job title', { exact: true })).toHaveValue('off')
  await expect(expected.getByRole('switch', { name: 'Report a missing file' })).toBeChecked()
})
