import type { Block } from '@crewline/contract/blocks'
import { personalMark } from '../server/src/kernel/pages/personal.ts'
import type { TestEnvironment } from '../server/test/faults/test-environment.ts'
import { photo } from '../server/test/kit/files.ts'

/** A public page of each kind. */
export interface PublicPages {
  optIn: string
  form: string
  news: string
  screen: string
  /** A form opened by a personal link. */
  personal: string
  /** The news in Arabic, which is written from right to left. */
  arabic: string
  /** The news on paper. */
  poster: string
  /** News with a gallery, a poll, a form and an event. */
  offers: string
  /** The sheet that leads to the form. */
  formPoster: string
  /** The page before a form that asks for a code by text. */
  code: string
}

const SENTENCE = 'The north gate opens at six on Monday, and the parking lot behind it stays closed for the week. '

/** Publishes one page of each kind through the API, with a picture in the news; returns their paths. */
export async function publishPages(environment: TestEnvironment): Promise<PublicPages> {
  const { address, members, kernel, org, contacts } = environment
  const call = async <Answer>(method: string, path: string, body: object | Uint8Array): Promise<Answer> => {
    const isFile = body instanceof Uint8Array
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${members[0]?.token}`,
        'content-type': isFile ? 'application/octet-stream' : 'application/json',
      },
      body: isFile ? new Uint8Array(body) : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  await call('POST', '/contactoptin', OPT_IN)
  const form = (await call<{ form: { id: string } }>('POST', '/forms', FORM)).form.id
  const published = await call<{ form: { link: string } }>('POST', `/forms/${form}/publish`, { version: 1 })
  const formPath = new URL(published.form.link).pathname
  const { picture } = await call<{ picture: { id: string } }>('POST', '/news/picture', await photo(1200, 800))
  const issue = (await call<{ issue: { id: string } }>('POST', '/news', { content: newsOf(picture.id, 'en') })).issue.id
  const news = await publishNews(call, issue)
  const other = (await call<{ issue: { id: string } }>('POST', '/news', { content: newsOf(picture.id, 'ar') })).issue.id
  const publishedForm = async (body: object): Promise<{ id: string; path: string }> => {
    const { id } = (await call<{ form: { id: string } }>('POST', '/forms', body)).form
    const { link } = (await call<{ form: { link: string } }>('POST', `/forms/${id}/publish`, { version: 1 })).form
    return { id, path: new URL(link).pathname }
  }
  const code = await publishedForm({ ...FORM, name: 'Bench code', askCode: true })
  const poll = await publishedForm({ ...FORM, name: 'Bench poll', questions: FORM.questions.slice(1) })
  const offers = { content: { ...newsOf(picture.id, 'en'), blocks: offersOf(picture.id, { form, poll: poll.id }) } }
  const withOffers = (await call<{ issue: { id: string } }>('POST', '/news', offers)).issue.id
  const mark = personalMark(kernel, {
    orgId: org.id,
    path: formPath,
    contactId: contacts[0]?.id ?? '',
    until: new Date(kernel.world.now().getTime() + 86_400_000),
  })
  return {
    optIn: '/public/join/bench-page',
    form: formPath,
    news,
    screen: `${news}/screen`,
    personal: `${formPath}?p=${mark}`,
    arabic: await publishNews(call, other),
    poster: `${news}/poster`,
    offers: await publishNews(call, withOffers),
    formPoster: `${formPath}/poster`,
    code: code.path,
  }
}

async function publishNews(
  call: <Answer>(method: string, path: string, body: object) => Promise<Answer>,
  id: string,
): Promise<string> {
  const body = { version: 1, expiresAt: null }
  const { issue } = await call<{ issue: { link: string } }>('POST', `/news/${id}/publish`, body)
  return new URL(issue.link).pathname
}

const OPT_IN = {
  name: 'Bench page',
  url: 'bench-page',
  keyword: '',
  title: { en: 'Get shift news by text', es: 'Recibe noticias de tu turno' },
  intro: { en: 'Schedules, closures and pay dates.', es: 'Horarios, cierres y fechas de pago.' },
  thanks: {},
  color: '#0b5fb0',
  languages: ['en', 'es'],
  fields: [
    { source: 'firstname', required: true },
    { source: 'lastname', required: false },
  ],
  frequency: { count: 4, per: 'week' },
  termsUrl: 'https://plant.example/terms',
  privacyUrl: 'https://plant.example/privacy',
  doubleOptIn: true,
  verifyPhone: false,
  duplicate: 'update',
  actions: [],
  status: 'active',
}

const FORM = {
  name: 'Bench form',
  title: { en: 'Swap a shift', es: 'Cambia un turno' },
  languages: ['en', 'es'],
  questions: [
    { id: 'q1', type: 'short_text', label: { en: 'Which shift?', es: '¿Qué turno?' }, required: true },
    {
      id: 'q2',
      type: 'choices',
      label: { en: 'Which days?', es: '¿Qué días?' },
      options: [
        { id: 'sat', label: { en: 'Saturday', es: 'Sábado' } },
        { id: 'sun', label: { en: 'Sunday', es: 'Domingo' } },
      ],
    },
  ],
}

/** An issue of common length with one picture. */
function newsOf(fileId: string, language: 'en' | 'ar') {
  const text = language === 'en' ? SENTENCE : 'تفتح البوابة الشمالية في الساعة السادسة يوم الاثنين. '
  const paragraph = (nth: number): Block => ({
    id: `b0000${nth}`,
    type: 'paragraph',
    text: [{ text: text.repeat(3) }, { text, bold: true }],
  })
  const blocks: Block[] = [
    paragraph(1),
    { id: 'b00002', type: 'picture', fileId, alt: text.trim(), isDecoration: false },
    { id: 'b00003', type: 'heading', level: 2, text: [{ text: text.slice(0, 40) }] },
    paragraph(4),
    { id: 'b00005', type: 'list', style: 'bullets', items: [[{ text }], [{ text }], [{ text }]] },
    { id: 'b00006', type: 'button', label: text.slice(0, 20), href: 'https://plant.example/map' },
  ]
  return { title: text.slice(0, 40), language, languages: [], translations: {}, blocks, reactions: true }
}

/** The blocks that offer something. */
function offersOf(fileId: string, { form, poll }: { form: string; poll: string }): Block[] {
  const picture = (alt: string) => ({ fileId, alt, isDecoration: false })
  return [
    { id: 'b00001', type: 'paragraph', text: [{ text: SENTENCE }] },
    { id: 'b00002', type: 'gallery', pictures: [picture('The north gate'), picture('The parking lot')] },
    { id: 'b00003', type: 'poll', formId: poll },
    { id: 'b00004', type: 'form', formId: form, label: '' },
    {
      id: 'b00005',
      type: 'event',
      title: 'Open house',
      startsAt: '2030-01-15T18:00',
      endsAt: '',
      timezone: 'America/Chicago',
      place: 'Hall 2',
    },
  ]
}
