import { expect, test } from 'vitest'
import { groupCommit } from './group-commit.ts'

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
