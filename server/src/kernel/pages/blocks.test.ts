import type { Block } from '@crewline/contract/blocks'
import { describe, expect, test } from 'vitest'
import { renderBlocks, type BlockPlaces } from './blocks.ts'

const FILE = '018f3c6e-7a00-7000-8000-000000000001'
const pictureOf = (id: string) => (id === FILE ? { src: '/p/1', width: 800, height: 400 } : undefined)
const POLL = {
  ...{
    action: '/public/forms/abc?lang=en',
    issue: 'abc',
    mark: '',
    version: 2,
    questionId: 'q1',
    question: 'Which day?',
    help: '',
  },
  ...{ isRequired: true, isMany: false, choices: [{ value: 'sat', label: 'Saturday' }] },
}
const places: BlockPlaces = {
  pictureOf,
  language: 'en',
  words: {
    watchAt: 'Watch on {site}',
    addToCalendar: 'Add to calendar',
    answer: 'Send answer',
    andMore: 'and {count} more',
  },
  fileOf: (id) => (id === FILE ? { src: '/f/1', name: 'Map.pdf', mime: 'application/pdf', bytes: 245_760 } : undefined),
  celebratedOf: () => ({ people: [{ name: 'Ana <R>.', what: 'Birthday', day: '2027-02-28' }], more: 1200 }),
  formOf: (id) => (id === FILE ? { href: '/public/forms/abc', title: 'Sign up' } : undefined),
  pollOf: (id) => (id === FILE ? POLL : undefined),
  calendarOf: (id) => `/event/${id}.ics`,
}
const render = (...blocks: Block[]): string => renderBlocks(blocks, places).text

const EVENT = {
  id: 'b00001',
  type: 'event' as const,
  title: 'Open house',
  startsAt: '2026-10-05T09:00',
  endsAt: '2026-10-05T11:30',
  timezone: 'America/Chicago',
  place: 'Hall 2',
}

const ATTACKS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><script>alert(1)</script>',
  '`${alert(1)}`',
  '<svg/onload=alert(1)>',
  '&lt;script&gt;',
  ']]><!--',
]

describe('rendered blocks', () => {
  test.each(ATTACKS)('show %s as text in every kind of block', (text) => {
    const page = render(
      { id: 'b00001', type: 'heading', level: 2, text: [{ text }] },
      { id: 'b00002', type: 'paragraph', text: [{ text, bold: true, italic: true, href: 'https://example.com' }] },
      { id: 'b00003', type: 'list', style: 'numbers', items: [[{ text }]] },
      { id: 'b00004', type: 'callout', tone: 'important', text: [{ text }] },
      { id: 'b00005', type: 'picture', fileId: FILE, alt: text, isDecoration: false },
      { id: 'b00006', type: 'button', label: text, href: 'https://example.com' },
      { id: 'b00007', type: 'quote', text: [{ text }], from: text },
      { id: 'b00008', type: 'file', fileId: FILE, label: text },
      { id: 'b00009', type: 'video', fileId: FILE, href: '', label: text },
      { id: 'b00010', type: 'video', fileId: null, href: 'https://example.com', label: text },
      { id: 'b00011', type: 'form', formId: FILE, label: text },
      { ...EVENT, id: 'b00012', title: text, place: text },
      { id: 'b00013', type: 'gallery', pictures: [{ fileId: FILE, alt: text, isDecoration: false }] },
      { id: 'b00014', type: 'contact', name: text, role: text, phone: '+14155550100', email: 'hr@example.com' },
    )
    // What is left without our own tags and attributes has no sign that opens a tag or ends an attribute.
    const without = page.replaceAll(
      /<\/?(div|h2|p|strong|em|ol|ul|li|img|a|b|blockquote|cite|time|video)(\s+(class|dir|href|rel|src|width|height|alt|fetchpriority|loading|download|datetime|preload|aria-label)="[^"<>]*"|\s+(controls|playsinline))*\s*\/?>/g,
      '',
    )
    expect(without).not.toMatch(/[<>"'`]/)
    expect(page).not.toMatch(/<(script|svg|style)/i)
  })

  test('leave out links to scripts even when a stored document has one', () => {
    const href = 'javascript:alert(1)'
    const page = render(
      { id: 'b00001', type: 'paragraph', text: [{ text: 'Open', href }] },
      { id: 'b00002', type: 'button', label: 'Open', href },
    )
    expect(page).not.toContain('javascript:')
    expect(page).not.toContain('<a ')
  })

  test('keep an address with quotes inside its attribute', () => {
    const page = render({ id: 'b00001', type: 'button', label: 'Go', href: 'https://example.com/"onclick="alert(1)' })
    expect(page).toContain('href="https://example.com/&#34;onclick=&#34;alert(1)"')
  })

  test('leave out pictures that are not files of the page, and hide decoration from screen readers', () => {
    const other = '018f3c6e-7a00-7000-8000-000000000002'
    expect(render({ id: 'b00001', type: 'picture', fileId: other, alt: 'x', isDecoration: false })).not.toContain(
      '<img',
    )
    expect(render({ id: 'b00001', type: 'picture', fileId: FILE, alt: 'x', isDecoration: true })).toContain('alt=""')
  })

  test('replace addresses of web pages only', () => {
    const blocks: Block[] = [
      { id: 'b00001', type: 'button', label: 'Web', href: 'https://example.com' },
      { id: 'b00002', type: 'button', label: 'Call', href: 'tel:+14155550100' },
    ]
    const page = renderBlocks(blocks, { ...places, hrefOf: () => '/l/abc' }).text
    expect(page).toContain('href="/l/abc"')
    expect(page).toContain('href="tel:+14155550100"')
  })

  test('offer a file with its type and size, and leave out files and forms that do not exist', () => {
    const page = render({ id: 'b00001', type: 'file', fileId: FILE, label: '' })
    expect(page).toContain('download="Map.pdf"')
    expect(page).toMatch(/PDF,\s+240 kB/)
    const other = '018f3c6e-7a00-7000-8000-000000000002'
    const none = render(
      { id: 'b00001', type: 'file', fileId: other, label: 'Map' },
      { id: 'b00002', type: 'form', formId: other, label: 'Sign up' },
      { id: 'b00003', type: 'video', fileId: other, href: '', label: 'Tour' },
    )
    expect(none).not.toMatch(/Map|Sign up|Tour/)
  })

  test('say how many people a block of celebrations does not name', () => {
    const shown = render({ id: 'b00001', type: 'celebrations', days: 7 })
    expect(shown).toContain('Ana &#60;R&#62;.')
    expect(shown).toContain('and 1,200 more')
  })

  test('show the texts of a poll as text, and leave out a poll that takes no answers', () => {
    const text = ATTACKS.join(' ')
    const poll = { ...POLL, question: text, help: text, choices: [{ value: text, label: text }] }
    const page = renderBlocks([{ id: 'b00001', type: 'poll', formId: FILE }], { ...places, pollOf: () => poll }).text
    expect(page).not.toMatch(/<(script|svg|style|img)/i)
    expect(page.match(/<input/g)).toHaveLength(7)
    const shown = render({ id: 'b00001', type: 'poll', formId: FILE })
    expect(shown).toContain('Which day?')
    expect(shown).toMatch(/type="radio"\s+name="a.q1"\s+value="sat"\s+required/)
    expect(render({ id: 'b00001', type: 'poll', formId: null })).not.toContain('<form')
  })

  test('show a contact person with what can be called or written to', () => {
    const person = { id: 'b00001', type: 'contact' as const, name: 'Rosa', role: 'Gate team', phone: '', email: '' }
    expect(render(person)).not.toContain('Rosa')
    const shown = render({ ...person, phone: '(415) 555-0100', email: 'rosa@example.com' })
    expect(shown).toMatch(/href="tel:4155550100"[^>]*>\(415\) 555-0100</)
    expect(shown).toContain('href="mailto:rosa@example.com"')
    // An address that could add a subject or a second receiver is none.
    for (const email of ['rosa@example.com?bcc=x@example.com', 'a b@example.com', 'rosa'])
      expect(render({ ...person, phone: '411', email })).not.toContain('mailto')
    expect(render({ ...person, phone: 'javascript:alert(1)' })).not.toContain('href')
  })

  test('show a picture at its size and place, with what it opens', () => {
    const picture = { id: 'b00001', type: 'picture' as const, fileId: FILE, alt: 'Gate', isDecoration: false }
    expect(render(picture)).not.toContain('<div class="placed')
    const shown = render({ ...picture, size: 'small', align: 'end', href: 'https://example.com/map' })
    expect(shown).toMatch(/<div class="placed small end"><a href="[^"]+" rel="noreferrer"><img/)
    expect(render({ ...picture, href: 'javascript:alert(1)' })).not.toContain('<a ')
  })

  test('show a gallery as small pictures that open, with decoration left alone', () => {
    const page = render({
      id: 'b00001',
      type: 'gallery',
      pictures: [
        { fileId: FILE, alt: 'The new gate', isDecoration: false },
        { fileId: FILE, alt: '', isDecoration: true },
        { fileId: '018f3c6e-7a00-7000-8000-000000000002', alt: 'Gone', isDecoration: false },
      ],
    })
    expect(page.match(/<li>/g)).toHaveLength(2)
    expect(page.match(/<a href="\/p\/1">/g)).toHaveLength(1)
    expect(page).not.toContain('Gone')
  })

  test('load nothing of another site for a video there', () => {
    const page = render({
      id: 'b00001',
      type: 'video',
      fileId: null,
      href: 'https://www.youtube.com/watch?v=1',
      label: 'Tour',
    })
    expect(page).toContain('Watch on youtube.com')
    expect(page).not.toMatch(/<(video|img|iframe|script|link)|\ssrc=/)
  })

  test('show an event on the clock of its place, with a file for calendars', () => {
    const page = render(EVENT).replace(/\s+/g, ' ')
    expect(page).toContain('Monday, October 5, 2026 at 9:00 AM CDT')
    expect(page).toContain('11:30 AM')
    expect(page).toContain('href="/event/b00001.ics"')
    expect(render({ ...EVENT, startsAt: '' })).not.toContain('Open house')
  })
})
