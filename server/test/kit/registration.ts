import type { RegisteredCompany, RegisteredUse } from '@crewline/contract/carrier-registration'

/** Complete answers about a company, in which no check finds a cause of rejection. */
export const registeredCompany = {
  legalName: 'Acme Foods, LLC',
  entityType: 'private_profit',
  stockSymbol: '',
  stockExchange: '',
  vertical: 'manufacturing',
  street: '1 Main St',
  city: 'Chicago',
  region: 'IL',
  postalCode: '60601',
  website: 'https://acme.example',
  privacyUrl: 'https://www.acme.example/privacy',
  privacyKept: true,
  firstname: 'Ann',
  lastname: 'Lee',
  title: 'Head of HR',
  email: 'ann@acme.example',
  phone: '(312) 555-0100',
} satisfies RegisteredCompany

/** Complete answers about what texts are for. */
export const registeredUse = {
  useCase: 'mixed',
  description: 'Acme texts its employees about their shifts, safety and news at its plants.',
  samples: ['Acme: your shift starts at 7 tomorrow. Reply STOP to opt out.', 'Acme: the plant is closed on Monday.'],
  hasLinks: false,
  hasPhones: false,
  optInFlow: 'Employees check a box on our page when they start to work here.',
  consentText:
    'I agree to get work texts from Acme, up to 4 a week. Message and data rates may apply. Reply STOP to end, HELP for help.',
  optInUrl: 'https://acme.example/join',
  helpText: 'Acme staff texts. Questions: 312-555-0100. Reply STOP to opt out.',
  optOutText: 'Acme: You will get no more texts.',
  monthlyTexts: 10_000,
} satisfies RegisteredUse
