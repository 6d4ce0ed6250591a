import type { RegisteredUse } from '@crewline/contract/carrier-registration'
import {
  DESCRIPTION_MIN,
  OPT_IN_FLOW_MIN,
  SAMPLE_MIN,
  SAMPLES_MIN,
} from '@crewline/contract/carrier-registration-limits'
import { msg } from '@crewline/contract/localized-text'
import { collectChecks, hostOf, type Check, type CompleteAnswers } from './rules.ts'

const LINK = /\b(https?:\/\/|www\.)\S+|\b[a-z0-9-]+\.(com|org|net|io|co|us|gov)(\/\S*)?\b/i
const PHONE = /(\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]\d{3}[\s.-]?\d{4}/
const SHORTENER = /\b(bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|buff\.ly|rb\.gy|cutt\.ly)\b/i
/** Subjects that carriers refuse whatever the wording (CTIA Messaging Principles, 5.3). */
const FORBIDDEN =
  /\b(payday|loan|crypto|bitcoin|casino|gambling|cannabis|marijuana|cbd|vape|debt collection|firearm)s?\b/i

/** Returns every known cause of rejection in the answers about the texts and how people agree to them. */
export function checkUse(answers: CompleteAnswers): Check[] {
  const sender = senderOf(answers)
  const { use } = answers
  return [
    ...checkPurpose(use),
    ...checkSamples(use),
    ...checkAllSamples(use, sender),
    ...checkConsent(use, sender),
    ...checkReplies(use, sender),
  ]
}

/** The name that texts must contain, and whether one does: also the legal name or its first word counts. */
interface Sender {
  name: string
  isNamed: (text: string) => boolean
}

function senderOf({ senderName, company: { legalName } }: CompleteAnswers): Sender {
  const names = [senderName, legalName, legalName.replace(/^(the|an?)\s+/i, '').split(/[ ,]/)[0] ?? ''].filter(
    (name) => name.length > 1,
  )
  const isNamed = (text: string) => names.some((name) => text.toLowerCase().includes(name.toLowerCase()))
  return { name: senderName, isNamed }
}

function checkPurpose(use: RegisteredUse): Check[] {
  const { checks, check } = collectChecks()
  check(use.useCase === null, 'use.useCase', msg({ message: 'Choose what the texts are for.' }))
  check(
    use.description.length < DESCRIPTION_MIN,
    'use.description',
    msg({
      message: 'Say who sends texts, who gets them and why, in at least {count} characters.',
      values: { count: DESCRIPTION_MIN },
    }),
  )
  check(
    FORBIDDEN.test(use.description),
    'use.description',
    msg({ message: 'Carriers take no texts about this subject.' }),
  )
  check(use.monthlyTexts === null, 'use.monthlyTexts', msg({ message: 'Choose how many texts you send in a month.' }))
  return checks
}

function checkSamples(use: RegisteredUse): Check[] {
  const { checks, check } = collectChecks()
  check(
    use.samples.filter(Boolean).length < SAMPLES_MIN,
    use.samples[0] ? 'use.samples.1' : 'use.samples.0',
    msg({ message: 'Write at least {count} sample texts.', values: { count: SAMPLES_MIN } }),
  )
  for (const [at, sample] of use.samples.entries()) {
    if (sample === '') continue
    const field = `use.samples.${at}`
    check(
      sample.length < SAMPLE_MIN,
      field,
      msg({
        message: 'Write a whole text as you would send it, of at least {count} characters.',
        values: { count: SAMPLE_MIN },
      }),
    )
    check(use.samples.indexOf(sample) !== at, field, msg({ message: 'Write a different text in each sample.' }))
    check(
      SHORTENER.test(sample),
      field,
      msg({ message: 'Public link shorteners are filtered. Write the full address.' }),
    )
    check(/[{}]/.test(sample), field, msg({ message: 'Write placeholders in square brackets, like [first name].' }))
    check(FORBIDDEN.test(sample), field, msg({ message: 'Carriers take no texts about this subject.' }))
  }
  return checks
}

function checkAllSamples(use: RegisteredUse, { name, isNamed }: Sender): Check[] {
  const { checks, check } = collectChecks()
  const samples = use.samples.join('\n')
  check(
    !isNamed(samples),
    'use.samples.0',
    msg({ message: 'Name the sender in a sample, like “{name}: …”.', values: { name } }),
  )
  check(!/\bSTOP\b/i.test(samples), 'use.samples.0', msg({ message: 'End a sample with “Reply STOP to opt out.”' }))
  const [hasLink, hasPhone] = [LINK.test(samples), PHONE.test(samples)]
  check(
    hasLink && !use.hasLinks,
    'use.hasLinks',
    msg({ message: 'A sample has a link. Check this, or remove the link.' }),
  )
  check(
    !hasLink && use.hasLinks,
    'use.hasLinks',
    msg({ message: 'No sample has a link. Add one to a sample, or uncheck this.' }),
  )
  check(
    hasPhone && !use.hasPhones,
    'use.hasPhones',
    msg({ message: 'A sample has a phone number. Check this, or remove the number.' }),
  )
  check(
    !hasPhone && use.hasPhones,
    'use.hasPhones',
    msg({ message: 'No sample has a phone number. Add one to a sample, or uncheck this.' }),
  )
  return checks
}

function checkConsent(use: RegisteredUse, { name, isNamed }: Sender): Check[] {
  const { checks, check } = collectChecks()
  check(
    use.optInFlow.length < OPT_IN_FLOW_MIN,
    'use.optInFlow',
    msg({
      message: 'Say where and how people agree, in at least {count} characters.',
      values: { count: OPT_IN_FLOW_MIN },
    }),
  )
  const { consentText: consent } = use
  check(consent === '', 'use.consentText', msg({ message: 'Copy the exact text that people agree to.' }))
  check(!isNamed(consent), 'use.consentText', msg({ message: 'The text must name {name}.', values: { name } }))
  check(
    !/\bSTOP\b/i.test(consent),
    'use.consentText',
    msg({ message: 'The text must say how to stop: “Reply STOP to end.”' }),
  )
  check(
    !/\bHELP\b/.test(consent),
    'use.consentText',
    msg({ message: 'The text must say how to get help: “HELP for help.”' }),
  )
  check(
    !/rates (may|apply)/i.test(consent),
    'use.consentText',
    msg({ message: 'The text must contain “Message and data rates may apply.”' }),
  )
  check(
    !/\b(\d+|var(y|ies)|frequency|recurring)\b/i.test(consent),
    'use.consentText',
    msg({ message: 'The text must say how often you text, like “up to 4 a week”.' }),
  )
  check(
    hostOf(use.optInUrl) === null,
    'use.optInUrl',
    msg({ message: 'Enter the public address of the form, with https://.' }),
  )
  return checks
}

function checkReplies(use: RegisteredUse, { name, isNamed }: Sender): Check[] {
  const { checks, check } = collectChecks()
  check(!isNamed(use.helpText), 'use.helpText', msg({ message: 'The reply must name {name}.', values: { name } }))
  check(
    !(PHONE.test(use.helpText) || LINK.test(use.helpText) || /\S+@\S+\.\S+/.test(use.helpText)),
    'use.helpText',
    msg({ message: 'The reply must say how to reach you: a phone number, an email address or a website.' }),
  )
  check(!isNamed(use.optOutText), 'use.optOutText', msg({ message: 'The reply must name {name}.', values: { name } }))
  check(
    !/no (more|further)|unsubscribed|opted out/i.test(use.optOutText),
    'use.optOutText',
    msg({ message: 'The reply must confirm that no more texts come.' }),
  )
  return checks
}
