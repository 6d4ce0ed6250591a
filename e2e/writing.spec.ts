import type { Page, Route, WebSocketRoute } from '@playwright/test'
import {
  AGENT,
  arrived,
  composerOf,
  demoCall,
  newContact,
  openConversation,
  rowOf,
  threadOf,
  withoutUndo,
  type TestContact,
} from './support/inbox.ts'
import { goOffline } from './support/offline.ts'
import { expect, haveSession, openListening, test } from './support/test.ts'

// Writing while requests are pending: no text is lost, triggers a shortcut, or ends up with another contact.

/** Delays the matching calls of a page until the returned function releases them. */
async function holding(
  page: Page,
  address: RegExp,
  method: string,
): Promise<{ requested: Promise<void>; release: () => void }> {
  const { promise: requested, resolve: resolveRequested } = Promise.withResolvers<void>()
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    resolveRequested()
    await isFree
    return route.continue()
  })
  return { requested, release }
}

test('text typed after R waits for the composer and is appended to the draft', async ({ page, request }) => {
  const [ada, bea] = [await newContact(request, 'Ada'), await newContact(request, 'Bea')]
  await ada.text('Hello')
  await bea.text('Hello')
  await haveSession(page, AGENT)
  // Adjacent conversations are prefetched.
  const thread = await holding(page, new RegExp(`/api/message/conversations/${bea.id}`), 'GET')
  const composer = await openConversation(page, ada)
  await composer.fill('Half a word')
  await rowOf(page, bea).click()
  await thread.requested
  // E would archive, U mark unread, P close the contact.
  await page.keyboard.press('r')
  await page.keyboard.type('Keep up, Bea')
  thread.release()
  await expect(composerOf(page, bea)).toHaveValue('Keep up, Bea')
  await expect(composerOf(page, bea)).toBeFocused()
  await expect(page.getByRole('button', { name: /^Archive/ }).first()).toBeVisible()
  await rowOf(page, ada).click()
  await expect(composer).toHaveValue('Half a word')
  await page.keyboard.press('r')
  await page.keyboard.type(' more')
  await expect(composer).toHaveValue('Half a word more')
})

test('Undo keeps newer text and restores its message when another conversation is open', async ({ page, request }) => {
  const [cal, dee] = [await newContact(request, 'Cal'), await newContact(request, 'Dee')]
  await cal.text('When?')
  await dee.text('Hello')
  await page.addInitScript(() => {
    localStorage.setItem('crewline/v1/writing', JSON.stringify({ undoSeconds: 10 }))
  })
  await haveSession(page, AGENT)
  const composer = await openConversation(page, cal)
  const undo = page.getByRole('button', { name: 'Undo', exact: true })

  await composer.fill('Come at six')
  await composer.press('Enter')
  await composer.fill('Bring boots')
  await undo.click()
  await expect(composer).toHaveValue('Come at six\nBring boots')
  // The summary of the row does not show the undone message.
  await expect(rowOf(page, cal)).not.toContainText('Come at six')
  await composer.fill('')
  await expect(rowOf(page, cal)).toContainText('When?')

  // Undone before the server has stored it, and another conversation is open by then.
  const sending = await holding(page, /\/api\/message$/, 'POST')
  await composer.fill('Come at seven')
  await composer.press('Enter')
  await sending.requested
  await undo.click()
  await rowOf(page, dee).click()
  await expect(composerOf(page, dee)).toBeVisible()
  const cancelled = page.waitForResponse((answer) => answer.url().includes('/api/message/scheduled'))
  sending.release()
  expect((await cancelled).status()).toBe(200)
  await expect(composerOf(page, dee)).toHaveValue('')
  // The row moves back to its former place, possibly under the pointer.
  await expect(async () => {
    await rowOf(page, cal).click()
    await expect(composer).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(composer).toHaveValue('Come at seven')
  expect((await cal.got()).map(({ body }) => body)).toEqual([])
})

test('a message waits for its translation, and text typed meanwhile stays for the next one', async ({
  page,
  request,
}) => {
  const eva = await newContact(request, 'Eva', { language: 'es' })
  await withoutUndo(page)
  await haveSession(page, AGENT)
  // The translation setting of the organization has not loaded yet when the message is sent.
  const settings = await holding(page, /\/api\/organization\/settings/, 'GET')
  const composer = await openConversation(page, eva)
  const translating = await holding(page, /\/api\/.*translat/, 'POST')
  await composer.fill('Get well soon')
  await composer.press('Enter')
  settings.release()
  await translating.requested
  await composer.pressSequentially(' and call me')
  translating.release()
  await arrived(eva, 'ejores pronto')
  await expect(composer).toHaveValue('and call me')
})

test('a message that could not be translated stays in the composer until the user decides', async ({
  page,
  request,
}) => {
  const nil = await newContact(request, 'Nil', { language: 'es' })
  await withoutUndo(page)
  await haveSession(page, AGENT)
  const composer = await openConversation(page, nil)
  // Sent before the preview could show that the text cannot be translated.
  const translating = await holding(page, /\/api\/.*translat/, 'POST')
  await composer.fill('Gate nine sticks')
  await composer.press('Enter')
  await translating.requested
  translating.release()
  const notice = page.getByRole('alert').filter({ hasText: "Not sent yet. Couldn't translate this to Spanish." })
  await expect(notice).toBeVisible()
  await expect(composer).toHaveValue('Gate nine sticks')
  await expect(threadOf(page)).not.toContainText('Gate nine sticks')
  await notice.getByRole('button', { name: 'Send as written' }).click()
  await arrived(nil, 'Gate nine sticks')
  await expect(composer).toHaveValue('')
})

test('a message known only in part goes as written, the button says so, and reviewed phrases are offered', async ({
  page,
  request,
}) => {
  const ivy = await newContact(request, 'Ivy', { language: 'es' })
  await withoutUndo(page)
  await haveSession(page, AGENT)
  const composer = await openConversation(page, ivy)
  await composer.fill('Yes, leave the building now and call Tom.')
  await expect(page.getByText('only reviewed phrases can translate it')).toBeVisible()
  const send = page.getByRole('button', { name: 'Send in English' })
  await send.click()
  await arrived(ivy, 'Yes, leave the building now and call Tom.')
  await composer.fill('Please leave the building right now')
  await page.getByRole('button', { name: 'Leave the building now.' }).click()
  await expect(composer).toHaveValue('Leave the building now.')
  await expect(page.getByText('Reviewed phrases', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await arrived(ivy, 'Salgan del edificio ahora.')
})

test('a message written offline is translated and sent when the network is back', async ({
  page,
  request,
  context,
}) => {
  const oma = await newContact(request, 'Oma', { language: 'es' })
  await withoutUndo(page)
  await haveSession(page, AGENT)
  const composer = await openConversation(page, oma)
  // The part that translates has loaded before the network is gone.
  await composer.fill('x')
  await expect(page.getByRole('region', { name: 'Translation' })).toBeVisible()
  await composer.fill('')
  await goOffline(page)
  await composer.fill('Get well soon')
  // One is sent after its preview failed, the other before.
  await expect(page.getByText("You're offline. It will be translated to Spanish")).toBeVisible()
  await composer.press('Enter')
  await expect(threadOf(page)).toContainText('Get well soon')
  await composer.fill('See you tomorrow')
  await composer.press('Enter')
  await expect(threadOf(page)).toContainText('See you tomorrow')
  await context.setOffline(false)
  await arrived(oma, 'Que te mejores pronto')
  await arrived(oma, 'Nos vemos mañana')
})

test('a message edited after a lost response is never sent next to the first one without asking', async ({
  page,
  request,
}) => {
  const [kit, lou] = [await newContact(request, 'Kit'), await newContact(request, 'Lou')]
  await withoutUndo(page)
  await haveSession(page, AGENT)
  const composer = await openConversation(page, kit)
  // The server receives the first message; its response is lost each time.
  const lost = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    return route.abort('internetdisconnected')
  }
  const texts = /\/api\/message$/
  await page.route(texts, lost)
  await page.routeWebSocket(/socket/, () => {})
  await page.reload()
  await composer.fill('Come at six')
  await composer.press('Enter')
  const edit = threadOf(page).getByRole('button', { name: 'Edit' })
  await expect(threadOf(page)).toContainText("Couldn't reach Crewline.")
  await edit.click()
  await expect(composer).toHaveValue('Come at six')
  await arrived(kit, 'Come at six')
  await page.unroute(texts, lost)
  await composer.fill('Come at seven')
  await composer.press('Enter')
  await expect(threadOf(page)).toContainText('Your first text went through after all. This would be a second one.')
  // The first message of an organization is followed by one with opt-out instructions.
  const receivedTexts = async (contact: TestContact) =>
    (await contact.got()).map(({ body }) => body).filter((body) => body.startsWith('Come'))
  await expect.poll(() => receivedTexts(kit)).toEqual(['Come at six'])
  await threadOf(page).getByRole('button', { name: 'Send this too' }).click()
  await arrived(kit, 'Come at seven')
  await expect.poll(() => receivedTexts(kit)).toEqual(['Come at six', 'Come at seven'])

  // When the first message never arrived, the edited one is simply sent.
  const away = (route: Route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.fallback()
  await page.route(texts, away)
  const otherComposer = await openConversation(page, lou)
  await otherComposer.fill('Come at eight')
  await otherComposer.press('Enter')
  await expect(threadOf(page)).toContainText("Couldn't reach Crewline.")
  await edit.click()
  await page.unroute(texts, away)
  await otherComposer.fill('Come at nine')
  await otherComposer.press('Enter')
  await arrived(lou, 'Come at nine')
  await expect.poll(() => receivedTexts(lou)).toEqual(['Come at nine'])
})

test('the top of a thread loads older messages, also when another fetch was pending', async ({ page, request }) => {
  const una = await newContact(request, 'Una')
  for (let number = 1; number <= 70; number += 1) await una.text(`Text ${number}`)
  await haveSession(page, AGENT)
  const { token } = (await (
    await request.post('/api/user/login', { data: { email: AGENT, password: 'crewline-demo' } })
  ).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  // A carrier delivers a text a moment after it was sent; a text that arrives after marking as read would be unread.
  await expect
    .poll(async () => {
      const answer = await request.get(`/api/message/conversations/${una.id}?limit=1`, { headers })
      return answer.text()
    })
    .toContain('"Text 70"')
  await request.patch(`/api/message/read-conversation?id=${una.id}`, { headers, data: { unread: false } })
  // The connections that are ready: Socket.IO has answered the connect packet.
  const wires: WebSocketRoute[] = []
  await page.routeWebSocket(/\/ws\?/, (wire) => {
    wire.connectToServer().onMessage((frame) => {
      wire.send(frame)
      if (String(frame).startsWith('40')) wires.push(wire)
    })
  })
  await openConversation(page, una)
  const thread = threadOf(page)
  await expect(thread.getByText('Text 70', { exact: true })).toBeVisible()

  await expect.poll(() => wires.length).toBeGreaterThan(0)
  // The connection is restored and the thread refetched; a scroll cannot load older messages meanwhile.
  const refetch = await holding(page, new RegExp(`/api/message/conversations/${una.id}(\\?(?!.*before).*)?$`), 'GET')
  await wires.at(-1)?.close()
  await refetch.requested
  await thread.evaluate((box) => box.scrollTo({ top: 0 }))
  await expect(thread.getByText('Text 21', { exact: true })).toBeVisible()
  const older = page.waitForRequest(
    (pageRequest) => pageRequest.url().includes(una.id) && pageRequest.url().includes('before='),
  )
  refetch.release()
  await older
  // Older messages are inserted above, and the scroll position stays.
  await expect(async () => {
    await thread.evaluate((box) => box.scrollTo({ top: 0 }))
    await expect(thread.getByText('Text 1', { exact: true })).toBeAttached({ timeout: 500 })
  }).toPass()
})

test('a draft shows on its row in every window of its author until it is sent', async ({
  page,
  browserOf,
  request,
}) => {
  const uma = await newContact(request, 'Uma')
  await uma.text('Tomorrow?')
  await withoutUndo(page)
  await haveSession(page, AGENT)
  const otherPage = await browserOf(AGENT)
  await openListening(otherPage, '/dashboard/inbox?status=open')
  await expect(rowOf(otherPage, uma)).toContainText('Tomorrow?')
  const composer = await openConversation(page, uma)
  await composer.fill('At seven')
  await expect(rowOf(otherPage, uma)).toContainText('Draft:At seven')
  await composer.press('Enter')
  await arrived(uma, 'At seven')
  await expect(rowOf(otherPage, uma)).toContainText('Sent: ')
  await expect(rowOf(otherPage, uma)).not.toContainText('Draft:')
})

test('a scheduled text to a contact who opts out says at once that it will not be sent', async ({ page, request }) => {
  const contact = await newContact(request, 'Stella')
  await contact.text('Hello')
  const call = await demoCall(request, AGENT)
  const scheduledAt = new Date(Date.now() + 20 * 3_600_000).toISOString()
  await call('POST', '/message', {
    contactId: contact.id,
    body: 'See you on Monday',
    scheduledAt,
    quietOverride: { reason: 'They asked for it' },
  })
  await haveSession(page, AGENT)
  await openConversation(page, contact)
  await expect(threadOf(page).getByText('See you on Monday')).toBeVisible()
  await contact.text('STOP')
  await expect(page.getByText("Won't be sent: Stella opted out").first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send now' })).toHaveCount(0)
})
