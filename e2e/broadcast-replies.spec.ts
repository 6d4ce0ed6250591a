import { freePhone } from './support/accounts.ts'
import { addLine, createDraft, launch, textFrom } from './support/broadcasts.ts'
import { accessible, addContacts, createTeam, dialogOf, expect } from './support/people.ts'
import { registerPhone } from './support/phones.ts'
import { test } from './support/test.ts'

// Replies to a broadcast in the inbox: a queue of their own that does not bury the people who ask something else.

interface Overview {
  last: { name: string; counts: { delivered: number } } | null
}

test('replies to a broadcast are counted, hidden, and answered as a queue', async ({ page, request }) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Rae')
  const line = await addLine(team)
  const phones = [freePhone(), freePhone(), freePhone()] as const
  const [ana, ben, dee] = phones
  await Promise.all(phones.map((phone) => registerPhone(request, phone, phone)))
  const [anaId, benId] = await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', phone: ana },
    { firstname: 'Ben', lastname: 'Cho', phone: ben },
    { firstname: 'Dee', lastname: 'Moss', phone: dee },
  ])
  const draft = await createDraft(team, {
    name: 'Picnic',
    audience: { contactIds: [anaId, benId] },
    message: { body: 'The picnic is on Friday.' },
  })
  await launch(team, draft)
  // The countdown alone takes half a minute.
  await expect
    .poll(async () => (await team.call<Overview>('GET', '/broadcast/overview')).last?.counts.delivered, {
      timeout: 120_000,
    })
    .toBe(2)
  await textFrom(request, ana, line, 'I will bring salad')
  await textFrom(request, ben, line, 'Cannot come')
  await textFrom(request, dee, line, 'My badge is broken')

  await page.goto('/dashboard/inbox')
  const list = page.getByRole('region', { name: 'Conversations' })
  const rows = list.locator('[data-conversation]')
  const strip = page.getByRole('group', { name: 'Replies to broadcasts' })
  await expect(rows).toHaveCount(3)
  await expect(strip.getByRole('button', { name: '2 replies to Picnic' })).toBeVisible()
  await accessible(page, 'the inbox with replies to a broadcast')
  await strip.getByRole('button', { name: 'Hide from list' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Dee Moss')

  await strip.getByRole('button', { name: '2 replies to Picnic' }).click()
  await expect(strip).toContainText('Replies to Picnic')
  await expect(rows).toHaveCount(2)
  // Saved as a view, which shows the replies to all dates of the broadcast.
  await list.getByRole('button', { name: /views|View:/ }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  const saving = dialogOf(page, 'Save this view')
  await saving.getByLabel('Name').fill('About the picnic')
  await page.keyboard.press('Enter')
  await expect(saving).toBeHidden()
  await expect(page).toHaveURL(/repliesTo=broadcast%3A/)
  const views = list.getByRole('button', { name: 'View: About the picnic' })
  await expect(views).toBeFocused()
  await expect(rows).toHaveCount(2)
  await views.click()
  await expect(page.getByRole('menuitem', { name: /^About the picnic/ })).toContainText('Replies to Picnic')
  await accessible(page, 'a saved view of replies')
  await page.keyboard.press('Escape')
  // An open menu takes the keys.
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(strip).toContainText('Replies to Picnic')
  await page.keyboard.press('n')
  const thread = page.getByRole('region', { name: 'Messages' })
  await expect(thread.getByText('I will bring salad')).toBeVisible()
  await expect(thread.getByRole('link', { name: 'Broadcast: Picnic' })).toBeVisible()
  await expect(thread.getByRole('link', { name: 'Answers: Picnic' })).toBeVisible()
  await accessible(page, 'a reply in the queue')
  await page.getByRole('textbox', { name: /^Message to Ana/ }).fill('Great, thank you')
  await page.keyboard.press('Enter')
  await expect(thread).toContainText('Great, thank you')

  // What was answered no longer waits; the queue goes on with the next person.
  await page.getByRole('button', { name: 'Show everyone' }).click()
  await expect(strip.getByRole('button', { name: '1 reply to Picnic' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/inbox')
  await expect(strip.getByRole('button', { name: '1 reply to Picnic' })).toBeVisible()
  await accessible(page, 'the replies on a phone')

  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Broadcasts' })
  await expect(card.getByRole('listitem').filter({ hasText: 'Picnic' })).toContainText('100% delivered, 100% replied')
  await accessible(page, 'the dashboard with broadcasts')
  await card.getByRole('link', { name: 'Picnic' }).click()
  await expect(page.getByRole('heading', { name: 'Picnic' })).toBeVisible()
})
