import type { Message } from '@crewline/contract/messages'
import { expect, test } from 'vitest'
import { textsOnPhone } from './texts-on-phone.ts'

const message = (id: string, direction: Message['direction'], state: Message['state']) =>
  ({ id, direction, state, body: id, media: [] }) as unknown as Message

test('shows what arrived and what was typed, not what waits, failed or only the team sees', () => {
  const thread = [
    message('delivered', 'out', 'delivered'),
    message('typed', 'in', 'received'),
    message('waits', 'out', 'scheduled'),
    message('failed', 'out', 'failed'),
    message('note', 'internal', 'noted'),
  ]
  expect(textsOnPhone(thread)).toEqual([
    { id: 'delivered', side: 'arrived', body: 'delivered', files: 0 },
    { id: 'typed', side: 'typed', body: 'typed', files: 0 },
  ])
})
