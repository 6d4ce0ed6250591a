import type { Page, Route, WebSocketRoute } from '@playwright/test'
import {
  AGENT,
  arrived,
  composerOf,
  newWorker,
  openConversation,
  rowOf,
  threadOf,
  withoutUndo,
  type Worker,
} from './support/inbox.ts'
import { expect, haveSession, test } from './support/test.ts'

// What is written while something is still on its way: no word is lost, acts as a key, or ends with another person.

/** Holds the calls of a page to some address back until the answer is called. */
async function holding(
  page: Page,
  address: RegExp,
  method: string,
): Promise<{ asked: Promise<void>; letGo: () => void }> {
  const { promise: asked, resolve: tell } = Promise.withResolvers<void>()
  const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(address, async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    tell()
    await isFree
    return route.continue()
  })
  return { asked, letGo }
}

test('what is typed after R waits for the place to write, and stands behind the draft', async ({ page, request }) => {
  const [ada, bea] = [await newWorker(request, 'Ada'), await newWorker(request, 'Bea')]
  await ada.text('Hello')
  await bea.text('Hello')
  await haveSession(page, AGENT)
  // Neighbours are loaded ahead.
  const thread = await holding(page, new RegExp(`/api/message/conversations/${bea.id}`), 'GET')
  const composer = await openConversation(page, ada)
  await composer.fill('Half a word')
  await rowOf(page, bea).click()
  await thread.asked
  // E would archive, U mark unread, P close the contact.
  await page.keyboard.press('r')
  await page.keyboard.type('Keep up, Bea')
  thread.letGo()
  await expect(composerOf(page, bea)).toHaveValue('Keep up, Bea')
  await expect(composerOf(page, bea)).toBeFocused()
  await expect(page.getByRole('button', { name: /^Archive/ }).first()).toBeVisible()
  await rowOf(page, ada).click()
  await expect(composer).toHaveValue('Half a word')
  await page.keyboard.press('r')
  await page.keyboard.type(' more')
  await expect(composer).toHaveValue('Half a word more')
})

test('Undo leaves what was written since, and finds its text when somebody else is open', async ({ page, request }) => {
  const [cal, dee] = [await newWorker(request, 'Cal'), await newWorker(request, 'Dee')]
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
  // What was taken back is not the last that was said.
  await expect(rowOf(page, cal)).not.toContainText('Come at six')
  await composer.fill('')
  await expect(rowOf(page, cal)).toContainText('When?')

  // Undone before the server has it, and somebody else is open by then.
  const sending = await holding(page, /\/api\/message$/, 'POST')
  await composer.fill('Come at seven')
  await composer.press('Enter')
  await sending.asked
  await undo.click()
  await rowOf(page, dee).click()
  await expect(composerOf(page, dee)).toBeVisible()
  const cancelled = page.waitForResponse((answer) => answer.url().includes('/api/message/scheduled'))
  sending.letGo()
  expect((await cancelled).status()).toBe(200)
  await expect(composerOf(page, dee)).toHaveValue('')
  // The row goes back to where it stood, perhaps under the pointer.
  await expect(async () => {
    await rowOf(page, cal).click()
    await expect(composer).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(composer).toHaveValue('Come at seven')
  expect((await cal.got()).map(({ body }) => body)).toEqual([])
})

test('a text waits for its language, and what is written while it is translated stays for the next one', async ({
  page,
  request,
}) => {
  const eva = await newWorker(request, 'Eva', { language: 'es' })
  await withoutUndo(page)
  await haveSession(page, AGENT)
  // Whether the organization translates is not known yet when the text is sent.
  const settings = await holding(page, /\/api\/organization\/settings/, 'GET')
  const composer = await openConversation(page, eva)
  const translating = await holding(page, /\/api\/.*translat/, 'POST')
  await composer.fill('Get well soon')
  await composer.press('Enter')
  settings.letGo()
  await translating.asked
  await composer.pressSequentially(' and call me')
  translating.letGo()
  await arrived(eva, 'ejores pronto')
  await expect(composer).toHaveValue('and call me')
})

test('a text that nobody could translate stays where it was written until a person decides', async ({
  page,
  request,
}) => {
  const nil = await newWorker(request, 'Nil', { language: 'es' })
  await withoutUndo(page)
  await haveSession(page, AGENT)
  const composer = await openConversation(page, nil)
  let asked = 0
  const fails = { status: 'OK', text: 'x', from: 'en', to: 'es', provider: 'p', warnings: [], failed: true }
  const answer = async (route: Route) => {
    asked += 1
    await route.fulfill({ json: fails })
  }
  await page.route(/\/api\/translation\/preview/, answer)
  // Sent before the preview could say that there is no translation.
  await composer.fill('Gate nine sticks')
  await composer.press('Enter')
  const notice = page.getByRole('alert').filter({ hasText: 'Not sent yet. We could not put this into Spanish.' })
  await expect(notice).toBeVisible()
  await expect(composer).toHaveValue('Gate nine sticks')
  await expect(threadOf(page)).not.toContainText('Gate nine sticks')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => asked).toBe(2)
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Send as written' }).click()
  await arrived(nil, 'Gate nine sticks')
  await expect(composer).toHaveValue('')

  // Half a translation is looked at first: it goes once it stands there.
  await page.unroute(/\/api\/translation\/preview/, answer)
  const part = { ...fails, text: 'Puerta. Bring gloves.', warnings: ['Bring gloves.'], failed: false }
  await page.route(/\/api\/translation\/preview/, (route) => route.fulfill({ json: part }))
  await composer.fill('Gate. Bring gloves.')
  await composer.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'A part could not be put into Spanish' })).toBeVisible()
  await expect(page.getByText('Check these words before you send:')).toBeVisible()
  await composer.press('Enter')
  await arrived(nil, 'Puerta. Bring gloves.')
})

test('a text that was changed after no answer came never goes beside the first one unasked', async ({
  page,
  request,
}) => {
  const [kit, lou] = [await newWorker(request, 'Kit'), await newWorker(request, 'Lou')]
  await withoutUndo(page)
  await haveSession(page, AGENT)
  const composer = await openConversation(page, kit)
  // The server gets the first one; its answer is lost each time.
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
  await expect(threadOf(page)).toContainText('We could not reach Crewline.')
  await edit.click()
  await expect(composer).toHaveValue('Come at six')
  await arrived(kit, 'Come at six')
  await page.unroute(texts, lost)
  await composer.fill('Come at seven')
  await composer.press('Enter')
  await expect(threadOf(page)).toContainText('Your first text arrived after all. This would be a second one.')
  // The first text of an organization is followed by one that says how to stop.
  const told = async (worker: Worker) =>
    (await worker.got()).map(({ body }) => body).filter((body) => body.startsWith('Come'))
  expect(await told(kit)).toEqual(['Come at six'])
  await threadOf(page).getByRole('button', { name: 'Send this too' }).click()
  await arrived(kit, 'Come at seven')
  expect(await told(kit)).toEqual(['Come at six', 'Come at seven'])

  // Where the first one never arrived, the other words simply go.
  const away = (route: Route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.fallback()
  await page.route(texts, away)
  const other = await openConversation(page, lou)
  await other.fill('Come at eight')
  await other.press('Enter')
  await expect(threadOf(page)).toContainText('We could not reach Crewline.')
  await edit.click()
  await page.unroute(texts, away)
  await other.fill('Come at nine')
  await other.press('Enter')
  await arrived(lou, 'Come at nine')
  expect(await told(lou)).toEqual(['Come at nine'])
})

test('who stands at the top of a thread gets what is older, also when something else was on its way', async ({
  page,
  request,
}) => {
  const una = await newWorker(request, 'Una')
  for (let number = 1; number <= 70; number += 1) await una.text(`Text ${number}`)
  await haveSession(page, AGENT)
  const { token } = (await (
    await request.post('/api/user/login', { data: { email: AGENT, password: 'crewline-demo' } })
  ).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  // A carrier tells of a text a moment after it was sent; what comes after the reading would be new.
  await expect
    .poll(async () => {
      const answer = await request.get(`/api/message/conversations/${una.id}?limit=1`, { headers })
      return answer.text()
    })
    .toContain('"Text 70"')
  await request.patch(`/api/message/read-conversation?id=${una.id}`, { headers, data: { unread: false } })
  const wires: WebSocketRoute[] = []
  await page.routeWebSocket(/\/ws\?/, (wire) => {
    wire.connectToServer()
    wires.push(wire)
  })
  await openConversation(page, una)
  const thread = threadOf(page)
  await expect(thread.getByText('Text 70', { exact: true })).toBeVisible()

  // The connection comes again, and the thread with it: meanwhile no scroll can ask for more.
  const again = await holding(page, new RegExp(`/api/message/conversations/${una.id}(\\?(?!.*before).*)?$`), 'GET')
  await wires.at(-1)?.close()
  await again.asked
  await thread.evaluate((box) => box.scrollTo({ top: 0 }))
  await expect(thread.getByText('Text 21', { exact: true })).toBeVisible()
  const older = page.waitForRequest((asked) => asked.url().includes(una.id) && asked.url().includes('before='))
  again.letGo()
  await older
  // What comes is put above what the reader sees, which stays in its place.
  await expect(async () => {
    await thread.evaluate((box) => box.scrollTo({ top: 0 }))
    await expect(thread.getByText('Text 1', { exact: true })).toBeAttached({ timeout: 500 })
  }).toPass()
})

test('a draft shows on its row in every window of its writer, until it is sent', async ({
  page,
  browserOf,
  request,
}) => {
  const uma = await newWorker(request, 'Uma')
  await uma.text('Tomorrow?')
  await withoutUndo(page)
  await haveSession(page, AGENT)
  const other = await browserOf(AGENT)
  await other.goto('/dashboard/inbox')
  await expect(rowOf(other, uma)).toContainText('Tomorrow?')
  const composer = await openConversation(page, uma)
  await composer.fill('At seven')
  await expect(rowOf(other, uma)).toContainText('Draft:At seven')
  await composer.press('Enter')
  await arrived(uma, 'At seven')
  await expect(rowOf(other, uma)).toContainText('Sent: ')
  await expect(rowOf(other, uma)).not.toContainText('Draft:')
})
