import { AGENT, arrived, composerOf, newContact, rowOf, threadOf, toastOf } from './support/inbox.ts'
import {
  accessibilityProblems,
  expect,
  expectNoSidewaysScroll,
  haveSession,
  problemsInBothSchemes,
  test,
} from './support/test.ts'

// The inbox on a phone: three pages instead of three columns, sheets instead of menus, and nothing wider than the
// screen.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('read, answer, attach, look up a contact and archive on a phone', async ({ page, request }) => {
  const kai = await newContact(request, 'Kai')
  await kai.text('My shift is gone from the plan')
  await haveSession(page, AGENT)
  await page.goto('/dashboard/inbox?status=open')
  await expect(rowOf(page, kai)).toContainText('1 unread message')
  await rowOf(page, kai).tap()
  await expect(threadOf(page).getByText('My shift is gone')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Conversations' })).toHaveCount(0)
  await expectNoSidewaysScroll(page)

  await composerOf(page, kai).fill('Looking into it')
  await page.getByRole('button', { name: 'Send', exact: true }).tap()
  await expect(threadOf(page).getByText('Looking into it')).toBeVisible()
  await page.getByRole('button', { name: 'Add to message' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Add to message' })
  for (const name of ['Attach files', 'Saved replies', 'Fields', 'Send later', 'Write a note'])
    await expect(sheet.getByRole('button', { name })).toBeVisible()
  await sheet.getByRole('button', { name: 'Write a note' }).tap()
  await page.getByRole('textbox', { name: 'Note for the team' }).fill('Asked the planner')
  await page.getByRole('button', { name: 'Save note' }).tap()
  await expect(threadOf(page).getByText('Asked the planner')).toBeVisible()
  await arrived(kai, 'Looking into it')
  expect((await kai.got()).map(({ body }) => body).join()).not.toContain('planner')

  await page.getByRole('button', { name: /^Open contact/ }).tap()
  const contact = page.getByRole('complementary').filter({ hasText: 'Assigned to' })
  await expect(contact).toBeVisible()
  expect(await accessibilityProblems(page), 'contact').toEqual([])
  await page.goBack()
  await expect(threadOf(page)).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Archive' }).tap()
  await expect(toastOf(page, 'Archived.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Conversations' })).toBeVisible()
  await expect(rowOf(page, kai)).toHaveCount(0)
})

test('select many on a phone, get live updates, and search everything', async ({ page, request }) => {
  const [ela, fin] = [await newContact(request, 'Ela'), await newContact(request, 'Fin')]
  await ela.text('One')
  await fin.text('Two')
  await haveSession(page, AGENT)
  await page.goto('/dashboard/inbox?status=open')
  await expect(rowOf(page, ela)).toBeVisible()
  await page.getByRole('button', { name: 'More views' }).tap()
  await page.getByRole('menuitem', { name: 'Select conversations' }).tap()
  for (const contact of [ela, fin]) await page.getByRole('checkbox', { name: `Select ${contact.name}` }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected conversations' })
  await expect(bar).toContainText('2 selected')
  // A text may overtake the answer: it is counted once.
  await bar.getByRole('button', { name: 'Mark as read' }).tap()
  for (const contact of [ela, fin]) await expect(rowOf(page, contact)).not.toContainText('unread')
  await fin.text('Three')
  await expect(rowOf(page, fin)).toContainText('1 unread message')
  await page.getByRole('button', { name: /^Notifications/ }).tap()
  const notifications = page.getByRole('dialog', { name: 'Notifications' })
  await notifications.getByRole('link', { name: new RegExp(fin.name) }).tap()
  await expect(threadOf(page).getByText('Three')).toBeVisible()
})

test('the last message stays in sight while a keyboard opens and closes', async ({ page, request }) => {
  const oli = await newContact(request, 'Oli')
  for (const nth of [1, 2, 3, 4, 5])
    await oli.text(`Pallet ${nth} is wrapped, weighed and waits at the gate for its truck`)
  await haveSession(page, AGENT)
  await page.goto('/dashboard/inbox?status=open')
  await rowOf(page, oli).tap()
  const last = threadOf(page).getByText('Pallet 5')
  await expect(last).toBeVisible()
  const [width, tall, low] = [390, 844, 480]
  await composerOf(page, oli).fill('Thank you, the truck is on its way to you.\n'.repeat(8))
  await page.setViewportSize({ width, height: low })
  await expect(last).toBeInViewport()
  await page.setViewportSize({ width, height: tall })
  await expect(last).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden()
})

test('the phone pages are accessible', async ({ page, request }) => {
  const gus = await newContact(request, 'Gus')
  await gus.text('Hello')
  await haveSession(page, AGENT)
  await page.goto('/dashboard/inbox?status=open')
  await expect(rowOf(page, gus)).toBeVisible()
  expect(await problemsInBothSchemes(page), 'list').toEqual([])
  await rowOf(page, gus).tap()
  await expect(threadOf(page).getByText('Hello')).toBeVisible()
  await expect(composerOf(page, gus)).toBeVisible()
  expect(await problemsInBothSchemes(page), 'thread').toEqual([])
  await page.getByRole('button', { name: 'Add to message' }).tap()
  await expect(page.getByRole('dialog', { name: 'Add to message' })).toBeVisible()
  expect(await problemsInBothSchemes(page), 'sheet').toEqual([])
})
