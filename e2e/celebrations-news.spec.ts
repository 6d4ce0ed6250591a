import type { NewsContent } from '@crewline/contract/news'
import { freePhone } from './support/accounts.ts'
import { accessible, addContacts, caretAfter, createTeam, expect, open, toastOf, undo } from './support/people.ts'
import { test } from './support/test.ts'

// People who are celebrated are named in news: chosen in the celebration, placed in the issue, and read on a phone.

test('a birthday is named in an issue of news, with first name and day', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const team = await createTeam(page, request, 'New')
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(5, 10)
  const [rosa] = await addContacts(team, [
    { firstname: 'Rosa', lastname: 'Quintero', phone: freePhone(), timezone: 'UTC', birthday: `1979-${soon}` },
  ])
  const draft = { name: 'Birthdays', kind: 'birthday', texts: [{ en: 'All the best!' }], isOn: true }
  const { celebration } = await team.call<{ celebration: { id: string } }>('POST', '/celebration', draft)
  await open(page, `/dashboard/apps/birthday/${celebration.id}`, 'Birthdays')
  const named = page.getByRole('switch', { name: 'Name them in news' })
  await named.focus()
  await page.keyboard.press('Space')
  await expect(named).toBeChecked()
  await accessible(page, 'a celebration in news')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)

  // The block is added from the menu behind a slash, by keyboard.
  const blocks = [{ id: 'b00001', type: 'paragraph', text: [{ text: 'Congratulations!' }] }]
  const { issue } = await team.call<{ issue: { id: string; link: string } }>('POST', '/news', {
    content: { title: 'Friday news', blocks },
  })
  await page.goto(`/dashboard/apps/newsletter/${issue.id}/edit`)
  const text = page.getByRole('textbox', { name: 'Text of the issue' })
  await caretAfter(page, text.getByText('Congratulations!'))
  await page.keyboard.press('Enter')
  await page.keyboard.type('/birth')
  await expect(page.getByRole('listbox', { name: 'Add a block' }).getByRole('option')).toHaveText(['Celebrations'])
  await page.keyboard.press('Enter')
  await page.getByText('14 days').click()
  const stored = async () =>
    (await team.call<{ issue: { content: NewsContent; version: number } }>('GET', `/news/${issue.id}`)).issue
  await expect
    .poll(async () => (await stored()).content.blocks.map((block) => (block.type === 'celebrations' ? block.days : 0)))
    .toEqual([0, 14])
  await accessible(page, 'a block of celebrations')
  await team.call('POST', `/news/${issue.id}/publish`, { version: (await stored()).version, expiresAt: null })

  const worker = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const phone = await worker.newPage()
  await phone.goto(`${baseURL}${new URL(issue.link).pathname}`)
  await expect(phone.getByRole('listitem').filter({ hasText: 'Rosa Q.' })).toContainText('Birthday')
  await expect(phone.getByText(/Quintero|1979/)).toHaveCount(0)

  // Rosa asks not to be named: set on her contact by keyboard, gone from the page, and taken back.
  await open(page, `/dashboard/contacts/${rosa}`, 'Contacts')
  const naming = page.getByRole('switch', { name: 'Name in news' })
  await expect(naming).toBeChecked()
  await naming.focus()
  await page.keyboard.press('Space')
  await expect(naming).not.toBeChecked()
  await expect(toastOf(page, 'News no longer names this person.')).toBeVisible()
  await accessible(page, 'a contact who is not named')
  await expect(async () => {
    await phone.reload()
    await expect(phone.getByText('Rosa Q.')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await undo(page, 'News no longer names this person.')
  await expect(naming).toBeChecked()
  await worker.close()
})
