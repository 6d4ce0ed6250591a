import type { Block } from '@crewline/contract/blocks'
import { expect, test } from 'vitest'
import { blocksFrom, documentFrom, newBlockId, placeAt } from './document-rules.ts'

const BLOCKS: Block[] = [
  { id: 'b00001', type: 'heading', level: 3, text: [{ text: 'Parking' }] },
  {
    id: 'b00002',
    type: 'paragraph',
    text: [{ text: 'Use ' }, { text: 'lot B', bold: true, italic: true, href: 'https://example.com/' }],
  },
  { id: 'b00003', type: 'list', style: 'numbers', items: [[{ text: 'One' }], []] },
  { id: 'b00004', type: 'picture', fileId: '018f3c6e-7a00-7000-8000-000000000001', alt: 'Lot B', isDecoration: false },
  {
    id: 'b00016',
    type: 'picture',
    fileId: '018f3c6e-7a00-7000-8000-000000000001',
    alt: 'Lot B',
    isDecoration: false,
    href: 'https://example.com/map',
    size: 'small',
    align: 'center',
  },
  { id: 'b00017', type: 'contact', name: 'Rosa', role: 'Gate team', phone: '415 555 0100', email: 'rosa@example.com' },
  { id: 'b00005', type: 'callout', tone: 'important', text: [{ text: 'Today' }] },
  { id: 'b00006', type: 'button', label: 'Map', href: 'https://example.com/map' },
  { id: 'b00007', type: 'divider' },
  { id: 'b00008', type: 'quote', text: [{ text: 'Slow is ' }, { text: 'smooth', bold: true }], from: 'Ana, line 3' },
  { id: 'b00009', type: 'file', fileId: '018f3c6e-7a00-7000-8000-000000000002', label: 'Map' },
  { id: 'b00010', type: 'video', fileId: null, href: 'https://example.com/v', label: 'Tour' },
  { id: 'b00011', type: 'video', fileId: '018f3c6e-7a00-7000-8000-000000000003', href: '', label: 'Tour' },
  { id: 'b00012', type: 'form', formId: null, label: '' },
  {
    id: 'b00014',
    type: 'gallery',
    pictures: [{ fileId: '018f3c6e-7a00-7000-8000-000000000004', alt: 'Gate', isDecoration: false }],
  },
  { id: 'b00015', type: 'poll', formId: '018f3c6e-7a00-7000-8000-000000000005' },
  {
    id: 'b00013',
    type: 'event',
    title: 'Open house',
    startsAt: '2026-10-05T09:00',
    endsAt: '',
    timezone: 'America/Chicago',
    place: 'Hall 2',
  },
]

test('a document is the same after it was opened in the editor', () => {
  expect(blocksFrom(documentFrom(BLOCKS))).toEqual(BLOCKS)
})

test('an empty document begins with a paragraph to write in', () => {
  expect(blocksFrom(documentFrom([]))).toEqual([{ id: expect.stringMatching(/^b/), type: 'paragraph', text: [] }])
})

test('blocks without an id and unknown nodes are left out', () => {
  expect(
    blocksFrom({ type: 'doc', content: [{ type: 'paragraph' }, { type: 'iframe', attrs: { blockId: 'b1' } }] }),
  ).toEqual([])
})

test('a link that could not be saved is left out, its words stay', () => {
  const linked = (href: string) => ({ type: 'text', text: 'Map', marks: [{ type: 'link', attrs: { href } }] })
  for (const href of ['/map', 'javascript:alert(1)', `https://example.com/${'x'.repeat(2000)}`]) {
    const [block] = blocksFrom({
      type: 'doc',
      content: [{ type: 'paragraph', attrs: { blockId: 'b00001' }, content: [linked(href)] }],
    })
    expect(block).toEqual({ id: 'b00001', type: 'paragraph', text: [{ text: 'Map' }] })
  }
})

test('the id of a new block is one that the server accepts', () => {
  expect(newBlockId()).toMatch(/^b[0-9a-z]{5,20}$/)
})

test('a dragged block goes before the first block whose middle is below the pointer', () => {
  const rects = [
    { top: 0, bottom: 20 },
    { top: 32, bottom: 132 },
  ]
  expect([-5, 9, 11, 60, 90, 500].map((y) => placeAt(rects, y))).toEqual([0, 0, 1, 1, 2, 2])
  expect(placeAt([], 5)).toBe(0)
})
