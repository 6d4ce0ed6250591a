import { expect, test } from 'vitest'
import { applyChanges, differenceOf, type OrganizationState } from './change-rules.ts'
import { DEFAULT_SETTINGS } from './rules.ts'

const before: OrganizationState = {
  name: 'Acme',
  timezone: 'America/Chicago',
  address: { street: '1 Main St', city: 'Chicago', region: 'IL', postalCode: '60601' },
  industry: null,
  headcount: null,
  senderName: '',
  language: 'en',
  languages: [],
  settings: DEFAULT_SETTINGS,
  logo: { light: 'l1', dark: null },
}

test.each([
  ['nothing', {}, {}, {}],
  ['the same name', { name: 'Acme' }, {}, {}],
  ['the logo for dark backgrounds', { logo: { dark: 'd1' } }, { 'logo.dark': null }, { 'logo.dark': 'd1' }],
  ['a name', { name: 'Apex', timezone: undefined }, { name: 'Acme' }, { name: 'Apex' }],
  [
    'a part of the address',
    { address: { city: 'Aurora', street: undefined } },
    { address: before.address },
    { address: { ...before.address, city: 'Aurora' } },
  ],
  ['languages, each once', { languages: ['es', 'en', 'es'] }, { languages: [] }, { languages: ['es', 'en'] }],
  [
    'one section of the settings',
    { settings: { helpContact: 'HR desk', awayReply: '' } },
    { 'settings.helpContact': '' },
    { 'settings.helpContact': 'HR desk' },
  ],
])('finds what changed: %s', (_case, changes, was, is) => {
  expect(differenceOf(before, applyChanges(before, changes))).toEqual({ before: was, after: is })
})
