import { createTeam, expect, open } from './support/people.ts'
import { goOffline } from './support/offline.ts'
import { test } from './support/test.ts'

// Nothing that is typed in the builder of a form is lost, whatever is saved meanwhile.

test('what is typed while a form is saved stays, and a teammate who changed the same text is not overwritten unseen', async ({
  page,
  request,
}) => {
  const team = await createTeam(page, request, 'Ty')
  const content = {
    name: 'Lunch',
    title: { en: 'Lunch' },
    languages: ['en'],
    questions: [{ id: 'q1', type: 'short_text', label: { en: 'What do you eat?' } }],
  }
  const { form } = await team.call<{ form: { id: string; version: number } }>('POST', '/forms', content)
  await open(page, `/dashboard/apps/forms/${form.id}`, 'Lunch')
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  const intro = page.getByRole('textbox', { name: 'Introduction' })
  const bar = page.getByRole('region', { name: 'Unsaved changes' })

  await title.fill('Lunch on Friday ')
  const saved = Promise.withResolvers<void>()
  await page.route(`**/api/forms/${form.id}`, async (route) => {
    const answer = await route.fetch()
    await saved.promise
    await route.fulfill({ response: answer })
  })
  await bar.getByRole('button', { name: 'Save' }).click()
  await intro.fill('Until Thursday.')
  saved.resolve()
  await expect(title).toHaveValue('Lunch on Friday')
  await expect(intro).toHaveValue('Until Thursday.')
  await page.unrouteAll({ behavior: 'wait' })
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(bar).toHaveCount(0)

  // A teammate changes the title, which this page has not heard of.
  await title.fill('Lunch on Monday')
  const theirs = { ...content, title: { en: 'Dinner' }, version: form.version + 2 }
  await team.call('PATCH', `/forms/${form.id}`, theirs)
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(bar.getByRole('alert')).toContainText('A teammate changed this while you were editing.')
  await expect(title).toHaveValue('Lunch on Monday')
  // Saved once the version of the teammate is here.
  await expect(async () => {
    // A save that took long may be done by now.
    if (await bar.isVisible()) await bar.getByRole('button', { name: 'Save' }).click({ timeout: 3_000 })
    await expect(bar).toHaveCount(0, { timeout: 3_000 })
  }).toPass()
  await expect(title).toHaveValue('Lunch on Monday')
})

test('edits stay while the connection is lost, and an address of nothing says so', async ({ page, request }) => {
  test.slow()
  const team = await createTeam(page, request, 'Ty')
  const { form } = await team.call<{ form: { id: string } }>('POST', '/forms', {
    name: 'Lunch',
    title: { en: 'Lunch' },
    questions: [],
  })
  const { page: optIn } = await team.call<{ page: { id: string } }>('POST', '/contactoptin', {
    name: 'Gate',
    url: `gate-${form.id.slice(-12)}`,
    keyword: '',
    title: { en: 'Get shift news by text' },
    intro: {},
    thanks: {},
    color: '#0b5fb0',
    languages: ['en'],
    fields: [],
    frequency: { count: 4, per: 'week' },
    termsUrl: '',
    privacyUrl: '',
    doubleOptIn: true,
    verifyPhone: false,
    duplicate: 'update',
    actions: [],
  })
  for (const [path, heading, field] of [
    [`/dashboard/apps/forms/${form.id}`, 'Lunch', 'Title'],
    [`/dashboard/apps/contactoptin/${optIn.id}`, 'Gate', 'Title'],
  ] as const) {
    await open(page, path, heading)
    const input = page.getByRole('textbox', { name: field, exact: true })
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    await input.fill('Written in the basement')
    await goOffline(page)
    await bar.getByRole('button', { name: 'Save' }).click()
    await expect(bar.getByRole('alert')).not.toBeEmpty()
    // As after a moment with a connection that is lost again: what is shown is fetched again, and that fails.
    await page.evaluate(() => globalThis.dispatchEvent(new Event('online')))
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
    await expect(input).toHaveValue('Written in the basement')
    await page.context().setOffline(false)
    await expect(async () => {
      // A save that took long may be done by now.
      if (await bar.isVisible()) await bar.getByRole('button', { name: 'Save' }).click({ timeout: 3_000 })
      await expect(bar).toHaveCount(0, { timeout: 3_000 })
    }).toPass()
    await expect(input).toHaveValue('Written in the basement')
  }
  for (const [path, list] of [
    ['forms', 'All forms'],
    ['contactoptin', 'All opt-in pages'],
    ['birthday', 'All celebrations'],
  ] as const) {
    await page.goto(`/dashboard/apps/${path}/${form.id.replaceAll(/[0-9a-f]/g, '0')}`)
    await expect(page.getByText(/doesn't exist, or it was deleted/)).toBeVisible()
    await page.getByRole('link', { name: list }).click()
    await expect(page).toHaveURL(new RegExp(`/dashboard/apps/${path}$`))
  }
})
