import { AGENT, arrived, newContact, openConversation, rowOf, threadOf, withoutUndo } from './support/inbox.ts'
import { expect, haveSession, test } from './support/test.ts'

// Photos, calls and translation: everything beyond plain text between a contact and the team.

// The smallest possible picture: one blue pixel.
const PHOTO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg=='

test('photos travel both ways, a reaction sits on its message, and a failed message is sent again', async ({
  page,
  request,
}) => {
  const dede = await newContact(request, 'Dede')
  await withoutUndo(page)
  await haveSession(page, AGENT)
  const composer = await openConversation(page, dede)
  await composer.fill('Send me a photo of the belt')
  await composer.press('Enter')
  await arrived(dede, 'photo of the belt')
  await dede.text('Here', [{ mime: 'image/png', data: PHOTO }])
  const picture = threadOf(page).getByRole('button', { name: /^Open / })
  await expect(picture).toBeVisible()
  await picture.click()
  const lightbox = page.getByRole('dialog')
  await expect(lightbox.getByRole('img').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()

  await dede.text('Liked “Send me a photo of the belt”')
  await expect(threadOf(page).getByRole('list', { name: 'Reactions' })).toContainText('👍')

  await page
    .locator('input[type=file][aria-label="Attach files"]')
    .setInputFiles({ name: 'map.png', mimeType: 'image/png', buffer: Buffer.from(PHOTO, 'base64') })
  await expect(page.getByRole('list', { name: 'Files' }).getByText(/map/)).toBeVisible()
  await composer.fill('The map')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(async () => (await dede.got()).find(({ body }) => body === 'The map')?.media?.length ?? 0).toBe(1)

  await dede.faults({ delivery: 'filtered' })
  await composer.fill('Did it fit?')
  await composer.press('Enter')
  await expect(threadOf(page).getByText('Not delivered').last()).toBeVisible()
  await dede.faults({ delivery: 'ok' })
  await threadOf(page).getByRole('button', { name: 'Edit and resend' }).click()
  await expect(composer).toHaveValue('Did it fit?')
  await composer.fill('Did the belt fit?')
  await composer.press('Enter')
  await arrived(dede, 'Did the belt fit?')
})

test('a voicemail plays in its thread, one at a time', async ({ page, request }) => {
  const vera = await newContact(request, 'Vera')
  const milo = await newContact(request, 'Milo')
  await vera.leaveVoicemail(20)
  await vera.leaveVoicemail(20)
  await milo.leaveVoicemail(20)
  await haveSession(page, AGENT)
  await openConversation(page, vera)
  const play = threadOf(page).getByRole('button', { name: 'Play voicemail' })
  const pause = threadOf(page).getByRole('button', { name: 'Pause' })
  await expect(play).toHaveCount(2)
  await expect(play.first()).toBeEnabled()
  await play.first().click()
  await expect(pause).toHaveCount(1)
  await expect(play.first()).toBeEnabled()
  await play.first().click()
  await expect(pause).toHaveCount(1)
  await expect(play).toHaveCount(1)
  // It keeps playing while the user reads another conversation, until another voicemail is played.
  await rowOf(page, milo).click()
  const bar = page.getByRole('region', { name: 'Voicemail' })
  await expect(bar).toContainText(`Voicemail from ${vera.name}`)
  await play.click()
  await expect(pause).toHaveCount(1)
  await expect(bar).toBeHidden()
})

test('messages are translated between two languages, and an opt-out in Spanish counts', async ({ page, request }) => {
  const luz = await newContact(request, 'Luz', { language: 'es' })
  await withoutUndo(page)
  await haveSession(page, AGENT)
  const composer = await openConversation(page, luz)
  await luz.text('hoy estoy enfermo')
  const thread = threadOf(page)
  await expect(thread.getByText(/^I'm sick today/i)).toBeVisible()
  await thread.getByRole('button', { name: 'Show original' }).click()
  await expect(thread.getByText(/hoy estoy enfermo/i)).toBeVisible()
  await composer.fill('Get well soon')
  await expect(page.getByRole('region', { name: 'Translation' })).toContainText(/que te mejores pronto/i)
  await composer.press('Enter')
  await expect
    .poll(async () => (await luz.got()).map(({ body }) => body.toLowerCase()).join())
    .toContain('mejores pronto')

  await luz.text('Ya no me escriba tanto por la noche')
  await expect(thread.getByText('This might be an opt-out request.')).toBeVisible()
  await thread.getByRole('button', { name: 'Not an opt-out' }).click()
  await expect(thread.getByText('This might be an opt-out request.')).toBeHidden()
  await luz.text('BAJA')
  await expect(page.getByText(/Luz opted out/).first()).toBeVisible()
  await expect(composer).toBeHidden()
})

test('a member undoes a wrong opt-out from the thread', async ({ page, request }) => {
  const mara = await newContact(request, 'Mara')
  await haveSession(page, AGENT)
  const composer = await openConversation(page, mara)
  const thread = threadOf(page)
  await mara.text('Ya no me escriba tanto por la noche')
  await thread.getByRole('button', { name: 'Opt out' }).click()
  await expect(page.getByText('Opted out Mara.')).toBeVisible()
  await expect(composer).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Opt-out undone.')).toBeVisible()
  await expect(thread.getByText(/undid the opt-out/)).toBeVisible()
  await expect(thread.getByText('This might be an opt-out request.')).toBeVisible()
  await expect(composer).toBeVisible()
})
