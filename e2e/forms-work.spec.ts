import { freePhone } from './support/accounts.ts'
import { createTeam, expect } from './support/people.ts'
import { test } from './support/test.ts'

// A busy break room: past half of what its address may send, phones work for a moment before an answer is stored.

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
  await shown.goto(`${baseURL}${pathname}`)
  await shown.getByRole('textbox', { name: 'Which gate?' }).fill('The north gate')
  await shown.getByRole('button', { name: 'Send' }).press('Enter')
  await expect(shown.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 60_000 })
  await phone.close()
  const { data } = await team.call<{ data: { answers: { q1: string } }[] }>('GET', `/forms/${form.id}/responses`)
  expect(data.filter(({ answers }) => answers.q1 === 'The north gate')).toHaveLength(1)
})
