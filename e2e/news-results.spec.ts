import { createTeam, expect } from './support/people.ts'
import { test } from './support/test.ts'

// What readers do with an issue, and what its Results say about it.

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n', 'latin1')
// That of the test says that it is a program.
const PHONE = {
  viewport: { width: 390, height: 844 },
  locale: 'en-US',
  userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
}

test('a file and a video elsewhere work without a script, and Results say how far people read', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Lea')
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')
  const uploaded = await request.post('/api/news/file?name=Shift%20plan.pdf&kind=file', {
    headers: { authorization: `Bearer ${token?.value}`, 'content-type': 'application/octet-stream' },
    data: PDF,
  })
  const { file } = (await uploaded.json()) as { file: { id: string } }
  const long = Array.from({ length: 30 }, (_, index) => ({
    id: `b${String(index).padStart(5, '0')}`,
    type: 'paragraph',
    text: [{ text: `Paragraph ${index + 1}. `.repeat(12) }],
  }))
  const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', {
    content: {
      title: 'October news',
      blocks: [
        { id: 'bfile0', type: 'file', fileId: file.id, label: 'The shift plan' },
        { id: 'bvideo', type: 'video', fileId: null, href: 'https://video.example/watch', label: 'How the gate opens' },
        ...long,
      ],
    },
  })
  const published = await team.call<{ issue: { link: string } }>('POST', `/news/${issue.id}/publish`, {
    version: 1,
    expiresAt: null,
  })
  const address = `${baseURL}${new URL(published.issue.link).pathname}`

  const plain = await browser.newContext({ ...PHONE, javaScriptEnabled: false, acceptDownloads: true })
  const shown = await plain.newPage()
  const asked: string[] = []
  shown.on('request', (sent) => asked.push(new URL(sent.url()).host))
  await shown.goto(address)
  await expect(shown.getByText('How the gate opens')).toBeVisible()
  const video = shown.getByRole('link', { name: 'Watch on video.example' })
  await expect(video).toBeVisible()
  expect(new Set(asked)).toEqual(new Set([new URL(address).host]))
  const download = shown.waitForEvent('download')
  await shown.getByRole('link', { name: 'The shift plan' }).click()
  expect((await download).suggestedFilename()).toBe('Shift plan.pdf')
  await plain.close()

  // The other reader has another browser, and reads to the end.
  const phone = await browser.newContext({ ...PHONE, userAgent: PHONE.userAgent.replace('Pixel 8', 'Pixel 9') })
  const reading = await phone.newPage()
  await reading.goto(address)
  const reported = reading.waitForRequest((sent) => sent.url().includes('/depth'))
  await reading.getByText('Paragraph 30.').scrollIntoViewIfNeeded()
  await reported
  const deep = async () =>
    (await team.call<{ results: { deep: number } }>('GET', `/news/${issue.id}/results`)).results.deep
  await expect.poll(deep).toBe(1)
  await phone.close()
  await page.goto(`/dashboard/apps/newsletter/${issue.id}/results`)
  const figure = (row: string) =>
    page.getByRole('table', { name: 'Readers' }).getByRole('row').filter({ hasText: row }).getByRole('cell')
  await expect(figure('People who opened it')).toHaveText('2')
  await expect(figure('at least three quarters')).toHaveText('1')
})
