import { appCode, zoneByDay } from './support/accounts.ts'
import { createTeam, dialogOf, enterAs, expect, newMember, open, rowOf, toastOf } from './support/people.ts'
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
  await expect(hers.getByRole('region', { name: 'Organization', exact: true })).toContainText('Pacific/Honolulu')
  await expect(hers.getByRole('textbox', { name: 'Sender name' })).toHaveCount(0)
})

test('an owner hands the organization over to a teammate and leaves it', async ({ page, request, browserOf }) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Olive')
  const max = await newMember(request, team, { firstname: 'Max', role: 'agent' })
  const his = await browserOf(null)
  await enterAs(his, max)
  await openListening(his, '/dashboard/settings?tab=organization')
  await expect(his.getByRole('region', { name: 'Ownership' })).toHaveCount(0)

  await open(page, '/dashboard/settings?tab=organization#leave', 'Settings')
  await page.getByRole('button', { name: 'Leave…' }).click()
  const leaving = dialogOf(page, /^Leave .*\?$/)
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await expect(leaving.getByRole('alert')).toContainText('Make someone else an owner first.')
  await leaving.getByRole('button', { name: 'Cancel' }).click()

  const card = page.getByRole('region', { name: 'Ownership' })
  await card.getByRole('combobox', { name: 'New owner' }).click()
  await page.getByRole('option', { name: 'Max Tester' }).click()
  await card.getByRole('button', { name: 'Transfer ownership…' }).click()
  const dialog = dialogOf(page, 'Make Max Tester the owner?')
  await expect(dialog).toContainText('Your role changes to Admin')
  expect(await problemsInBothSchemes(page), 'the handover').toEqual([])
  // Toasts go after some seconds, so both are watched for from the start.
  await Promise.all([
    expect(toastOf(page, /Max Tester is now the owner/)).toBeVisible(),
    expect(toastOf(his, 'Your access changed')).toBeVisible(),
    dialog.getByRole('button', { name: 'Transfer ownership' }).click(),
  ])
  await expect(card).toHaveCount(0)
  await expect(his.getByRole('region', { name: 'Ownership' })).toBeVisible()
  await open(his, '/dashboard/team', 'Team')
  await expect(rowOf(his, 'Max Tester')).toContainText('Owner')
  await expect(rowOf(his, 'Olive Tester')).toContainText('Admin')

  await team.call('POST', '/api-key', {
    ...{ name: 'Payroll key', permissions: ['team.read'], groupIds: null, expiresAt: null },
  })
  await page.getByRole('button', { name: 'Leave…' }).click()
  const held = leaving.getByRole('list', { name: 'What you hold' })
  await expect(held).toContainText('Payroll key')
  await leaving.getByRole('combobox', { name: 'Hand your work over to' }).click()
  await page.getByRole('option', { name: 'Max Tester' }).click()
  await expect(leaving.getByRole('radio', { name: 'Keep working' })).toBeChecked()
  expect(await problemsInBothSchemes(page), 'leaving').toEqual([])
  await leaving.getByRole('radio', { name: 'Revoke it now' }).check()
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/auth/login**')
  await expect(rowOf(his, 'Olive Tester')).toHaveCount(0)
  await open(his, '/dashboard/team/former', 'Former teammates')
  await his.getByRole('button', { name: /Olive Tester/ }).click()
  await expect(dialogOf(his, 'Olive Tester')).toContainText('Payroll key')
  await expect(dialogOf(his, 'Olive Tester')).toContainText('Revoked')
})

test('a custom role loses a permission while its member has a page open', async ({ page, request, browserOf }) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Rosa')
  const max = await newMember(request, team, { firstname: 'Max', role: 'agent' })
  await open(page, '/dashboard/team', 'Team')
  await page.getByRole('button', { name: 'Roles' }).click()
  const drawer = page.getByRole('dialog', { name: /role/i })
  await drawer.getByRole('button', { name: 'Add role' }).click()
  await drawer.getByRole('button', { name: 'Save role' }).click()
  await expect(drawer.getByText('Enter a name.')).toBeVisible()
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Shift lead')
  await drawer.getByRole('checkbox', { name: 'Send messages' }).check()
  // What a permission needs comes with it.
  await expect(drawer.getByRole('checkbox', { name: 'Read messages' })).toBeChecked()
  await expect(drawer.getByRole('checkbox', { name: 'View contacts' })).toBeChecked()
  expect(await problemsInBothSchemes(page), 'the role').toEqual([])
  await drawer.getByRole('button', { name: 'Save role' }).click()
  await expect(drawer.getByText('Shift lead')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  await page.getByRole('button', { name: 'More options for Max Tester' }).click()
  await page.getByRole('menuitem', { name: 'Change role and access' }).click()
  const access = dialogOf(page, 'Role and access of Max Tester')
  await access.getByRole('radio', { name: 'Shift lead' }).check()
  await access.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'Max Tester')).toContainText('Shift lead')

  const his = await browserOf(null)
  await enterAs(his, max)
  await openListening(his, '/dashboard/inbox')
  const inbox = his.getByRole('navigation').getByRole('link', { name: 'Inbox' })
  await expect(inbox).toBeVisible()

  await page.getByRole('button', { name: 'Roles' }).click()
  await drawer.getByRole('button', { name: 'Edit the role Shift lead' }).click()
  await expect(drawer.getByText('1 teammate has this role.')).toBeVisible()
  await drawer.getByRole('checkbox', { name: 'Read messages' }).uncheck()
  await expect(drawer.getByRole('checkbox', { name: 'Send messages' })).not.toBeChecked()
  await drawer.getByRole('button', { name: 'Save role' }).click()
  await expect(toastOf(his, 'Your access changed')).toBeVisible()
  await expect(inbox).toHaveCount(0)

  // A role in use is deleted only with a successor.
  await drawer.getByRole('button', { name: 'Delete the role Shift lead' }).click()
  const question = dialogOf(page, 'Delete the role Shift lead?')
  await expect(question.getByRole('button', { name: 'Delete role' })).toBeDisabled()
  await question.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Agent' }).click()
  await question.getByRole('button', { name: 'Delete role' }).click()
  await expect(drawer.getByText('No custom roles yet')).toBeVisible()
  await expect(inbox).toBeVisible()
})

test('an owner requires two-step login, and the open page of a teammate asks for it at once', async ({
  page,
  request,
  browserOf,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Ines')
  const eve = await newMember(request, team, { firstname: 'Eve', role: 'agent' })
  const hers = await browserOf(null)
  await enterAs(hers, eve)
  await openListening(hers, '/dashboard/inbox')

  await open(page, '/dashboard/settings?tab=access', 'Settings')
  const rule = page.getByRole('switch', { name: 'Require two-step login' })
  const save = page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' })
  await rule.press('Space')
  await expect(page.getByLabel('From', { exact: true })).not.toHaveValue('')
  expect(await problemsInBothSchemes(page), 'the rules').toEqual([])
  await save.click()
  await expect(page.getByText('Turn on two-step login for yourself first.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()

  // Today stays today until the end of this test.
  const timeZone = zoneByDay()
  await team.call('PATCH', '/organization', { timezone: timeZone })
  const { secret } = await team.call<{ secret: string }>('POST', '/user/mfa/set-up')
  await team.call('POST', '/user/mfa', { method: 'totp', code: appCode(secret) })
  await open(page, '/dashboard/settings?tab=access', 'Settings')
  await rule.press('Space')
  await save.click()
  await expect(save).toHaveCount(0)
  await expect(hers.getByText(/requires two-step login from/)).toBeVisible()
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  await page.getByLabel('From', { exact: true }).fill(day)
  await save.click()
  await expect(save).toHaveCount(0)
  await expect(hers.getByText('Set up two-step login')).toBeVisible()
  await hers.getByRole('link', { name: 'Set up' }).click()
  await expect(hers.getByRole('button', { name: 'Use an authenticator app' })).toBeVisible()
})

test('a setting is found by its title, and its link opens the card', async ({ page, request }) => {
  test.setTimeout(180_000)
  await createTeam(page, request, 'Sara')
  await open(page, '/dashboard/settings', 'Settings')
  const search = page.getByRole('searchbox', { name: 'Find a setting' })
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await search.fill('quiet')
  const results = page.getByRole('list', { name: 'Matching settings' })
  await expect(results.getByRole('link')).toHaveCount(1)
  expect(await problemsInBothSchemes(page), 'the search').toEqual([])
  await search.press('Tab')
  await results.getByRole('link', { name: 'Quiet hours' }).click()
  await page.waitForURL('**/dashboard/settings?tab=texting#quiet-hours')
  await expect(page.getByRole('heading', { name: 'Quiet hours' })).toBeFocused()
  await search.fill('nothing like it')
  await expect(page.getByText('No settings match "nothing like it".')).toBeVisible()
})
