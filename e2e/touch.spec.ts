import { freePhone } from './support/accounts.ts'
import { addLine } from './support/broadcasts.ts'
import { addContacts, createTeam, expect } from './support/people.ts'
import { test } from './support/test.ts'
import { smallTargets } from './support/touch.ts'

// What people tap on a phone is large enough for a thumb, on every main screen.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const SCREENS = [
  '/dashboard',
  '/dashboard/inbox',
  '/dashboard/contacts',
  '/dashboard/groups',
  '/dashboard/broadcasts',
  '/dashboard/broadcasts/new',
  '/dashboard/apps',
  '/dashboard/apps/contactoptin',
  '/dashboard/apps/contactoptin/new',
  '/dashboard/apps/newsletter',
  '/dashboard/apps/birthday',
  '/dashboard/apps/birthday/new?kind=birthday',
  '/dashboard/apps/forms',
  '/dashboard/contacts/fields',
  '/dashboard/contacts/import',
  '/dashboard/contacts/opt-outs',
  '/dashboard/team',
  '/dashboard/settings',
]

test('everything that is tapped on the main screens of a phone is at least 44 pixels high', async ({
  page,
  request,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Tam')
  await addLine(team)
  await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', phone: freePhone(), location: 'Plant 2' },
    { firstname: 'Ben', lastname: 'Cho' },
  ])
  for (const path of SCREENS)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      expect.soft(await smallTargets(page), path).toEqual([])
    })
})
