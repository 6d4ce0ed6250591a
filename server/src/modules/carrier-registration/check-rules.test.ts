import { describe, expect, test } from 'vitest'
import { registeredCompany, registeredUse } from '../../../test/kit/registration.ts'
import { checkAnswers } from './check-rules.ts'
import { explainRejection } from './rejection-rules.ts'
import { dailyLimitAfter, stateOfNumber, type CompleteAnswers } from './rules.ts'

const good: CompleteAnswers = { senderName: 'Acme', ein: '12-3456789', company: registeredCompany, use: registeredUse }
const [first = '', second = ''] = good.use.samples

test('finds nothing in complete answers', () => {
  expect(checkAnswers(good)).toEqual([])
})

describe.each<[string, Partial<CompleteAnswers['company']> & { ein?: string }]>([
  ['ein', { ein: '' }],
  ['ein', { ein: '12-34567' }],
  ['ein', { ein: '07-1234567' }],
  ['ein', { ein: '11-1111111' }],
  ['company.legalName', { legalName: '' }],
  ['company.stockSymbol', { entityType: 'public_profit', stockExchange: 'NYSE' }],
  ['company.street', { street: 'P.O. Box 12' }],
  ['company.region', { region: 'Illinois' }],
  ['company.postalCode', { postalCode: '6060' }],
  ['company.website', { website: 'https://www.facebook.com', privacyUrl: 'https://facebook.com/acme' }],
  ['company.website', { website: 'http://acme.example' }],
  ['company.privacyUrl', { privacyUrl: 'https://policies.example/acme' }],
  ['company.privacyKept', { privacyKept: false }],
  ['company.email', { email: 'acme@gmail.com' }],
  ['company.phone', { phone: '12' }],
])('%s', (field, { ein = good.ein, ...part }) => {
  test(`is refused: ${JSON.stringify(part)} ${ein}`, () => {
    expect(checkAnswers({ ...good, ein, company: { ...good.company, ...part } }).map((check) => check.field)).toEqual([
      field,
    ])
  })
})

describe.each<[string, Partial<CompleteAnswers['use']>]>([
  ['use.description', { description: 'Texts about work.' }],
  ['use.useCase', { useCase: 'low_volume', monthlyTexts: 1_000_000 }],
  ['use.samples.1', { samples: [first] }],
  ['use.samples.1', { samples: [first, 'Hi'] }],
  ['use.samples.1', { samples: [first, first] }],
  ['use.samples.1', { samples: [first, `${second} {first_name}`] }],
  ['use.samples.0', { samples: [first.replace('Acme', 'We'), second.replace('Acme', 'We')] }],
  ['use.samples.0', { samples: [first.replace('STOP', 'no'), second] }],
  ['use.hasLinks', { samples: [first, `${second} https://acme.example/x`] }],
  ['use.hasLinks', { hasLinks: true }],
  ['use.hasPhones', { samples: [first, `${second} Call 312-555-0100.`] }],
  ['use.hasPhones', { hasPhones: true }],
  ['use.optInFlow', { optInFlow: 'On paper.' }],
  ['use.consentText', { consentText: good.use.consentText.replace('HELP', 'Ask') }],
  ['use.consentText', { consentText: good.use.consentText.replace('rates may apply', '') }],
  ['use.consentText', { consentText: good.use.consentText.replace('Acme', 'us') }],
  ['use.optInUrl', { optInUrl: 'http://127.0.0.1/join' }],
  ['use.helpText', { helpText: 'Acme staff texts. Reply STOP to opt out.' }],
  ['use.optOutText', { optOutText: 'Acme: OK.' }],
])('%s', (field, part) => {
  test(`is refused: ${JSON.stringify(part)}`, () => {
    expect(checkAnswers({ ...good, use: { ...good.use, ...part } }).map((check) => check.field)).toEqual([field])
  })
})

test('explains a rejection by its code, by the named field, by its words, or says that it is unknown', () => {
  const fieldOf = (code: string, text = '', fields: string[] = []) => explainRejection({ code, text, fields }).field
  expect(fieldOf('TAX_ID')).toBe('ein')
  expect(fieldOf('30893')).toBe('use.samples.0')
  expect(fieldOf('', '', ['MESSAGE_FLOW'])).toBe('use.consentText')
  expect(fieldOf('TELNYX_FAILED', 'Embedded link is missing')).toBe('use.hasLinks')
  expect(fieldOf('99999', 'Computer says no')).toBe('')
})

test('a number is as far as what it needs most', () => {
  expect(stateOfNumber('approved', 'approved')).toBe('approved')
  expect(stateOfNumber('approved', 'in_review')).toBe('in_review')
  expect(stateOfNumber('approved', 'not_started')).toBe('not_started')
  expect(stateOfNumber('rejected', 'not_started')).toBe('rejected')
})

test('the daily limit follows the carrier, unless the organization chose a lower one', () => {
  expect(dailyLimitAfter(null, 10_000)).toBe(10_000)
  expect(dailyLimitAfter(2_000, 10_000)).toBe(2_000)
  // A limit that carriers set follows them up.
  expect(dailyLimitAfter(2_000, 10_000, 2_000)).toBe(10_000)
  expect(dailyLimitAfter(40_000, 10_000)).toBe(10_000)
  expect(dailyLimitAfter(40_000, null)).toBe(40_000)
})
