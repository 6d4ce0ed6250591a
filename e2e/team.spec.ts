import type { Page, Request } from '@playwright/test'
import {
  accessible,
  addContacts,
  createTeam,
  enterAs,
  expect,
  newMember,
  open,
  rowOf,
  toastOf,
} from './support/people.ts'
import { openListening, problemsInBothSchemes, test } from './support/test.ts'

// Members change while they work: their role and groups, and the end of their membership.

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `More options for ${name}` })

test('a teammate sees less at once, is removed, and a colleague takes over', async ({ page, request, browserOf }) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Olga')
  const [ada = '', ben = ''] = await addContacts(team, [
    { firstname: 'Ada', lastname: 'Voss', phone: '(312) 555-0141' },
    { firstname: 'Ben', lastname: 'Moor', phone: '(312) 555-0142' },
  ])
  await team.call('POST', '/group', { name: 'Nights', type: 'static', contacts: [ada] })
  const eve = await newMember(request, team, { firstname: 'Eve', role: 'agent' })
  const max = await newMember(request, team, { firstname: 'Max', role: 'agent' })
  const { members } = await team.call<{ members: { userId: string; firstname: string }[] }>('GET', '/message/members')
  const assigneeId = members.find(({ firstname }) => firstname === 'Eve')?.userId
  for (const contactId of [ada, ben]) {
    await team.call('POST', '/message/note', { contactId, body: 'Please call back', mentions: [] })
    await team.call('PATCH', `/message/assign-conversation?id=${contactId}`, { assigneeId })
  }

  const hers = await browserOf(null)
  await enterAs(hers, eve)
  await openListening(hers, '/dashboard/inbox?status=mine')
  await expect(hers.getByRole('link', { name: /Ben Moor/ }).first()).toBeVisible()

  await open(page, '/dashboard/team', 'Team')
  await expect(menuOf(page, 'Olga Tester')).toHaveCount(0)
  await menuOf(page, 'Eve Tester').click()
  await page.getByRole('menuitem', { name: 'Change role and access' }).click()
  const drawer = page.getByRole('dialog', { name: 'Role and access of Eve Tester' })
  await expect(drawer.getByRole('radio', { name: 'Agent' })).toBeChecked()
  await drawer.getByRole('radio', { name: 'Only some groups' }).check()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('Choose at least one group.')).toBeVisible()
  await drawer.getByRole('checkbox', { name: /Nights/ }).check()
  const successor = drawer.getByRole('combobox', { name: 'They can no longer answer 1 conversation. Hand it over to' })
  await expect(successor).toHaveValue('No one (unassigned)')
  expect(await problemsInBothSchemes(page), 'the drawer').toEqual([])
  await successor.click()
  await page.getByRole('option', { name: 'Max Tester' }).click()
  // Toasts go after some seconds, so both are watched for from the start.
  await Promise.all([
    expect(toastOf(page, 'Role and access updated for Eve Tester.')).toBeVisible(),
    expect(toastOf(hers, 'Your access changed')).toBeVisible(),
    drawer.getByRole('button', { name: 'Save' }).click(),
  ])
  await expect(rowOf(page, 'Eve Tester')).toContainText('Nights')
  await expect(hers.getByRole('link', { name: /Ben Moor/ })).toHaveCount(0)
  await expect(hers.getByRole('link', { name: /Ada Voss/ }).first()).toBeVisible()

  // By keyboard alone.
  await menuOf(page, 'Eve Tester').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Remove…' })).toBeVisible()
  // A menu that is still opening takes no keys yet.
  await expect(async () => {
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Remove…' })).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Remove Eve Tester?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  const heir = dialog.getByRole('combobox', { name: 'Hand their 1 conversation over to' })
  await expect(heir).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(heir).toBeFocused()
  await page.keyboard.type('Max')
  await expect(page.getByRole('option')).toHaveText(['Max Tester'])
  // A list that is still filtering forgets the option an arrow key marked.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(heir).toHaveValue('Max Tester', { timeout: 2_000 })
  }).toPass()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toastOf(page, 'Eve Tester is no longer on your team.')).toBeVisible()
  await expect(rowOf(page, 'Eve Tester')).toHaveCount(0)
  await hers.waitForURL('**/auth/login**')

  const his = await browserOf(null)
  await enterAs(his, max)
  await his.goto('/dashboard/inbox?status=mine')
  await expect(his.getByRole('link', { name: /Ada Voss/ }).first()).toBeVisible()
  await expect(his.getByRole('link', { name: /Ben Moor/ }).first()).toBeVisible()
})

test('what a member leaves behind is asked on every screen size, and an invitation is withdrawn', async ({
  page,
  request,
  browserOf,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Orla')
  const admin = await newMember(request, team, { firstname: 'Abe', role: 'admin' })
  await newMember(request, team, { firstname: 'Eve', role: 'agent' })
  await team.call('POST', '/organization/team', { email: 'una.orla@mail.test', role: 'agent' })
  const abes = await browserOf(null)
  await enterAs(abes, admin)
  await openListening(abes, '/dashboard/team')
  await expect(rowOf(abes, 'una.orla@mail.test')).toBeVisible()
  // An admin is offered nothing for an owner.
  await expect(menuOf(abes, 'Eve Tester')).toBeVisible()
  await expect(menuOf(abes, 'Orla Tester')).toHaveCount(0)

  // Waiting texts need a number; the counts are made up here, and the server's tests prove them.
  await page.route('**/api/organization/team/work**', (route) =>
    route.fulfill({ json: { status: 'OK', conversations: 12, waitingTexts: 3 } }),
  )
  for (const width of [1440, 1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, '/dashboard/team', 'Team')
    await menuOf(page, 'Eve Tester').click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove Eve Tester?' })
    await expect(dialog.getByRole('combobox', { name: 'Hand their 12 conversations over to' })).toBeVisible()
    await expect(dialog.getByRole('radio', { name: 'Send as planned' })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Cancel all of them' }).check()
    expect(await problemsInBothSchemes(page), `the dialog at ${width}`).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await accessible(page, `the team at ${width}`)
  }

  await menuOf(page, 'una.orla@mail.test').click()
  await page.getByRole('menuitem', { name: 'Withdraw invitation…' }).click()
  await page.getByRole('dialog', { name: 'Withdraw the invitation?' }).getByRole('button', { name: 'Withdraw' }).click()
  await expect(toastOf(page, 'The link sent to una.orla@mail.test no longer works.')).toBeVisible()
  await expect(rowOf(abes, 'una.orla@mail.test')).toHaveCount(0)
})

test('a slow answer undoes no correction of a list of invitations', async ({ page, request }) => {
  await createTeam(page, request, 'Ida')
  await open(page, '/dashboard/team', 'Team')
  await page.getByRole('button', { name: 'Invite teammates' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Invite teammates' })
  const emails = drawer.getByRole('textbox', { name: 'Emails' })
  const held = async (path: string) => {
    const answer = Promise.withResolvers<void>()
    const isIt = (sent: Request) => sent.method() === 'POST' && sent.url().endsWith(path)
    const asked = page.waitForRequest(isIt)
    await page.route(`**${path}`, async (route) => {
      if (isIt(route.request())) await answer.promise
      await route.continue()
    })
    const release = async () => {
      const answered = page.waitForResponse((response) => isIt(response.request()))
      answer.resolve()
      await answered
    }
    return { asked, release }
  }

  // Corrected while the list is checked.
  await emails.fill('ana@mill.example\nben@')
  const check = await held('/api/organization/team/preview')
  await drawer.getByRole('button', { name: 'Review 2 invitations' }).click()
  await check.asked
  await emails.fill('ana@mill.example\nben@mill.example\ncy@')
  await check.release()
  const review = drawer.getByRole('button', { name: 'Review 3 invitations' })
  await expect(review).toBeEnabled()
  await expect(review).not.toHaveAttribute('data-loading', 'true')
  await expect(emails).toHaveValue('ana@mill.example\nben@mill.example\ncy@')
  await review.click()
  await expect(drawer.getByRole('textbox', { name: 'Email in row 2' })).toHaveValue('ben@mill.example')
  await expect(drawer.getByRole('status')).toContainText('2 invitations are ready. 1 needs a fix.')

  // While the others are sent, a row takes no correction that the answer would undo.
  const third = drawer.getByRole('textbox', { name: 'Email in row 3' })
  const sending = await held('/api/organization/team')
  await drawer.getByRole('button', { name: 'Send 2 invitations' }).click()
  await sending.asked
  await expect(third).not.toBeEditable()
  await expect(drawer.getByRole('button', { name: 'Remove row 3' })).toBeDisabled()
  await sending.release()
  const left = drawer.getByRole('textbox', { name: 'Email in row 1' })
  await expect(left).toHaveValue('cy@')
  await expect(left).toBeEditable()

  // Enter checks a correction before anything is sent.
  await left.fill('cy@mill.example')
  await left.press('Enter')
  await expect(drawer.getByRole('status')).toHaveText('1 invitation is ready.')
  await accessible(page, 'a corrected list of invitations')
  await drawer.getByRole('button', { name: 'Send 1 invitation' }).press('Enter')
  await expect(drawer).toBeHidden()
  await expect(rowOf(page, 'cy@mill.example')).toBeVisible()
})
