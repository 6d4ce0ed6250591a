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
    ears.notifications({ items: [], total: 3, siblings: [] })
    expect(heard).toEqual(['total 3'])
    expect(reports).toEqual(['live event failed: notifications'])
  })

  it.each(
    [[''], ['{'], ['null'], ['{"id":"1"}'], [{ id: '1' }], [undefined]].flatMap(([raw]) => [
      ['message', raw] as const,
      ['inapp-notification', raw] as const,
    ]),
  )('report a %s that cannot be read and show nothing: %j', (name, raw) => {
    const reports: unknown[] = []
    const heard: unknown[] = []
    reportErrorsTo((_error, { what }) => reports.push(what))
    hearAll([{ [name]: (event: unknown) => heard.push(event) }])[name](raw as string)
    expect(reports).toEqual([`live event could not be read: ${name}`])
    expect(heard).toEqual([])
  })

  it('reads what travels as text before any feature hears it', () => {
    const heard: unknown[] = []
    const ears = hearAll([{ 'inapp-notification': (event) => heard.push(event) }])
    ears['inapp-notification']('{"id":"1","type":"success","title":"Import","message":"Done","timeout":false}')
    expect(heard).toEqual([{ id: '1', type: 'success', title: 'Import', message: 'Done', timeout: false }])
  })
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
