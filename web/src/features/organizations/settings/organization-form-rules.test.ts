import { expect, test } from 'vitest'
import { changesOf, merged, type OrganizationFields } from './organization-form-rules.ts'

const saved: OrganizationFields = {
  name: 'Acme',
  timezone: 'America/Chicago',
  address: { street: '1 Main St', city: 'Chicago', region: 'IL', postalCode: '60601' },
  industry: null,
  headcount: null,
  senderName: '',
  language: 'en',
  languages: ['en'],
}

test('a draft shows over what is saved, and only its differences are sent', () => {
  const draft = { name: 'Apex', senderName: '', languages: ['en'], address: { city: 'Aurora', region: 'IL' } }
  expect(merged(saved, draft)).toEqual({ ...saved, name: 'Apex', address: { ...saved.address, city: 'Aurora' } })
  expect(changesOf(saved, draft)).toEqual({ name: 'Apex', address: { city: 'Aurora' } })
  expect(changesOf(saved, { name: 'Acme', address: { city: 'Chicago' } })).toEqual({})
})
