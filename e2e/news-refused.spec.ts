import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { NewsContent } from '@crewline/contract/news'
import { accessible, createTeam, dialogOf, expect, tabTo } from './support/people.ts'
import { test } from './support/test.ts'

// What keeps an issue from being published gets the focus, and a picture is cropped where it is shown.

const PICTURE = fileURLToPath(new URL('./pictures/gallery-buttons-light.png', import.meta.url))

test('a refused publication leads to what is missing, and a picture is cropped by keyboard', async ({
  page,
  request,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Cleo')
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')
  const uploaded = await request.post('/api/news/picture', {
    headers: { authorization: `Bearer ${token?.value}`, 'content-type': 'application/octet-stream' },
    data: await readFile(PICTURE),
  })
  const { picture } = (await uploaded.json()) as { picture: { id: string } }
  const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', {
    content: {
      title: '',
      blocks: [
        { id: 'b00001', type: 'paragraph', text: [{ text: 'The gate opens at 6.' }] },
        { id: 'b00002', type: 'picture', fileId: picture.id, alt: '', isDecoration: false },
      ],
    },
  })
  await page.goto(`/dashboard/apps/newsletter/${issue.id}/edit`)
  const publish = async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialogOf(page, 'Publish this issue').getByRole('button', { name: 'Publish' }).click()
  }
  // The title first, then the picture.
  await expect(page.getByRole('textbox', { name: 'Text of the issue' })).toBeVisible()
  await publish()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('New gate')
  await publish()
  await expect(page.getByRole('textbox', { name: 'What does the picture show?' })).toBeFocused()
  await page.keyboard.type('The gate')

  const crop = page.getByRole('button', { name: 'Crop', exact: true })
  await tabTo(page, crop)
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page, 'Crop the picture')
  await expect(dialog.getByRole('img', { name: 'The cropped picture' })).toBeVisible()
  await dialog.getByText('Square', { exact: true }).click()
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  await zoom.focus()
  await page.keyboard.press('ArrowRight')
  await expect(zoom).toHaveValue('1.05')
  await expect
    .poll(() => dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width === canvas.height))
    .toBe(true)
  await accessible(page, 'cropping a picture')
  await dialog.getByRole('button', { name: 'Crop' }).click()
  await expect(dialog).toBeHidden()
  await expect(crop).toBeFocused()
  const stored = async () =>
    (await team.call<{ issue: { content: NewsContent } }>('GET', `/news/${issue.id}`)).issue.content.blocks[1]
  await expect.poll(stored).toMatchObject({ type: 'picture', alt: 'The gate' })
  await expect
    .poll(async () => {
      const block = await stored()
      return block?.type === 'picture' && block.fileId !== picture.id
    })
    .toBe(true)
})
