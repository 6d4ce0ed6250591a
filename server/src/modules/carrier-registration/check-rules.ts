import type { RegisteredCompany } from '@crewline/contract/carrier-registration'
import { LOW_VOLUME_TEXTS } from '@crewline/contract/carrier-registration-limits'
import { msg } from '@crewline/contract/localized-text'
import { parsePhone } from '@crewline/contract/phone'
import { collectChecks, einDigits, hostOf, type Check, type CompleteAnswers } from './rules.ts'
import { checkUse } from './use-check-rules.ts'

/** The first two digits that the tax authority gives out (https://www.irs.gov/businesses/small-businesses-self-employed/how-eins-are-assigned-and-valid-ein-prefixes). */
const NOT_PREFIXES = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '))
/** Addresses anyone can get say nothing about a company; `mail.acme.com` is one of a company. */
const FREE_MAIL =
  /@(gmail|googlemail|yahoo|hotmail|outlook|live|msn|aol|icloud|me|gmx|proton|protonmail|mail)\.[a-z]{2,3}(\.[a-z]{2})?$/i
/** Pages on these are not the website of a company. */
const NOT_OWN_SITE = /^(www\.)?(facebook|instagram|linkedin|x|twitter|tiktok|yelp|linktr)\.(com|ee)$/i
const PO_BOX = /\b(p\.?\s*o\.?\s*box|post office box)\b/i

/** Returns every known cause of rejection in the answers about the company. */
export function checkCompany({ company, ein }: CompleteAnswers): Check[] {
  const { checks, check } = collectChecks()
  const { legalName, entityType } = company
  check(
    legalName === '',
    'company.legalName',
    msg({ message: 'Enter the legal name exactly as on the letter from the IRS, with Inc. or LLC.' }),
  )
  const digits = einDigits(ein)
  check(ein === '', 'ein', msg({ message: 'Enter the EIN, the tax number of your company.' }))
  check(digits.length !== 9, 'ein', msg({ message: 'An EIN has nine digits, like 12-3456789.' }))
  check(
    NOT_PREFIXES.has(digits.slice(0, 2)) || /^(\d)\1{8}$/.test(digits),
    'ein',
    msg({ message: 'No EIN looks like this. Copy it from the letter from the IRS.' }),
  )
  check(entityType === null, 'company.entityType', msg({ message: 'Choose the legal form.' }))
  const isPublic = entityType === 'public_profit'
  check(
    isPublic && company.stockSymbol === '',
    'company.stockSymbol',
    msg({ message: 'Enter the stock symbol. Public companies are found by it.' }),
  )
  check(
    isPublic && company.stockExchange === '',
    'company.stockExchange',
    msg({ message: 'Enter the stock exchange, like NYSE.' }),
  )
  check(company.vertical === null, 'company.vertical', msg({ message: 'Choose the industry.' }))
  return [...checks, ...checkPlace(company), ...checkContact(company)]
}

/** Where the company is, on the street and on the web. */
function checkPlace(company: RegisteredCompany): Check[] {
  const { checks, check } = collectChecks()
  const { website, privacyUrl } = company
  check(company.street === '', 'company.street', msg({ message: 'Enter the street address of the company.' }))
  check(
    PO_BOX.test(company.street),
    'company.street',
    msg({ message: 'A PO box is rejected. Enter the street address that the IRS knows.' }),
  )
  check(company.city === '', 'company.city', msg({ message: 'Enter the city.' }))
  check(!/^[A-Z]{2}$/.test(company.region), 'company.region', msg({ message: 'Enter two letters, like IL.' }))
  check(!/^\d{5}(-\d{4})?$/.test(company.postalCode), 'company.postalCode', msg({ message: 'Enter a ZIP code.' }))
  const site = hostOf(website)
  check(site === null, 'company.website', msg({ message: 'Enter the address of your website, with https://.' }))
  check(
    site !== null && NOT_OWN_SITE.test(site),
    'company.website',
    msg({ message: 'A page on a social network is rejected. Enter a website of your own.' }),
  )
  const policy = hostOf(privacyUrl)
  check(
    policy === null,
    'company.privacyUrl',
    msg({ message: 'Enter the address of your privacy policy, with https://.' }),
  )
  check(
    site !== null && policy !== null && domainOf(policy) !== domainOf(site),
    'company.privacyUrl',
    msg({ message: 'The privacy policy must be on the website of the company.' }),
  )
  check(
    !company.privacyKept,
    'company.privacyKept',
    msg({
      message:
        'Add a sentence to the policy that mobile numbers are not shared with third parties for marketing, then check this.',
    }),
  )
  return checks
}

function checkContact(company: RegisteredCompany): Check[] {
  const { checks, check } = collectChecks()
  const { email } = company
  check(company.firstname === '', 'company.firstname', msg({ message: 'Enter the first name of the contact person.' }))
  check(company.lastname === '', 'company.lastname', msg({ message: 'Enter the last name of the contact person.' }))
  check(company.title === '', 'company.title', msg({ message: 'Enter the job title of the contact person.' }))
  check(!/^\S+@\S+\.\S+$/.test(email), 'company.email', msg({ message: 'Enter an email address.' }))
  check(
    FREE_MAIL.test(email),
    'company.email',
    msg({ message: 'Use an address at the domain of the company. Free email addresses are rejected.' }),
  )
  check(
    parsePhone(company.phone, 'US') === null,
    'company.phone',
    msg({ message: 'Enter a phone number with its area code.' }),
  )
  return checks
}

/** Returns every known cause of rejection in all answers. */
export function checkAnswers(answers: CompleteAnswers): Check[] {
  const { useCase, monthlyTexts } = answers.use
  const isTooMuch = useCase === 'low_volume' && (monthlyTexts ?? 0) > LOW_VOLUME_TEXTS
  return [
    ...checkCompany(answers),
    ...checkUse(answers),
    ...(isTooMuch
      ? [
          {
            field: 'use.useCase',
            text: msg({ message: 'Low volume is rejected for this many texts. Choose Mixed, or fewer texts.' }),
          },
        ]
      : []),
  ]
}

function domainOf(host: string): string {
  return host.toLowerCase().split('.').slice(-2).join('.')
}
