import type { Page } from '@playwright/test'
import {
  accessible,
  addContacts,
  createTeam,
  dialogOf,
  enterAs,
  expect,
  newMember,
  open,
  tabTo,
  toastOf,
} from './support/people.ts'
import { openListening, problemsInBothSchemes, test } from './support/test.ts'

// A teammate who manages the team sees the product as another one does, and changes nothing.

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `More options for ${name}` })
const bar = (page: Page) => page.getByRole('region', { name: /You're viewing as/ })

test('an owner views as a teammate by keyboard, changes nothing, and the teammate sees who viewed', async ({
  page,
  request,
  browserOf,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Olga')
  const [ada = '', ben = ''] = await addContacts(team, [
    { firstname: 'Ada', lastname: 'Voss', phone: '(312) 555-0141' },
    { firstname: 'Ben', lastname: 'Moor', phone: '(312) 555-0142' },
  ])
  const { group } = await team.call<{ group: { id: string } }>('POST', '/group', {
    ...{ name: 'Nights', type: 'static', contacts: [ada] },
  })
  for (const contactId of [ada, ben])
    await team.call('POST', '/message/note', { contactId, body: 'Please call back', mentions: [] })
  const eve = await newMember(request, team, { firstname: 'Eve', role: 'agent', groupIds: [group.id] })

  await open(page, '/dashboard/team', 'Team')
  await menuOf(page, 'Eve Tester').focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'View as this teammate…' })
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(item).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page, 'View as Eve Tester?')
  await expect(dialog.getByRole('button', { name: 'Start the view' })).toBeFocused()
  expect(await problemsInBothSchemes(page), 'the dialog').toEqual([])
  await page.keyboard.press('Enter')

  await expect(bar(page)).toContainText("You're viewing as Eve Tester. You can't change anything. Ends in 15 minutes.")
  await page.goto('/dashboard/inbox?status=all')
  await expect(page.getByRole('link', { name: /Ada Voss/ }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Ben Moor/ })).toHaveCount(0)
  await page
    .getByRole('link', { name: /Ada Voss/ })
    .first()
    .click()
  await expect(page.getByText("You can't write while you view as a teammate.")).toBeVisible()
  expect(await problemsInBothSchemes(page), 'a conversation').toEqual([])
  await page.goto('/dashboard/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Security' })).toHaveCount(0)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/dashboard/contacts')
    await expect(page.getByText('Ada Voss').first()).toBeVisible()
    await expect(bar(page)).toBeVisible()
    await accessible(page, `contacts at ${width}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })

  // The own session of another tab is untouched.
  const other = await page.context().newPage()
  await other.goto('/dashboard/contacts')
  await expect(other.getByText('Ben Moor').first()).toBeVisible()
  await other.close()

  await tabTo(page, bar(page).getByRole('button', { name: 'End the view' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/team')
  await expect(bar(page)).toHaveCount(0)

  const hers = await browserOf(null)
  await enterAs(hers, eve)
  await hers.goto('/dashboard/settings?tab=security#viewings')
  await expect(hers.getByRole('region', { name: 'Who viewed as you' }).getByText('Olga Tester')).toBeVisible()
  await accessible(hers, 'security settings')
})

test('a view ends at once when the viewed teammate is removed', async ({ page, request, browserOf }) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Olga')
  const admin = await newMember(request, team, { firstname: 'Abe', role: 'admin' })
  await newMember(request, team, { firstname: 'Eve', role: 'agent' })
  const abes = await browserOf(null)
  await enterAs(abes, admin)
  await openListening(abes, '/dashboard/team')
  await menuOf(abes, 'Eve Tester').click()
  await abes.getByRole('menuitem', { name: 'View as this teammate…' }).click()
  await dialogOf(abes, 'View as Eve Tester?').getByRole('button', { name: 'Start the view' }).click()
  await expect(bar(abes)).toBeVisible()

  const { data } = await team.call<{ data: { id: string; firstname: string }[] }>('GET', '/organization/team')
  const eveId = data.find(({ firstname }) => firstname === 'Eve')?.id
  await team.call('DELETE', `/organization/team?memberId=${eveId}`, {})
  const toast = toastOf(abes, "You're back in your own account.")
  await expect(toast).toContainText('It was ended elsewhere, or access changed for you or your teammate.')
  await expect(bar(abes)).toHaveCount(0)
  // It stays until it is closed, for a tab that was in the background.
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toHaveCount(0)
})

test('a view as an admin says of cards with secrets that they are not shown', async ({ page, request }) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Olga')
  await newMember(request, team, { firstname: 'Ada', role: 'admin' })
  await open(page, '/dashboard/team', 'Team')
  await menuOf(page, 'Ada Tester').click()
  await page.getByRole('menuitem', { name: 'View as this teammate…' }).click()
  await dialogOf(page, 'View as Ada Tester?').getByRole('button', { name: 'Start the view' }).click()
  await expect(bar(page)).toBeVisible()
  await page.goto('/dashboard/settings?tab=api')
  for (const card of ['API keys', 'Webhooks']) {
    const region = page.getByRole('region', { name: card, exact: true })
    await expect(region).toContainText('Not shown in a view')
    await expect(region.getByRole('alert')).toHaveCount(0)
  }
  expect(await problemsInBothSchemes(page), 'the cards').toEqual([])
  await page.goto('/dashboard/team/former')
  await expect(page.getByText('Not shown in a view')).toBeVisible()
})

test('a view that cannot be opened again after a reload ends with a word, not with a page that looks the same', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Olga')
  await newMember(request, team, { firstname: 'Eve', role: 'agent' })
  await open(page, '/dashboard/team', 'Team')
  await menuOf(page, 'Eve Tester').click()
  await page.getByRole('menuitem', { name: 'View as this teammate…' }).click()
  await dialogOf(page, 'View as Eve Tester?').getByRole('button', { name: 'Start the view' }).click()
  await expect(bar(page)).toBeVisible()
  const asking = page.waitForRequest('**/api/user/me')
  await page.goto('/dashboard/contacts')
  const { authorization } = (await asking).headers()
  await expect(bar(page)).toBeVisible()

  // Every request of the view, because the page that is open may ask again in the background.
  await page.route('**/api/user/me', (route) =>
    route.request().headers()['authorization'] === authorization
      ? route.abort('internetdisconnected')
      : route.fallback(),
  )
  await page.reload()
  await page.waitForURL('**/dashboard/team*')
  await expect(toastOf(page, "You're back in your own account.")).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})
