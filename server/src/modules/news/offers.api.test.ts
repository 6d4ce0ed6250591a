import type { Block } from '@crewline/contract/blocks'
import { createForm, formResponses, publishForm, setFormState } from '@crewline/contract/forms'
import {
  addNewsFile,
  addNewsPicture,
  createNewsIssue,
  NewsContent,
  newsIssues,
  newsResults,
  previewNews,
  publishNewsIssue,
  type NewsIssue,
} from '@crewline/contract/news'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { film, pdf, photo, upload } from '../../../test/kit/files.ts'
import { sendHttpRequest } from '../../../test/kit/ask.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const EVENT: Block = {
  id: 'b00009',
  type: 'event',
  title: 'Open house; bring family',
  startsAt: '2027-01-15T18:00',
  endsAt: '2027-01-15T20:30',
  timezone: 'America/Chicago',
  place: 'Hall 2, north gate',
}

async function draft(changes: Partial<NewsContent>): Promise<NewsIssue> {
  const content = NewsContent.parse({ title: 'October news', ...changes })
  return (await t.as(t.acme.ann).call(createNewsIssue, { body: { content } })).body.issue
}

async function publish(changes: Partial<NewsContent>) {
  const { id, version } = await draft(changes)
  return t.as(t.acme.ann).call(publishNewsIssue, { params: { id }, body: { version, expiresAt: null } })
}

const pathOf = ({ link }: NewsIssue) => new URL(link).pathname
const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${t.process.address}${path}`, { headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14)', ...headers } })

/** Uploads bytes as a member. */
async function send(name: 'file' | 'picture', bytes: Buffer, query: string) {
  const path = name === 'file' ? addNewsFile.path : addNewsPicture.path
  const response = await fetch(`${t.process.address}/api${path}?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${t.acme.ann.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  return (await response.json()) as { code?: string; file: NewsIssue['files'][number]; picture: { id: string } }
}

describe('a file of an issue', () => {
  test('is offered with its type and size, only while the published issue shows it', async () => {
    const { file } = await send('file', pdf, 'name=Shift%20plan.pdf')
    const { issue } = (await publish({ blocks: [{ id: 'b00001', type: 'file', fileId: file.id, label: '' }] })).body
    const page = await (await open(pathOf(issue))).text()
    expect(page).toContain('Shift plan.pdf')
    expect(page).toMatch(/PDF,\s+1 kB/)
    const answer = await open(`${pathOf(issue)}/file/${file.id}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="Shift plan.pdf"')
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true)
    const { issue: other } = (await publish({ blocks: [EVENT] })).body
    expect((await open(`${pathOf(other)}/file/${file.id}`)).status).toBe(404)
    expect((await open(`${pathOf(issue)}/file/x`)).status).toBe(404)
  })

  test('is refused when it is no file for readers, or not one of the organization’s files of news', async () => {
    expect(await send('file', Buffer.from('<script>alert(1)</script>'), 'name=a.pdf')).toMatchObject({
      code: 'file_refused',
    })
    expect(await send('file', pdf, 'kind=video')).toMatchObject({ code: 'file_refused' })
    const attachment = (await upload(t, t.acme.ann, pdf, 'file.pdf')).body.file.id
    const content = NewsContent.parse({ blocks: [{ id: 'b00001', type: 'file', fileId: attachment, label: '' }] })
    const answer = await t.as(t.acme.ann).call(createNewsIssue, { body: { content } })
    expect(answer.body).toMatchObject({ code: 'file_unknown' })
  })
})

describe('a video of an issue', () => {
  test('plays from the page’s own address, in parts, under a policy that allows no other', async () => {
    const { file } = await send('file', film(), 'name=tour.mp4&kind=video')
    const block: Block = { id: 'b00001', type: 'video', fileId: file.id, href: '', label: 'A tour of lot B' }
    const { issue } = (await publish({ blocks: [block] })).body
    const page = await open(pathOf(issue))
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("media-src 'self'")
    expect(policy).not.toMatch(/frame-src|https:/)
    expect(await page.text()).toContain(`src="${pathOf(issue)}/file/${file.id}"`)
    const part = await open(`${pathOf(issue)}/file/${file.id}`, { range: 'bytes=0-3' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-3/${file.bytes}`])
    expect((await part.arrayBuffer()).byteLength).toBe(4)
  })

  test('elsewhere is a link that counts clicks, and nothing of that site is loaded', async () => {
    const block: Block = {
      id: 'b00001',
      type: 'video',
      fileId: null,
      href: 'https://videos.example.com/1',
      label: 'Tour',
    }
    const { issue } = (await publish({ blocks: [block] })).body
    const page = await (await open(pathOf(issue))).text()
    expect(page).toContain('Watch on videos.example.com')
    expect(page).toMatch(/href="\/l\/[A-Za-z0-9]+"/)
    expect(page).not.toContain('src="https:')
  })
})

describe('a form of an issue', () => {
  const question = { id: 'q1', type: 'yes_no', label: { en: 'Do you join?', es: '¿Vienes?' } } as const

  async function form(changes: object = {}) {
    const ann = t.as(t.acme.ann)
    const title = { en: 'Join the picnic', es: 'Ven al picnic' }
    const body = { name: 'Picnic', title, languages: ['en', 'es'], questions: [question], thanks: {}, ...changes }
    const { id, version } = (await ann.call(createForm, { body: body as never })).body.form
    return (await ann.call(publishForm, { params: { id }, body: { version } })).body.form
  }

  test('is a button with its title in the language of the reader, and is left out once it is closed', async () => {
    const { id } = await form()
    const blocks: Block[] = [
      { id: 'b00001', type: 'paragraph', text: [{ text: 'Hello' }] },
      { id: 'b00002', type: 'form', formId: id, label: '' },
    ]
    const { issue } = (await publish({ blocks })).body
    const shown = async () => (await open(`${pathOf(issue)}?lang=en`)).text()
    expect(await shown()).toContain('Join the picnic')
    expect(await shown()).toContain(`href="${pathOf(issue)}/form/${id}?lang=en"`)
    const spanish = {
      content: { ...NewsContent.parse({ title: 'x', blocks, language: 'es' }) },
      language: 'es' as const,
    }
    expect((await t.as(t.acme.ann).call(previewNews, { body: spanish })).body.html).toContain('Ven al picnic')
    await t.as(t.acme.ann).call(setFormState, { params: { id }, body: { to: 'closed' } })
    await expect.poll(shown).not.toContain('Join the picnic')
  })

  test('is refused when it is missing, closed, of another organization, or takes answers by personal link', async () => {
    const invited = await form({ access: 'invited' })
    const closed = await form()
    await t.as(t.acme.ann).call(setFormState, { params: { id: closed.id }, body: { to: 'closed' } })
    const problem = async (formId: string | null) => {
      const answer = await publish({ blocks: [{ id: 'b00001', type: 'form', formId, label: '' }] })
      return (answer.body as { fieldErrors?: Record<string, string> }).fieldErrors?.['blocks.b00001']
    }
    expect(await problem(null)).toBe('Choose a published form.')
    expect(await problem(t.beta.bob.id)).toBe('Choose a published form.')
    expect(await problem(closed.id)).toMatch(/^This form takes no answers now\./)
    expect(await problem(invited.id)).toMatch(/^This form needs a personal link\./)
  })
})

describe('an event of an issue', () => {
  test('is a file for calendars, in UTC and with its texts escaped', async () => {
    const { issue } = (await publish({ blocks: [EVENT] })).body
    expect(await (await open(pathOf(issue))).text()).toContain('Friday, January 15, 2027 at 6:00')
    const answer = await open(`${pathOf(issue)}/event/b00009.ics`)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const calendar = await answer.text()
    expect(calendar).toContain('DTSTART:20270116T000000Z')
    expect(calendar).toContain('DTEND:20270116T023000Z')
    expect(calendar).toContain('SUMMARY:Open house\\; bring family')
    expect(calendar).toContain('LOCATION:Hall 2\\, north gate')
    expect((await open(`${pathOf(issue)}/event/b00001.ics`)).status).toBe(404)
  })

  test('needs a name, a beginning, and an end after it', async () => {
    const problem = async (changes: object) => {
      const answer = await publish({ blocks: [{ ...EVENT, ...changes }] })
      return (answer.body as { fieldErrors?: Record<string, string> }).fieldErrors?.['blocks.b00009']
    }
    expect(await problem({ title: '' })).toBe('Write what the event is.')
    expect(await problem({ startsAt: '' })).toBe('Choose when the event begins.')
    expect(await problem({ endsAt: '2027-01-15T18:00' })).toBe('Choose an end after the beginning.')
  })
})

test('a contact person needs a name and a way to be reached', async () => {
  const person = { id: 'b00001', type: 'contact' as const, name: 'Rosa', role: 'Gate team', phone: '', email: '' }
  const problem = async (changes: object) => {
    const answer = await publish({ blocks: [EVENT, { ...person, ...changes }] })
    return (answer.body as { fieldErrors?: Record<string, string> }).fieldErrors?.['blocks.b00001']
  }
  expect(await problem({ name: '' })).toBe('Write the name of the person.')
  expect(await problem({})).toBe('Add a phone number or an email address.')
  expect(await problem({ phone: 'ask me' })).toBe('Enter a phone number that can be called.')
  expect(await problem({ email: 'rosa' })).toBe('Enter an email address.')
  expect(await problem({ phone: '(415) 555-0100' })).toBeUndefined()
})

test('a contact person without a role is on the page, also as its only block', async () => {
  const person = { id: 'b00001', type: 'contact' as const, name: 'Rosa', role: '', phone: '(415) 555-0100', email: '' }
  const { issue } = (await publish({ title: 'Ask Rosa', blocks: [person] })).body
  expect(await (await open(pathOf(issue))).text()).toContain('href="tel:4155550100"')
})

test('a cover is at the top of the page, in the list, and where the link is shown; it needs a description', async () => {
  const { picture } = await send('picture', await photo(), '')
  const cover = { fileId: picture.id, alt: '', isDecoration: false }
  const blocks: Block[] = [{ id: 'b00001', type: 'quote', text: [{ text: 'Slow is smooth' }], from: 'Ana, line 3' }]
  const refused = await publish({ title: 'Covered', cover, blocks })
  expect(refused.body).toMatchObject({ code: 'news_incomplete', fieldErrors: { cover: expect.any(String) } })
  const { issue } = (await publish({ title: 'Covered', cover: { ...cover, alt: 'Lot B' }, blocks })).body
  const page = await (await open(pathOf(issue))).text()
  expect(page).toMatch(/<img\s+class="cover"[^>]*alt="Lot B"/)
  expect(page).toContain(`property="og:image" content="${issue.link}/picture/${picture.id}"`)
  expect(page).toMatch(/<blockquote>\s*<p dir="auto">Slow is smooth<\/p>\s*<cite dir="auto">Ana, line 3<\/cite>/)
  expect((await open(`${pathOf(issue)}/picture/${picture.id}`)).status).toBe(200)
  const list = (await t.as(t.acme.ann).call(newsIssues, { query: { search: 'covered' } })).body
  expect((await open(list.data[0]?.coverUrl ?? '')).status).toBe(200)
})

test('clicks on forms and events are counted by name, without those of programs, and lead there', async () => {
  const ann = t.as(t.acme.ann)
  const questions = [{ id: 'q1', type: 'yes_no' as const, label: { en: 'Do you join?', es: '¿Vienes?' } }]
  const title = { en: 'Join the picnic', es: 'Ven al picnic' }
  const body = { name: 'Picnic', title, languages: ['en' as const, 'es' as const], questions }
  const { form } = (await ann.call(createForm, { body })).body
  await ann.call(publishForm, { params: { id: form.id }, body: { version: 1 } })
  const blocks: Block[] = [{ id: 'b00001', type: 'form', formId: form.id, label: '' }, EVENT]
  const { issue } = (await publish({ blocks })).body
  const page = await (await open(pathOf(issue))).text()
  const formHref = /href="([^"]+\/form\/[^"]+)"/.exec(page)?.[1] ?? ''
  const eventHref = /href="([^"]+\.ics[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const click = (href: string, agent = 'Mozilla/5.0 (Linux; Android 14)') =>
    sendHttpRequest(t.process.address + href, {
      method: 'GET',
      headers: { 'user-agent': agent, 'sec-fetch-mode': 'navigate' },
    })
  await click(formHref, 'Googlebot/2.1')
  const answer = await click(formHref.replace('lang=en', 'lang=es'))
  // The issue has one language, so the form opens in that of the issue.
  expect(answer.headers['location']).toBe(`${new URL(form.link).pathname}?lang=en`)
  await click(eventHref)
  await click(eventHref)
  const results = async () => (await ann.call(newsResults, { params: { id: issue.id } })).body.results.links
  await t.until(async () => (await results()).reduce((sum, { clicks }) => sum + clicks, 0) === 3)
  const event = { kind: 'event', label: EVENT.title, clicks: 2 }
  expect(await results()).toMatchObject([{ kind: 'form', label: 'Join the picnic', clicks: 1 }, event])
  // Published again, it counts on. A form that is not in the issue is not opened from it.
  const again = { params: { id: issue.id }, body: { version: issue.version, expiresAt: null } }
  await ann.call(publishNewsIssue, again)
  expect(await results()).toMatchObject([{ clicks: 1 }, event])
  expect((await click(`${pathOf(issue)}/form/${issue.id}`)).http).toBe(404)
})

test('a poll is answered on the page of the issue, and a form that is more than a poll is refused', async () => {
  const ann = t.as(t.acme.ann)
  const form = async (changes: object = {}) => {
    const options = [
      { id: 'sat', label: { en: 'Saturday', es: 'Sábado' } },
      { id: 'sun', label: { en: 'Sunday', es: 'Domingo' } },
    ]
    const label = { en: 'Which day?', es: '¿Qué día?' }
    const questions = [{ id: 'q1', type: 'choice' as const, label, options, required: true }]
    const title = { en: 'Picnic', es: 'Picnic' }
    const body = { name: 'Picnic', title, languages: ['en' as const, 'es' as const], questions, ...changes }
    const { id } = (await ann.call(createForm, { body })).body.form
    return (await ann.call(publishForm, { params: { id }, body: { version: 1 } })).body.form
  }
  const poll = await form()
  const shown: Block[] = [{ id: 'b00001', type: 'poll', formId: poll.id }]
  const { issue } = (await publish({ blocks: shown })).body
  const page = await (await open(pathOf(issue))).text()
  expect(page).toContain('Which day?')
  for (const look of ['/poster', '/screen']) expect(await (await open(pathOf(issue) + look)).text()).toContain('Sunday')
  const action = /class="card poll" method="post" action="([^"]+)"/.exec(page)?.[1] ?? ''
  const sent = await fetch(t.process.address + action.replaceAll('&amp;', '&'), {
    method: 'POST',
    body: new URLSearchParams({ version: '1', page: '0', from: 'public', 'a.q1': 'sun' }),
  })
  expect(await sent.text()).toContain('Thank you')
  const { data } = (await ann.call(formResponses, { params: { id: poll.id }, query: {} })).body
  expect(data.map(({ answers }) => answers)).toEqual([{ q1: 'sun' }])
  const problem = async (formId: string | null) => {
    const answer = await publish({ blocks: [{ id: 'b00001', type: 'poll', formId }] })
    return (answer.body as { fieldErrors?: Record<string, string> }).fieldErrors?.['blocks.b00001']
  }
  expect(await problem(null)).toContain('Choose a published form')
  const text = { id: 'q1', type: 'short_text', label: { en: 'Why?', es: '¿Por qué?' } }
  for (const changes of [{ questions: [text] }, { askCode: true }])
    expect(await problem((await form(changes)).id)).toContain('one question that offers choices')
  await ann.call(setFormState, { params: { id: poll.id }, body: { to: 'closed' } })
  await expect.poll(async () => (await open(pathOf(issue))).text()).not.toContain('Which day?')
})
