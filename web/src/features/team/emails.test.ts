import { expect, it } from 'vitest'
import { readEmails } from './emails.ts'

it.each([
  ['ana@a.co', ['ana@a.co'], []],
  ['Ana@A.co, ben@b.co;cy@c.co\ndee@d.co\tana@a.co', ['ana@a.co', 'ben@b.co', 'cy@c.co', 'dee@d.co'], []],
  ['Ana Ruiz <ana@a.co>, "Cho, Ben" <ben@b.co>', ['ana@a.co', 'ben@b.co'], []],
  ['ana@a.co ben@ somebody', ['ana@a.co'], ['ben@', 'somebody']],
  [' \n ', [], []],
])('%j contains %j', (text, emails, invalid) => {
  expect(readEmails(text)).toEqual({ emails, invalid })
})
