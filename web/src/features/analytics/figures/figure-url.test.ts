import { expect, test } from 'vitest'
import { figurePath, figureQuery, readContactFigure, readMessageFigure, type MessageFigure } from './figure-url.ts'

test('a figure is read from its path as it was written', () => {
  const figures: MessageFigure[] = [
    { kind: 'sent' },
    { kind: 'not_delivered', range: { start: '2026-11-01', end: '2026-11-07' } },
    { kind: 'answers', cut: { by: 'location', key: 'Plant 2 & "3"' } },
    { kind: 'received', cut: { by: 'department', key: '' }, hour: { weekday: 0, hour: 23 } },
  ]
  for (const figure of figures) {
    const url = new URL(figurePath(figure), 'https://crewline.test')
    expect(url.pathname).toBe('/dashboard/analytics/messages')
    expect(readMessageFigure(url.searchParams)).toEqual(figure)
  }
  const contacts = new URL(figurePath({ kind: 'opted_out' }), 'https://crewline.test')
  expect(contacts.pathname).toBe('/dashboard/analytics/contacts')
  expect(readContactFigure(contacts.searchParams)).toEqual({ kind: 'opted_out' })
})

test('parts of a path that no figure has are ignored', () => {
  const params = new URLSearchParams('kind=constructor&startDate=2026-11-01&by=toString&key=x&weekday=7&hour=1')
  expect(readMessageFigure(params)).toEqual({ kind: 'sent' })
  expect(readContactFigure(params)).toEqual({ kind: 'replied' })
})

test('the query of a figure has only the parts that are set', () => {
  expect(
    figureQuery({ kind: 'sent', range: { start: '2026-11-01', end: '2026-11-02' }, hour: { weekday: 1, hour: 9 } }),
  ).toEqual({ kind: 'sent', startDate: '2026-11-01', endDate: '2026-11-02', weekday: 1, hour: 9 })
})
