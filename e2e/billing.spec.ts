import type { APIRequestContext, Page } from '@playwright/test'
import { addLine, addNumbers, createDraft, listPath } from './support/broadcasts.ts'
import { accessible, createTeam, enterAs, newMember } from './support/people.ts'
import { expect, test } from './support/test.ts'

// From trial to first invoice to failed card to past due to paid, as an owner and their teammates live it.

const DECLINED = '4000000000000341'

/** Scripts the simulated Stripe. */
async function control(request: APIRequestContext, path: string, data: object): Promise<unknown> {
  const answer = await request.post(`/dev/stripe/control/${path}`, { data })
  expect(answer.ok()).toBe(true)
  return answer.json()
}

async function customerOf(request: APIRequestContext, name: string): Promise<string> {
  const { customers } = (await (await request.get('/dev/stripe/control/state')).json()) as {
    customers: Record<string, { id: string; name: string }>
  }
  return Object.values(customers).find((customer) => customer.name === name)?.id ?? ''
}

const openBilling = (page: Page) => page.goto('/dashboard/settings?tab=billing')

test('an organization buys a plan, its card fails, it is put on hold, pays, and continues in every tab', async ({
  page,
  request,
  context,
}) => {
  test.setTimeout(180_000)
  await createTeam(page, request, 'Wanda')
  await openBilling(page)
  await expect(page.getByRole('heading', { name: 'Plan' })).toBeVisible()
  await page.getByRole('button', { name: 'Choose Starter' }).click()

  // The page of the payment service.
  await expect(page.getByRole('heading', { name: 'Subscribe' })).toBeVisible()
  await page.getByLabel('Card').selectOption(DECLINED)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.getByLabel('Card').selectOption('4242424242424242')
  await page.getByRole('button', { name: 'Subscribe' }).click()

  // Back in the product, with the first invoice.
  await expect(page.getByText('Starter', { exact: true })).toBeVisible()
  await expect(page.getByText('0 of 1,000 included')).toBeVisible()
  const invoices = page.getByRole('region', { name: 'Invoices' })
  const paid = invoices.getByRole('cell', { name: 'Paid', exact: true })
  await expect(paid).toHaveCount(1)
  const file = page.waitForEvent('download')
  await invoices.getByRole('button', { name: /Download INV-\d+ as PDF/ }).click()
  expect((await file).suggestedFilename()).toMatch(/^INV-\d+\.pdf$/)

  // Credit is bought in advance; it is there when the page comes back.
  const credit = page.getByRole('region', { name: 'Prepaid credit' })
  await expect(credit.getByText('$0.00', { exact: true })).toBeVisible()
  await credit.getByLabel('Amount').selectOption('$50.00')
  await credit.getByRole('button', { name: 'Buy credit' }).click()
  await expect(page.getByRole('heading', { name: /^Pay \$5\d\.\d\d$/ })).toBeVisible()
  await page.getByLabel('Card').selectOption('4242424242424242')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  // The credit comes with the webhook of the payment.
  const balance = credit.getByText('$50.00', { exact: true }).and(credit.locator(':not(option)'))
  await expect(balance.first()).toBeVisible({ timeout: 45_000 })
  await expect(paid).toHaveCount(2)
  await accessible(page, 'prepaid credit')

  // Before invitations that the plan has no seats for, the team page says what they cost.
  await page.goto('/dashboard/team')
  await page.getByRole('button', { name: 'Invite' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Invite teammates' })
  await expect(drawer.getByLabel('Emails')).toBeFocused()
  await page.keyboard.type('ana@example.com bo@example.com')
  await expect(drawer.getByText(/no seat left/)).toHaveCount(0)
  await page.keyboard.type(' cy@example.com')
  await expect(drawer.getByText(/no seat left for 1 of these teammates. It costs \$9.00 more/)).toBeVisible()
  await accessible(page, 'an invitation without a seat')
  await openBilling(page)
  await expect(page.getByText('0 of 1,000 included')).toBeVisible()

  // A second tab, in which a teammate's screen is open.
  const other = await context.newPage()
  await other.goto('/dashboard/contacts')
  await expect(other.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()

  // The card fails: a banner, and a card with what happens next.
  const customer = await customerOf(request, 'Wanda and Sons')
  await control(request, `customers/${customer}/card`, { number: DECLINED })
  await control(request, `customers/${customer}/end-period`, {})
  await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible()
  await expect(credit.getByText('Pay your open invoice first. Then you can buy credit.')).toBeVisible()
  await expect(other.getByText(/Your payment of \$[\d.]+ failed\./)).toBeVisible()

  // A week later everything but paying is on hold, in both tabs and without a reload.
  await control(request, `customers/${customer}/end-period`, { daysAgo: 8 })
  await expect(other.getByRole('heading', { name: 'Your account is past due' })).toBeVisible()
  await expect(other.getByText(/Pay invoice INV-\d+ \(\$[\d.]+\) to continue\./)).toBeVisible()
  await expect(page.getByText(/Reading and sending messages is on hold until you pay it/)).toBeVisible()
  // On a phone, too, nothing is offered that does not work meanwhile.
  await other.setViewportSize({ width: 390, height: 844 })
  await expect(other.getByRole('button', { name: 'More', exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Search' })).toHaveCount(0)
  await other.setViewportSize({ width: 1280, height: 800 })
  for (const tab of [page, other]) {
    const steps = tab.getByRole('list', { name: 'If it stays unpaid' }).getByRole('listitem')
    // Every number here was brought, so none is lost.
    await expect(steps).toHaveText([
      /were put on hold until you pay\.$/,
      /is suspended\. Reading and sending stay on hold, and nothing else changes\.$/,
    ])
  }
  await expect(page.getByRole('button', { name: 'Download contacts' })).toBeVisible()

  // Two invoices are open; each is paid on its page.
  for (const before of [2, 3]) {
    await openBilling(page)
    // Before the webhook of a payment arrives, the page of the paid invoice would open again.
    await expect(paid).toHaveCount(before)
    await page.getByRole('region', { name: 'Payment failed' }).getByRole('button', { name: 'Pay now' }).click()
    await page.getByLabel('Card').selectOption('4242424242424242')
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page.getByText('This invoice is paid.')).toBeVisible()
  }
  await expect(other.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  await openBilling(page)
  await expect(page.getByRole('heading', { name: 'Payment failed' })).toHaveCount(0)
  await expect(paid).toHaveCount(4)
})

test('what changes before the live connection is there shows as soon as it is, without a reload', async ({
  page,
  request,
}) => {
  const team = await createTeam(page, request, 'Zora')
  await openBilling(page)
  await page.getByRole('button', { name: 'Choose Starter' }).click()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('0 of 1,000 included')).toBeVisible()

  // On a slow line the page has its answers long before its live connection.
  const mayConnect = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/ws\?/, async (socket) => {
    await mayConnect.promise
    socket.connectToServer()
  })
  await openBilling(page)
  await expect(page.getByText('0 of 1,000 included')).toBeVisible()
  const customer = await customerOf(request, 'Zora and Sons')
  await control(request, `customers/${customer}/card`, { number: DECLINED })
  await control(request, `customers/${customer}/end-period`, {})
  const isPastDue = async () => (await team.call<{ isPastDue: boolean }>('GET', '/organization/past-due')).isPastDue
  await expect.poll(isPastDue).toBe(true)
  mayConnect.resolve()
  await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible()
})

test('a spending cap is set, refused when it is no amount, and removed', async ({ page, request }) => {
  await createTeam(page, request, 'Walt')
  await openBilling(page)
  await page.getByRole('button', { name: 'Choose Team' }).click()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const cap = page.getByRole('region', { name: 'Spending cap' })
  await cap.getByRole('button', { name: 'Save cap' }).click()
  await expect(cap.getByText('Enter an amount, such as 50.')).toBeVisible()
  await cap.getByLabel('Cap per month').fill('-5')
  await cap.getByRole('button', { name: 'Save cap' }).click()
  await expect(cap.getByText('Enter an amount, such as 50.')).toBeVisible()
  await expect(cap.getByRole('button', { name: 'Remove cap' })).toHaveCount(0)
  await cap.getByLabel('Cap per month').fill('25')
  await cap.getByRole('button', { name: 'Save cap' }).click()
  await expect(page.getByText('Your cap was saved.')).toBeVisible()
  await page.reload()
  await expect(cap.getByLabel('Cap per month')).toHaveValue('$25')
  await cap.getByRole('button', { name: 'Remove cap' }).click()
  await expect(cap.getByRole('button', { name: 'Remove cap' })).toHaveCount(0)
})

test('Back from a payment page leaves a button that works, also where the browser kept the page', async ({
  page,
  request,
}) => {
  await createTeam(page, request, 'Bruna')
  await openBilling(page)
  await page.getByRole('button', { name: 'Choose Team' }).click()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const buy = page.getByRole('button', { name: 'Buy credit' })
  await expect(buy).toBeVisible()
  // The page of the payment service does not open here, so this one is still there, as it is after Back.
  await page.route('**/dev/stripe/checkout/**', (route) => route.fulfill({ status: 204 }))
  const left = page.waitForRequest('**/dev/stripe/checkout/**')
  await buy.click()
  await left
  await expect(buy).toBeDisabled()
  await page.evaluate(() => globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(buy).toBeEnabled()
  await page.unroute('**/dev/stripe/checkout/**')
  await buy.click()
  await expect(page.getByRole('heading', { name: /^Pay \$/ })).toBeVisible()
})

test('the review of a broadcast says that the spending cap would pause it, with amounts for those who pay', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Cora')
  await addLine(team)
  await openBilling(page)
  await page.getByRole('button', { name: 'Choose Starter' }).click()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('0 of 1,000 included')).toBeVisible()
  await team.call('PATCH', '/organization/billing', { spendingCapCents: 100 })

  // Ten segments each: the plan includes 1,000, and a dollar pays for 34 more.
  const { contactIds } = await addNumbers(request, team, 110)
  const sentence = 'Cora and Sons: the plan of the week for each shift and each gate. '
  const draft = await createDraft(team, {
    name: 'Plan of the week',
    audience: { contactIds },
    message: { body: sentence.repeat(22).slice(0, 1500) },
  })
  const review = `${listPath}/${draft.id}/edit?step=review`
  await page.goto(review)
  const warnings = page.getByRole('list', { name: 'Look at this before sending' })
  await expect(warnings).toContainText(
    /\$1\.00 of the spending cap of \$1\.00 is left this month\. This uses up to 1,100 segments, so it would pause after 1,034\. It goes on [A-Z][a-z]{2} 1, or when you raise the cap in Settings, Billing\./,
  )
  const checks = page.getByRole('region', { name: 'Review', exact: true })
  await expect(checks).toContainText('$1.00 of $1.00 left this month')
  await expect(page.getByRole('button', { name: 'Send to 110 people' })).toBeEnabled()
  await accessible(page, 'a review over the spending cap')

  // A teammate who does not manage billing is warned without amounts.
  const kim = await newMember(request, team, { firstname: 'Kim', role: 'manager' })
  const context = await browser.newContext()
  const other = await context.newPage()
  await enterAs(other, kim)
  await other.goto(review)
  await expect(other.getByRole('list', { name: 'Look at this before sending' })).toContainText(
    /The spending cap of the month would pause this before everyone gets it\./,
  )
  await expect(other.getByRole('region', { name: 'Review', exact: true })).not.toContainText('$')
  await context.close()

  // Raised in another place, the warning is gone from the open page.
  await team.call('PATCH', '/organization/billing', { spendingCapCents: 5000 })
  await expect(checks).toContainText('$50.00 of $50.00 left this month')
  await expect(warnings.getByText(/spending cap/)).toHaveCount(0)
})
