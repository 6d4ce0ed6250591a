import { describe, expect, it } from 'vitest'
import { reportErrorsTo } from '../lib/report-error.ts'
import { hearAll } from './hear.ts'
import { retryDelayMs } from './retry.ts'

describe('the live events', () => {
  it('reach every feature, also when one of them fails', () => {
    const heard: string[] = []
    const reports: unknown[] = []
    reportErrorsTo((_error, { what }) => reports.push(what))
    const ears = hearAll([
      {
        notifications: () => {
          throw new Error('broken')
        },
      },
      { notifications: ({ total }) => heard.push(`total ${total}`) },
    ])
    ears.notifications({ items: [], total: 3 })
    expect(heard).toEqual(['total 3'])
    expect(reports).toEqual(['live event failed: notifications'])
  })

  it.each([[''], ['{'], ['null'], ['{"id":"1"}'], [{ id: '1' }], [undefined]])(
    'report a message that cannot be read and show nothing: %j',
    (raw) => {
      const reports: unknown[] = []
      const heard: unknown[] = []
      reportErrorsTo((_error, { what }) => reports.push(what))
      hearAll([{ message: (event) => heard.push(event) }]).message(raw as string)
      expect(reports).toEqual(['live message could not be read'])
      expect(heard).toEqual([])
    },
  )
})

describe('the pause before another try', () => {
  it('doubles from 1 s to 30 s and spreads by half', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map((tries) => retryDelayMs(tries, 0.5))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
    expect(retryDelayMs(0, 0)).toBe(500)
    expect(retryDelayMs(0, 1)).toBe(1500)
  })
})
