import { expect, test } from 'vitest'
import { explainFailure } from './words.ts'

const withCode = (code: string, path: string): Error => Object.assign(new Error(`raw ${code}`), { code, path })

test('explains a full disk and a folder of another user', () => {
  expect(explainFailure(withCode('ENOSPC', '/web/dist'))).toMatch(/disk is full \(\/web\/dist\)/)
  expect(explainFailure(withCode('EACCES', '/web/dist'))).toMatch(/\/web\/dist cannot be written by this user/)
})

test('prints a message written for people without a stack, and a bug with its stack', () => {
  expect(explainFailure(new Error('The pages could not be built.'))).toBe('The pages could not be built.')
  expect(explainFailure(new TypeError('x is not a function'))).toMatch(/words\.test\.ts/)
  expect(explainFailure('odd')).toBe('odd')
})
