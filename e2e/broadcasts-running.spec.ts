import { setTimeout as sleep } from 'node:timers/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import {
  addLine,
  addNumbers,
  createDraft,
  launch,
  listPath,
  setFaults,
  textFrom,
  type TestDraft,
} from './support/broadcasts.ts'
import {
  accessible,
  choose,
  createTeam,
  dialogOf,
  expect,
  open,
  rowOf,
  toastOf,
  type TestTeam,
} from './support/people.ts'
import { test } from './support/test.ts'

// A broadcast while it is sent: paused, resumed and stopped by a member, and paused by the product itself. The countdown
// alone takes half a minute, and the number is slow, so that there is something to stop.

/** More than a countdown and the first texts take on a busy machine. */
const longest = { timeout: 120_000 }

// CROWD=full plays the first story with 5,000 people and an outage of the carrier (npm run test:faults --
// broadcasts-running). The outage would hit every other story of a usual run.
const isFull = process.env.CROWD === 'full'
const plan = isFull
  ? { people: 5_000, perSecond: 40, faulty: 150, silent: 100, stopAfter: 2_000 }
  : { people: 60, perSecond: 1, faulty: 3, silent: 0, stopAfter: 0 }

/** Presses a button as a keyboard user does. */
async function press(page: Page, button: Locator): Promise<void> {
  await button.focus()
  await page.keyboard.press('Enter')
}

/** The first number of a text such as "2,010 of 5,000". */
const numberIn = (text: string | null) => Number((/[\d,]+/.exec(text ?? '')?.[0] ?? '').replaceAll(',', ''))

/** The line that says how far a broadcast is. */
const heading = (page: Page, what: string) =>
  page.getByRole('heading', { name: new RegExp(`^${what}:? [1-9][\\d,]* of ${plan.people.toLocaleString('en-US')}$`) })

const progress = (page: Page) => page.getByRole('progressbar', { name: 'Sent so far' })
const status = (page: Page) => page.getByRole('main').locator('[data-state]').first()

test('a running broadcast is paused, resumed and stopped; follow-ups go to the rest, and no one is unexplained', async ({
  page,
  request,
}) => {
  test.setTimeout(isFull ? 1_800_000 : 360_000)
  const team = await createTeam(page, request, 'Ida')
  const line = await addLine(team, plan.perSecond)
  const { phones } = await addNumbers(request, team, plan.people)
  // Some numbers can't be reached; receipts of others come twice, out of order, or never.
  const faulty = phones.slice(0, plan.faulty)
  const silent = phones.slice(4 * plan.faulty, 4 * plan.faulty + plan.silent)
  await Promise.all(silent.map((phone) => setFaults(request, phone, { receipts: 'lost' })))
  await Promise.all(faulty.map((phone) => setFaults(request, phone, { delivery: 'not_in_use' })))
  await Promise.all(
    phones
      .slice(plan.faulty, 4 * plan.faulty)
      .map((phone, nth) => setFaults(request, phone, { receipts: nth % 2 === 0 ? 'doubled' : 'shuffled' })),
  )
  const draft = await createDraft(team, {
    name: 'Gate closed',
    audience: { everyone: true },
    message: { body: 'The gate is closed today.' },
  })
  await launch(team, draft)
  await open(page, `${listPath}/${draft.id}`, 'Gate closed')
  await expect(heading(page, 'Sending')).toBeVisible(longest)

  await press(page, page.getByRole('button', { name: 'Pause', exact: true }))
  const paused = heading(page, 'Paused at')
  await expect(paused).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Paused. Nothing is sent until you resume it.')
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toHaveCount(0)
  await accessible(page, 'a paused broadcast')
  const doneAtPause = numberIn(await paused.textContent())

  await press(page, page.getByRole('button', { name: 'Resume' }))
  await expect(heading(page, 'Sending')).toBeVisible()
  if (isFull) await outage(request)
  await expect
    .poll(async () => numberIn(await progress(page).getAttribute('aria-valuetext')), longest)
    .toBeGreaterThan(Math.max(doneAtPause, plan.stopAfter))

  await press(page, page.getByRole('button', { name: 'Stop…' }))
  const question = dialogOf(page, 'Stop sending “Gate closed”?')
  await expect(question).toContainText(/[\d,]+ of [\d,]+ people haven't been sent it yet, and won't get it/)
  await accessible(page, 'the question before a broadcast is stopped')
  await press(page, question.getByRole('button', { name: 'Stop sending' }))
  await expect(toastOf(page, /^Stopped\. [\d,]+ people won't get it\./)).toBeVisible()
  await expect(status(page)).toHaveText('Stopped')

  await expectExplained(team, draft.id, { people: plan.people, silent: plan.silent })

  // One of those who got it replies: the follow-up is for the others who got it.
  const firstDelivered = async () =>
    (await team.call<Recipients>('GET', `/broadcast/${draft.id}/recipients?filter=delivered`)).data[0]?.contact.phone
  // Receipts are copied together, so the first may come a moment later.
  await expect.poll(firstDelivered, { timeout: 30_000 }).toBeDefined()
  const answering = (await firstDelivered()) ?? ''
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
  const listed = async (filter: string) =>
    (await team.call<Recipients>('GET', `/broadcast/${draft.id}/recipients?filter=${filter}`)).total
  // A number that the carrier calls not in use gets no more texts.
  const expected = (await listed('not_replied')) - (await listed('not_delivered'))
  await expect(ledger.getByRole('button', { name: 'Will get it' })).toContainText(expected.toLocaleString('en-US'))
  if (isFull) await followUp(page, team, draft.id)
})

/** Texts everyone who was not reached, and waits until each of them is reached or explained. */
async function followUp(page: Page, team: TestTeam, id: string): Promise<void> {
  await open(page, `${listPath}/${id}`, 'Gate closed')
  await choose(page, page.getByRole('button', { name: 'Send a follow-up' }), /^Not reached/)
  await page.waitForURL(/\/edit/)
  const nextId = page.url().split('/').at(-2) ?? ''
  const { broadcast } = await team.call<{ broadcast: TestDraft }>('GET', `/broadcast/single/${nextId}`)
  await team.call('PATCH', `/broadcast?id=${nextId}`, {
    version: broadcast.version,
    message: { body: 'The gate is closed today. Use the south gate.' },
    options: { quietHours: 'send', quietReason: 'Tests run at night too' },
  })
  const changed = await team.call<{ broadcast: TestDraft }>('GET', `/broadcast/single/${nextId}`)
  await launch(team, changed.broadcast)
  await open(page, `${listPath}/${nextId}`, 'Gate closed')
  await expect(status(page)).toHaveText('Sent', { timeout: 600_000 })
  const people = await team.call<Recipients>('GET', `/broadcast/${nextId}/recipients`)
  await expectExplained(team, nextId, { people: people.total, silent: plan.silent })
}

/** Lets the carrier be down and then busy, while texts leave. */
async function outage(request: APIRequestContext): Promise<void> {
  const set = async (behavior: Record<string, unknown>) => {
    const answer = await request.patch('/dev/carrier/control/carrier', { data: behavior })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await set({ mode: 'outage' })
  await sleep(10_000)
  await set({ mode: 'busy429', retryAfterSeconds: 1 })
  await sleep(3_000)
  await set({ mode: 'ok' })
}

/** Waits until only those wait whose receipts never come, and checks that the people add up and each is explained. */
async function expectExplained(
  { call }: TestTeam,
  id: string,
  { people, silent }: { people: number; silent: number },
): Promise<void> {
  const ledger = () => call<Ledger>('GET', `/broadcast/${id}/ledger`)
  await expect.poll(async () => (await ledger()).waiting, longest).toBeLessThanOrEqual(silent)
  const { reached, waiting, actions, unexplained } = await ledger()
  expect(unexplained).toBe(0)
  expect(reached + waiting + actions.reduce((sum, { count }) => sum + count, 0)).toBe(people)
}

interface Ledger {
  reached: number
  waiting: number
  actions: { count: number }[]
  unexplained: number
}

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
  await Promise.all(everySecond.map((phone) => setFaults(request, phone, { delivery: 'filtered' })))
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
  await Promise.all(phones.map((phone) => setFaults(request, phone, { delivery: 'ok' })))
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(status(page)).toHaveText('Sent', longest)
  await page.getByRole('link', { name: /^Not delivered/ }).click()
  await expect(rowOf(page, 'Not delivered').first()).toBeVisible()
})
