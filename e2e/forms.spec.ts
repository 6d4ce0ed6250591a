import { freePhone } from './support/accounts.ts'
import { addLine } from './support/broadcasts.ts'
import { accessible, addContacts, createTeam, expect, open, rowOf, tabTo } from './support/people.ts'
import { expectNoSidewaysScroll, test } from './support/test.ts'

// Forms: from a template to the chart of the answers, with a worker on an old phone.

test('a form in two languages is built, published, answered without a script, and charted', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Fay')
  await addLine(team)
  await addContacts(team, [{ firstname: 'Zoë', lastname: 'Diaz', phone: freePhone() }])
  await open(page, '/dashboard/apps', 'Apps')
  await page.getByRole('link', { name: 'Forms', exact: true }).click()
  await expect(page.getByText('No forms yet')).toBeVisible()
  await accessible(page, 'no forms')
  await page.getByRole('link', { name: 'New form' }).click()
  await expect(page.getByRole('button', { name: /^Shift swap request/ })).toBeVisible()
  await accessible(page, 'templates')

  // Begins empty, by keyboard: a choice with a pasted list, then a reason.
  await tabTo(page, page.getByRole('button', { name: /^Empty form/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'New form' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Shift swap')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Swap a shift')
  await page.getByRole('button', { name: 'Add a question' }).press('Enter')
  await page.getByRole('menuitem', { name: 'One choice' }).click()
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Which shift?')
  await page.getByRole('textbox', { name: 'Answer 1' }).fill('Friday night')
  await page.getByRole('textbox', { name: 'Answer 1' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Answer 2' })).toBeFocused()
  await page.keyboard.type('Saturday morning')
  await page.getByRole('button', { name: 'Remove answer 3' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Answer 2' })).toBeFocused()
  await page.getByRole('button', { name: 'Move down answer 1' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Answer 1' })).toHaveValue('Saturday morning')
  await expect(page.getByRole('button', { name: 'Move up answer 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Answer 1' })).toHaveValue('Friday night')
  await expect(page.getByRole('button', { name: 'Move down answer 1' })).toBeFocused()
  await page.getByRole('switch', { name: 'Must be answered' }).press('Space')
  await page.getByRole('button', { name: 'Add a question' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Long answer' }).click()
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Why?')
  await expect(page.getByTitle('The form on a phone')).toHaveAttribute('srcdoc', /Saturday morning/)
  await page.getByRole('button', { name: 'Move up: Why?' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Move down: Why?' })).toBeFocused()
  await page.getByRole('button', { name: 'Move down: Why?' }).press('Enter')
  await accessible(page, 'the builder')
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  // A second language: publishing says beside each question what is missing.
  const languages = page.getByRole('combobox', { name: 'Languages' })
  await languages.press('ArrowDown')
  await page.getByRole('option', { name: 'Español' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Title in Español' }).fill('Cambia un turno')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Write this question in each language of the form.').first()).toBeVisible()
  await accessible(page, 'what is missing')
  await page.getByRole('radio', { name: 'Español' }).press('Space')
  const fill = async (heading: RegExp, question: string, answers: string[]) => {
    const opener = page.getByRole('button', { name: heading })
    if ((await opener.getAttribute('aria-expanded')) !== 'true') await opener.click()
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill(question)
    for (const [index, text] of answers.entries())
      await page.getByRole('textbox', { name: `Answer ${index + 1}` }).fill(text)
  }
  await fill(/^1\. /, '¿Qué turno?', ['Viernes noche', 'Sábado mañana'])
  await fill(/^2\. /, '¿Por qué?', [])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Open', { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Share' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the form' })).toBeVisible()
  await accessible(page, 'sharing a form')
  const link = new URL((await page.getByRole('link', { name: /\/public\/forms\// }).getAttribute('href')) ?? '')
    .pathname

  // A worker with an old phone and Spanish: no script; an empty form first, then the answers.
  const worker = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: 'es-MX',
  })
  const phonePage = await worker.newPage()
  await phonePage.goto(`${baseURL}${link}`)
  await expect(phonePage.getByRole('heading', { name: 'Cambia un turno' })).toBeVisible()
  await phonePage.getByRole('textbox', { name: /¿Por qué/ }).fill('Boda de mi hermana')
  await phonePage.getByRole('button', { name: 'Enviar' }).click()
  await expect(phonePage.getByText('Elige una respuesta.')).toBeVisible()
  await expect(phonePage.getByRole('textbox', { name: /¿Por qué/ })).toHaveValue('Boda de mi hermana')
  await phonePage.getByRole('radio', { name: 'Viernes noche' }).check()
  await expect(phonePage.getByRole('button', { name: 'Enviar' })).toHaveCSS('min-height', '48px')
  await phonePage.getByRole('button', { name: 'Enviar' }).click()
  await expect(phonePage.getByRole('heading', { name: 'Gracias' })).toBeVisible()
  await worker.close()

  await page.getByRole('tab', { name: 'Answers' }).click()
  await expect(page.getByText('1 answer').first()).toBeVisible()
  await expect(page.getByRole('list').filter({ hasText: 'Friday night' })).toContainText('100%')
  await accessible(page, 'the summary')
  await page.getByRole('link', { name: /answered Friday night/ }).click()
  await expect(rowOf(page, 'Unknown person')).toContainText('Boda de mi hermana')
  await rowOf(page, 'Unknown person').click()
  await expect(page.getByRole('dialog')).toContainText('Boda de mi hermana')
  await accessible(page, 'one response')
  // Deleted by keyboard, after a question that starts on Cancel; the charts no longer count it.
  await page.getByRole('dialog').getByRole('button', { name: 'Delete answer' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete this answer?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await accessible(page, 'the question before an answer is deleted')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Answer deleted')).toBeVisible()
  await expect(page.getByText('No answers yet')).toBeVisible()

  // The public page in both color schemes and on a narrow screen.
  const checked = await browser.newContext({ bypassCSP: true, viewport: { width: 320, height: 640 } })
  const shown = await checked.newPage()
  for (const colorScheme of ['light', 'dark'] as const) {
    await shown.emulateMedia({ colorScheme })
    await shown.goto(`${baseURL}${link}`)
    await accessible(shown, `the public form, ${colorScheme}`)
    await expectNoSidewaysScroll(shown)
  }
  await shown.goto(`${baseURL}${link}/poster`)
  await accessible(shown, 'the poster of a form')
  await checked.close()

  // The builder on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(page.url().replace(/\/(share|responses).*$/, ''))
  await page.getByRole('button', { name: /^1\. Which shift/ }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Answer 2' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  expect((await page.getByRole('button', { name: 'Remove answer 2' }).boundingBox())?.x).toBeLessThan(390 - 24)
  await page.setViewportSize({ width: 1280, height: 800 })

  // Texted: the draft of a broadcast has the link; then the form is deleted, and its link ends.
  await page.getByRole('tab', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Text the form' }).click()
  await expect(page).toHaveURL(/\/dashboard\/broadcasts\/.*\/edit/)
  await page.goto('/dashboard/apps/forms')
  await rowOf(page, 'Shift swap').click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete form' }).click()
  await expect(page.getByText('No forms yet')).toBeVisible()
  expect((await request.get(link)).status()).toBe(404)
})
