import {
  AGENT,
  MANAGER,
  arrived,
  composerOf,
  demoCall,
  newContact,
  openConversation,
  ownPlace,
  rowOf,
  threadOf,
  toastOf,
  withoutUndo,
} from './support/inbox.ts'
import { keepUndoToasts } from './support/people.ts'
import { goOffline } from './support/offline.ts'
import { expect, haveSession, openListening, problemsInBothSchemes, test } from './support/test.ts'

// The shared inbox as used by two teammates, with the phones of the contacts they text.

// The smallest possible picture: one blue pixel.
const PHOTO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg=='

test('two teammates share a conversation without conflicts', async ({ page, browserOf, request }) => {
  const lena = await newContact(request, 'Lena')
  await withoutUndo(page)
  await haveSession(page, MANAGER)
  await page.goto('/dashboard/inbox?status=open')
  const otherPage = await browserOf(AGENT)
  await withoutUndo(otherPage)
  await otherPage.goto('/dashboard/inbox?status=open')
  await lena.text('The gate is locked')
  // Unread for both members, and marked read only for the member who opens it.
  for (const browserPage of [page, otherPage]) await expect(rowOf(browserPage, lena)).toContainText('1 unread message')
  const notificationsButton = otherPage.getByRole('button', { name: /^Notifications, \d+\+? unread$/ })
  await expect(notificationsButton).toBeVisible()
  // The count badge extends over the edge of the button and must not be clipped.
  await expect(notificationsButton).toHaveCSS('overflow', 'visible')
  await rowOf(page, lena).click()
  await expect(threadOf(page).getByText('The gate is locked')).toBeVisible()
  await expect(rowOf(page, lena)).not.toContainText('unread')
  await expect(rowOf(otherPage, lena)).toContainText('1 unread message')
  // When the window is hidden, the title shows the count.
  await otherPage.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(otherPage).toHaveTitle(/^\(\d+\+?\) /)
  await otherPage.reload()

  // Each member sees that the other is viewing and writing.
  const hers = await openConversation(otherPage, lena)
  await expect(page.getByText('Eric is viewing')).toBeVisible()
  await expect(otherPage.getByText('Rosa is viewing')).toBeVisible()
  await hers.pressSequentially('On it')
  await expect(page.getByText('Eric is typing…').first()).toBeVisible()
  // Rosa, who is also writing, is warned before she sends a duplicate answer.
  await composerOf(page, lena).fill('I will look')
  await hers.press('Enter')
  const warning = page.getByRole('alert').filter({ hasText: 'Eric just replied' })
  await expect(warning).toBeVisible()
  // A member who did not notice the warning presses Enter anyway.
  await composerOf(page, lena).press('Enter')
  await expect(warning).toContainText('Nothing has been sent yet.')
  await arrived(lena, 'On it')
  await expect(composerOf(page, lena)).toHaveValue('I will look')
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await arrived(lena, 'I will look')
  await expect(threadOf(otherPage).getByText('I will look')).toBeVisible()
})

test('a conversation is reassigned and a note notifies a teammate on any page', async ({
  page,
  browserOf,
  request,
}) => {
  const lena = await newContact(request, 'Lena')
  await lena.text('Who has the key?')
  await haveSession(page, MANAGER)
  await openConversation(page, lena)
  const otherPage = await browserOf(AGENT)
  await openConversation(otherPage, lena)
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await expect(otherPage.getByRole('button', { name: 'Assigned to Rosa Delgado' })).toBeVisible()
  await expect(threadOf(otherPage).getByText('Assigned to Rosa Delgado')).toBeVisible()

  // A mention in a note notifies Rosa on any page.
  await openListening(page, '/dashboard/contacts')
  // The toast of a photo without text shows that it is a photo.
  await lena.text('', [{ mime: 'image/png', data: PHOTO }])
  await expect(toastOf(page, '📷').filter({ hasText: lena.name })).toBeVisible()
  await otherPage.getByRole('button', { name: 'Note', exact: true }).click()
  const note = otherPage.getByRole('textbox', { name: 'Note for the team' })
  await note.pressSequentially('The key is with @Ros')
  await otherPage.getByRole('option', { name: 'Rosa Delgado' }).click()
  await note.pressSequentially('today')
  await otherPage.getByRole('button', { name: 'Save note' }).click()
  await expect(toastOf(page, 'The key is with').first()).toBeVisible()
  await expect(threadOf(otherPage).getByText('The key is with')).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('tab', { name: /Updates/ }).click()
  await page
    .getByRole('link', { name: /The key is with/ })
    .first()
    .click()
  await page.waitForURL(new RegExp(lena.id))
  expect((await lena.got()).map(({ body }) => body).join()).not.toContain('key')
})

test('a conversation with ten tags shows the limit and offers no eleventh tag', async ({ page, request }) => {
  const nia = await newContact(request, 'Nia')
  await nia.text('Which dock?')
  const call = await demoCall(request, MANAGER)
  const prefix = `Ten ${nia.phone.slice(-5)}`
  const names = Array.from({ length: 11 }, (_, n) => `${prefix} ${n}`)
  const made = await Promise.all(names.map((name) => call<{ tag: { id: string } }>('POST', '/message/tags', { name })))
  const ids = made.map(({ tag }) => tag.id)
  // Tags that arrive while the choices are open move them away from the pointer.
  await call('PATCH', `/message/tag-conversation?id=${nia.id}`, { add: ids.slice(0, 9) })
  await haveSession(page, MANAGER)
  await openConversation(page, nia)
  await page.getByRole('button', { name: 'Tags', exact: true }).nth(1).click()
  const field = page.getByRole('textbox', { name: 'Find or create a tag' })
  await field.fill(prefix)
  const tag = (n: number) => page.getByRole('checkbox', { name: `${prefix} ${n}`, exact: true })
  const full = page.getByText('A conversation can have up to 10 tags. Remove one first.')
  await tag(9).click()
  await expect(full).toBeVisible()
  await expect(tag(10)).toBeDisabled()
  // No new tag is offered either, although no tag has exactly this name.
  await expect(page.getByRole('button', { name: /^Create tag/ })).toHaveCount(0)
  await tag(0).click()
  await expect(tag(10)).toBeEnabled()
  await expect(full).toHaveCount(0)
  await Promise.all(ids.map((id) => call('DELETE', `/message/tags?id=${id}`)))
})

test('a conversation gets a tag, is snoozed, and wakes when its contact writes', async ({ page, request }) => {
  const omar = await newContact(request, 'Omar')
  await omar.text('Can I get my badge on Monday?')
  await keepUndoToasts(page)
  await haveSession(page, MANAGER)
  await openConversation(page, omar)
  const tag = `Badge ${omar.phone.slice(-5)}`
  await page.getByRole('button', { name: 'Tags', exact: true }).nth(1).click()
  await page.getByRole('textbox', { name: 'Find or create a tag' }).fill(tag)
  await page.getByRole('button', { name: `Create tag “${tag}”` }).click()
  await expect(page.getByRole('checkbox', { name: tag })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, omar)).toContainText(`Tags: ${tag}`)

  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('button', { name: /^Tomorrow/ }).click()
  // It leaves the list at once and another conversation opens; Undo restores it to its place.
  await expect(rowOf(page, omar)).toHaveCount(0)
  await expect(page).not.toHaveURL(new RegExp(omar.id))
  await toastOf(page, 'Snoozed until').getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, omar)).toBeVisible()
  await rowOf(page, omar).click()
  // Until then, Snooze is that of the conversation that opened instead.
  await expect(composerOf(page, omar)).toBeVisible()
  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('button', { name: /^Tomorrow/ }).click()
  await expect(rowOf(page, omar)).toHaveCount(0)
  await page.getByRole('button', { name: 'More views' }).click()
  await page.getByRole('menuitem', { name: 'Snoozed' }).click()
  await expect(rowOf(page, omar)).toContainText('until')
  await page.goto('/dashboard/inbox?status=open')
  await expect(page.locator('[data-conversation]').first()).toBeVisible()
  await expect(rowOf(page, omar)).toHaveCount(0)
  await omar.text('It is for the back door')
  await expect(rowOf(page, omar)).toContainText('It is for the back door')
})

test('saved replies, fields and times help to write, and Undo restores the text', async ({ page, request }) => {
  const ines = await newContact(request, 'Ines')
  await haveSession(page, AGENT)
  const composer = await openConversation(page, ines)

  // Saved once, found again by a slash.
  const shortcut = `door${ines.phone.slice(-5)}`
  await composer.fill('The side door is open, {first_name}.')
  await page.getByRole('button', { name: 'Saved replies' }).click()
  await page.getByRole('button', { name: 'Save as a reply' }).click()
  const form = page.getByRole('dialog', { name: 'Save a reply' })
  await form.getByLabel('Name').fill(`Door ${ines.phone.slice(-5)}`)
  await form.getByLabel('Shortcut (optional)').fill(shortcut)
  await form.getByRole('button', { name: 'Save reply' }).click()
  await expect(form).toBeHidden()
  await composer.fill('')
  await composer.pressSequentially(`/${shortcut}`)
  await expect(page.getByRole('option', { name: new RegExp(shortcut) })).toBeVisible()
  await composer.press('Enter')
  await expect(composer).toHaveValue(/The side door is open/)
  // A field is inserted by typing a brace.
  await composer.press('End')
  await composer.pressSequentially(' Bye {first')
  await expect(page.getByRole('option', { name: /First name/ })).toContainText('Ines')
  await composer.press('Enter')
  await composer.press('Enter')
  // Undo restores the text as it was written, with the field tags.
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(composer).toHaveValue(/\{first_name\}\. Bye \{first_name\}$/)
  await composer.press('Enter')
  await arrived(ines, 'The side door is open, Ines. Bye Ines')

  // Scheduled: changed, sent now, or canceled.
  await composer.fill('The line starts at 6')
  await page.getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
  const waiting = threadOf(page).getByRole('listitem').filter({ hasText: 'Scheduled for' })
  // The contact is in Chicago; this device is in New York and shows one hour later, as it does next to every message.
  await expect(waiting).toContainText(/8:00 AM their time, .*9:00 AM your time/)
  await waiting.getByRole('button', { name: 'Edit' }).click()
  const change = page.getByRole('dialog', { name: 'Edit scheduled text' })
  const day = change.getByLabel('Day', { exact: true })
  const chosen = await day.inputValue()
  const later = Number(chosen.slice(0, 4)) + 2
  await day.fill(`${later}-03-14`)
  await expect(change.getByText(new RegExp(`Mar 14, ${later}, 8:00 AM`))).toBeVisible()
  await day.fill(chosen)
  await change.getByRole('textbox', { name: 'Message' }).fill('The line starts at 7')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(change).toBeHidden()
  await expect(waiting.getByText('The line starts at 7')).toBeVisible()
  await waiting.getByRole('button', { name: 'Send now' }).click()
  await arrived(ines, 'The line starts at 7')
  // The phone has it before this page knows.
  await expect(waiting).toHaveCount(0)
  await composer.fill('Never mind')
  await page.getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('menuitem', { name: /^In 1 hour/ }).click()
  await waiting.filter({ hasText: 'Never mind' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(waiting).toHaveCount(0)
  expect((await ines.got()).map(({ body }) => body)).not.toContain('Never mind')
})

test('messages are found, shown in their place and saved as a file', async ({ page, request }) => {
  const abel = await newContact(request, 'Abel')
  const word = `zebra${abel.phone.slice(-6)}`
  await abel.text(`The pallet is marked ${word}`)
  for (const nth of [1, 2, 3]) await abel.text(`And row ${nth} is done`)
  await haveSession(page, MANAGER)
  await page.goto('/dashboard/inbox?status=open')
  await expect(rowOf(page, abel)).toContainText('row 3')
  await page.getByRole('searchbox', { name: 'Search inbox' }).fill(word)
  const hit = page
    .getByRole('region', { name: 'Conversations' })
    .locator('a')
    .filter({ has: page.locator('mark') })
  await expect(hit).toContainText(word)
  await hit.click()
  await expect(threadOf(page).locator('[data-flashed]')).toContainText(word)
  await page.getByRole('button', { name: 'Find in this conversation' }).click()
  await page.getByRole('searchbox', { name: 'Find in this conversation' }).fill('row')
  await expect(page.getByText('1 of 3')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 3')).toBeVisible()
  await page.keyboard.press('Escape')

  for (const format of ['PDF', 'CSV', 'TXT', 'JSON']) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export conversation' }).click()
    await page.getByRole('radio', { name: format }).check()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`conversation-export.${format.toLowerCase()}`)
    const chunks: Uint8Array[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Uint8Array)
    const csv = Buffer.concat(chunks).toString('utf8')
    if (format === 'PDF') expect(csv.slice(0, 5)).toBe('%PDF-')
    else expect(csv).toContain(word)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('conversations are archived one by one or in bulk, and restored', async ({ page, browserOf, request }) => {
  const [ada, bea, cyd] = [
    await newContact(request, 'Ada'),
    await newContact(request, 'Bea'),
    await newContact(request, 'Cyd'),
  ]
  for (const contact of [ada, bea, cyd]) await contact.text(`Done, says ${contact.name}`)
  await keepUndoToasts(page)
  await haveSession(page, AGENT)
  await openConversation(page, ada)
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(rowOf(page, ada)).toHaveCount(0)
  await toastOf(page, 'Archived.').getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, ada)).toBeVisible()

  // A conversation that a teammate archives stays in the list of the member who is viewing it until they open another
  // one.
  await rowOf(page, bea).click()
  await expect(composerOf(page, bea)).toBeVisible()
  const otherPage = await browserOf(MANAGER)
  await openConversation(otherPage, bea)
  await otherPage.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.locator('header').getByRole('button', { name: 'Reopen' })).toBeVisible()
  await expect(rowOf(page, bea)).toBeVisible()
  await rowOf(page, cyd).click()
  await expect(rowOf(page, bea)).toHaveCount(0)
  await bea.text('One more thing')
  await expect(rowOf(page, bea)).toContainText('One more thing')

  // The checkbox appears on hover; a row can move because others are writing, so the hover is retried.
  for (const contact of [ada, bea, cyd])
    await expect(async () => {
      await rowOf(page, contact).hover()
      await page.getByRole('checkbox', { name: `Select ${contact.name}` }).check({ timeout: 2_000 })
    }).toPass()
  const bar = page.getByRole('toolbar', { name: 'Selected conversations' })
  await expect(bar).toContainText('3 selected')
  // The menus of the bar open within the viewport, and Escape closes only the menu.
  for (const name of ['Assign', 'Snooze', 'Tag']) {
    await bar.getByRole('button', { name }).click()
    const choices = page.getByRole('dialog', { name })
    await expect(choices).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(choices).toBeHidden()
    await expect(bar).toContainText('3 selected')
  }
  await bar.getByRole('button', { name: 'Archive 3' }).click()
  for (const contact of [ada, bea, cyd]) await expect(rowOf(page, contact)).toHaveCount(0)
  await toastOf(page, '3 conversations updated.').getByRole('button', { name: 'Undo' }).click()
  for (const contact of [ada, bea, cyd]) await expect(rowOf(page, contact)).toBeVisible()
  await rowOf(page, bea).click()
  // Until then, Archive is that of the conversation that was open before.
  await expect(composerOf(page, bea)).toBeVisible()
  await page.locator('header').getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(rowOf(page, bea)).toHaveCount(0)
  await page.getByRole('button', { name: 'More views' }).click()
  await page.getByRole('menuitem', { name: 'Archived' }).click()
  await expect(rowOf(page, bea)).toBeVisible()
})

test('a draft appears on every device, and a message written offline is sent when the network is back', async ({
  page,
  browserOf,
  request,
}) => {
  const noor = await newContact(request, 'Noor')
  await noor.text('Are you there?')
  await withoutUndo(page)
  await haveSession(page, AGENT)
  const composer = await openConversation(page, noor)
  await composer.fill('Half a thought')
  const laptop = await browserOf(AGENT)
  await expect(async () => {
    await openConversation(laptop, noor)
    await expect(composerOf(laptop, noor)).toHaveValue('Half a thought', { timeout: 2000 })
  }).toPass()

  await goOffline(page)
  await composer.fill('Written without a network')
  await composer.press('Enter')
  await expect(threadOf(page).getByText('Waiting for a connection')).toBeVisible()
  expect((await noor.got()).length).toBe(0)
  await page.context().setOffline(false)
  await arrived(noor, 'Written without a network')
  await expect(threadOf(page).getByText('Waiting for a connection')).toBeHidden()
  expect((await noor.got()).filter(({ body }) => body === 'Written without a network').length).toBe(1)
})

test('the whole inbox works by keys alone', async ({ page, request }) => {
  // In an organization of its own: J and K go along the list, which a text to another contact sorts again.
  const place = await ownPlace(page, request, 'Kim')
  const [una, dov] = [await newContact(request, 'Una', {}, place), await newContact(request, 'Dov', {}, place)]
  await dov.text('First')
  await una.text('Second')
  await withoutUndo(page)
  await page.goto('/dashboard/inbox?status=open')
  await expect(rowOf(page, una)).toBeVisible()
  await expect(rowOf(page, dov)).toBeVisible()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/conversation=/)
  const first = page.url()
  await page.keyboard.press('j')
  await expect(page).not.toHaveURL(first)
  await page.keyboard.press('k')
  await expect(page).toHaveURL(first)

  // Opens a contact from the palette and writes a reply.
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill(una.name)
  // Enter takes what is marked, which may still be a result of an earlier answer.
  await expect(palette.getByRole('option', { name: new RegExp(una.name) }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(una.id))
  await expect(threadOf(page).getByText('Second')).toBeVisible()
  await page.keyboard.press('r')
  await expect(composerOf(page, una)).toBeFocused()
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await arrived(una, 'By keys')
  // The search led to the list of those who wait, which an answer leaves a moment later: back to all that are open.
  await openConversation(page, una)
  await expect(rowOf(page, una)).toBeVisible()
  await composerOf(page, una).blur()
  await page.keyboard.press('f')
  await expect(page.getByRole('searchbox', { name: 'Find in this conversation' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search inbox' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search inbox' }).blur()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selected conversations' })).toContainText('1 selected')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar', { name: 'Selected conversations' })).toBeHidden()
  await page.keyboard.press('e')
  await expect(rowOf(page, una)).toHaveCount(0)
  await page.keyboard.press('Shift+?')
  const shortcuts = page.getByRole('dialog', { name: 'Shortcuts' })
  // A dialog listens for Escape once it has the focus.
  await expect(shortcuts.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('>notification')
  await expect(palette.getByRole('option', { name: /notification/i }).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/settings?tab=notifications')
})

test('the inbox is accessible with all its parts open', async ({ page, request }) => {
  const pia = await newContact(request, 'Pia')
  await pia.text('Photo of the gate', [{ mime: 'image/png', data: PHOTO }])
  await pia.text('Please do not text me at night')
  await pia.leaveVoicemail(3)
  await page.setViewportSize({ width: 1440, height: 900 })
  await haveSession(page, MANAGER)
  const composer = await openConversation(page, pia)
  await expect(threadOf(page).getByRole('button', { name: /^Open / })).toBeVisible()
  await expect(threadOf(page).getByRole('button', { name: 'Play voicemail' })).toBeEnabled()
  await expect(page.getByRole('complementary').filter({ hasText: 'Mobile' })).toBeVisible()
  await composer.fill('Hi {first_name}, {location}')
  await expect(page.getByRole('status').filter({ hasText: 'is empty for' })).toBeVisible()
  expect(await problemsInBothSchemes(page), 'thread and contact').toEqual([])
  await composer.fill('')
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Note for the team' })).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('tab', { name: /Updates/ })).toBeVisible()
  expect(await problemsInBothSchemes(page), 'note and bell').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More views' }).click()
  await expect(page.getByRole('menuitem', { name: 'Snoozed' })).toBeVisible()
  expect(await problemsInBothSchemes(page), 'views').toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill(pia.firstname)
  await expect(palette.getByRole('option').first()).toBeVisible()
  expect(await problemsInBothSchemes(page), 'palette').toEqual([])
})
