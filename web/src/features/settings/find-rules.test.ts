import { expect, test } from 'vitest'
import { found, type Findable } from './find-rules.ts'

const all: Findable[] = [
  { to: '?tab=texting', title: 'Texting', page: 'Texting' },
  { to: '?tab=texting#quiet-hours', title: 'Quiet hours', page: 'Texting' },
  { to: '?tab=texting#business-hours', title: 'Business hours', page: 'Texting' },
  { to: '?tab=account#look', title: 'Idioma, horário', page: 'Account' },
]

test.each([
  ['', []],
  ['   ', []],
  ['QUIET', ['Quiet hours']],
  ['hours', ['Quiet hours', 'Business hours']],
  ['hours business', ['Business hours']],
  ['texting', ['Texting', 'Quiet hours', 'Business hours']],
  ['horario', ['Idioma, horário']],
  ['nothing like it', []],
])('%s finds %j', (search, titles) => {
  expect(found(all, search).map(({ title }) => title)).toEqual(titles)
})
