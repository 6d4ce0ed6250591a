import { accessible, createTeam, dialogOf, enterAs, expect, newMember, open, tabTo } from './support/people.ts'
import { test } from './support/test.ts'

test('a newcomer finds an article by search with the keyboard, opens its link, and sees whom to ask', async ({
  page,
  request,
  browserOf,
}) => {
  const team = await createTeam(page, request, 'Ona')
  const vic = await newMember(request, team, { firstname: 'Vic', role: 'viewer' })
  await open(page, '/dashboard/contacts', 'Contacts')
  await tabTo(page, page.getByRole('button', { name: 'Help', exact: true }))
  await page.keyboard.press('Enter')
  const help = dialogOf(page, 'Help')
  const field = help.getByRole('textbox', { name: 'Search help' })
  await expect(field).toBeFocused()
  await expect(help.getByRole('region', { name: 'About this page' }).getByRole('button').first()).toHaveText(
    'Add contacts',
  )
  await accessible(page, 'the help panel')

  await page.keyboard.type('paste a spreadsheet')
  const found = help.getByRole('region', { name: 'Results' }).getByRole('button').first()
  await expect(found).toHaveText('Import contacts from a file')
  await tabTo(page, found)
  await page.keyboard.press('Enter')
  await expect(help.getByRole('heading', { name: 'Import contacts from a file' })).toBeFocused()
  await accessible(page, 'an article')
  await tabTo(page, help.getByRole('button', { name: 'All articles' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(found).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, help.getByRole('link', { name: 'Import contacts' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Import contacts' })).toBeVisible()
  await expect(help).toHaveCount(0)

  // Without an address of the operator, the owners help.
  const hers = await browserOf(null)
  await enterAs(hers, vic)
  await open(hers, '/dashboard/contacts', 'Contacts')
  await hers.getByRole('button', { name: /Your account/ }).click()
  await hers.getByRole('button', { name: 'Help', exact: true }).last().click()
  await expect(
    dialogOf(hers, 'Help').getByRole('link', { name: `${team.owner.firstname} ${team.owner.lastname}` }),
  ).toHaveAttribute('href', `mailto:${team.owner.email}`)
  await hers.keyboard.press('Escape')
  await expect(dialogOf(hers, 'Help')).toHaveCount(0)
})

test('help opens from the shortcuts and the palette, names the address of the operator, and speaks Spanish', async ({
  page,
  request,
}) => {
  await createTeam(page, request, 'Ona')
  await page.route('**/api/user/me', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), supportEmail: 'help@crew.test' } })
  })
  await open(page, '/dashboard/contacts', 'Contacts')
  await page.keyboard.press('Shift+?')
  await dialogOf(page, 'Shortcuts').getByRole('button', { name: 'Open help' }).click()
  const help = dialogOf(page, 'Help')
  await expect(help.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', 'mailto:help@crew.test')
  await help.getByRole('textbox', { name: 'Search help' }).fill('xylophone')
  await expect(help.getByText('No results for “xylophone”')).toBeVisible()
  await help.getByRole('button', { name: 'Close' }).click()
  await expect(help).toHaveCount(0)

  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('help')
  await page.getByRole('option', { name: 'Help', exact: true }).click()
  await expect(help).toBeVisible()
  await help.getByRole('button', { name: 'Close' }).click()
  await expect(help).toHaveCount(0)

  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByText('Español', { exact: true }).click()
  await page.getByRole('button', { name: 'Ayuda', exact: true }).last().click()
  const ayuda = dialogOf(page, 'Ayuda')
  await ayuda.getByRole('textbox', { name: 'Buscar en la ayuda' }).fill('como envio una difusion')
  await ayuda.getByRole('button', { name: 'Enviar una difusión' }).click()
  await expect(ayuda.getByRole('heading', { name: 'Enviar una difusión' })).toBeVisible()
  await accessible(page, 'an article in Spanish')
})

/** Plays the script of Intercom: says whom it opened for, and whether it was told to forget them. */
const MESSENGER = `
  const early = window.Intercom.q
  window.Intercom = (method) => {
    if (method === 'shutdown') localStorage.setItem('chat', 'forgotten')
    if (method !== 'show') return
    const { user_id, user_hash, name, email, phone } = window.intercomSettings
    localStorage.setItem('chat', JSON.stringify({ user_id, user_hash, name, email, phone }))
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-label="Messenger">Hi</div>')
  }
  for (const call of early) window.Intercom(...call)`

test('a chat of the operator is loaded when it is asked for, knows the user, and forgets them at the end', async ({
  page,
  request,
}) => {
  const team = await createTeam(page, request, 'Ona')
  let asked = 0
  let isMissing = true
  await page.route('https://widget.intercom.io/widget/crewtest', async (route) => {
    asked += 1
    await (isMissing
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType: 'text/javascript', body: MESSENGER }))
  })
  await open(page, '/dashboard/contacts', 'Contacts')
  await page.keyboard.press('Shift+?')
  await dialogOf(page, 'Shortcuts').getByRole('button', { name: 'Open help' }).click()
  const help = dialogOf(page, 'Help')
  const chat = help.getByRole('button', { name: 'Chat with us' })
  await expect(help.getByText('Opens Intercom, which gets your name and email.')).toBeVisible()
  await accessible(page, 'help with a chat')
  expect(asked).toBe(0)
  await chat.press('Enter')
  await expect(help.getByText(/^Couldn't open the chat\./)).toBeVisible()
  isMissing = false
  await chat.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Messenger' })).toBeVisible()
  await expect(help).toHaveCount(0)
  expect(asked).toBe(2)
  const stored = () => page.evaluate(() => localStorage.getItem('chat'))
  const { firstname, lastname, email } = team.owner
  expect(JSON.parse((await stored()) ?? '')).toEqual({
    user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    user_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    name: `${firstname} ${lastname}`,
    email,
  })
  await page.reload()
  await expect.poll(stored).toBe('forgotten')
})

test('closing help gives the focus back to the user menu, and on a phone Back closes it and keeps the page', async ({
  page,
  request,
}) => {
  await createTeam(page, request, 'Ona')
  await open(page, '/dashboard/team', 'Team')
  await open(page, '/dashboard/contacts', 'Contacts')
  const help = dialogOf(page, 'Help')
  const menu = page.getByRole('button', { name: /Your account/ })
  // The first time, the code of the panel is loaded; the second time it is there.
  for (const key of ['first', 'second']) {
    await menu.click()
    await page.getByRole('dialog', { name: 'Your account' }).getByRole('button', { name: 'Help', exact: true }).click()
    await expect(help.getByRole('textbox', { name: 'Search help' }), key).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
    await expect(menu, key).toBeFocused()
  }

  await page.setViewportSize({ width: 390, height: 844 })
  const more = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More', exact: true })
  const openHelp = async () => {
    await more.click()
    await dialogOf(page, 'More').getByRole('button', { name: 'Help', exact: true }).click()
    await expect(help.getByRole('textbox', { name: 'Search help' })).toBeFocused()
  }
  await openHelp()
  await page.goBack()
  await expect(help).toHaveCount(0)
  await expect(page).toHaveURL(/\/dashboard\/contacts$/)
  await expect(more).toBeFocused()

  // Closed by its button, the panel leaves no entry behind: Back is the page before.
  await openHelp()
  await help.getByRole('button', { name: 'Back' }).click()
  await expect(help).toHaveCount(0)
  await expect(more).toBeFocused()
  await expect.poll(() => page.evaluate(() => 'panel' in (history.state as object))).toBe(false)

  // Nor does an article that leads to another page.
  await openHelp()
  await help.getByRole('button', { name: 'Import contacts from a file' }).click()
  await help.getByRole('link', { name: 'Import contacts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import contacts' })).toBeVisible()
  await expect(help).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
})
