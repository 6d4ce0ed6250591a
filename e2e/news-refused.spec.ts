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

test('a cropped picture stays transparent where it was', async ({ page, request }) => {
  test.slow()
  const team = await createTeam(page, request, 'Cleo')
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')
  // Its left half is transparent, its right half red.
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 80
    canvas.height = 40
    const context = canvas.getContext('2d')
    if (context) {
      context.fillStyle = '#d00'
      context.fillRect(40, 0, 40, 40)
    }
    return canvas.toDataURL('image/png').replace(/^.*,/, '')
  })
  const uploaded = await request.post('/api/news/picture', {
    headers: { authorization: `Bearer ${token?.value}`, 'content-type': 'application/octet-stream' },
    data: Buffer.from(drawn, 'base64'),
  })
  const { picture } = (await uploaded.json()) as { picture: { id: string } }
  const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', {
    content: {
      title: 'New logo',
      blocks: [{ id: 'b00001', type: 'picture', fileId: picture.id, alt: '', isDecoration: false }],
    },
  })
  await page.goto(`/dashboard/apps/newsletter/${issue.id}/edit`)
  await expect(page.getByRole('textbox', { name: 'Text of the issue' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialogOf(page, 'Publish this issue').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('textbox', { name: 'What does the picture show?' })).toBeFocused()
  await page.keyboard.type('Our logo')
  await page.getByRole('button', { name: 'Crop', exact: true }).click()
  const dialog = dialogOf(page, 'Crop the picture')
  await dialog.getByText('Tall', { exact: true }).click()
  await dialog.getByRole('slider', { name: 'Left to right' }).fill('50')
  await dialog.getByRole('button', { name: 'Crop' }).click()
  await expect(dialog).toBeHidden()
  const shown = page.getByRole('textbox', { name: 'Text of the issue' }).getByRole('img', { name: 'Our logo' })
  const opacity = () =>
    shown.evaluate(async (image: HTMLImageElement) => {
      const bitmap = await createImageBitmap(await (await fetch(image.src)).blob())
      const canvas = document.createElement('canvas')
      const context = canvas.getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const at = (x: number) => context?.getImageData(x, 5, 1, 1).data[3]
      return [bitmap.width, at(1), at(bitmap.width - 2)]
    })
  await expect.poll(opacity).toEqual([30, 0, 255])
})

test('an address that the server would refuse is refused beside its field, and the rest is saved', async ({
  page,
  request,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Cleo')
  const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', {
    content: { title: 'New gate', blocks: [{ id: 'b00001', type: 'button', label: 'Open the map', href: '' }] },
  })
  await page.goto(`/dashboard/apps/newsletter/${issue.id}/edit`)
  await page.getByRole('textbox', { name: 'Text of the issue' }).getByText('Open the map').click()
  const address = page.getByRole('textbox', { name: 'Address', exact: true })
  const sentence = 'Enter a web address, or mailto: and an email, or tel: and a number.'
  for (const wrong of ['lot b', 'a'.repeat(1999)]) {
    await address.fill(wrong)
    await expect(address).toHaveAccessibleDescription(sentence)
  }
  await page.getByRole('textbox', { name: 'Title' }).fill('New gate on Monday')
  const stored = async () =>
    (await team.call<{ issue: { content: NewsContent } }>('GET', `/news/${issue.id}`)).issue.content.title
  await expect.poll(stored).toBe('New gate on Monday')
  await expect(address).toHaveValue('a'.repeat(1999))
})

test.describe('on a device far from the organization', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('an issue begins and ends on the clock of the organization', async ({ page, request }) => {
    test.slow()
    const team = await createTeam(page, request, 'Cleo')
    const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', {
      content: { title: 'New gate', blocks: [{ id: 'b00001', type: 'paragraph', text: [{ text: 'Open at 6.' }] }] },
    })
    await page.goto(`/dashboard/apps/newsletter/${issue.id}/edit`)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = dialogOf(page, 'Publish this issue')
    await dialog.getByRole('radio', { name: 'At a day and time' }).check()
    await dialog.getByRole('textbox', { name: 'Published' }).fill('2199-06-03T15:00')
    await dialog.getByRole('radio', { name: 'Until a day and time' }).check()
    const ends = dialog.getByLabel('Ends')
    await ends.fill('2199-06-03T14:00')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expect(ends).toHaveAccessibleDescription(/Choose a time after the issue is published\./)
    await ends.fill('2199-06-03T18:00')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expect(page.getByText(/^Will be published/)).toContainText('June 3, 2199 at 3:00 PM')

    // The organization is in Chicago, where it is summer.
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByRole('radio', { name: 'Now' }).check()
    await dialog.getByRole('radio', { name: 'Until a day and time' }).check()
    await ends.fill('2199-06-03T18:00')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Ends Monday, June 3, 2199 at 6:00 PM')).toBeVisible()
    const { issue: published } = await team.call<{ issue: { expiresAt: string } }>('GET', `/news/${issue.id}`)
    expect(published.expiresAt).toBe('2199-06-03T23:00:00.000Z')
  })
})
