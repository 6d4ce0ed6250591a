import { expect, test } from 'vitest'
import { groupCommit } from './group-commit.ts'

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 2))

test('what arrives while a batch is written is the next batch; order is kept and nothing is lost', async () => {
  const batches: number[][] = []
  const committer = groupCommit<number>(async (items) => {
    batches.push(items)
    await soon()
  })
  await Promise.all(Array.from({ length: 100 }, (_, n) => committer.write(n)))
  expect(batches.flat()).toEqual(Array.from({ length: 100 }, (_, n) => n))
  expect(batches.map((one) => one.length)).toEqual([1, 99])
})

test('a batch is no larger than it may be, and only one is written at a time', async () => {
  let writing = 0
  const sizes: number[] = []
  const committer = groupCommit<number>(async (items) => {
    expect(++writing).toBe(1)
    sizes.push(items.length)
    await soon()
    writing -= 1
  }, 10)
  await Promise.all(Array.from({ length: 35 }, (_, n) => committer.write(n)))
  expect(sizes).toEqual([1, 10, 10, 10, 4])
})

test('a bad item fails alone, and its neighbours are written once', async () => {
  const written: string[] = []
  const committer = groupCommit<string>(async (items) => {
    await soon()
    if (items.includes('bad')) throw new Error(`not ${items.length === 1 ? 'this' : 'these'}`)
    written.push(...items)
  })
  const answers = await Promise.allSettled(['a', 'b', 'bad', 'c', 'bad', 'd'].map((item) => committer.write(item)))
  expect(answers.map((one) => one.status)).toEqual([
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

test('after everything failed it goes on working, also when the writer throws at once', async () => {
  let isBroken = true
  const committer = groupCommit<number>((items) => {
    if (isBroken) throw new Error(`down with ${items.length}`)
    return Promise.resolve()
  })
  const failed = await Promise.allSettled([1, 2, 3].map((item) => committer.write(item)))
  expect(failed.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected'])
  isBroken = false
  await committer.write(4)
})
