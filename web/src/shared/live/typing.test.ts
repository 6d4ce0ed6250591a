import { beforeEach, describe, expect, it } from 'vitest'
import { stoppedWriting, tellTypingOver, writingTo } from './typing.ts'

const told: string[] = []

beforeEach(() => {
  stoppedWriting()
  told.length = 0
  tellTypingOver(({ contactId, isTyping }) => told.push(`${contactId} ${isTyping}`))
})

describe('what teammates hear of the writing', () => {
  it('comes at once, then at most every 3 s', () => {
    for (const now of [0, 100, 2999, 3000, 5999, 6000]) writingTo('maria', now)
    expect(told).toEqual(['maria true', 'maria true', 'maria true'])
  })

  it('ends once, and only after it began', () => {
    stoppedWriting()
    writingTo('maria', 0)
    stoppedWriting()
    stoppedWriting()
    expect(told).toEqual(['maria true', 'maria false'])
  })

  it('moves from one contact to another, and a new beginning is told at once', () => {
    writingTo('maria', 0)
    writingTo('ben', 10)
    stoppedWriting()
    writingTo('ben', 20)
    expect(told).toEqual(['maria true', 'maria false', 'ben true', 'ben false', 'ben true'])
  })
})
