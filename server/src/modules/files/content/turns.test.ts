import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeInStudio } from './studio.ts'
import { inTurn } from './turns.ts'

test('two work at a time, the others in the order they came, and what is too much to keep waiting is turned away', async () => {
  const order: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => async () => {
    order.push(name)
    await new Promise<void>((resolve) => ends.push(resolve))
    return name
  }
  const small = Buffer.alloc(1)
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => inTurn(small, work(name)))
  expect(await inTurn(Buffer.alloc(64 * 1024 * 1024), work('large'))).toBeUndefined()
  expect(order).toEqual(['a', 'b'])
  ends[1]?.()
  expect(await b).toBe('b')
  expect(order).toEqual(['a', 'b', 'c'])
  ends[0]?.()
  await a
  expect(order).toEqual(['a', 'b', 'c', 'd'])
  ends[2]?.()
  ends[3]?.()
  expect(await Promise.all([c, d])).toEqual(['c', 'd'])
})

test('work that fails gives its place back', async () => {
  const fails = () => Promise.reject(new Error('no picture'))
  for (let n = 0; n < 5; n++) await expect(inTurn(Buffer.alloc(1), fails)).rejects.toThrow('no picture')
  expect(await inTurn(Buffer.alloc(1), () => Promise.resolve('made'))).toBe('made')
})

test('a studio goes on after what was no picture', async () => {
  const good = await sharp({ create: { width: 9, height: 6, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const outcomes = await Promise.all(
    [good, Buffer.from('no'), good.subarray(0, 40), good].map((bytes) =>
      makeInStudio(bytes).then(
        ({ mime, width, height }) => `${mime} ${width}x${height}`,
        () => 'none',
      ),
    ),
  )
  expect(outcomes).toEqual(['image/png 9x6', 'none', 'none', 'image/png 9x6'])
  expect(await makeInStudio(good)).toMatchObject({ width: 9, height: 6 })
})
