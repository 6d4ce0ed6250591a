import { describe, expect, it } from 'vitest'
import { reportErrorsTo } from '../lib/report-error.ts'
import { createEventHandlers } from './event-handlers.ts'
import { retryDelayMs } from './retry.ts'

describe('live events', () => {
  it('reach every feature, even when one of them fails', () => {
    const received: string[] = []
    const reports: unknown[] = []
    reportErrorsTo((_error, { description }) => reports.push(description))
    const handlers = createEventHandlers([
      {
        notifications: () => {
          throw new Error('broken')
        },
      },
      { notifications: ({ total }) => received.push(`total ${total}`) },
    ])
    handlers.notifications({ items: [], total: 3, siblings: [] })
    expect(received).toEqual(['total 3'])
    expect(reports).toEqual(['live event failed: notifications'])
  })

  it.each(
    [[''], ['{'], ['null'], ['{"id":"1"}'], [{ id: '1' }], [undefined]].flatMap(([raw]) => [
      ['message', raw] as const,
      ['inapp-notification', raw] as const,
    ]),
  )('report an unreadable %s and show nothing: %j', (name, raw) => {
    const reports: unknown[] = []
    const received: unknown[] = []
    reportErrorsTo((_error, { description }) => reports.push(description))
    createEventHandlers([{ [name]: (event: unknown) => received.push(event) }])[name](raw as string)
    expect(reports).toEqual([`live event could not be read: ${name}`])
    expect(received).toEqual([])
  })

  it('are decoded from JSON before any feature receives them', () => {
    const received: unknown[] = []
    const handlers = createEventHandlers([{ 'inapp-notification': (event) => received.push(event) }])
    handlers['inapp-notification']('{"id":"1","type":"success","title":"Import","message":"Done","timeout":false}')
    expect(received).toEqual([{ id: '1', type: 'success', title: 'Import', message: 'Done', timeout: false }])
  })
})

describe('the reconnect delay', () => {
  it('doubles from 1 s to 30 s with a jitter of 50%', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map((attempt) => retryDelayMs(attempt, 0.5))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
    expect(retryDelayMs(0, 0)).toBe(500)
    expect(retryDelayMs(0, 1)).toBe(1500)
  })
})
