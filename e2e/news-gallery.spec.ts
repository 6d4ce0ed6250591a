import { fileURLToPath } from 'node:url'
import type { NewsContent } from '@crewline/contract/news'
import { accessible, createTeam, dialogOf, expect } from './support/people.ts'
import { expectNoSidewaysScroll, test } from './support/test.ts'

// Blocks with several pictures, and a question that readers answer where they read it.

const PICTURES = ['gallery-buttons-light', 'gallery-form-light'].map((name) =>
  fileURLToPath(new URL(`./pictures/${name}.png`, import.meta.url)),
)

test('a gallery and a poll are added, and a reader without a script answers on the page', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Gia')
  const options = [
    { id: 'sat', label: { en: 'Saturday' } },
    { id: 'sun', label: { en: 'Sunday' } },
  ]
  const questions = [{ id: 'q1', type: 'choice', label: { en: 'Which day?' }, options, required: true }]
  const { form } = await team.call<{ form: { id: string } }>('POST', '/forms', {
    ...{ name: 'Picnic day', title: { en: 'Picnic' }, intro: {}, thanks: {}, questions },
  })
  await team.call('POST', `/forms/${form.id}/publish`, { version: 1 })
  const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', { content: { title: 'News' } })
  await page.goto(`/dashboard/apps/newsletter/${issue.id}/edit`)
  const text = page.getByRole('textbox', { name: 'Text of the issue' })
  await text.click()
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'More blocks' }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await add('Gallery')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add pictures' }).click()
  await (await chooser).setFiles(PICTURES)
  await page.getByRole('textbox', { name: 'What does picture 1 show?' }).fill('The new gate')
  await page.getByRole('textbox', { name: 'What does picture 2 show?' }).fill('Lot B')
  await page.getByRole('button', { name: 'Move picture 2 up' }).click()
  await expect(page.getByRole('textbox', { name: 'What does picture 1 show?' })).toHaveValue('Lot B')
  await add('Poll')
  await page.getByRole('combobox', { name: 'Form' }).click()
  await page.getByRole('option', { name: 'Picnic day' }).click()
  await accessible(page, 'an issue with a gallery and a poll')
  await expect
    .poll(async () => {
      const stored = await team.call<{ issue: { content: NewsContent } }>('GET', `/news/${issue.id}`)
      return stored.issue.content.blocks.map((block) =>
        block.type === 'gallery' ? block.pictures.map(({ alt }) => alt) : block.type,
      )
    })
    .toEqual([['Lot B', 'The new gate'], 'poll'])
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialogOf(page, 'Publish this issue').getByRole('button', { name: 'Publish' }).click()
  const link = page.getByRole('link', { name: /\/public\/news\// })
  const path = new URL((await link.textContent()) ?? '').pathname

  const reader = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const shown = await reader.newPage()
  await shown.goto(`${baseURL}${path}`)
  await expect(shown.getByRole('link', { name: 'The new gate' })).toBeVisible()
  await shown.getByRole('radio', { name: 'Sunday' }).check()
  await shown.getByRole('button', { name: 'Send answer' }).click()
  await expect(shown.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await reader.close()
  const checked = await browser.newContext({ bypassCSP: true, viewport: { width: 320, height: 640 } })
  const page320 = await checked.newPage()
  for (const look of ['', '/poster', '/screen']) {
    await page320.goto(`${baseURL}${path}${look}`)
    await accessible(page320, `an issue with a gallery and a poll ${look}`)
    await expectNoSidewaysScroll(page320)
  }
  await checked.close()
})
