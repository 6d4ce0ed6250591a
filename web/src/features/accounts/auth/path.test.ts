import { expect, it } from 'vitest'
import { partLink } from './path.ts'

it.each([
  ['/auth/verify/abc', 'verify', 'abc', '/auth/verify'],
  ['/auth/verify/abc/', 'verify', 'abc', '/auth/verify'],
  ['/auth/reset-password/a%2Bb', 'reset-password', 'a+b', '/auth/reset-password'],
  ['/auth/reset-password/a%', 'reset-password', 'a%', '/auth/reset-password'],
  ['/auth/token?token=abc&next=%2Fdashboard', 'token', 'abc', '/auth/token?next=%2Fdashboard'],
  ['/auth/unsubscribe?token=a.b', 'unsubscribe', 'a.b', '/auth/unsubscribe'],
])('splits the link %s into the page %s and its secret', (path, page, token, rest) => {
  expect(partLink(`https://crewline.test${path}`)).toEqual({ page, token, rest })
})

it.each(['/auth/login?token=abc', '/auth/verify', '/auth/token', '/auth/nothing/abc'])(
  'finds no secret in %s',
  (path) => {
    expect(partLink(`https://crewline.test${path}`)).toBeUndefined()
  },
)
