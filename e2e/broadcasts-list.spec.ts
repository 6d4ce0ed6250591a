import {
  accessible,
  createTeam,
  dialogOf,
  enterAs,
  expect,
  newMember,
  open,
  rowOf,
  toastOf,
  undo,
} from './support/people.ts'
import { createCrew, createDraft, launch, listPath } from './support/broadcasts.ts'
import { test } from './support/test.ts'

// Finding broadcasts, following one while it is sent, and reading what came of it. Every story has its own organization.

test('a new organization starts from a template, and finds its drafts by tab and text', async ({ page, request }) => {
  const team = await createTeam(page, request, 'Bo')
  await open(page, listPath, 'Broadcasts')
  await expect(page.getByText('No broadcasts yet')).toBeVisible()
  await expect(page.getByRole('link', { name: /Safety notice/ })).toHaveAttribute(
    'href',
    '/dashboard/broadcasts/new?template=safety',
  )
  await accessible(page, 'an empty list of broadcasts')

  await createDraft(team, { name: 'Payday', message: { body: 'Pay is in your account.' } })
  const long = 'The gate, the parking lot and the cafeteria stay closed. '.repeat(5)
  await createDraft(team, { name: 'Holiday hours', message: { body: `We close at noon. ${long}` } })
  await open(page, listPath, 'Broadcasts')
  await expect(rowOf(page, 'Payday')).toContainText('Pay is in your account.')
  await expect(rowOf(page, 'Payday')).toContainText('Draft')
  // A long text does not push the last columns out of the table.
  await expect(page.getByRole('button', { name: 'More options for Holiday hours' })).toBeInViewport({ ratio: 1 })
  await expect(rowOf(page, 'Holiday hours').getByText('Holiday hours', { exact: true })).toBeInViewport({ ratio: 1 })
  await page.getByRole('searchbox', { name: 'Search broadcasts' }).fill('noon')
  await expect(rowOf(page, 'Holiday hours')).toBeVisible()
  await expect(rowOf(page, 'Payday')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search broadcasts' }).fill('')

  await rowOf(page, 'Payday').getByRole('button', { name: 'More options for Payday' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(rowOf(page, 'Payday')).toHaveCount(0)
  await undo(page, 'Archived.')
  await expect(rowOf(page, 'Payday')).toBeVisible()

  await rowOf(page, 'Payday').getByRole('button', { name: 'More options for Payday' }).click()
  await page.getByRole('menuitem', { name: 'Delete draft…' }).click()
  await dialogOf(page, 'Delete the draft “Payday”?').getByRole('button', { name: 'Delete draft' }).click()
  await expect(rowOf(page, 'Payday')).toHaveCount(0)
  await page.getByRole('link', { name: /^Drafts/ }).click()
  await expect(page).toHaveURL(/status=drafts/)
  await expect(page.getByRole('link', { name: 'Drafts 1' })).toHaveAttribute('aria-current', 'page')
  await expect(rowOf(page, 'Holiday hours')).toBeVisible()
})

test('a scheduled broadcast has the same time on the dashboard and in the list, on the clock of its zone', async ({
  page,
  request,
}) => {
  const team = await createTeam(page, request, 'Ty')
  await createCrew(team)
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const draft = await createDraft(team, {
    name: 'Holiday hours',
    audience: { everyone: true },
    message: { body: 'We close at noon.' },
    // The browser's clock is in New York, an hour ahead.
    schedule: { mode: 'once', at: `${day}T09:00`, timeZone: 'America/Chicago' },
  })
  await launch(team, draft)
  await open(page, listPath, 'Broadcasts')
  await expect(rowOf(page, 'Holiday hours')).toContainText('Scheduled')
  await expect(rowOf(page, 'Holiday hours')).toContainText('9:00 AM')
  await open(page, '/dashboard', 'Dashboard')
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Holiday hours' })
  await expect(line).toContainText('9:00 AM')
})

test('a countdown is stopped before anything is sent, and the broadcast is a draft again', async ({
  page,
  request,
}) => {
  const team = await createTeam(page, request, 'Di')
  await createCrew(team)
  const draft = await createDraft(team, {
    name: 'Payday',
    audience: { everyone: true },
    message: { body: 'Pay is in your account.' },
  })
  // The page is open before the half minute begins, because a busy machine may need as long to open it.
  await open(page, `${listPath}/${draft.id}`, 'Payday')
  await expect(page.getByRole('link', { name: 'Continue editing' })).toBeVisible()
  await launch(team, draft)
  await expect(page.getByRole('heading', { name: /^Starting in 0:\d\d$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).press('Enter')
  await expect(toastOf(page, "Stopped. Nothing was sent, and it's a draft again.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue editing' })).toBeVisible()
})

test('a sent broadcast shows who was reached, and each figure opens its people', async ({ page, request }) => {
  // The countdown alone takes half a minute.
  test.setTimeout(300_000)
  const team = await createTeam(page, request, 'Flo')
  await createCrew(team)
  const draft = await createDraft(team, {
    name: 'Payday',
    audience: { everyone: true },
    message: { body: 'Pay is in your account.' },
  })
  await launch(team, draft)
  await open(page, `${listPath}/${draft.id}`, 'Payday')
  // The countdown takes half a minute, and the page follows without being reloaded.
  const delivered = page.getByRole('list', { name: 'Results step by step' }).getByRole('link', { name: /^Delivered 2/ })
  await expect(delivered).toBeVisible({ timeout: 150_000 })
  await expect(page.getByRole('main')).toContainText('No mobile number')
  await accessible(page, 'the results of a broadcast')
  await delivered.click()
  await expect(page).toHaveURL(/tab=people&filter=delivered/)
  await expect(rowOf(page, 'Ana Ruiz')).toContainText('Delivered')
  await expect(rowOf(page, 'Ben Cho')).toBeVisible()
  await expect(rowOf(page, 'Cleo Diaz')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Not reached')
  await expect(rowOf(page, 'Cleo Diaz')).toContainText("Can't get it")
  await accessible(page, 'the people of a broadcast')

  await page.getByRole('button', { name: 'Send a follow-up' }).click()
  await page.getByRole('menuitem', { name: 'Not reached' }).click()
  await expect(page).toHaveURL(/\/dashboard\/broadcasts\/[^/]+\/edit/)
})

test('a viewer reads broadcasts and sees no actions', async ({ page, request, browserOf }) => {
  const team = await createTeam(page, request, 'Gus')
  await createDraft(team, { name: 'Payday', message: { body: 'Pay is in your account.' } })
  const viewer = await newMember(request, team, { firstname: 'Vi', role: 'viewer' })
  const theirs = await browserOf(null)
  await enterAs(theirs, viewer)
  await open(theirs, listPath, 'Broadcasts')
  await expect(rowOf(theirs, 'Payday')).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'New broadcast' })).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: 'More options for Payday' })).toHaveCount(0)
  await rowOf(theirs, 'Payday').click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Payday' })).toBeVisible()
  await expect(theirs.getByText('Pay is in your account.')).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Continue editing' })).toHaveCount(0)
})
