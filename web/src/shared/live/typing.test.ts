import { beforeEach, describe, expect, it } from 'vitest'
import { stoppedWriting, setTypingSender, writingTo } from './typing.ts'

const sent: string[] = []

beforeEach(() => {
  stoppedWriting()
  sent.length = 0
  setTypingSender(({ contactId, isTyping }) => sent.push(`${contactId} ${isTyping}`))
})

describe('typing notifications', () => {
  it('are sent at once, then at most every 3 s', () => {
    for (const now of [0, 100, 2999, 3000, 5999, 6000]) writingTo('maria', now)
    expect(sent).toEqual(['maria true', 'maria true', 'maria true'])
  })

  it('end once, and only after they began', () => {
    stoppedWriting()
    writingTo('maria', 0)
    stoppedWriting()
    stoppedWriting()
    expect(sent).toEqual(['maria true', 'maria false'])
  })

  it('move from one contact to another, and a new start is sent at once', () => {
    writingTo('maria', 0)
    writingTo('ben', 10)
    stoppedWriting()
    writingTo('ben', 20)
    expect(sent).toEqual(['maria true', 'maria false', 'ben true', 'ben false', 'ben true'])
  })
})
