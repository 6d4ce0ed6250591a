import { expect, test } from 'vitest'
import { groupCommit, grouped } from './group-commit.ts'

const pauseBriefly = () => new Promise<void>((resolve) => setTimeout(resolve, 2))

test('batches what arrives during a write, keeps the order and loses nothing', async () => {
  const batches: number[][] = []
  const committer = groupCommit<number>(async (items) => {
    batches.push(items)
    await pauseBriefly()
  })
  await Promise.all(Array.from({ length: 100 }, (_, n) => committer.write(n)))
  expect(batches.flat()).toEqual(Array.from({ length: 100 }, (_, n) => n))
  expect(batches.map((batch) => batch.length)).toEqual([1, 99])
})

test('limits the batch size and writes one batch at a time', async () => {
  let writing = 0
  const sizes: number[] = []
  const committer = groupCommit<number>(async (items) => {
    expect(++writing).toBe(1)
    sizes.push(items.length)
    await pauseBriefly()
    writing -= 1
  }, 10)
  await Promise.all(Array.from({ length: 35 }, (_, n) => committer.write(n)))
  expect(sizes).toEqual([1, 10, 10, 10, 4])
})

test('fails a bad item alone and writes its neighbors once', async () => {
  const written: string[] = []
  const committer = groupCommit<string>(async (items) => {
    await pauseBriefly()
    if (items.includes('bad')) throw new Error(`not ${items.length === 1 ? 'this' : 'these'}`)
    written.push(...items)
  })
  const answers = await Promise.allSettled(['a', 'b', 'bad', 'c', 'bad', 'd'].map((item) => committer.write(item)))
  expect(answers.map((answer) => answer.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect((answers[2] as PromiseRejectedResult).reason).toEqual(new Error('not this'))
  expect(written).toEqual(['a', 'b', 'c', 'd'])
})

test('continues after a batch failed entirely, also when the writer throws synchronously', async () => {
  let isBroken = true
  const committer = groupCommit<number>((items) => {
    if (isBroken) throw new Error(`down with ${items.length}`)
    return Promise.resolve()
  })
  const failed = await Promise.allSettled([1, 2, 3].map((item) => committer.write(item)))
  expect(failed.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
  isBroken = false
  await committer.write(4)
})

test('gives each call the result of its item, and one that fails its error', async () => {
  const batches: number[][] = []
  const double = grouped(async (items: number[]) => {
    batches.push(items)
    await pauseBriefly()
    if (items.includes(3)) throw new Error('not three')
    return items.map((n) => 2 * n)
  })
  const results = await Promise.allSettled([1, 2, 3, 4].map((n) => double(n)))
  const values = results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))
  expect(values).toEqual([2, 4, 'Error: not three', 8])
  expect(batches).toEqual([[1], [2, 3, 4], [2], [3], [4]])
})

test('limits a batch by the size of its items; a larger item is worked on alone', async () => {
  const batches: number[][] = []
  const work = grouped(
    async (items: number[]) => {
      batches.push(items)
      await pauseBriefly()
      return items
    },
    { most: 10, sizeOf: (n) => n },
  )
  await Promise.all([1, 4, 6, 1, 25, 3, 8].map((n) => work(n)))
  expect(batches).toEqual([[1], [4, 6], [1], [25], [3], [8]])
})

test('rejects the calls of work that returns too few results', async () => {
  const work = grouped(async () => [])
  await expect(work(1)).rejects.toThrow('a result for each item')
})

test('fails all items of a batch whose error says that they must not be tried again', async () => {
  const batches: number[][] = []
  const work = grouped<number, number>(
    async (items) => {
      batches.push(items)
      await pauseBriefly()
      throw new Error(items.length > 1 ? 'lost' : 'alone')
    },
    { isTriedAgain: (error) => (error as Error).message !== 'lost' },
  )
  const results = await Promise.allSettled([1, 2, 3].map((n) => work(n)))
  expect(results.map((result) => result.status === 'rejected' && (result.reason as Error).message)).toEqual([
    'alone',
    'lost',
    'lost',
  ])
  expect(batches).toEqual([[1], [2, 3]])
})
