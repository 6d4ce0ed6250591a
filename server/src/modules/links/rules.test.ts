import { expect, it } from 'vitest'
import { endedPage, pageLanguage, previewPage } from './page-rules.ts'
import { codesFrom, readTarget } from './rules.ts'

it.each([
  ['https://example.com', 'https://example.com/'],
  ['HTTP://Example.COM:8080/a b?q=ü#x', 'http://example.com:8080/a%20b?q=%C3%BC#x'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://example.com/%0d%0aset-cookie:x', 'https://example.com/%0d%0aset-cookie:x'],
  ['https://example.com/\r\nset-cookie: x', 'https://example.com/set-cookie:%20x'],
])('opens %j as %j', (address, url) => {
  expect(readTarget(address)).toEqual({ url })
})

it.each([
  '',
  'example.com',
  '//example.com',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://example.com',
  'tel:+15555550123',
  'https://user:secret@example.com',
  'https://example.com@evil.example',
  'http://localhost/',
  'http://localhost.:3000/',
  'http://intranet/',
  'http://printer.local/',
  'http://db.internal/',
  'http://127.0.0.1/',
  'http://10.0.0.8/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.8]/',
  'http://[fd00::1]/',
  'http://169.254.169.254/latest/meta-data',
  `https://example.com/${'a'.repeat(2000)}`,
])('refuses to open %j', (address) => {
  expect(readTarget(address)).toEqual({ problem: expect.objectContaining({ message: expect.any(String) as string }) })
})

it('makes codes of 8 letters and digits, without the bytes that would make some likelier', () => {
  expect(codesFrom(Uint8Array.from([0, 1, 61, 62, 247, 248, 255, 10, 36, 9]))).toEqual(['01z0zAa9'])
  expect(codesFrom(new Uint8Array(7))).toEqual([])
})

it.each([
  [undefined, 'en'],
  ['es-MX,en;q=0.8', 'es'],
  ['tlh, zh-Hans;q=0.9', 'zh'],
  ['ht', 'ht'],
  ['constructor', 'en'],
])('shows its pages to a reader of %j in %j', (accepted, language) => {
  expect(pageLanguage(accepted)).toBe(language)
})

it('writes Arabic from right to left', () => {
  expect(endedPage('ar')).toContain('<html lang="ar" dir="rtl">')
})

it('shows where a link leads without letting its address write the page', () => {
  const html = previewPage('es', 'https://example.com/"><script>alert(1)</script>?a=1&b=2')
  expect(html).toContain('Este enlace abre example.com.')
  expect(html).toContain('?a=1&#38;b=2')
  expect(html).not.toContain('<script')
})
