import type { Contact } from '@crewline/contract/contacts'
import { expect, test } from 'vitest'
import { differing, takenByDefault } from './attributes.ts'

const contact = (attributes: Partial<Contact>) => ({ customFields: {}, locked: {}, ...attributes }) as Contact

test('asks only for values that differ, and takes values missing in the kept contact', () => {
  const keep = contact({ firstname: 'Ana', email: '', jobTitle: 'Welder', locked: { email: 'Finch' } })
  const otherContact = contact({ firstname: 'Ana', email: 'a@b.test', jobTitle: 'Painter', phone: '+14155552671' })
  const names = ['firstname', 'email', 'jobTitle', 'phone']
  expect(differing(keep, otherContact, names)).toEqual(['email', 'jobTitle', 'phone'])
  expect(takenByDefault(keep, otherContact, names)).toEqual(['phone'])
})

test('includes custom fields, and treats an empty text as no value', () => {
  const keep = contact({ email: '', customFields: {} })
  const otherContact = contact({ customFields: { shift: 'Night' } })
  expect(takenByDefault(keep, otherContact, ['email', 'custom.shift'])).toEqual(['custom.shift'])
})
