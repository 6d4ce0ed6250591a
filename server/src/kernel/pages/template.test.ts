import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { packTemplate, slotOf, withoutSlots } from './template.ts'

const NONCE = slotOf(0, 36)
const MARK = slotOf(1, 56)
const nonce = 'a81bc81b-dead-4e5d-abff-90865d1e13b1'
const mark = 'mark'.repeat(14)
const policy = "default-src 'none'"

/** A page with both values; longer than the window of DEFLATE when `repeat` is large. */
const pageOf = (one: string, two: string, repeat = 40) =>
  `<a href="?p=${two}">Español</a>${'<p>The north gate opens at six. ✓</p>'.repeat(repeat)}<input value="${one}"><input value="${two}"><a href="?p=${two}">x</a>`

describe('a page with values of its reader', () => {
  test.each([
    ['a page of common size', 40],
    ['a page longer than the window', 1500],
  ])('is the same compressed and as it is: %s', async (_name, repeat) => {
    const template = await packTemplate({ html: pageOf(NONCE, MARK, repeat), policy }, [NONCE, MARK])
    const expected = pageOf(nonce, mark, repeat)
    const compressed = template.copyFor([nonce, mark], 'gzip, br')
    expect(compressed.encoding).toBe('gzip')
    expect(compressed.body.length).toBeLessThan(expected.length / 4)
    expect(gunzipSync(compressed.body).toString()).toBe(expected)
    expect(template.copyFor([nonce, mark], undefined)).toEqual({ encoding: 'identity', body: Buffer.from(expected) })
    expect(template.policy).toBe(policy)
  })

  test('gives each reader their own value', async () => {
    const template = await packTemplate({ html: pageOf(NONCE, mark), policy }, [NONCE])
    const other = nonce.replaceAll('a', 'f')
    expect(gunzipSync(template.copyFor([nonce], 'gzip').body).toString()).toBe(pageOf(nonce, mark))
    expect(gunzipSync(template.copyFor([other], 'gzip').body).toString()).toBe(pageOf(other, mark))
  })

  test('takes a value whose text appears elsewhere, a page that is only a value, and one without any', async () => {
    const twice = await packTemplate({ html: `${nonce}<p>${NONCE}</p>${nonce}`, policy }, [NONCE])
    expect(gunzipSync(twice.copyFor([nonce], 'gzip').body).toString()).toBe(`${nonce}<p>${nonce}</p>${nonce}`)
    const only = await packTemplate({ html: NONCE, policy }, [NONCE])
    expect(gunzipSync(only.copyFor([nonce], 'gzip').body).toString()).toBe(nonce)
    const none = await packTemplate({ html: '<p></p>', policy }, [NONCE])
    expect(gunzipSync(none.copyFor([nonce], 'gzip').body).toString()).toBe('<p></p>')
  })

  test.each(['br', 'br, gzip;q=0', ''])('is sent as it is to a browser that accepts %s', async (accepted) => {
    const template = await packTemplate({ html: NONCE, policy }, [NONCE])
    expect(template.copyFor([nonce], accepted)).toEqual({ encoding: 'identity', body: Buffer.from(nonce) })
  })

  test('takes no text of the page for a place of a value', async () => {
    const shown = { title: `a${NONCE}b`, lists: [[MARK, 'c \\u0001']], count: 2 }
    expect(withoutSlots(shown)).toEqual({ title: 'ab', lists: [['', 'c \\u0001']], count: 2 })
  })

  test('leaves out characters that no document may have', async () => {
    const template = await packTemplate({ html: `<p>a\u0001b\u0002\u0002</p>${NONCE}`, policy }, [NONCE])
    expect(gunzipSync(template.copyFor([nonce], 'gzip').body).toString()).toBe(`<p>ab</p>${nonce}`)
  })

  test('refuses a value of another length', async () => {
    const template = await packTemplate({ html: NONCE, policy }, [NONCE])
    expect(() => template.copyFor(['short'], 'gzip')).toThrow('as long as its slot')
  })
})
