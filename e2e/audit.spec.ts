import { readFile } from 'node:fs/promises'
import { accessible, createTeam, expect } from './support/people.ts'
import { test } from './support/test.ts'

// An owner finds out who changed what.

test('an owner filters the audit log, opens an entry, and exports what they see', async ({ page, request }) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Olga')
  await team.call('POST', '/group', { name: 'Night crew', type: 'static', contacts: [] })
  await team.call('PATCH', '/organization', { name: 'Olga Foods' })

  // The search of the settings finds it.
  await page.goto('/dashboard/settings')
  await page.getByRole('searchbox').fill('audit')
  // The list of pages, which has a link of the same name, goes a moment after the typing.
  await page
    .getByRole('list', { name: 'Matching settings' })
    .getByRole('link', { name: /Audit log/ })
    .first()
    .click()
  const card = page.getByRole('region', { name: 'Audit log' })
  const entries = card.getByRole('list', { name: 'Entries' })
  await expect(entries.getByRole('button', { name: /Group created.*Night crew/ })).toBeVisible()
  await accessible(page, 'the audit log')

  // The filter is in the URL, and one action is left.
  await card.getByRole('combobox', { name: 'What' }).fill('settings changed')
  await page.getByRole('option', { name: 'Organization settings changed' }).click()
  await expect(page).toHaveURL(/action=organization\.changed/)
  await expect(entries.getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(entries.getByRole('listitem')).toHaveCount(1)

  const entry = entries.getByRole('button', { name: /Organization settings changed/ })
  await entry.press('Enter')
  const changed = card.getByRole('row', { name: /^Name/ })
  await expect(changed).toContainText('Olga and Sons')
  await expect(changed).toContainText('Olga Foods')
  await accessible(page, 'an entry')

  const downloading = page.waitForEvent('download')
  const exportButton = card.getByRole('button', { name: 'Export CSV' })
  let isDisabled: unknown
  await page.route('**/api/audit/export*', async (route) => {
    isDisabled = await exportButton.isDisabled()
    await route.continue()
  })
  await exportButton.press('Enter')
  const file = await downloading
  // It was disabled meanwhile, for which browsers drop the focus, and has it again.
  await expect(exportButton).toBeFocused()
  expect(isDisabled).toBe(true)
  expect(file.suggestedFilename()).toBe('audit-log.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('organization.changed')
  expect(text).not.toContain('group.created')

  // A filter without entries offers the way back.
  await card.getByLabel('From').fill('2099-01-01')
  await expect(card.getByText('No entries match')).toBeVisible()
  await card.getByRole('button', { name: 'Clear filters' }).click()
  await expect(entries.getByRole('button', { name: /Audit log exported/ })).toBeVisible()

  // An entry about a group leads to the group.
  await entries.getByRole('button', { name: /Group created.*Night crew/ }).press('Enter')
  await card.getByRole('link', { name: 'Open Night crew' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Night crew' })).toBeVisible()
})
