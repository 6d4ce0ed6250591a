import { expect, it } from 'vitest'
import type { PhoneText } from './carrier.ts'
import { reactions, reactionText } from './reactions.ts'

const text = (body: string): PhoneText => ({
  ...{ id: 't1', direction: 'in', from: '+15550100000', to: '+15550102233', body },
  ...{ at: '2026-11-20T09:41:00Z', state: 'delivered', errorCode: null },
})

it('quotes the message it reacts to, as phones do', () => {
  const [like] = reactions
  if (!like) throw new Error('there are no reactions')
  expect(reactionText(like, text('See you at 6'))).toBe('Liked “See you at 6”')
  expect(reactionText(like, text(''))).toBe('Liked an image')
})
