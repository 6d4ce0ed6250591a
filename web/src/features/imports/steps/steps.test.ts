import { ImportState } from '@crewline/contract/imports'
import { expect, test } from 'vitest'
import { isUnrun, isWorking, openSteps, stepOf } from './steps.ts'

test('the step follows the server state, and only a checked import can move back or forward', () => {
  expect(stepOf('matching', 'finish')).toBe('match')
  expect(stepOf('checked', null)).toBe('check')
  expect(stepOf('checked', 'match')).toBe('match')
  expect(stepOf('checked', 'finish')).toBe('finish')
  expect(stepOf('running', 'match')).toBe('finish')
  expect(stepOf('failed', 'check')).toBe('upload')
})

test('every state has a step, and only an import that never ran can be discarded', () => {
  for (const state of ImportState.options) expect(openSteps(state)).toContain(stepOf(state, null))
  expect(ImportState.options.filter(isUnrun)).toEqual(['reading', 'matching', 'checking', 'checked', 'failed'])
  expect(ImportState.options.filter(isWorking)).toEqual(['reading', 'checking', 'running', 'undoing'])
})
