import type { Block } from '@crewline/contract/blocks'
import { describe, expect, test } from 'vitest'
import { renderBlocks } from './blocks.ts'

const FILE = '018f3c6e-7a00-7000-8000-000000000001'
const pictureOf = (id: string) => (id === FILE ? { src: '/p/1', width: 800, height: 400 } : undefined)
const render = (...blocks: Block[]): string => renderBlocks(blocks, { pictureOf }).text

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
    )
    // What is left without our own tags and attributes has no sign that opens a tag or ends an attribute.
    const without = page.replaceAll(
      /<\/?(div|h2|p|strong|em|ol|li|img|a)(\s+(class|dir|href|rel|src|width|height|alt|fetchpriority)="[^"<>]*")*\s*\/?>/g,
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
    const page = renderBlocks(blocks, { pictureOf, hrefOf: () => '/l/abc' }).text
    expect(page).toContain('href="/l/abc"')
    expect(page).toContain('href="tel:+14155550100"')
  })
})
