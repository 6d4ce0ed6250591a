import { expect, test } from 'vitest'
import { reasonFor } from './reasons.ts'

test.each<[code: string, kind: string]>([
  ['21610', 'opted_out'],
  ['40300', 'opted_out'],
  ['40300/unreachable', 'phone'],
  ['40001', 'landline'],
  ['40012', 'not_in_use'],
  ['40015', 'filtered'],
  ['40014', 'expired'],
  ['40305', 'sender'],
  ['40010', 'sender'],
  ['40317', 'sender'],
  ['opted_out', 'opted_out'],
  ['21211', 'not_in_use'],
  ['30005', 'not_in_use'],
  ['21614', 'landline'],
  ['30006', 'landline'],
  ['30003', 'phone'],
  ['30007', 'filtered'],
  ['30004', 'filtered'],
  ['30036', 'expired'],
  ['expired', 'expired'],
  ['30034', 'sender'],
  ['outcome_unknown', 'unknown'],
  ['quarantined', 'unknown'],
])('%s means %s', (code, kind) => {
  expect(reasonFor(code).class).toBe(kind)
  expect(reasonFor(code).text.message).toMatch(/\.$/)
})

test('mentions no retries, because an automatic reply is sent only once', () => {
  expect(reasonFor('30003').text.message).not.toMatch(/tried/)
})

test.each([null, '', '0', '99999', 'constructor', 'toString', '__proto__', 'hasOwnProperty', '21610 '])(
  'has a text for %j, which has no known meaning',
  (code) => {
    expect(reasonFor(code)).toMatchObject({
      class: 'unknown',
      text: { message: "The carrier didn't say why. Try again." },
      action: { kind: 'none' },
    })
  },
)

test.each<[code: string, action: string]>([
  ['30001', 'retry'],
  ['20429', 'retry'],
  ['30003', 'retry'],
  ['30008', 'retry'],
  ['30004', 'none'],
  ['30005', 'mark_phone'],
  ['30006', 'mark_phone'],
  ['21211', 'mark_phone'],
  ['21614', 'mark_phone'],
  ['30007', 'none'],
  ['30011', 'resend_as_link'],
  ['30023', 'wait_for_carrier_day'],
  ['30032', 'pause_line'],
  ['30034', 'pause_line'],
  ['21610', 'opt_out'],
  ['21621', 'resend_as_link'],
  ['30027', 'wait_for_carrier_day'],
])('takes the right action after %s: %s', (code, action) => {
  expect(reasonFor(code).action.kind).toBe(action)
})

test('offers no retry that cannot help or could send twice', () => {
  for (const code of ['21610', '30005', '30006', '30007', 'outcome_unknown', 'opted_out'])
    expect(reasonFor(code).mayRetry).toBe(false)
})

test.each([
  '21212',
  '21603',
  '21606',
  '21609',
  '21659',
  '21660',
  '21661',
  '30002',
  '30032',
  '30033',
  '30034',
  '30035',
  '30037',
])('%s, which every text of the number would get, pauses the number', (code) => {
  expect(reasonFor(code)).toMatchObject({ class: 'sender', action: { kind: 'pause_line' }, mayRetry: true })
})

test.each(['20429', '21611', '30001', '30022'])('%s, a queue that is full, is tried again', (code) => {
  expect(reasonFor(code).action.kind).toBe('retry')
})

test.each(['21211', '21408', '21602', '21604', '21608', '21610', '21612', '21614', '21617', '30003', '30007'])(
  '%s, which concerns one text or one contact, pauses nothing',
  (code) => {
    expect(reasonFor(code).action.kind).not.toBe('pause_line')
  },
)
