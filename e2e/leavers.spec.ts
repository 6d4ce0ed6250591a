import type { Page } from '@playwright/test'
import { accessible, createTeam, dialogOf, expect, newMember, open, tabTo, toastOf } from './support/people.ts'
import { problemsInBothSchemes, test } from './support/test.ts'
import { callAs } from './support/accounts.ts'

// What former teammates held, how many teammates are invited at once, and who logged in from where.

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `More options for ${name}` })

test('what a teammate holds is shown before they are removed, and handed over afterward by keyboard', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Olga')
  const max = await newMember(request, team, { firstname: 'Max', role: 'admin' })
  await newMember(request, team, { firstname: 'Eve', role: 'manager' })
  const { email, password } = max
  const { token } = await callAs<{ token: string }>(request, '', ['POST', '/user/login'], { email, password })
  await callAs(request, token, ['POST', '/api-key'], {
    ...{ name: 'Payroll key', permissions: ['team.read'], groupIds: null, expiresAt: null },
  })
  await callAs(request, token, ['POST', '/forms'], { name: 'Safety check' })

  await open(page, '/dashboard/team', 'Team')
  await menuOf(page, 'Max Tester').click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  const dialog = dialogOf(page, 'Remove Max Tester?')
  await expect(dialog.getByRole('list', { name: 'What they hold' })).toContainText('Safety check')
  await expect(dialog.getByRole('radio', { name: 'Keep working' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Revoke it now' }).check()
  expect(await problemsInBothSchemes(page), 'the dialog').toEqual([])
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(toastOf(page, 'Max Tester is no longer on your team.')).toBeVisible()

  await page.getByRole('link', { name: 'Former teammates' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Former teammates' })).toBeVisible()
  await accessible(page, 'former teammates')
  await tabTo(page, page.getByRole('button', { name: '1 thing left Max Tester' }))
  await page.keyboard.press('Enter')
  const drawer = dialogOf(page, 'Max Tester')
  await expect(drawer.getByRole('list', { name: 'What they hold' })).toContainText('Safety check')
  await expect(drawer.getByText('Payroll key')).toBeVisible()
  const heir = drawer.getByRole('combobox', { name: 'Hand over to' })
  await tabTo(page, heir)
  await page.keyboard.type('Eve')
  await expect(page.getByRole('option')).toHaveText(['Eve Tester'])
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(heir).toHaveValue('Eve Tester', { timeout: 2_000 })
  }).toPass()
  await tabTo(page, drawer.getByRole('button', { name: 'Hand over' }))
  await page.keyboard.press('Enter')
  await expect(drawer.getByText('Nothing is left with them.')).toBeVisible()
  await expect(drawer.getByText('Taken over by Eve Tester')).toBeVisible()
  expect(await problemsInBothSchemes(page), 'the drawer').toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await accessible(page, 'the drawer on a phone')

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/dashboard/settings?tab=audit')
  await page
    .getByRole('button', { name: /Member removed/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'What they held and who took it over' }).click()
  await expect(dialogOf(page, 'Max Tester')).toBeVisible()
})

test('a pasted list is reviewed row by row before it is sent, and nothing is lost', async ({ page, request }) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Olga')
  await newMember(request, team, { firstname: 'Eve', role: 'agent' })
  await open(page, '/dashboard/team?invite=1', 'Team')
  const form = dialogOf(page, 'Invite teammates')
  await form
    .getByLabel('Emails')
    .fill('Name,Email,Role\nJo,jo.leavers@mail.test,Manager\nSam,sam.leavers@mail.test\njo.leavers@mail.test\nbad@')
  await tabTo(page, form.getByRole('button', { name: 'Review 4 invitations' }))
  await page.keyboard.press('Enter')
  await expect(form.getByText('2 invitations are ready. 2 need a fix.')).toBeVisible()
  await expect(form.getByRole('combobox', { name: 'Role in row 1' })).toHaveValue('Manager')
  await expect(form.getByText('This address is already in the list.')).toBeVisible()
  expect(await problemsInBothSchemes(page), 'the list').toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await accessible(page, 'the list on a phone')
  await tabTo(page, form.getByRole('button', { name: 'Remove row 3' }))
  await page.keyboard.press('Enter')
  await expect(form.getByText('2 invitations are ready. 1 needs a fix.')).toBeVisible()
  await form.getByLabel('Email in row 3').fill('lee.leavers@mail.test')
  await page.keyboard.press('Tab')
  await tabTo(page, form.getByRole('button', { name: 'Send 3 invitations' }))
  await page.keyboard.press('Enter')
  await expect(toastOf(page, 'Invitation sent to 3 people. It expires in 7 days.')).toBeVisible()
  await expect(form).toHaveCount(0)
})

test('log-ins are listed for oneself and, for who manages the organization, of each teammate', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Olga')
  const eve = await newMember(request, team, { firstname: 'Eve', role: 'agent' })
  const { email } = eve
  await request.post('/api/user/login', { data: { email, password: 'not her password' } })
  await page.goto('/dashboard/settings?tab=security#log-ins')
  const card = page.getByRole('region', { name: 'Login history' })
  await expect(card.getByRole('list', { name: 'Log-ins' })).toBeVisible()
  await accessible(page, 'own log-ins')
  await open(page, '/dashboard/team', 'Team')
  await expect(async () => {
    await menuOf(page, 'Eve Tester').click()
    await page.getByRole('menuitem', { name: 'Login history' }).click()
    const drawer = dialogOf(page, 'Log-ins of Eve Tester')
    await expect(drawer.getByText('Invitation')).toBeVisible()
    const isThere = await drawer.getByText('Wrong password').isVisible()
    if (!isThere) await page.keyboard.press('Escape')
    expect(isThere).toBe(true)
  }).toPass()
  expect(await problemsInBothSchemes(page), 'log-ins of a teammate').toEqual([])
})
