import {
  AGENT,
  MANAGER,
  arrived,
  composerOf,
  demoCall,
  newWorker,
  openConversation,
  rowOf,
  threadOf,
  toastOf,
  withoutUndo,
} from './support/inbox.ts'
import { expect, haveSession, openListening, problemsInBothSchemes, test } from './support/test.ts'

// The shared inbox as two teammates live it, with the phones of the workers they write to.

// The smallest picture there is: one blue point.
const PHOTO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg=='

test('two teammates share a conversation and do not get in each other’s way', async ({ page, browserOf, request }) => {
  const lena = await newWorker(request, 'Lena')
  await withoutUndo(page)
  await haveSession(page, MANAGER)
  await page.goto('/dashboard/inbox')
  const other = await browserOf(AGENT)
  await withoutUndo(other)
  await other.goto('/dashboard/inbox')
  await lena.text('The gate is locked')
  // New for both, and read by the one who reads.
  for (const one of [page, other]) await expect(rowOf(one, lena)).toContainText('unread, 1 new')
  const bell = other.getByRole('button', { name: /^Notifications, \d+\+? unread$/ })
  await expect(bell).toBeVisible()
  // Its count reaches over the edge of the button, where nothing cuts it off.
  await expect(bell).toHaveCSS('overflow', 'visible')
  await rowOf(page, lena).click()
  await expect(threadOf(page).getByText('The gate is locked')).toBeVisible()
  await expect(rowOf(page, lena)).not.toContainText('unread')
  await expect(rowOf(other, lena)).toContainText('unread, 1 new')
  // Behind another window the title counts.
  await other.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(other).toHaveTitle(/^\(\d+\+?\) /)
  await other.reload()

  // Each sees that the other looks at it, and writes.
  const hers = await openConversation(other, lena)
  await expect(page.getByText('Eric is viewing')).toBeVisible()
  await expect(other.getByText('Rosa is viewing')).toBeVisible()
  await hers.pressSequentially('On it')
  await expect(page.getByText('Eric is writing…').first()).toBeVisible()
  // Rosa, who writes too, is told before she says it twice.
  await composerOf(page, lena).fill('I will look')
  await hers.press('Enter')
  const warning = page.getByRole('alert').filter({ hasText: 'Eric just replied' })
  await expect(warning).toBeVisible()
  // Who had their eyes on the keys presses Enter all the same.
  await composerOf(page, lena).press('Enter')
  await expect(warning).toContainText('Nothing was sent yet.')
  await arrived(lena, 'On it')
  await expect(composerOf(page, lena)).toHaveValue('I will look')
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await arrived(lena, 'I will look')
  await expect(threadOf(other).getByText('I will look')).toBeVisible()
})

test('a conversation changes hands, and a note calls a teammate from wherever they are', async ({
  page,
  browserOf,
  request,
}) => {
  const lena = await newWorker(request, 'Lena')
  await lena.text('Who has the key?')
  await haveSession(page, MANAGER)
  await openConversation(page, lena)
  const other = await browserOf(AGENT)
  await openConversation(other, lena)
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await expect(other.getByRole('button', { name: 'Assigned to Rosa Delgado' })).toBeVisible()
  await expect(threadOf(other).getByText('Rosa Delgado took this')).toBeVisible()

  // A note speaks to Rosa wherever she is.
  await openListening(page, '/dashboard/contacts')
  // A photo without words is told as what it is.
  await lena.text('', [{ mime: 'image/png', data: PHOTO }])
  await expect(toastOf(page, '📷').filter({ hasText: lena.name })).toBeVisible()
  await other.getByRole('button', { name: 'Note', exact: true }).click()
  const note = other.getByRole('textbox', { name: 'Note for the team' })
  await note.pressSequentially('The key is with @Ros')
  await other.getByRole('option', { name: 'Rosa Delgado' }).click()
  await note.pressSequentially('today')
  await other.getByRole('button', { name: 'Save note' }).click()
  await expect(toastOf(page, 'The key is with').first()).toBeVisible()
  await expect(threadOf(other).getByText('The key is with')).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('tab', { name: /Updates/ }).click()
  await page
    .getByRole('link', { name: /The key is with/ })
    .first()
    .click()
  await page.waitForURL(new RegExp(lena.id))
  expect((await lena.got()).map(({ body }) => body).join()).not.toContain('key')
})

test('a conversation that carries ten tags says so and offers no eleventh', async ({ page, request }) => {
  const nia = await newWorker(request, 'Nia')
  await nia.text('Which dock?')
  const call = await demoCall(request, MANAGER)
  const own = `Ten ${nia.phone.slice(-5)}`
  const names = Array.from({ length: 11 }, (_, n) => `${own} ${n}`)
  const made = await Promise.all(names.map((name) => call<{ tag: { id: string } }>('POST', '/message/tags', { name })))
  const ids = made.map(({ tag }) => tag.id)
  await haveSession(page, MANAGER)
  await openConversation(page, nia)
  await call('PATCH', `/message/tag-conversation?id=${nia.id}`, { add: ids.slice(0, 9) })
  await page.getByRole('button', { name: 'Tags', exact: true }).nth(1).click()
  const field = page.getByRole('textbox', { name: 'Find or make a tag' })
  await field.fill(own)
  const tag = (n: number) => page.getByRole('checkbox', { name: `${own} ${n}`, exact: true })
  const full = page.getByText('A conversation carries 10 tags at most. Take one off first.')
  await tag(9).click()
  await expect(full).toBeVisible()
  await expect(tag(10)).toBeDisabled()
  // Nor can one be made: no tag is called just that.
  await expect(page.getByRole('button', { name: /^Make the tag/ })).toHaveCount(0)
  await tag(0).click()
  await expect(tag(10)).toBeEnabled()
  await expect(full).toHaveCount(0)
  await Promise.all(ids.map((id) => call('DELETE', `/message/tags?id=${id}`)))
})

test('a conversation gets a tag, sleeps, and wakes when its worker writes', async ({ page, request }) => {
  const omar = await newWorker(request, 'Omar')
  await omar.text('Can I get my badge on Monday?')
  await haveSession(page, MANAGER)
  await openConversation(page, omar)
  const tag = `Badge ${omar.phone.slice(-5)}`
  await page.getByRole('button', { name: 'Tags', exact: true }).nth(1).click()
  await page.getByRole('textbox', { name: 'Find or make a tag' }).fill(tag)
  await page.getByRole('button', { name: `Make the tag "${tag}"` }).click()
  await expect(page.getByRole('checkbox', { name: tag })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, omar)).toContainText(`Tags: ${tag}`)

  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('button', { name: /^Tomorrow/ }).click()
  // It leaves the list at once and something else opens; Undo brings it back to where it was.
  await expect(rowOf(page, omar)).toHaveCount(0)
  await expect(page).not.toHaveURL(new RegExp(omar.id))
  await toastOf(page, 'Snoozed until').getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, omar)).toBeVisible()
  await rowOf(page, omar).click()
  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('button', { name: /^Tomorrow/ }).click()
  await expect(rowOf(page, omar)).toHaveCount(0)
  await page.getByRole('button', { name: 'More views' }).click()
  await page.getByRole('menuitem', { name: 'Snoozed' }).click()
  await expect(rowOf(page, omar)).toContainText('until')
  await page.goto('/dashboard/inbox')
  await expect(page.locator('[data-conversation]').first()).toBeVisible()
  await expect(rowOf(page, omar)).toHaveCount(0)
  await omar.text('It is for the back door')
  await expect(rowOf(page, omar)).toContainText('It is for the back door')
})

test('saved replies, fields and times help to write, and Undo gives the words back', async ({ page, request }) => {
  const ines = await newWorker(request, 'Ines')
  await haveSession(page, AGENT)
  const composer = await openConversation(page, ines)

  // Kept once, found again by a slash.
  const shortcut = `door${ines.phone.slice(-5)}`
  await composer.fill('The side door is open, {first_name}.')
  await page.getByRole('button', { name: 'Saved replies' }).click()
  await page.getByRole('button', { name: 'Save this as a reply' }).click()
  const form = page.getByRole('dialog', { name: 'Save a reply' })
  await form.getByLabel('Name').fill(`Door ${ines.phone.slice(-5)}`)
  await form.getByLabel('Shortcut').fill(shortcut)
  await form.getByRole('button', { name: 'Save reply' }).click()
  await expect(form).toBeHidden()
  await composer.fill('')
  await composer.pressSequentially(`/${shortcut}`)
  await expect(page.getByRole('option', { name: new RegExp(shortcut) })).toBeVisible()
  await composer.press('Enter')
  await expect(composer).toHaveValue(/The side door is open/)
  // A field by its brace.
  await composer.press('End')
  await composer.pressSequentially(' Bye {first')
  await expect(page.getByRole('option', { name: /First name/ })).toContainText('Ines')
  await composer.press('Enter')
  await composer.press('Enter')
  // It can be undone, and the words come back as they were written.
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(composer).toHaveValue(/\{first_name\}\. Bye \{first_name\}$/)
  await composer.press('Enter')
  await arrived(ines, 'The side door is open, Ines. Bye Ines')

  // Later: changed, sent now, or not at all.
  await composer.fill('The line starts at 6')
  await page.getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
  const waiting = threadOf(page).getByRole('listitem').filter({ hasText: 'Scheduled for' })
  // Her clocks are those of Chicago; those of this device in New York show an hour more, as by every message.
  await expect(waiting).toContainText(/8:00 AM there, \w{3} 9:00 AM for you/)
  await waiting.getByRole('button', { name: 'Edit' }).click()
  const change = page.getByRole('dialog', { name: 'Change scheduled text' })
  const day = change.getByLabel('Day', { exact: true })
  const chosen = await day.inputValue()
  const later = Number(chosen.slice(0, 4)) + 2
  await day.fill(`${later}-03-14`)
  await expect(change.getByText(new RegExp(`Mar 14, ${later} 8:00 AM`))).toBeVisible()
  await day.fill(chosen)
  await change.getByRole('textbox', { name: 'Message' }).fill('The line starts at 7')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(change).toBeHidden()
  await expect(waiting.getByText('The line starts at 7')).toBeVisible()
  await waiting.getByRole('button', { name: 'Send now' }).click()
  await arrived(ines, 'The line starts at 7')
  await composer.fill('Never mind')
  await page.getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('menuitem', { name: /^In 1 hour/ }).click()
  await waiting.getByRole('button', { name: 'Cancel' }).click()
  await expect(waiting).toHaveCount(0)
  expect((await ines.got()).map(({ body }) => body)).not.toContain('Never mind')
})

test('what was said is found, shown in its place and saved as a file', async ({ page, request }) => {
  const abel = await newWorker(request, 'Abel')
  const word = `zebra${abel.phone.slice(-6)}`
  await abel.text(`The pallet is marked ${word}`)
  for (const nth of [1, 2, 3]) await abel.text(`And row ${nth} is done`)
  await haveSession(page, MANAGER)
  await page.goto('/dashboard/inbox')
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
    const words = Buffer.concat(chunks).toString('utf8')
    if (format === 'PDF') expect(words.slice(0, 5)).toBe('%PDF-')
    else expect(words).toContain(word)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('conversations are put away one by one or many at once, and come back', async ({ page, browserOf, request }) => {
  const [ada, bea, cyd] = [
    await newWorker(request, 'Ada'),
    await newWorker(request, 'Bea'),
    await newWorker(request, 'Cyd'),
  ]
  for (const one of [ada, bea, cyd]) await one.text(`Done, says ${one.name}`)
  await haveSession(page, AGENT)
  await openConversation(page, ada)
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(rowOf(page, ada)).toHaveCount(0)
  await toastOf(page, 'Archived.').getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, ada)).toBeVisible()

  // What a teammate puts away stays where somebody looks at it, and goes when they look elsewhere.
  await rowOf(page, bea).click()
  const other = await browserOf(MANAGER)
  await openConversation(other, bea)
  await other.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.locator('header').getByRole('button', { name: 'Move to open' })).toBeVisible()
  await expect(rowOf(page, bea)).toBeVisible()
  await rowOf(page, cyd).click()
  await expect(rowOf(page, bea)).toHaveCount(0)
  await bea.text('One more thing')
  await expect(rowOf(page, bea)).toContainText('One more thing')

  // The box shows under the pointer; a row that moves away, because others write, is pointed at again.
  for (const one of [ada, bea, cyd])
    await expect(async () => {
      await rowOf(page, one).hover()
      await page.getByRole('checkbox', { name: `Choose ${one.name}` }).check({ timeout: 2_000 })
    }).toPass()
  const bar = page.getByRole('toolbar', { name: 'Chosen conversations' })
  await expect(bar).toContainText('3 chosen')
  // What the bar offers opens where it can be seen, and Escape closes that alone.
  for (const name of ['Assign', 'Snooze', 'Tag']) {
    await bar.getByRole('button', { name }).click()
    const choices = page.getByRole('dialog', { name })
    await expect(choices).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(choices).toBeHidden()
    await expect(bar).toContainText('3 chosen')
  }
  await bar.getByRole('button', { name: 'Archive 3' }).click()
  for (const one of [ada, bea, cyd]) await expect(rowOf(page, one)).toHaveCount(0)
  await toastOf(page, '3 conversations changed.').getByRole('button', { name: 'Undo' }).click()
  for (const one of [ada, bea, cyd]) await expect(rowOf(page, one)).toBeVisible()
  await rowOf(page, bea).click()
  await page.locator('header').getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(rowOf(page, bea)).toHaveCount(0)
  await page.getByRole('radiogroup', { name: 'Which conversations' }).getByText('Archived').click()
  await expect(rowOf(page, bea)).toBeVisible()
})

test('a draft waits on every device, and a text written offline goes when the network is back', async ({
  page,
  browserOf,
  request,
}) => {
  const noor = await newWorker(request, 'Noor')
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

  await page.context().setOffline(true)
  await composer.fill('Written without a network')
  await composer.press('Enter')
  await expect(threadOf(page).getByText('Waiting for the network')).toBeVisible()
  expect((await noor.got()).length).toBe(0)
  await page.context().setOffline(false)
  await arrived(noor, 'Written without a network')
  await expect(threadOf(page).getByText('Waiting for the network')).toBeHidden()
  expect((await noor.got()).filter(({ body }) => body === 'Written without a network').length).toBe(1)
})

test('the whole inbox works by keys alone', async ({ page, request }) => {
  const [una, dov] = [await newWorker(request, 'Una'), await newWorker(request, 'Dov')]
  await dov.text('First')
  await una.text('Second')
  await withoutUndo(page)
  await haveSession(page, AGENT)
  await page.goto('/dashboard/inbox')
  await expect(rowOf(page, una)).toBeVisible()
  await expect(rowOf(page, dov)).toBeVisible()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/conversation=/)
  const first = page.url()
  await page.keyboard.press('j')
  await expect(page).not.toHaveURL(first)
  await page.keyboard.press('k')
  await expect(page).toHaveURL(first)

  // Over the palette to a person, and an answer.
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill(una.name)
  await expect(palette.getByRole('option', { name: new RegExp(una.name) }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(una.id))
  await expect(threadOf(page).getByText('Second')).toBeVisible()
  await page.keyboard.press('r')
  await expect(composerOf(page, una)).toBeFocused()
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await arrived(una, 'By keys')
  await composerOf(page, una).blur()
  await page.keyboard.press('f')
  await expect(page.getByRole('searchbox', { name: 'Find in this conversation' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search inbox' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search inbox' }).blur()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Chosen conversations' })).toContainText('1 chosen')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar', { name: 'Chosen conversations' })).toBeHidden()
  await page.keyboard.press('e')
  await expect(rowOf(page, una)).toHaveCount(0)
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('>notification')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/settings?tab=notifications')
})

test('the inbox is accessible with all its parts open', async ({ page, request }) => {
  const pia = await newWorker(request, 'Pia')
  await pia.text('Photo of the gate', [{ mime: 'image/png', data: PHOTO }])
  await pia.text('Please do not text me at night')
  await pia.leaveVoicemail(3)
  await page.setViewportSize({ width: 1440, height: 900 })
  await haveSession(page, MANAGER)
  const composer = await openConversation(page, pia)
  await expect(threadOf(page).getByRole('button', { name: /^Open / })).toBeVisible()
  await expect(threadOf(page).getByRole('button', { name: 'Play the voicemail' })).toBeEnabled()
  await expect(page.getByRole('complementary').filter({ hasText: 'Assigned to' })).toBeVisible()
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
