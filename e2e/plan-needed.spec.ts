import { join } from 'node:path'
import { endTrial } from '../server/test/kit/trial.ts'
import { freePhone } from './support/accounts.ts'
import { addLine, createDraft, listPath, textFrom } from './support/broadcasts.ts'
import { accessible, addContacts, createTeam, expect } from './support/people.ts'
import { registerPhone } from './support/phones.ts'
import { test } from './support/test.ts'

// A trial that is over: everyone reads, nothing is changed or sent and nothing typed is lost, until an owner chooses a plan.

const SENTENCE =
  'Your organization needs a plan and a payment method. Until an owner or admin adds them under Settings, Billing, you can read, but not change or send anything.'

test.skip(
  process.env.E2E_DATA_DIR === undefined,
  'ends the trial in the database of the product that these tests start',
)

test('after a trial nothing typed is lost, STOP is answered, and a plan sends at once from the open tab', async ({
  page,
  request,
  context,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Tria')
  await team.call('PATCH', '/organization', { settings: { quietHours: { mode: 'off', start: '21:00', end: '08:00' } } })
  const line = await addLine(team)
  const [phone, other] = [freePhone(), freePhone()]
  await registerPhone(request, phone, 'Nia Okoro')
  await registerPhone(request, other, 'Oto Lind')
  const [nia = ''] = await addContacts(team, [
    { firstname: 'Nia', lastname: 'Okoro', phone },
    { firstname: 'Oto', lastname: 'Lind', phone: other },
  ])
  const draft = await createDraft(team, {
    name: 'New gate',
    audience: { contactIds: [nia] },
    message: { body: 'Tria and Sons: gate 4 opens on Monday.' },
  })
  const onPhone = async (number: string) => {
    const answer = await request.get(`/dev/carrier/control/handsets/${encodeURIComponent(number)}`)
    const { texts } = (await answer.json()) as { texts: { direction: string; body: string }[] }
    return texts.flatMap(({ direction, body }) => (direction === 'in' ? [body] : []))
  }
  await endTrial(join(process.env.E2E_DATA_DIR ?? '', 'postgres'), 'Tria and Sons')

  // A text and a scheduled text are refused, and stay with their reason.
  await page.goto(`/dashboard/inbox?conversation=${nia}`)
  const setUp = page.getByRole('link', { name: 'Set up billing' })
  await expect(setUp).toBeVisible()
  const composer = page.getByRole('textbox', { name: /Message to Nia/ })
  await composer.fill('Can you come at six?')
  await composer.press('Enter')
  const refused = page.getByRole('listitem').filter({ hasText: SENTENCE })
  await expect(refused.filter({ hasText: 'Can you come at six?' })).toBeVisible()
  await composer.fill('Bring your badge')
  await page.getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
  await expect(refused.filter({ hasText: 'Bring your badge' })).toBeVisible()
  await accessible(page, 'texts that need a plan')

  // Who texts STOP is answered all the same.
  await textFrom(request, other, line, 'STOP')
  await expect.poll(() => onPhone(other)).toContainEqual(expect.stringMatching(/opted out|unsubscribed/i))
  await expect.poll(() => onPhone(phone)).toEqual([])

  // A broadcast is refused where it was about to be sent.
  await page.goto(`${listPath}/${draft.id}/edit?step=review`)
  const send = page.getByRole('button', { name: 'Send to 1 person' })
  await send.click()
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: SENTENCE })).toBeVisible()
  // It says so once.
  await expect(page.getByText(SENTENCE)).toHaveCount(1)
  await accessible(page, 'a broadcast that needs a plan')

  // Everything can be read, and a change is refused with the same words.
  await page.goto(`/dashboard/contacts/${nia}`)
  await expect(page.getByRole('heading', { name: 'Nia Okoro' })).toBeVisible()
  await page.goto('/dashboard/settings?tab=texting#holidays')
  await page.getByRole('button', { name: 'Add holiday' }).click()
  const holiday = page.getByRole('dialog', { name: 'Add holiday' })
  await holiday.getByLabel('Name').fill('Founders Day')
  await holiday.getByLabel('First day').fill('2027-03-01')
  await holiday.getByRole('button', { name: 'Save holiday' }).click()
  await expect(holiday.getByRole('alert').filter({ hasText: SENTENCE })).toBeVisible()
  await expect(page.getByText(SENTENCE)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(holiday).toBeHidden()
  await page.goto(`${listPath}/${draft.id}/edit?step=review`)

  // The owner chooses a plan in another tab.
  const billing = await context.newPage()
  await billing.goto(page.url())
  await billing.getByRole('link', { name: 'Set up billing' }).click()
  await billing.getByRole('button', { name: 'Choose Starter' }).click()
  await billing.getByRole('button', { name: 'Subscribe' }).click()
  await expect(billing.getByText(/of 1,000 included/)).toBeVisible()

  // The first tab goes on without a reload: the broadcast, and then both texts as they were written.
  await expect(setUp).toHaveCount(0)
  await send.click()
  await expect(page.getByRole('heading', { level: 1, name: 'New gate' })).toBeVisible()
  await page.goto(`/dashboard/inbox?conversation=${nia}`)
  await refused.filter({ hasText: 'Can you come at six?' }).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => onPhone(phone)).toContain('Can you come at six?')
  await refused.filter({ hasText: 'Bring your badge' }).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Scheduled for' })).toContainText('Bring your badge')
  await expect(refused).toHaveCount(0)
})
