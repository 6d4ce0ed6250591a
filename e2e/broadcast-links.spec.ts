import { randomUUID } from 'node:crypto'
import { demoCall, MANAGER, newContact } from './support/inbox.ts'
import { accessible } from './support/people.ts'
import { expect, haveSession, test } from './support/test.ts'

interface Linked {
  form: { id: string; link: string }
}

test('adds the link of a form by keyboard, in every language of the message', async ({ page, request }) => {
  const call = await demoCall(request, MANAGER)
  const contact = await newContact(request, 'Formreader')
  const name = `Meal ${randomUUID().slice(0, 8)}`
  const { form } = await call<Linked>('POST', '/forms', {
    name,
    title: { en: 'Your meal' },
    languages: ['en'],
    questions: [{ id: 'q1', type: 'long_text', label: { en: 'Which meal?' } }],
  })
  const draft = await call<{ broadcast: { id: string } }>('POST', '/broadcast', {
    id: randomUUID(),
    name,
    audience: { contactIds: [contact.id] },
    message: {
      body: 'Please answer by Friday.',
      language: 'en',
      variants: [{ language: 'es', body: 'Responde antes del viernes.', source: 'author', approved: true }],
    },
  })
  await haveSession(page, MANAGER)
  await page.goto(`/dashboard/broadcasts/${draft.broadcast.id}/edit?step=message`)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await expect(text).toHaveValue('Please answer by Friday.')
  const button = page.getByRole('button', { name: 'Form', exact: true })
  // A draft is not offered: its link would not work.
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Go to forms' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await call('POST', `/forms/${form.id}/publish`, { version: 1 })
  await page.reload()
  await expect(text).toHaveValue('Please answer by Friday.')
  await text.focus()
  await page.keyboard.press('Control+End')
  await button.focus()
  await page.keyboard.press('Enter')
  const choice = page.getByRole('menuitem', { name })
  await expect(choice).toBeVisible()
  await accessible(page, 'the open menu of forms')
  await choice.focus()
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue(`Please answer by Friday. ${form.link}`)
  await expect(text).toBeFocused()
  await page.keyboard.type(' Thank you.')
  await page.getByRole('tab', { name: /Spanish/ }).click()
  await expect(text).toHaveValue(`Responde antes del viernes.\n${form.link}`)
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expect
    .poll(async () => {
      const stored = await call<{ broadcast: { message: { body: string } } }>(
        'GET',
        `/broadcast/single/${draft.broadcast.id}`,
      )
      return stored.broadcast.message.body
    })
    .toBe(`Please answer by Friday. ${form.link} Thank you.`)
})

test('adds the link of a published issue of the newsletter', async ({ page, request }) => {
  const call = await demoCall(request, MANAGER)
  const title = `Gate ${randomUUID().slice(0, 8)}`
  const { issue } = await call<{ issue: { id: string } }>('POST', '/news', {
    content: {
      title,
      language: 'en',
      languages: [],
      translations: {},
      reactions: true,
      blocks: [{ id: 'b00001', type: 'paragraph', text: [{ text: 'The gate opens at 6.' }] }],
    },
  })
  const published = await call<{ issue: { link: string } }>('POST', `/news/${issue.id}/publish`, {
    version: 1,
    expiresAt: null,
  })
  await haveSession(page, MANAGER)
  await page.goto('/dashboard/broadcasts/new?step=message')
  await page.waitForURL(/\/edit/)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('News:')
  await page.getByRole('button', { name: 'Newsletter', exact: true }).click()
  await page.getByRole('menuitem', { name: title }).click()
  await expect(text).toHaveValue(`News: ${published.issue.link}`)
})
