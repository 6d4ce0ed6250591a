import { expect, test } from 'vitest'
import { decodeMessage, encodeMessage, type IncomingMessage } from './events.ts'

test('round-trips any message body through the encoded event', () => {
  for (const body of ['Hi', '"quotes" \\ \u2028 </script>', '😀', '']) {
    const event = {
      id: '1',
      contactId: '2',
      contact: { id: '2', firstname: 'A', lastname: '', phone: null },
      body,
      at: 'now',
      message: {},
      unreadCount: 1,
    } as unknown as IncomingMessage
    expect(decodeMessage(encodeMessage(event))).toEqual(event)
  }
})

test.each([undefined, null, 7, {}, 'x', '', 'null', '[]', '7', '{}', '{"id":"1","contactId":"2","body":7}'])(
  'rejects %j as a message event',
  (text) => {
    expect(() => decodeMessage(text)).toThrow(/message event|JSON|Unexpected/)
  },
)
