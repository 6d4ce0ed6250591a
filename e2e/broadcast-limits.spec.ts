import type { Page } from '@playwright/test'
import { addLine, addNumbers, createDraft, launch, listPath } from './support/broadcasts.ts'
import { accessible, createTeam, dialogOf, expect, open, toastOf } from './support/people.ts'
import { test } from './support/test.ts'

// What makes the rest of a broadcast wait, or keeps reminders from being sent. A countdown takes half a minute.

/** More than a countdown and the first texts take on a busy machine. */
const longest = { timeout: 120_000 }

const settings = (page: Page) => page.getByRole('region', { name: 'Broadcasts', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

test('a broadcast waits for the daily limit of the brand, and says until when', async ({ page, request }) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Lia')
  await addLine(team)
  const { contactIds } = await addNumbers(request, team, 8)
  await team.call('PATCH', '/organization', { settings: { firstContactNotice: false } })

  await page.goto('/dashboard/settings?tab=texting#broadcasts')
  await settings(page).getByRole('switch', { name: 'Limit texts per day' }).press('Space')
  await settings(page).getByRole('textbox', { name: 'Segments a day' }).fill('many')
  await expect(settings(page)).toContainText('Enter a whole number, such as 2000.')
  await settings(page).getByRole('textbox', { name: 'Segments a day' }).fill('3')
  await accessible(page, 'the daily limit of a brand')
  await save(page).click()
  await expect(save(page)).toHaveCount(0)

  const draft = await createDraft(team, {
    name: 'Payday',
    audience: { contactIds },
    message: { body: 'Pay is in your account today.' },
  })
  await page.goto(`${listPath}/${draft.id}/edit?step=review`)
  await expect(page.getByRole('main')).toContainText(
    'Carriers take 3 segments a day from your brand, and 3 are left today.',
  )
  await accessible(page, 'the review of a broadcast over the daily limit')

  await launch(team, draft)
  await open(page, `${listPath}/${draft.id}`, 'Payday')
  await expect(page.getByRole('heading', { name: 'Sending: 3 of 8' })).toBeVisible(longest)
  await expect(page.getByRole('main')).toContainText(
    /Waiting: carriers take 3 segments a day from your brand, and today's are used\. It goes on at .+\. Replies still leave\./,
  )
  await accessible(page, 'a broadcast that waits for the daily limit')
})

test('the reminders of a confirmation are shown and stopped', async ({ page, request }) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Rei')
  await addLine(team)
  const { contactIds } = await addNumbers(request, team, 2)
  const draft = await createDraft(team, {
    name: 'Gate 4',
    kind: 'acknowledgement',
    acknowledgement: { remindAfterMinutes: [60, 240] },
    audience: { contactIds },
    message: { body: 'Gate 4 is closed today.' },
  })
  await launch(team, draft)
  await open(page, `${listPath}/${draft.id}`, 'Gate 4')
  const card = page.getByRole('region', { name: 'Reminders' })
  await expect(card).toContainText(/Next on .+, only to people who haven't confirmed by then\./, longest)
  await accessible(page, 'a confirmation with a planned reminder')
  await card.getByRole('button', { name: 'Stop reminders…' }).press('Enter')
  const question = dialogOf(page, 'Stop the reminders?')
  await accessible(page, 'the question before reminders are stopped')
  await question.getByRole('button', { name: 'Stop reminders' }).click()
  await expect(toastOf(page, 'Reminders stopped.')).toBeVisible()
  await expect(card).toContainText("Stopped. People who haven't confirmed aren't reminded.")
  await expect(card.getByRole('button')).toHaveCount(0)
})
