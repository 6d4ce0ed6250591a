import type { Locale } from '@crewline/contract/accounts'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import { localize } from '../../kernel/i18n/localize.ts'
import type { SsoProblem } from './rules.ts'

/** Says why a log-in failed and what to do, for the person who logs in and for administrators. */
export const PROBLEM_TEXTS: Readonly<Record<SsoProblem, LocalizedText>> = {
  off: msg({ message: 'Logging in through your company is turned off here.' }),
  expired_start: msg({ message: 'This login took too long, or was already finished. Start again.' }),
  denied: msg({ message: "Your company's login said no. Ask your administrator for access to Crewline." }),
  provider_unreachable: msg({ message: "We couldn't reach your company's login. Try again in a moment." }),
  address_refused: msg({ message: 'The address of the identity provider is not on the public internet.' }),
  client_refused: msg({
    message: "The identity provider doesn't accept our client ID or secret. An owner must enter the current ones.",
  }),
  code_refused: msg({ message: 'This login was already used or took too long. Start again.' }),
  provider_error: msg({ message: "Your company's login reported an error. Try again or ask your administrator." }),
  signature: msg({
    message:
      'The response is not signed with a key we know. If the identity provider has a new certificate, an owner must enter it.',
  }),
  certificate_expired: msg({
    message: "The identity provider's certificate has expired. An owner must enter the new one.",
  }),
  audience: msg({ message: 'The response is meant for another application. Check the entity ID or client ID.' }),
  issuer: msg({ message: 'The response is from another identity provider. Check the issuer.' }),
  clock: msg({
    message: "The clock of your company's login differs from ours by more than a minute. Ask your administrator.",
  }),
  response_expired: msg({
    message: 'The response had already expired when it arrived. Start again; if it happens often, check the clocks.',
  }),
  not_requested: msg({
    message: 'Start from the Crewline login page. Logins that begin at the identity provider are not accepted.',
  }),
  replayed: msg({ message: 'This response was already used. Start again.' }),
  response_invalid: msg({ message: "We couldn't read the response of the identity provider." }),
  not_proved_again: msg({ message: 'The identity provider did not check you again. Log in there again.' }),
  email_missing: msg({ message: 'The identity provider sent no email. It must send one with each login.' }),
  email_unverified: msg({ message: 'The identity provider says that this email is not verified.' }),
  domain_not_allowed: msg({ message: "The email's domain is not one of the organization's verified domains." }),
  not_member: msg({ message: 'You are not a teammate here yet. Ask an owner or admin to add you.' }),
  removed: msg({ message: 'Your access was removed. Ask an owner or admin to add you again.' }),
  disabled: msg({ message: 'This account is disabled.' }),
  other_subject: msg({
    message:
      'This email belongs to a teammate who logs in with another account of the identity provider. If their account there was replaced, an owner can remove the teammate and add them again.',
  }),
}

/** Returns a problem in words. */
export function wordsFor(problem: SsoProblem, locale: Locale): string {
  return localize(PROBLEM_TEXTS[problem] ?? PROBLEM_TEXTS.response_invalid, locale)
}
