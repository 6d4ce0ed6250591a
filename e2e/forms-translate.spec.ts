import { accessible, createTeam, expect, open, tabTo } from './support/people.ts'
import { test } from './support/test.ts'

// The languages of a form: what is missing is translated, and what no one translated for sure is left to a person.

test('the missing texts of a language are filled, and those that a person must translate are named', async ({
  page,
  request,
}, testInfo) => {
  const team = await createTeam(page, request, 'Tess')
  const { form } = await team.call<{ form: { id: string } }>('POST', '/forms', {
    name: 'Thanks',
    title: { en: 'Thank you.' },
    languages: ['en', 'es'],
    questions: [{ id: 'q1', type: 'short_text', label: { en: 'The zebra juggles seven invoices?' } }],
  })
  await open(page, `/dashboard/apps/forms/${form.id}`, 'Thanks')
  await page.getByRole('radiogroup', { name: 'Language to edit' }).getByText('Español').click()
  const button = page.getByRole('button', { name: 'Translate what is missing' })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title in Español' })).toHaveValue(/gracias/i)
  await expect(page.getByText('1 text could not be translated as a whole. Write it yourself.')).toBeVisible()
  await page.screenshot({ path: testInfo.outputPath('translated.png'), fullPage: true })
  await accessible(page, 'a translated form')
})
