import type { NewsContent } from '@crewline/contract/news'
import type { Page } from '@playwright/test'
import { accessible, caretAfter, createTeam, dialogOf, enterAs, expect, newMember } from './support/people.ts'
import { goOffline } from './support/offline.ts'
import { test } from './support/test.ts'

// An issue that two people write at once, and one that is written without a connection.

const paragraph = (id: string, text: string) => ({ id, type: 'paragraph' as const, text: [{ text }] })
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the issue' })

/** Puts the caret at the end of a paragraph and types. */
async function write(page: Page, after: string, text: string): Promise<void> {
  await caretAfter(page, textOf(page).getByText(after))
  await page.keyboard.type(text)
}

test('two editors in two browsers lose nothing, and are shown what both changed', async ({
  page,
  request,
  browserOf,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Eve')
  const content = {
    title: 'October news',
    blocks: [paragraph('b00001', 'Doors open at 6'), paragraph('b00002', 'Bring your badge')],
  }
  const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', { content })
  const stored = async () =>
    (await team.call<{ issue: { content: NewsContent } }>('GET', `/news/${issue.id}`)).issue.content.blocks.map(
      (block) => (block.type === 'paragraph' ? block.text.map(({ text }) => text).join('') : block.type),
    )
  const other = await browserOf(null)
  await enterAs(other, await newMember(request, team, { firstname: 'Max', role: 'manager' }))
  const path = `/dashboard/apps/newsletter/${issue.id}/edit`
  await page.goto(path)
  await other.goto(path)
  await expect(textOf(page)).toContainText('Bring your badge')
  await expect(textOf(other)).toContainText('Bring your badge')

  // Different blocks: both changes are there, without a question.
  await write(page, 'Doors open at 6', ', not at 7')
  // All of it: an editor that is slow saves in the middle of a sentence.
  await expect.poll(stored).toEqual(['Doors open at 6, not at 7', 'Bring your badge'])
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await write(other, 'Bring your badge', ' and your vest')
  await expect(other.getByText('Eve', { exact: false }).filter({ hasText: 'Both changes are here.' })).toBeVisible()
  await expect(textOf(other)).toContainText('Doors open at 6, not at 7')
  await expect.poll(stored).toEqual(['Doors open at 6, not at 7', 'Bring your badge and your vest'])

  // The same block: the last one to save is told, and the other text is in the history.
  await write(page, 'Doors open at 6, not at 7', '. Use the north gate.')
  await expect(page.getByText('Both changes are here.')).toBeVisible()
  await expect
    .poll(stored)
    .toEqual(['Doors open at 6, not at 7. Use the north gate.', 'Bring your badge and your vest'])
  await write(other, 'Doors open at 6, not at 7', '. Use the south gate.')
  await expect(other.getByText('Yours are shown here; theirs are in the history.', { exact: false })).toBeVisible()
  await expect
    .poll(stored)
    .toEqual(['Doors open at 6, not at 7. Use the south gate.', 'Bring your badge and your vest'])
  const { versions } = await team.call<{ versions: { id: string }[] }>('GET', `/news/${issue.id}/versions`)
  expect(versions.length).toBeGreaterThan(0)
})

test('teammates see who else is editing an issue, until that person leaves', async ({ page, request, browserOf }) => {
  test.slow()
  const team = await createTeam(page, request, 'Eve')
  const content = { title: 'October news', blocks: [paragraph('b00001', 'Doors open at 6')] }
  const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', { content })
  const path = `/dashboard/apps/newsletter/${issue.id}/edit`
  const [other, reader] = [await browserOf(null), await browserOf(null)]
  await enterAs(other, await newMember(request, team, { firstname: 'Max', role: 'manager' }))
  await enterAs(reader, await newMember(request, team, { firstname: 'Ria', role: 'viewer' }))
  await page.goto(path)
  await expect(textOf(page)).toContainText('Doors open at 6')
  await expect(page.getByText('editing too')).toBeHidden()
  const statusOf = (at: Page, name: string) =>
    at.getByRole('status').filter({ hasText: new RegExp(`${name} .*is editing too`) })
  await other.goto(path)
  await reader.goto(path)
  await expect(statusOf(page, 'Max')).toBeVisible()
  await expect(statusOf(other, 'Eve')).toBeVisible()
  await accessible(page, 'an issue that a teammate is editing')
  // Who may only read is not shown, and is not shown anything.
  await expect(textOf(reader)).toContainText('Doors open at 6')
  await expect(reader.getByText('editing too')).toBeHidden()
  await expect(page.getByText('Ria')).toBeHidden()

  // Another page, and back.
  await other.getByRole('link', { name: 'Apps' }).first().click()
  await expect(page.getByText('editing too')).toBeHidden()
  await other.goBack()
  await expect(statusOf(page, 'Max')).toBeVisible()
  // A connection that is lost without a word, and back; then a closed tab.
  await goOffline(other)
  await expect(page.getByText('editing too')).toBeHidden({ timeout: 20_000 })
  await other.context().setOffline(false)
  await expect(statusOf(page, 'Max')).toBeVisible({ timeout: 30_000 })
  await other.close()
  await expect(page.getByText('editing too')).toBeHidden()
})

test('what is written without a connection survives a reload, and is saved when it is back', async ({
  page,
  request,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Ola')
  const content = { title: 'October news', blocks: [paragraph('b00001', 'Doors open at 6')] }
  const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', { content })
  await page.goto(`/dashboard/apps/newsletter/${issue.id}/edit`)
  await expect(textOf(page)).toContainText('Doors open at 6')
  let isOffline = true
  await page.route(`**/api/news/${issue.id}`, (route) =>
    isOffline && route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
  )
  await write(page, 'Doors open at 6', ' on Monday')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.reload()
  await expect(textOf(page)).toContainText('Doors open at 6 on Monday')
  isOffline = false
  await write(page, 'Doors open at 6 on Monday', ' and Tuesday')
  await expect
    .poll(async () => JSON.stringify(await team.call('GET', `/news/${issue.id}`)))
    .toContain('Doors open at 6 on Monday and Tuesday')
  await page.reload()
  await expect(textOf(page)).toContainText('Doors open at 6 on Monday and Tuesday')
})

test('an issue is scheduled on the clock of the organization, and canceled', async ({ page, request }) => {
  test.slow()
  const team = await createTeam(page, request, 'Pam')
  await team.call('PATCH', '/organization', { timezone: 'America/Los_Angeles' })
  const content = { title: 'October news', blocks: [paragraph('b00001', 'Doors open at 6')] }
  const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', { content })
  await page.goto(`/dashboard/apps/newsletter/${issue.id}/edit`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = dialogOf(page, 'Publish this issue')
  await dialog.getByRole('radio', { name: 'At a day and time' }).check()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  const at = dialog.getByRole('textbox', { name: 'Published' }).or(dialog.getByLabel('Published', { exact: true }))
  await expect(at).toHaveAccessibleDescription(/Choose a day and a time\./)
  await at.fill('2020-01-06T09:00')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(at).toHaveAccessibleDescription(/Choose a time in the future\./)
  const year = new Date().getUTCFullYear() + 1
  await at.fill(`${year}-01-15T09:00`)
  await accessible(page, 'scheduling an issue')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  const notice = page.getByRole('region', { name: /Will be published/ })
  await expect(notice).toContainText('9:00')
  const stored = async () =>
    (await team.call<{ issue: { plannedAt: string | null } }>('GET', `/news/${issue.id}`)).issue.plannedAt
  await expect.poll(stored).toBe(`${year}-01-15T17:00:00.000Z`)
  await accessible(page, 'a scheduled issue')
  await notice.getByRole('button', { name: 'Cancel publishing' }).click()
  await expect(notice).toBeHidden()
  await expect.poll(stored).toBeNull()
})
