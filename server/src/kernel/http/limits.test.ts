import { expect, test } from 'vitest'
import { makeLocalLimit } from './limits.ts'

test('a limit of one process says how many uses are left', async () => {
  const limit = makeLocalLimit(3, 60)
  expect(await limit.left('ann')).toBe(3)
  await limit.take('ann')
  await limit.take('ANN')
  expect(await limit.left('Ann')).toBe(1)
  await limit.refund('ann')
  expect([await limit.left('ann'), await limit.left('bob')]).toEqual([2, 3])
})
