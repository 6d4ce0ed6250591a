import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeInImageWorker } from './image-worker.ts'
import { inTurn } from './turns.ts'

test('runs two tasks at a time and the rest in order, and refuses work beyond the waiting limit', async () => {
  const order: string[] = []
  const releases: (() => void)[] = []
  const work = (name: string) => async () => {
    order.push(name)
    await new Promise<void>((resolve) => releases.push(resolve))
    return name
  }
  const small = Buffer.alloc(1)
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => inTurn(small, work(name)))
  expect(await inTurn(Buffer.alloc(64 * 1024 * 1024), work('large'))).toBeUndefined()
  expect(order).toEqual(['a', 'b'])
  releases[1]?.()
  expect(await b).toBe('b')
  expect(order).toEqual(['a', 'b', 'c'])
  releases[0]?.()
  await a
  expect(order).toEqual(['a', 'b', 'c', 'd'])
  releases[2]?.()
  releases[3]?.()
  expect(await Promise.all([c, d])).toEqual(['c', 'd'])
})

test('frees its slot after a failed task', async () => {
  const fails = () => Promise.reject(new Error('no picture'))
  for (let n = 0; n < 5; n++) await expect(inTurn(Buffer.alloc(1), fails)).rejects.toThrow('no picture')
  expect(await inTurn(Buffer.alloc(1), () => Promise.resolve('made'))).toBe('made')
})

test('continues to use an image worker after an invalid picture', async () => {
  const validPicture = await sharp({ create: { width: 9, height: 6, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const outcomes = await Promise.all(
    [validPicture, Buffer.from('no'), validPicture.subarray(0, 40), validPicture].map((bytes) =>
      makeInImageWorker(bytes).then(
        ({ mime, width, height }) => `${mime} ${width}x${height}`,
        () => 'none',
      ),
    ),
  )
  expect(outcomes).toEqual(['image/png 9x6', 'none', 'none', 'image/png 9x6'])
  expect(await makeInImageWorker(validPicture)).toMatchObject({ width: 9, height: 6 })
})
