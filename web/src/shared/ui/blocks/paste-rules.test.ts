import { expect, test } from 'vitest'
import { CARD_TYPES } from './card-nodes.ts'
import { copiedSettings, pastedSettings, plainerHtml, type Pasteable } from './paste-rules.ts'

const KNOWN: Pasteable = { hasFile: (id) => id === 'f1', hasForm: (id) => id === 'o1' }
const paste = (type: string, attributes: Record<string, unknown>) =>
  pastedSettings(type, copiedSettings({ blockId: 'b00001', ...attributes }), KNOWN)

test('a block that is cut and pasted keeps its settings, without its id', () => {
  const event = {
    title: 'Open house',
    startsAt: '2026-10-05T09:00',
    endsAt: '',
    timezone: 'America/Chicago',
    place: 'Hall 2',
  }
  expect(paste('eventCard', event)).toEqual(event)
  expect(paste('fileCard', { fileId: 'f1', label: 'Map' })).toEqual({ fileId: 'f1', label: 'Map' })
  expect(paste('videoCard', { fileId: null, href: 'https://example.com/v', label: 'Tour' })).toEqual({
    fileId: null,
    href: 'https://example.com/v',
    label: 'Tour',
  })
  expect(paste('formCard', { formId: 'o1', label: 'Join' })).toEqual({ formId: 'o1', label: 'Join' })
  expect(paste('quote', { from: 'Ana, line 3' })).toEqual({ from: 'Ana, line 3' })
  expect(paste('picture', { fileId: 'f1', alt: 'Lot B', isDecoration: false })).toEqual({
    fileId: 'f1',
    alt: 'Lot B',
    isDecoration: false,
    href: '',
    size: 'large',
    align: 'start',
  })
  expect(paste('contactCard', { name: 'Rosa', phone: 7 })).toEqual({ name: 'Rosa', role: '', phone: '', email: '' })
  expect(paste('actionButton', { label: 'Map', href: 'tel:+15550100' })).toEqual({
    label: 'Map',
    href: 'tel:+15550100',
  })
})

test('every card can be pasted', () => {
  const settings = { fileId: 'f1', formId: 'o1', days: 14 }
  expect(CARD_TYPES.filter((type) => paste(type, settings) === undefined)).toEqual([])
  expect(paste('celebrationsCard', { days: 14 })).toEqual({ days: 14 })
  expect(paste('celebrationsCard', { days: 400 })).toEqual({ days: 7 })
})

test('files and forms that the issue does not know are not pasted: they could not be saved', () => {
  expect(paste('fileCard', { fileId: 'f2', label: 'Map' })).toBeUndefined()
  expect(paste('picture', { fileId: 'f2', alt: '' })).toBeUndefined()
  expect(paste('videoCard', { fileId: 'f2', href: '', label: '' })).toEqual({ fileId: null, href: '', label: '' })
  const pictures = ['f1', 'f2', 7].map((fileId) => ({ fileId, alt: 'Gate', isDecoration: false }))
  expect(paste('gallery', { pictures: [...pictures, null] })).toEqual({ pictures: pictures.slice(0, 1) })
  expect(paste('gallery', { pictures: 'f1' })).toEqual({ pictures: [] })
  expect(paste('pollCard', { formId: 'o1' })).toEqual({ formId: 'o1' })
  expect(paste('formCard', { formId: 'o2', label: '' })).toEqual({ formId: null, label: '' })
})

test('what another page put on the clipboard never keeps an issue from being saved', () => {
  expect(pastedSettings('eventCard', null, KNOWN)).toBeUndefined()
  expect(pastedSettings('eventCard', '{', KNOWN)).toBeUndefined()
  expect(pastedSettings('eventCard', 'null', KNOWN)).toBeUndefined()
  expect(paste('iframe', { href: 'https://example.com' })).toBeUndefined()
  expect(paste('videoCard', { href: 'javascript:alert(1)', label: 7 })).toEqual({ fileId: null, href: '', label: '' })
  expect(paste('eventCard', { startsAt: '2026-10-05T09' })).toMatchObject({ startsAt: '' })
  const long = `https://example.com/${'x'.repeat(2000)}`
  expect(paste('actionButton', { label: 'Map', href: long })).toEqual({ label: 'Map', href: '' })
  expect(paste('videoCard', { href: 'mailto:a@example.com', label: '' })).toMatchObject({ href: '' })
  expect(paste('eventCard', { title: 'x'.repeat(999), startsAt: 'soon', timezone: 'Mars/Base' })).toEqual({
    title: 'x'.repeat(120),
    startsAt: '',
    endsAt: '',
    timezone: 'UTC',
    place: '',
  })
})

test('titles that are pasted stay headings, and the cells of a table keep apart', () => {
  expect(plainerHtml('<h1 class="x">News</h1><H4>Gate</H4><h2>Lot</h2>')).toBe(
    '<h2 class="x">News</h2><h3>Gate</h3><h2>Lot</h2>',
  )
  expect(plainerHtml('<tr><td>Mon</td>\n<td>6 AM</td></tr><tr><th>Tue</th><td>7 AM</td></tr>')).toBe(
    '<tr><td>Mon </td><td>6 AM</td></tr><tr><th>Tue </th><td>7 AM</td></tr>',
  )
})
