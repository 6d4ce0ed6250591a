import { fileURLToPath } from 'node:url'
import { addLine } from './support/broadcasts.ts'
import { accessible, choose, createTeam, dialogOf, expect, open, rowOf, tabTo } from './support/people.ts'
import { expectNoSidewaysScroll, test } from './support/test.ts'

// News: from an empty issue to its readers.

const PICTURE = fileURLToPath(new URL('./pictures/gallery-buttons-light.png', import.meta.url))

test('an issue goes from a draft to readers in two languages, on a phone without a script', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Nina')
  await addLine(team)
  await open(page, '/dashboard/apps', 'Apps')
  await page.getByRole('link', { name: 'Content Studio' }).click()
  await expect(page.getByText('No issues yet')).toBeVisible()
  await accessible(page, 'no issues')
  await choose(page, page.getByRole('button', { name: 'New issue' }), 'Empty issue')

  // By keyboard: a title, text with bold, a list, a picture, a button.
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).toBeVisible()
  await tabTo(page, title)
  await page.keyboard.type('Parking on lot B')
  const text = page.getByRole('textbox', { name: 'Text of the issue' })
  await expect(text).toBeVisible()
  await tabTo(page, text)
  await page.keyboard.type('Doors open at ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('6')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- Bring your badge')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Thank you.')
  const phone = page.frameLocator('iframe[title="The page on a phone"]')
  await expect(phone.getByRole('listitem').filter({ hasText: 'Bring your badge' })).toBeVisible()
  await expect(phone.getByText('Doors open at 6')).toBeVisible()

  await page.getByLabel('Picture', { exact: true }).setInputFiles(PICTURE)
  const alt = page.getByRole('textbox', { name: 'What does the picture show?' })
  await expect(alt).toBeVisible()
  await page.getByRole('button', { name: 'Add a button' }).click()
  await page.getByRole('textbox', { name: 'What the button says' }).fill('Open the map')
  await accessible(page, 'the editor of an issue')

  // What is missing is listed, and leads to its block.
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = dialogOf(page, 'Publish this issue')
  // Its part loads when it is first opened.
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeVisible()
  await accessible(page, 'the publish dialog')
  // A key right after the check can come before the dialog listens, so it is pressed again, as people do.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Until a day and time' }).check()
  await dialog.getByLabel('Ends').press('Enter')
  await expect(dialog.getByLabel('Ends')).toHaveAccessibleDescription(/Choose a day and a time\./)
  await dialog.getByRole('radio', { name: 'Until you end it' }).check()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  const problems = page.getByRole('alert', { name: 'Complete these before you publish' })
  await expect(problems).toContainText('Picture: Describe this picture for people who can’t see it.')
  await expect(problems).toContainText('Button: Add the address that the button opens.')
  await problems
    .getByRole('listitem')
    .filter({ hasText: 'Picture' })
    .getByRole('button', { name: 'Go to block' })
    .click()
  await alt.fill('Arrows to lot B')
  await problems
    .getByRole('listitem')
    .filter({ hasText: 'Button' })
    .getByRole('button', { name: 'Go to block' })
    .click()
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('maps.example.com/lot-b')
  await expect(problems).toBeHidden()
  await expect(page.getByText(/^Saved /)).toBeVisible()

  // Moved by keyboard: the list above the first paragraph.
  await text.getByText('Bring your badge').click()
  await expect(page.getByText('List, block 2 of')).toBeVisible()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText('List, block 1 of')).toBeVisible()

  // Another language: a person writes what no phrase covers.
  await page.getByRole('link', { name: 'Languages' }).click()
  await page.getByRole('combobox', { name: 'Languages besides English' }).click()
  await page.getByRole('option', { name: 'Español' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Translate what is open' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'could not be translated' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Title in Español' }).fill('Estacionamiento en el lote B')
  await page.getByRole('textbox', { name: 'List in Español' }).fill('Trae tu credencial')
  await page.getByRole('textbox', { name: 'Text in Español' }).first().fill('Abrimos a las **6**')
  await page.getByRole('textbox', { name: 'Picture in Español' }).fill('Flechas hacia el lote B')
  await page.getByRole('textbox', { name: 'Button in Español' }).fill('Abrir el mapa')
  await expect(page.getByText('Complete', { exact: true })).toBeVisible()
  await accessible(page, 'the translations of an issue')

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialogOf(page, 'Publish this issue').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the issue' })).toBeVisible()
  await accessible(page, 'the ways to an issue')
  const path = new URL((await page.getByRole('link', { name: /\/public\/news\// }).textContent()) ?? '').pathname

  // A reader in Spanish.
  const reader = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: 'es-MX',
    // That of the test says that it is a program.
    userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
  })
  const phonePage = await reader.newPage()
  await phonePage.goto(`${baseURL}${path}`)
  await expect(phonePage.getByRole('heading', { level: 1, name: 'Estacionamiento en el lote B' })).toBeVisible()
  await expect(phonePage.getByText('Abrimos a las 6')).toBeVisible()
  await expect(phonePage.getByRole('img', { name: 'Flechas hacia el lote B' })).toBeVisible()
  await phonePage.getByRole('link', { name: 'English' }).click()
  await expect(phonePage.getByRole('link', { name: 'Open the map' })).toBeVisible()
  await phonePage.getByRole('button', { name: 'Useful' }).click()
  await expect(phonePage.getByText('Thanks for telling us.')).toBeVisible()
  await expect(phonePage.getByRole('button', { name: 'Useful' })).toHaveAttribute('aria-pressed', 'true')
  await reader.close()

  // The page, its poster and its screen, in both color schemes and on a narrow screen. The accessibility check writes
  // styles, which the policy of the page forbids.
  const checked = await browser.newContext({ bypassCSP: true, viewport: { width: 320, height: 640 } })
  const shown = await checked.newPage()
  for (const colorScheme of ['light', 'dark'] as const) {
    await shown.emulateMedia({ colorScheme })
    for (const look of ['', '/poster', '/screen']) {
      await shown.goto(`${baseURL}${path}${look}`)
      await accessible(shown, `the public page ${look}, ${colorScheme}`)
      await expectNoSidewaysScroll(shown)
    }
  }
  await checked.close()

  // Text it: a broadcast begins with the title and the link.
  await page.getByRole('button', { name: 'Text it' }).click()
  await expect(page).toHaveURL(/\/dashboard\/broadcasts\/[^/]+\/edit/)
  await expect(page.getByText('Parking on lot B').first()).toBeVisible()

  // Results: one person, who read and reacted. The list shows them, too.
  await open(page, '/dashboard/apps/newsletter', 'Content Studio')
  await expect(rowOf(page, 'Parking on lot B')).toContainText('Published')
  await rowOf(page, 'Parking on lot B').click()
  await page.getByRole('link', { name: 'Results' }).click()
  const figure = (table: string, row: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: row }).getByRole('cell')
  await expect(figure('Readers', 'People who opened it')).toHaveText('1')
  await expect(figure('Reactions', 'Useful')).toHaveText('1')
  await accessible(page, 'the results of an issue')

  // A change is not public before it is published, and an earlier version can be restored.
  await page.getByRole('link', { name: 'Write' }).click()
  await title.fill('Parking on lot C')
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeEnabled()
  await page.getByRole('link', { name: 'History' }).click()
  const versions = page.getByRole('list', { name: 'Earlier versions' })
  await expect(versions.getByRole('listitem').first()).toBeVisible()
  await accessible(page, 'the history of an issue')
  await versions
    .getByRole('listitem')
    .filter({ hasText: 'Parking on lot B' })
    .first()
    .getByRole('button', { name: 'Restore' })
    .click()
  await expect(title).toHaveValue('Parking on lot B')
})
