import type { Page } from '@playwright/test'
import { freePhone } from './support/accounts.ts'
import { createTeam, expect } from './support/people.ts'
import { test } from './support/test.ts'

// A busy break room: past half of what its address may send, phones work for a moment before an answer is stored.

/** The names of the submissions that a phone keeps. */
const keptOn = (phone: Page) =>
  phone.evaluate(
    async () =>
      new Promise<unknown[]>((resolve) => {
        const opened = indexedDB.open('crewline-forms', 1)
        opened.addEventListener('success', () => {
          const all = opened.result.transaction('kept').objectStore('kept').getAllKeys()
          all.addEventListener('success', () => {
            opened.result.close()
            resolve(all.result)
          })
        })
      }),
  )

test('a phone in a busy break room works for a moment, and its answer is stored once', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const team = await createTeam(page, request, 'Ida')
  const created = await team.call<{ form: { id: string } }>('POST', '/forms', {
    name: 'Gate',
    title: { en: 'Gate check' },
    questions: [{ id: 'q1', type: 'short_text', label: { en: 'Which gate?' }, required: true }],
  })
  const { form } = await team.call<{ form: { id: string; link: string } }>(
    'POST',
    `/forms/${created.form.id}/publish`,
    { version: 1 },
  )
  const { pathname } = new URL(form.link)
  // An address that no other story uses.
  const digits = freePhone().slice(-6)
  const headers = {
    'x-forwarded-for': `10.${Number(digits.slice(0, 2))}.${Number(digits.slice(2, 4))}.${Number(digits.slice(4))}`,
  }
  for (let sent = 0; sent < 120; sent += 1) {
    const answer = await request.post(pathname, { headers, form: { version: '1', 'a.q1': `gate ${sent}` } })
    expect(answer.headers()['crewline-answers']).toBe('stored')
  }
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, extraHTTPHeaders: headers })
  const shown = await phone.newPage()
  const refusals: string[] = []
  shown.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refusals.push(message.text())
  })
  await shown.goto(`${baseURL}${pathname}`)
  await shown.getByRole('textbox', { name: 'Which gate?' }).fill('The north gate')
  // The connection is lost while the phone works.
  await shown.route(
    (url) => url.pathname === pathname,
    (route) => (/\bwork=/.test(route.request().postData() ?? '') ? route.abort() : route.continue()),
  )
  await shown.getByRole('button', { name: 'Send' }).press('Enter')
  await expect(shown.getByText('are kept on this phone')).toBeVisible({ timeout: 60_000 })
  await shown.unrouteAll({ behavior: 'wait' })
  await expect(shown.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 60_000 })
  expect(refusals).toEqual([])
  await expect.poll(async () => keptOn(shown)).toEqual([])
  await phone.close()
  const { data } = await team.call<{ data: { answers: { q1: string } }[] }>('GET', `/forms/${form.id}/responses`)
  expect(data.filter(({ answers }) => answers.q1 === 'The north gate')).toHaveLength(1)
})
