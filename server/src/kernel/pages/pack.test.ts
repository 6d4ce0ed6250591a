import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodeOnce, encodingFor, packPage } from './pack.ts'

const html = '<p>The north gate opens at six.</p>'.repeat(60)

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=0.5, BR ; q=0.1', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['gzip;q=0.0, br;q=0.000', 'identity'],
  ['x-gzip, brotli', 'identity'],
  [undefined, 'identity'],
])('answers Accept-Encoding %s with %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})

test('packs a page whose encodings are the same text, with a tag that follows the text', async () => {
  const { bodies, tag, policy } = await packPage({ html, policy: "default-src 'none'" })
  expect(brotliDecompressSync(bodies.br).toString()).toBe(html)
  expect(gunzipSync(bodies.gzip).toString()).toBe(html)
  expect(bodies.identity.toString()).toBe(html)
  expect(policy).toBe("default-src 'none'")
  expect((await packPage({ html, policy: '' })).tag).toBe(tag)
  expect((await packPage({ html: `${html} `, policy: '' })).tag).not.toBe(tag)
})

test('compresses a page for one reader only when that is worthwhile and accepted', () => {
  const encoded = encodeOnce(html, 'gzip')
  expect(encoded.encoding).toBe('gzip')
  expect(gunzipSync(encoded.body).toString()).toBe(html)
  expect(encodeOnce('<p>short</p>', 'gzip').encoding).toBe('identity')
  expect(encodeOnce(html, 'br').encoding).toBe('identity')
})
