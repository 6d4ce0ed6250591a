import type { Locator, Page } from '@playwright/test'
import { callAs, freePhone } from './support/accounts.ts'
import { addContacts, choose, createTeam, dialogOf, expect, open } from './support/people.ts'
import { accessibilityProblems, haveSession, test } from './support/test.ts'

// Forms that are their own drawer or dialog: nothing typed is lost without a question.

const TYPED = 'Typed and not saved'
const OWNER = { email: 'owner@demo.test', password: 'crewline-demo' }
const leaving = (page: Page) => dialogOf(page, 'Leave without saving?')

interface Form {
  title: string
  /** Opens it. */
  show: () => Promise<unknown>
  /** Types or chooses something. */
  change: (form: Locator) => Promise<unknown>
  /** What still shows that. */
  isKept: (form: Locator) => Promise<unknown>
  hasNoX?: boolean
}

/** Closes a form in each way: without a question as long as nothing is typed, and with one afterwards. */
async function closeInEachWay(page: Page, { title, show, change, isKept, hasNoX = false }: Form): Promise<void> {
  const form = dialogOf(page, title)
  const x = form.getByRole('button', { name: 'Close', exact: true })
  // A list of options that opened with the form would take the key.
  const escape = async () => {
    await expect(form).toBeVisible()
    await (hasNoX ? page.keyboard : x).press('Escape')
  }
  await show()
  await escape()
  await expect(form).toBeHidden()
  await expect(leaving(page)).toBeHidden()

  await show()
  await change(form)
  const ways = {
    Escape: () => page.keyboard.press('Escape'),
    ...(!hasNoX && { 'the X': () => x.click() }),
    'a click outside': () => page.mouse.click(12, 400),
  }
  for (const [way, close] of Object.entries(ways)) {
    await close()
    await expect(leaving(page), `${title}: ${way}`).toBeVisible()
    await leaving(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(leaving(page), `${title}: ${way}`).toBeHidden()
    await isKept(form)
  }
  expect(await accessibilityProblems(page), title).toEqual([])
  const cancel = form.getByRole('button', { name: 'Cancel', exact: true })
  if ((await cancel.count()) > 0) await cancel.press('Enter')
  else await page.keyboard.press('Escape')
  await leaving(page).getByRole('button', { name: 'Leave' }).click()
  await expect(form).toBeHidden()
  await expect(leaving(page)).toBeHidden()
  // What was left is gone, and nothing is asked about it.
  await show()
  await escape()
  await expect(form).toBeHidden()
  await expect(leaving(page)).toBeHidden()
}

/** A form with one field of text. */
const typing = (label: string): Pick<Form, 'change' | 'isKept'> => ({
  change: (form) => form.getByLabel(label, { exact: true }).fill(TYPED),
  isKept: (form) => expect(form.getByLabel(label, { exact: true })).toHaveValue(TYPED),
})

test('getting a number, the opt-out list and notes of consent ask before they close', async ({ page, request }) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Una')
  const [ada = ''] = await addContacts(team, [{ firstname: 'Ada', lastname: 'Voss', phone: '(312) 555-0141' }])
  await open(page, '/dashboard/contacts', 'Contacts')
  await page.goto('/dashboard/settings?tab=numbers')
  await closeInEachWay(page, {
    title: 'Get a number',
    show: () => page.getByRole('button', { name: 'Get a number', exact: true }).first().press('Enter'),
    ...typing('Area code or city'),
  })
  await open(page, '/dashboard/contacts/opt-outs', 'Opt-outs')
  await closeInEachWay(page, {
    title: 'Add numbers to the opt-out list',
    show: () => page.getByRole('button', { name: 'Add numbers', exact: true }).first().press('Enter'),
    ...typing('Where they came from'),
  })
  const drawer = dialogOf(page, 'Ada Voss')
  await page.goto(`/dashboard/contacts/${ada}`)
  await drawer.getByRole('tab', { name: 'Consent' }).click()
  // The drawer below the dialog stays open, whichever way the dialog closes.
  const record = () => drawer.getByRole('button', { name: 'Record consent', exact: true }).press('Enter')
  await closeInEachWay(page, { title: 'Record consent', show: record, ...typing('What they agreed to') })
  // What is saved is not asked about.
  await record()
  const note = dialogOf(page, 'Record consent')
  await note.getByLabel('What they agreed to').fill('Signed on the first day')
  await note.getByRole('button', { name: 'Record consent' }).press('Enter')
  await expect(note).toBeHidden()
  await expect(leaving(page)).toBeHidden()
})

test('closing a request and releasing a hold ask before they close', async ({ page, request }) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Ulla')
  const [ada = ''] = await addContacts(team, [{ firstname: 'Ada', lastname: 'Voss', phone: '(312) 555-0141' }])
  await team.call('POST', '/legal-hold', {
    name: 'Voss v. Ulla',
    reason: 'Claim',
    covers: 'contacts',
    contactIds: [ada],
  })
  await team.call('POST', '/subject-request', {
    contactId: ada,
    kind: 'access',
    askedBy: 'By email',
    askedOn: '2026-01-05',
  })
  await page.goto('/dashboard/contacts')
  await page.goto('/dashboard/settings?tab=data')
  await closeInEachWay(page, {
    title: 'Release the hold Voss v. Ulla?',
    show: () => page.getByRole('button', { name: 'Release Voss v. Ulla' }).press('Enter'),
    ...typing('Reason'),
  })
  const list = page.getByRole('list', { name: 'Requests about data' })
  await closeInEachWay(page, {
    title: 'Close the request?',
    show: () => list.getByRole('button', { name: 'Close…' }).press('Enter'),
    ...typing('Note (optional)'),
    hasNoX: true,
  })
  await list.getByRole('button', { name: 'Close…' }).press('Enter')
  const dialog = dialogOf(page, 'Close the request?')
  await dialog.getByLabel('Note (optional)').fill('Sent by mail')
  await dialog.getByRole('button', { name: 'Close request' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(leaving(page)).toBeHidden()
})

test('access and sharing for sub-organizations and transfers ask before they close', async ({ page, request }) => {
  test.setTimeout(240_000)
  await haveSession(page, 'owner@demo.test')
  await open(page, '/dashboard/contacts', 'Contacts')
  await open(page, '/dashboard/contacts/family', 'Parent organization')
  const child = (form: Locator) => form.getByRole('checkbox', { name: 'Acme Cold Storage' })
  const choosing: Pick<Form, 'change' | 'isKept'> = {
    // By keyboard, which closes the list of the field that opens with the form.
    change: (form) => child(form).press('Space'),
    isKept: (form) => expect(child(form)).toBeChecked(),
  }
  await closeInEachWay(page, {
    title: 'Give access to a teammate',
    show: () => page.getByRole('button', { name: 'Give access to a teammate' }).press('Enter'),
    ...choosing,
  })
  await closeInEachWay(page, {
    title: 'Share with sub-organizations',
    show: () => page.getByRole('button', { name: 'Share with sub-organizations', exact: true }).first().press('Enter'),
    ...choosing,
  })

  const { token } = await callAs<{ token: string }>(request, '', ['POST', '/user/login'], OWNER)
  const person = { firstname: 'Uno', lastname: 'Quinn', phone: freePhone() }
  const { contact } = await callAs<{ contact: { id: string } }>(request, token, ['POST', '/contact'], person)
  const more = dialogOf(page, 'Uno Quinn').getByRole('button', { name: 'More', exact: true })
  const place = (form: Locator) => form.getByRole('combobox', { name: 'To which organization?' })
  await closeInEachWay(page, {
    title: 'Transfer Uno Quinn',
    async show() {
      await page.goto(`/dashboard/contacts/${contact.id}`)
      await choose(page, more, 'Transfer to another organization…')
    },
    async change(form) {
      await place(form).fill('Acme Cold')
      await page.getByRole('option', { name: 'Acme Cold Storage' }).click()
    },
    isKept: (form) => expect(place(form)).toHaveValue('Acme Cold Storage'),
  })
})
