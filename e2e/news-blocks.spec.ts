import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { NewsContent } from '@crewline/contract/news'
import type { Page } from '@playwright/test'
import { accessible, caretAfter, createTeam, dialogOf, expect, type TestTeam } from './support/people.ts'
import { expectNoSidewaysScroll, test } from './support/test.ts'

// The editor of an issue: blocks from the menu behind a slash, and blocks that are moved.

const paragraph = (id: string, text: string) => ({ id, type: 'paragraph' as const, text: [{ text }] })
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the issue' })

/** Creates an issue and opens its editor; returns how its stored blocks are read. */
async function write(page: Page, team: TestTeam, texts: string[]): Promise<() => Promise<string[]>> {
  const blocks = texts.map((text, index) => paragraph(`b0000${index}`, text))
  const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', { content: { title: 'News', blocks } })
  await page.goto(`/dashboard/apps/newsletter/${issue.id}/edit`)
  await expect(textOf(page)).toBeVisible()
  return async () => {
    const stored = await team.call<{ issue: { content: NewsContent } }>('GET', `/news/${issue.id}`)
    return stored.issue.content.blocks.map((block) =>
      block.type === 'paragraph' || block.type === 'heading'
        ? `${block.type} ${block.text.map(({ text }) => text).join('')}`
        : block.type,
    )
  }
}

test('blocks are added from the menu behind a slash, by keyboard and by pointer', async ({ page, request }) => {
  const team = await createTeam(page, request, 'Ida')
  const stored = await write(page, team, [])
  await textOf(page).click()
  await page.keyboard.type('/')
  const menu = page.getByRole('listbox', { name: 'Add a block' })
  await expect(menu.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await accessible(page, 'the menu of blocks')
  await page.keyboard.type('head')
  await expect(menu.getByRole('option')).toHaveText(['Heading', 'Small heading'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Parking')
  await page.keyboard.press('Enter')

  // Escape leaves the slash in the text; a slash inside a word never opens the menu.
  await page.keyboard.type('/')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('and/or ')
  await expect(menu).toBeHidden()
  await page.keyboard.type('/')
  await menu.getByRole('option', { name: 'Callout' }).click()
  await expect(page.getByText('Callout, block 3 of 3')).toBeVisible()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await expect.poll(stored).toEqual(['heading Parking', 'paragraph and/or ', 'callout'])
})

test('a block is moved with its handle, by mouse and by keyboard, and the move is undone', async ({
  page,
  request,
}) => {
  const team = await createTeam(page, request, 'Hal')
  const stored = await write(page, team, ['One', 'Two', 'Three'])
  const handle = page.getByRole('button', { name: 'Move block' })
  const third = textOf(page).getByText('Three')
  await third.hover()
  // The handle goes to the block under the pointer a moment later.
  await expect
    .poll(async () => {
      const [beside, block] = [await handle.boundingBox(), await third.boundingBox()]
      return beside && block ? beside.y + beside.height / 2 - block.y : undefined
    })
    .toBeGreaterThan(0)
  await handle.hover()
  await page.mouse.down()
  const target = await textOf(page).getByText('One').boundingBox()
  await page.mouse.move((target?.x ?? 0) + 5, (target?.y ?? 0) + 20, { steps: 4 })
  await page.mouse.move((target?.x ?? 0) + 5, (target?.y ?? 0) + 2, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByText('Text, block 1 of 3')).toBeVisible()
  await expect.poll(stored).toEqual(['paragraph Three', 'paragraph One', 'paragraph Two'])

  // By keyboard the handle belongs to the block with the cursor, and keeps the focus.
  await handle.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Text, block 2 of 3')).toBeVisible()
  await expect(handle).toBeFocused()
  await expect.poll(stored).toEqual(['paragraph One', 'paragraph Three', 'paragraph Two'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(stored).toEqual(['paragraph Three', 'paragraph One', 'paragraph Two'])
})

const COVER = fileURLToPath(new URL('./pictures/gallery-buttons-light.png', import.meta.url))
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n', 'latin1')

test('a cover, a quote, a file, a form and an event reach a reader without a script', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Bea')
  const questions = [{ id: 'q1', type: 'yes_no', label: { en: 'Do you join?' } }]
  const { form } = await team.call<{ form: { id: string } }>('POST', '/forms', {
    ...{ name: 'Picnic', title: { en: 'Join the picnic' }, intro: {}, thanks: {}, questions },
  })
  await team.call('POST', `/forms/${form.id}/publish`, { version: 1 })
  await write(page, team, ['Hello team'])
  await page.getByLabel('Cover picture').setInputFiles(COVER)
  await page.getByRole('textbox', { name: 'What does the cover show?' }).fill('Arrows to lot B')
  await caretAfter(page, textOf(page).getByText('Hello team'))
  await page.keyboard.press('Enter')
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'More blocks' }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await add('Quote')
  await page.keyboard.type('Slow is smooth')
  await page.getByRole('textbox', { name: 'Who said it' }).fill('Ana, line 3')
  const chooser = page.waitForEvent('filechooser')
  await add('File')
  await (await chooser).setFiles({ name: 'Shift plan.pdf', mimeType: 'application/pdf', buffer: PDF })
  await page.getByRole('textbox', { name: 'What the file is' }).fill('The shift plan')
  await add('Form')
  await page.getByRole('combobox', { name: 'Form' }).click()
  await page.getByRole('option', { name: 'Picnic' }).click()
  await add('Event')
  await page.getByRole('textbox', { name: 'What the event is' }).fill('Open house')
  await page.getByRole('textbox', { name: 'Place' }).fill('Hall 2')
  const year = new Date().getUTCFullYear() + 1
  await page.getByLabel('Begins').fill(`${year}-01-15T18:00`)
  await accessible(page, 'an issue with an event')
  const phone = page.frameLocator('iframe[title="The page on a phone"]')
  await expect(phone.getByText('Hall 2')).toBeVisible()
  await expect(phone.getByRole('img', { name: 'Arrows to lot B' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialogOf(page, 'Publish this issue').getByRole('button', { name: 'Publish' }).click()
  const link = page.getByRole('link', { name: /\/public\/news\// })
  const path = new URL((await link.textContent()) ?? '').pathname

  const reader = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    acceptDownloads: true,
  })
  const shown = await reader.newPage()
  await shown.goto(`${baseURL}${path}`)
  await expect(shown.getByRole('img', { name: 'Arrows to lot B' })).toBeVisible()
  await expect(shown.getByRole('blockquote')).toContainText('Ana, line 3')
  await expect(shown.getByText('Open house')).toBeVisible()
  const download = shown.waitForEvent('download')
  await shown.getByRole('link', { name: 'The shift plan' }).click()
  expect((await download).suggestedFilename()).toBe('Shift plan.pdf')
  const calendar = shown.waitForEvent('download')
  await shown.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await calendar).suggestedFilename()).toBe('Open house.ics')
  await shown.getByRole('link', { name: 'Join the picnic' }).click()
  await expect(shown.getByText('Do you join?')).toBeVisible()
  await reader.close()
  const checked = await browser.newContext({ bypassCSP: true, viewport: { width: 320, height: 640 } })
  const page320 = await checked.newPage()
  for (const look of ['', '/poster', '/screen']) {
    await page320.goto(`${baseURL}${path}${look}`)
    await accessible(page320, `an issue with every block ${look}`)
    await expectNoSidewaysScroll(page320)
  }
  await checked.close()
})

test('the reading level names the sentence that is hard, and leads to it', async ({ page, request }) => {
  const team = await createTeam(page, request, 'Rae')
  await write(page, team, [
    'The gate opens at six. Bring your badge. Park on lot B.',
    'Notwithstanding previously communicated arrangements, authorized personnel must immediately complete supplementary documentation regarding transportation reimbursement.',
  ])
  const level = page.getByRole('region', { name: 'Reading level' })
  await expect(level).toContainText(/Reads like grade 1\d/)
  await expect(level.getByRole('listitem')).toContainText('Long words:')
  await accessible(page, 'the reading level')
  await level.getByRole('button', { name: 'Go to block' }).click()
  await expect(page.getByText('Text, block 2 of 2')).toBeVisible()
  await textOf(page).getByText('Notwithstanding').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(
    'The gate opens at six. Bring your badge. Park on lot B. We will help you find a place. Call us if you are late.',
  )
  await expect(level).toContainText('Easy for most people.')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a block is moved with a finger', async ({ page, request }) => {
    const team = await createTeam(page, request, 'Fay')
    const stored = await write(page, team, ['One', 'Two', 'Three'])
    await textOf(page).getByText('One').tap()
    await expect(page.getByText('Text, block 1 of 3')).toBeVisible()
    // The touches below need both on the screen, and at rest.
    await textOf(page).evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const button = page.getByRole('button', { name: 'Move block' })
    await button.tap({ trial: true })
    const handle = await button.boundingBox()
    const below = await textOf(page).getByText('Two').boundingBox()
    const [x, from, to] = [(handle?.x ?? 0) + 8, (handle?.y ?? 0) + 8, (below?.y ?? 0) + (below?.height ?? 0) - 2]
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] })
    await touch('touchStart', from)
    await touch('touchMove', (from + to) / 2)
    await touch('touchMove', to)
    await touch('touchEnd')
    await expect.poll(stored).toEqual(['paragraph Two', 'paragraph One', 'paragraph Three'])
  })
})

test('an event and a quote that are cut and pasted keep their settings', async ({ page, request }) => {
  const team = await createTeam(page, request, 'Cora')
  const event = {
    ...{ id: 'b00002', type: 'event', title: 'Open house', place: 'Hall 2' },
    ...{ startsAt: '2030-01-15T18:00', endsAt: '', timezone: 'America/Chicago' },
  }
  const quote = { id: 'b00003', type: 'quote', text: [{ text: 'Slow is smooth' }], from: 'Ana, line 3' }
  const blocks = [paragraph('b00001', 'Hello'), event, quote]
  const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', { content: { title: 'News', blocks } })
  await page.goto(`/dashboard/apps/newsletter/${issue.id}/edit`)
  await textOf(page).getByText('Open house').click()
  await expect(page.getByText('Event, block 2 of 3')).toBeVisible()
  await textOf(page).press('ControlOrMeta+x')
  await expect(textOf(page).getByText('Open house')).toBeHidden()
  await caretAfter(page, textOf(page).getByText('Hello'))
  await expect(page.getByText('Text, block 1 of 2')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(textOf(page).getByText('Open house')).toBeVisible()
  await textOf(page).getByText('Slow is smooth').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+x')
  await expect(textOf(page).getByText('Slow is smooth')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(textOf(page).getByText('Slow is smooth')).toBeVisible()
  await expect
    .poll(async () => {
      const stored = await team.call<{ issue: { content: NewsContent } }>('GET', `/news/${issue.id}`)
      return stored.issue.content.blocks.filter(({ type }) => type === 'event' || type === 'quote')
    })
    .toEqual([
      { ...event, id: expect.stringMatching(/^b/) },
      { ...quote, id: expect.stringMatching(/^b/) },
    ])
})

test('text that is typed after a card was added goes below it, and a dropped or pasted picture is added', async ({
  page,
  request,
}) => {
  const team = await createTeam(page, request, 'Nell')
  const stored = await write(page, team, [])
  const text = textOf(page)
  await text.click()
  await page.keyboard.type('/poll')
  await expect(page.getByRole('listbox', { name: 'Add a block' }).getByRole('option')).toHaveText(['Poll'])
  await page.keyboard.press('Enter')
  await expect(page.getByText('Poll, block 1 of 1')).toBeVisible()
  await page.keyboard.type('Vote today')
  await expect(page.getByText('Text, block 2 of 2')).toBeVisible()
  await expect(text).toContainText('Vote today')
  await expect.poll(stored).toEqual(['poll', 'paragraph Vote today'])

  const picture = await readFile(COVER, 'base64')
  for (const kind of ['paste', 'drop']) await text.evaluate(giveFile, { kind, picture })
  await expect.poll(stored).toEqual(['poll', 'paragraph Vote today', 'picture', 'picture'])
})

test('half a translated list is kept, and counts as not translated', async ({ page, request }) => {
  const team = await createTeam(page, request, 'Tess')
  const list = { id: 'b00001', type: 'list', style: 'bullets', items: [[{ text: 'Badge' }], [{ text: 'Boots' }]] }
  const content = { title: 'News', blocks: [list], languages: ['es'] }
  const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', { content })
  await page.goto(`/dashboard/apps/newsletter/${issue.id}/languages`)
  const spanish = page.getByRole('textbox', { name: 'List in Español' })
  await spanish.fill('Credencial')
  await expect(spanish).toHaveAccessibleDescription('Write as many lines as the original has.')
  await page.getByRole('link', { name: 'Write' }).click()
  await expect(textOf(page)).toBeVisible()
  await page.getByRole('link', { name: 'Languages' }).click()
  await expect(spanish).toHaveValue('Credencial')
  await expect(page.getByText('2 texts need translation')).toBeVisible()
})

/** Pastes or drops a picture, as a browser does with a screenshot or a file. */
function giveFile(target: Element, { kind, picture }: { kind: string; picture: string }): void {
  const data = new DataTransfer()
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0))
  data.items.add(new File([bytes], 'gate.png', { type: 'image/png' }))
  const { left, bottom } = (target.lastElementChild ?? target).getBoundingClientRect()
  const place = { clientX: left + 5, clientY: bottom - 5, bubbles: true, cancelable: true }
  target.dispatchEvent(
    kind === 'paste'
      ? new ClipboardEvent('paste', { ...place, clipboardData: data })
      : new DragEvent('drop', { ...place, dataTransfer: data }),
  )
}
