import type { Page } from '@playwright/test'
import { addLine, addNumbers, createDraft, failDelivery, launch, listPath, textFrom } from './support/broadcasts.ts'
import { accessible, choose, createTeam, dialogOf, expect, open, rowOf, toastOf } from './support/people.ts'
import { test } from './support/test.ts'

// A broadcast while it is sent: paused, resumed and stopped by a member, and paused by the product itself. The countdown
// alone takes half a minute, and the number is slow, so that there is something to stop.

/** More than a countdown and the first texts take on a busy machine. */
const longest = { timeout: 120_000 }

const progress = (page: Page) => page.getByRole('progressbar', { name: 'Sent so far' })
const status = (page: Page) => page.getByRole('main').locator('[data-state]').first()

test('a running broadcast is paused, resumed and stopped; a follow-up goes to those who did not reply', async ({
  page,
  request,
}) => {
  test.setTimeout(360_000)
  const team = await createTeam(page, request, 'Ida')
  const line = await addLine(team, 1)
  const { phones, contactIds } = await addNumbers(request, team, 60)
  const draft = await createDraft(team, {
    name: 'Gate closed',
    audience: { contactIds },
    message: { body: 'The gate is closed today.' },
  })
  await launch(team, draft)
  await open(page, `${listPath}/${draft.id}`, 'Gate closed')
  await expect(page.getByRole('heading', { name: /^Sending: [1-9]\d* of 60$/ })).toBeVisible(longest)

  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  const paused = page.getByRole('heading', { name: /^Paused at [1-9]\d* of 60$/ })
  await expect(paused).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Paused. Nothing is sent until you resume it.')
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toHaveCount(0)
  await accessible(page, 'a paused broadcast')
  const pausedAt = (await paused.textContent()) ?? ''
  const doneAtPause = Number(/\d+/.exec(pausedAt)?.[0])

  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('heading', { name: /^Sending: \d+ of 60$/ })).toBeVisible()
  await expect
    .poll(async () => Number(/^\d+/.exec((await progress(page).getAttribute('aria-valuetext')) ?? '')?.[0]), longest)
    .toBeGreaterThan(doneAtPause)

  await page.getByRole('button', { name: 'Stop…' }).click()
  const question = dialogOf(page, 'Stop sending “Gate closed”?')
  await expect(question).toContainText(/\d+ of 60 people haven't been sent it yet, and won't get it/)
  await accessible(page, 'the question before a broadcast is stopped')
  await question.getByRole('button', { name: 'Stop sending' }).click()
  await expect(toastOf(page, /^Stopped\. \d+ people won't get it\./)).toBeVisible()
  await expect(status(page)).toHaveText('Stopped')

  // One of those who got it replies: the follow-up is for the others who got it.
  await expect
    .poll(async () => (await team.call<Recipients>('GET', `/broadcast/${draft.id}/recipients?filter=delivered`)).total)
    .toBeGreaterThan(1)
  const { data: reached } = await team.call<Recipients>('GET', `/broadcast/${draft.id}/recipients?filter=delivered`)
  const answering = reached[0]?.contact.phone ?? ''
  expect(phones).toContain(answering)
  await textFrom(request, answering, line, 'Which gate?')
  await expect(page.getByRole('link', { name: /^Replies 1$/ })).toBeVisible()
  await page.getByRole('link', { name: /^Replies 1$/ }).click()
  await expect(page.getByRole('main').getByText('Which gate?')).toBeVisible()
  await accessible(page, 'the replies to a broadcast')
  await choose(page, page.getByRole('button', { name: 'Send a follow-up' }), /^Didn't reply/)
  await page.waitForURL(/\/edit/)
  await expect(page.getByText('Did not reply to the earlier broadcast')).toBeVisible()
  const ledger = page.getByRole('region', { name: 'Who will get it' })
  await expect(ledger.getByRole('button', { name: 'Will get it' })).toContainText(/\d/)
  const { total } = await team.call<Recipients>('GET', `/broadcast/${draft.id}/recipients?filter=not_replied`)
  await expect(ledger.getByRole('button', { name: 'Will get it' })).toContainText(String(total))
})

interface Recipients {
  total: number
  data: { contact: { phone: string | null } }[]
}

test('a broadcast that carriers filter pauses by itself, says why, and goes on when it is resumed', async ({
  page,
  request,
}) => {
  test.setTimeout(360_000)
  const team = await createTeam(page, request, 'Kai')
  await addLine(team, 3)
  const { phones, contactIds } = await addNumbers(request, team, 80)
  const everySecond = phones.filter((_, at) => at % 2 === 0)
  await Promise.all(everySecond.map((phone) => failDelivery(request, phone, 'filtered')))
  const draft = await createDraft(team, {
    name: 'Uniforms',
    audience: { contactIds },
    message: { body: 'Pick up your uniform at the gate.' },
  })
  await launch(team, draft)
  await open(page, `${listPath}/${draft.id}`, 'Uniforms')
  await expect(page.getByRole('heading', { name: /^Paused at \d+ of 80$/ })).toBeVisible(longest)
  await expect(page.getByRole('main')).toContainText('a carrier is filtering many of these texts')
  await expect(status(page)).toHaveText('Paused')
  await accessible(page, 'a broadcast that paused by itself')

  // Resumed, it is not paused again for the same reason, and every text is sent.
  await Promise.all(phones.map((phone) => failDelivery(request, phone, 'ok')))
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(status(page)).toHaveText('Sent', longest)
  await page.getByRole('link', { name: /^Not delivered/ }).click()
  await expect(rowOf(page, 'Not delivered').first()).toBeVisible()
})
