import { accessible, createTeam, dialogOf, enterAs, newMember, open, tabTo } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('the gallery offers only apps that exist, and the address of signatures shows the sign-off of broadcasts', async ({
  page,
  request,
  browserOf,
}) => {
  const team = await createTeam(page, request, 'Sig')
  const kim = await newMember(request, team, { firstname: 'Kim', role: 'author' })
  await open(page, '/dashboard/apps', 'Apps')
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(cards).toHaveCount(4)
  await expect(cards.filter({ has: page.getByRole('link') })).toHaveCount(4)

  await open(page, '/dashboard/apps/signature', 'Signature')
  await expect(page.getByText('Your broadcasts have no sign-off')).toBeVisible()
  await accessible(page, 'no sign-off')
  await tabTo(page, page.getByRole('link', { name: 'Change in Texting' }))
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Sign-off' })
  await field.fill('Sig and Sons HR')
  await page.getByRole('button', { name: 'Save' }).click()
  const his = await browserOf(null)
  await enterAs(his, kim)
  await open(his, '/dashboard/apps/signature', 'Signature')
  await expect(his.getByText('Your broadcasts end with “Sig and Sons HR”')).toBeVisible()
  await expect(his.getByText('Ask an owner or admin to change it.')).toBeVisible()
  await expect(his.getByRole('main').getByRole('link')).toHaveCount(0)
  await accessible(his, 'the sign-off')
})

test('an app is turned off by keyboard, everywhere and for everyone, and on again from its page', async ({
  page,
  request,
  browserOf,
}) => {
  const team = await createTeam(page, request, 'Ona')
  const gus = await newMember(request, team, { firstname: 'Gus', role: 'manager' })
  const his = await browserOf(null)
  await enterAs(his, gus)
  await open(page, '/dashboard/apps', 'Apps')
  const main = page.getByRole('main')
  const card = main.getByRole('listitem').filter({ hasText: 'Forms' })
  await card.getByRole('button', { name: 'Pin to menu: Forms' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Forms' })).toBeVisible()
  await open(his, '/dashboard/apps/forms', 'Forms')

  await tabTo(page, card.getByRole('button', { name: 'Turn off Forms…' }))
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page, 'Turn off Forms for everyone?')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog).toContainText('Open forms say that they are closed.')
  await accessible(page, 'turning an app off')
  await tabTo(page, dialog.getByRole('button', { name: 'Turn off' }))
  await page.keyboard.press('Enter')
  await expect(card.getByText('Off', { exact: true })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Forms' })).toHaveCount(0)
  // The open page of a teammate, who may not turn it on.
  await expect(his.getByText('Forms is off')).toBeVisible()
  await expect(his.getByText('Ask an owner or admin to turn it on.')).toBeVisible()
  await accessible(his, 'an app that is off')

  await main.getByText('Off', { exact: true }).first().click()
  await expect(main.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(1)
  await open(page, '/dashboard/apps/forms', 'Forms')
  await page.getByRole('button', { name: 'Turn on Forms' }).click()
  await expect(page.getByText('Forms is off')).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Forms' })).toBeVisible()
  await expect(his.getByText('Forms is off')).toHaveCount(0)
})

test('pinned apps are moved by keyboard and by dragging, and the menu of every open page follows', async ({
  page,
  request,
  browserOf,
}) => {
  const team = await createTeam(page, request, 'Ona')
  await open(page, '/dashboard/apps', 'Apps')
  const pin = (name: string) => page.getByRole('button', { name: `Pin to menu: ${name}` })
  const order = page.getByRole('region', { name: 'Order in the menu' })
  const names = async (where: typeof page) =>
    (await where.getByRole('list', { name: 'Pinned' }).getByRole('link').allInnerTexts()).map((name) => name.trim())
  await pin('Forms').click()
  await expect(page.getByRole('button', { name: 'Unpin Forms' })).toBeVisible()
  await expect(order).toHaveCount(0)
  for (const name of ['Celebrations', 'Content Studio']) {
    await pin(name).click()
    await expect(page.getByRole('button', { name: `Unpin ${name}` })).toBeVisible()
  }
  await expect(order.getByRole('listitem')).toHaveText(['Forms', 'Celebrations', 'Content Studio'])
  await expect(order.getByRole('button', { name: 'Move up: Forms' })).toBeDisabled()

  const elsewhere = await browserOf(null)
  await enterAs(elsewhere, team.owner)
  await open(elsewhere, '/dashboard/team', 'Team')
  await expect.poll(() => names(elsewhere)).toEqual(['Forms', 'Celebrations', 'Content Studio'])

  // Two moves in a row, before the first is saved.
  await tabTo(page, order.getByRole('button', { name: 'Move down: Forms' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(order.getByRole('listitem')).toHaveText(['Celebrations', 'Content Studio', 'Forms'])
  await expect(order.getByRole('button', { name: 'Move up: Forms' })).toBeFocused()
  for (const where of [page, elsewhere])
    await expect.poll(() => names(where)).toEqual(['Celebrations', 'Content Studio', 'Forms'])
  await accessible(page, 'the order of pinned apps')

  await order.getByRole('listitem').filter({ hasText: 'Forms' }).dragTo(order.getByRole('listitem').first())
  for (const where of [page, elsewhere])
    await expect.poll(() => names(where)).toEqual(['Forms', 'Celebrations', 'Content Studio'])
  await page.reload()
  await expect(order.getByRole('listitem')).toHaveText(['Forms', 'Celebrations', 'Content Studio'])
})

test('an app that texts people needs setup until there is a number', async ({ page, request }) => {
  await createTeam(page, request, 'Ona')
  await open(page, '/dashboard/apps', 'Apps')
  const card = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await expect(card('Celebrations').getByText('Needs setup')).toBeVisible()
  await expect(card('Contact Opt-in').getByText('Needs setup')).toBeVisible()
  await expect(card('Forms').getByText('On', { exact: true })).toBeVisible()
  await accessible(page, 'apps that need setup')
  await card('Celebrations').getByRole('link', { name: 'Set up numbers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})
