import type { Page } from '@playwright/test'
import { accessible, addContacts, createTeam, enterAs, expect, newMember, open, toastOf } from './support/people.ts'
import { freePhone } from './support/accounts.ts'
import { test } from './support/test.ts'

// What an organization requires before a broadcast is sent: its threshold for approvals, and its sign-off line.

const settings = (page: Page) => page.getByRole('region', { name: 'Broadcasts', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const askForApproval = (page: Page) => page.getByRole('button', { name: 'Ask for approval' })

test('a manager asks for an approval above the threshold, gets the draft back, and is approved', async ({
  page,
  request,
  browserOf,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Ada')
  await team.call('POST', '/line', { carrier: 'simulated', phone: freePhone(), label: 'Main' })
  const contactIds = await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', phone: freePhone() },
    { firstname: 'Ben', lastname: 'Cho', phone: freePhone() },
  ])
  const manager = await newMember(request, team, { firstname: 'Mia', role: 'manager' })
  const { broadcast } = await team.call<{ broadcast: { id: string } }>('POST', '/broadcast', {
    name: 'Payday',
    audience: { contactIds },
    message: { body: 'Pay is in your account.' },
    options: { quietHours: 'send', quietReason: 'Tests run at night too' },
  })

  // The owner sets the threshold and the sign-off. An entry that is no number is not saved.
  await page.goto('/dashboard/settings?tab=texting#broadcasts')
  await settings(page).getByRole('switch', { name: 'Approve large broadcasts' }).press('Space')
  const threshold = settings(page).getByRole('textbox', { name: 'Number of people' })
  await expect(threshold).toHaveValue('500')
  await threshold.fill('a few')
  await expect(settings(page).getByText('Enter a whole number, such as 500.')).toBeVisible()
  await save(page).click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' }).getByRole('alert')).toHaveText(
    'Enter a whole number, such as 500.',
  )
  await accessible(page, 'a wrong threshold')
  await threshold.fill('1')
  await settings(page).getByRole('textbox', { name: 'Sign-off' }).fill('Ada and Sons HR')
  await save(page).click()
  await expect(save(page)).toHaveCount(0)
  await page.reload()
  await expect(threshold).toHaveValue('1')
  await expect(settings(page).getByRole('textbox', { name: 'Sign-off' })).toHaveValue('Ada and Sons HR')
  await accessible(page, 'the settings of broadcasts')

  // Two people are more than one: a manager cannot send it alone.
  const theirs = await browserOf(null)
  await enterAs(theirs, manager)
  await theirs.goto(`/dashboard/broadcasts/${broadcast.id}/edit?step=message`)
  await expect(theirs.getByRole('region', { name: 'Preview' })).toContainText('Ada and Sons HR')
  await theirs.keyboard.press('Alt+3')
  await askForApproval(theirs).click()
  await expect(theirs.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await accessible(theirs, 'a broadcast that waits for an approval')

  // The owner returns it with a comment, which the manager reads.
  await open(page, `/dashboard/broadcasts/${broadcast.id}`, 'Payday')
  await expect(page.getByText('The author confirmed 2 recipients.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Say which pay period')
  await accessible(page, 'the decision about a broadcast')
  await page.getByRole('button', { name: 'Return to author' }).click()
  await expect(toastOf(page, 'Returned to its author.')).toBeVisible()
  await expect(theirs.getByText('Say which pay period')).toBeVisible()
  await theirs.getByRole('link', { name: 'Continue editing' }).click()
  // The editor fetches the draft before it takes keys.
  await expect(theirs.getByRole('heading', { name: 'Who gets it' })).toBeVisible()
  await theirs.keyboard.press('Alt+3')
  await askForApproval(theirs).click()
  await expect(theirs.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()

  // Once it is approved, it is sent like any other.
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(toastOf(page, 'Approved.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Starting in 0:\d\d$/ })).toBeVisible()
  await expect(theirs.getByRole('heading', { name: /^Starting in 0:\d\d$/ })).toBeVisible()
  await theirs.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(theirs.getByRole('link', { name: 'Continue editing' })).toBeVisible()
})

test('an author always needs an approval, and only owners and admins change the settings', async ({
  page,
  request,
  browserOf,
}) => {
  const team = await createTeam(page, request, 'Ivo')
  await team.call('POST', '/line', { carrier: 'simulated', phone: freePhone(), label: 'Main' })
  await addContacts(team, [{ firstname: 'Ana', lastname: 'Ruiz', phone: freePhone() }])
  const author = await newMember(request, team, { firstname: 'Aud', role: 'author' })
  const { broadcast } = await team.call<{ broadcast: { id: string } }>('POST', '/broadcast', {
    name: 'Picnic',
    audience: { everyone: true },
    message: { body: 'Our picnic is on Sunday.' },
    options: { quietHours: 'send', quietReason: 'Tests run at night too' },
  })
  const theirs = await browserOf(null)
  await enterAs(theirs, author)
  await theirs.goto(`/dashboard/broadcasts/${broadcast.id}/edit?step=review`)
  await askForApproval(theirs).click()
  await expect(theirs.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()
  await theirs.goto('/dashboard/settings')
  await expect(theirs.getByRole('navigation', { name: 'Settings' })).toBeVisible()
  await expect(
    theirs.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Texting', exact: true }),
  ).toHaveCount(0)
  await expect(settings(theirs)).toHaveCount(0)
})
