import { expect, it } from 'vitest'
import { readRows } from './read-rows.ts'

const roles = new Map([
  ['manager', 'manager'],
  ['shift lead', 'r1'],
])
const read = (text: string) =>
  readRows(text, (name) => roles.get(name.toLowerCase())).map(({ email, roleKey }) =>
    roleKey === undefined ? email : `${email} as ${roleKey}`,
  )

it.each([
  ['ana@a.co', ['ana@a.co']],
  ['Ana@A.co, ben@b.co;cy@c.co\ndee@d.co\tana@a.co', ['ana@a.co', 'ben@b.co', 'cy@c.co', 'dee@d.co', 'ana@a.co']],
  ['Ana Ruiz <ana@a.co>, "Cho, Ben" <ben@b.co>', ['ana@a.co', 'ben@b.co']],
  ['Ana\tRuiz\tana@a.co\tManager', ['ana@a.co as manager']],
  ['ana@a.co, Shift lead\nben@b.co', ['ana@a.co as r1', 'ben@b.co']],
  ['Name,Email,Role\nAna,ana@a.co,manager', ['ana@a.co as manager']],
  ['ana@a.co ben@\nsomeone', ['ana@a.co', 'ben@', 'someone']],
  ['mailto:ana@a.co', ['ana@a.co']],
  [' \n ', []],
])('%j has the rows %j', (text, rows) => {
  expect(read(text)).toEqual(rows)
})
