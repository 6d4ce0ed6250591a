import type { Contact } from '@crewline/contract/contacts'
import { expect, test } from 'vitest'
import { differing, taken } from './facts.ts'

const contact = (facts: Partial<Contact>) => ({ customFields: {}, locked: {}, ...facts }) as Contact

test('only what two say differently is asked, and what one does not know is taken', () => {
  const keep = contact({ firstname: 'Ana', email: '', jobTitle: 'Welder', locked: { email: 'Finch' } })
  const other = contact({ firstname: 'Ana', email: 'a@b.test', jobTitle: 'Painter', phone: '+14155552671' })
  const names = ['firstname', 'email', 'jobTitle', 'phone']
  expect(differing(keep, other, names)).toEqual(['email', 'jobTitle', 'phone'])
  expect(taken(keep, other, names)).toEqual(['phone'])
})

test('own fields count, and an empty text is nothing', () => {
  const keep = contact({ email: '', customFields: {} })
  const other = contact({ customFields: { shift: 'Night' } })
  expect(taken(keep, other, ['email', 'custom.shift'])).toEqual(['custom.shift'])
})
