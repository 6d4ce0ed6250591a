import { Readable } from 'node:stream'
import { FORM_FILES_MAX } from '@crewline/contract/form-limits'
import { FormQuestion } from '@crewline/contract/form-content'
import { UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import { describe, expect, test } from 'vitest'
import { holdBytes, pageMaxBytes, PagesFull, PageTooLarge, readBytes } from './read-body.ts'

const question = (id: string, type: 'file' | 'signature' | 'short_text') =>
  FormQuestion.parse({ id, type, label: { en: 'Photo' } })
const bodyOf = (...sizes: number[]) => Readable.from(sizes.map((size) => Buffer.alloc(size)))

describe('the body of a page with files', () => {
  test('may have room for the files of every question of a page', () => {
    const one = pageMaxBytes([question('q1', 'file')])
    expect(one).toBeGreaterThan(FORM_FILES_MAX * UPLOAD_MAX_BYTES)
    expect(pageMaxBytes([question('q1', 'file'), question('q2', 'file')]) - one).toBe(FORM_FILES_MAX * UPLOAD_MAX_BYTES)
    expect(pageMaxBytes([question('q1', 'file'), question('q2', 'signature')]) - one).toBe(UPLOAD_MAX_BYTES)
    expect(pageMaxBytes([question('q1', 'short_text')])).toBe(one)
    // A form with many such questions does not get the memory of the whole process.
    expect(pageMaxBytes(Array.from({ length: 40 }, (_, at) => question(`q${at}`, 'file')))).toBeLessThan(6 * one)
  })

  test('is read up to its size', async () => {
    const held = holdBytes(100)
    const bytes = await readBytes(bodyOf(3, 4), { most: 7, held, holder: {} })
    expect(bytes).toHaveLength(7)
    await expect(readBytes(bodyOf(3, 5), { most: 7, held, holder: {} })).rejects.toBeInstanceOf(PageTooLarge)
  })

  test('is refused while others fill the memory, until those are done', async () => {
    const held = holdBytes(100)
    const first = {}
    await readBytes(bodyOf(60), { most: 90, held, holder: first })
    await expect(readBytes(bodyOf(30, 30), { most: 90, held, holder: {} })).rejects.toBeInstanceOf(PagesFull)
    // What was refused holds nothing.
    await readBytes(bodyOf(40), { most: 90, held, holder: {} })
    expect(held.isFull()).toBe(true)
    held.release(first)
    expect(held.isFull()).toBe(false)
    await readBytes(bodyOf(60), { most: 90, held, holder: {} })
  })

  test('holds nothing after its sender is gone', async () => {
    const held = holdBytes(100)
    const body = new Readable({ read: () => undefined })
    const read = readBytes(body, { most: 100, held, holder: {} })
    body.push(Buffer.alloc(100))
    body.destroy(new Error('aborted'))
    await expect(read).rejects.toThrow('aborted')
    expect(held.isFull()).toBe(false)
  })

  test('leaves room for others, however much one address sends slowly', async () => {
    const held = holdBytes(100, { bytes: 50, pages: 2 })
    const [first, second, other] = [{}, {}, {}]
    expect([held.begin(first, 'a'), held.begin(second, 'a'), held.begin({}, 'a')]).toEqual([true, true, false])
    await readBytes(bodyOf(30), { most: 90, held, holder: first })
    await expect(readBytes(bodyOf(30), { most: 90, held, holder: second })).rejects.toBeInstanceOf(PagesFull)
    expect(held.begin(other, 'b')).toBe(true)
    await readBytes(bodyOf(50), { most: 90, held, holder: other })
    // What was refused and what is done make room again, once each.
    held.release(second)
    held.release(first)
    held.release(first)
    expect([held.begin({}, 'a'), held.begin(second, 'a'), held.begin({}, 'a')]).toEqual([true, true, false])
    await readBytes(bodyOf(50), { most: 90, held, holder: second })
    expect(held.isFull()).toBe(true)
  })
})
