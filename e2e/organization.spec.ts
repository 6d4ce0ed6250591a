import { createTeam, dialogOf, enterAs, expect, newMember, open } from './support/people.ts'
import { openListening, problemsInBothSchemes, test } from './support/test.ts'

// The organization: what its owner changes, and what teammates see of it in pages that are open already.

test('an owner renames the organization, and the open page of a teammate shows it at once', async ({
  page,
  request,
  browserOf,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Nora')
  const eve = await newMember(request, team, { firstname: 'Eve', role: 'agent' })
  const hers = await browserOf(null)
  await enterAs(hers, eve)
  await openListening(hers, '/dashboard/inbox')

  await open(page, '/dashboard/settings?tab=organization', 'Settings')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(name).toBeVisible()
  await expect(bar).toHaveCount(0)
  await name.fill('')
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(name).toBeFocused()
  await expect(bar.getByRole('alert')).toHaveText('Enter a name.')
  await name.fill('Northwind Mills')
  await page.getByRole('textbox', { name: 'City' }).fill('Duluth')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Honolulu')
  await page.getByRole('option', { name: 'Pacific / Honolulu' }).click()
  await expect(page.getByRole('note')).toContainText('Scheduled texts and broadcasts keep the time')
  expect(await problemsInBothSchemes(page), 'the organization').toEqual([])

  // Leaving asks once.
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Account' }).click()
  await dialogOf(page, 'Leave without saving?').getByRole('button', { name: 'Cancel' }).click()
  await expect(name).toHaveValue('Northwind Mills')

  // A teammate saves something else in the meantime.
  await team.call('PATCH', '/organization', { senderName: 'Mills HR' })
  await expect(page.getByRole('textbox', { name: 'Sender name' })).toHaveValue('Mills HR')
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(bar.getByRole('alert')).toHaveText(
    'A teammate changed this while you were editing. Review it, then save again.',
  )
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Settings' })).toContainText('Northwind Mills')
  await expect(hers.getByText('Northwind Mills').first()).toBeVisible()

  // What a teammate without the permission sees of it.
  await open(hers, '/dashboard/settings?tab=organization', 'Settings')
  await expect(hers.getByRole('region', { name: 'Organization' })).toContainText('Pacific/Honolulu')
  await expect(hers.getByRole('textbox', { name: 'Sender name' })).toHaveCount(0)
})
