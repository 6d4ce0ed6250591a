import { createTeam, expect } from './support/people.ts'
import { test } from './support/test.ts'

test('a question is asked only after an answer, which its editor names', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const team = await createTeam(page, request, 'Wanda')
  const { form } = await team.call<{ form: { id: string; link: string } }>('POST', '/forms', {
    name: 'Incident',
    title: { en: 'Incident' },
    questions: [
      { id: 'q1', type: 'yes_no', label: { en: 'Was anyone hurt?' }, required: true },
      { id: 'q2', type: 'short_text', label: { en: 'Which part of the body?' } },
    ],
  })
  await page.goto(`/dashboard/apps/forms/${form.id}`)
  await page.getByRole('button', { name: /Which part of the body/, expanded: false }).click()
  await page.getByRole('combobox', { name: 'When this is asked' }).click()
  await page.getByRole('option', { name: 'Only after certain answers' }).click()
  await expect(page.getByRole('combobox', { name: 'Answers to which question' })).toHaveValue('Was anyone hurt?')
  // Without an answer it is refused beside the question.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Choose an earlier question and at least one of its answers.').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Any of these answers' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Yes', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Open', { exact: true })).toBeVisible()

  const reader = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' })
  const shown = await reader.newPage()
  const path = new URL(form.link).pathname
  await shown.goto(`${baseURL}${path}`)
  await shown.getByRole('radio', { name: 'Yes' }).check()
  await shown.getByRole('button').first().click()
  await expect(shown.getByRole('textbox', { name: /Which part of the body/ })).toBeVisible()
  await shown.goto(`${baseURL}${path}`)
  await shown.getByRole('radio', { name: 'No' }).check()
  await shown.getByRole('button').first().click()
  await expect(shown.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await reader.close()
})
