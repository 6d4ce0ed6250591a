import { Plural } from '@lingui/react/macro'
import { moreThan } from './api.ts'
import type { ContactsToFix } from './useContactsToFix.ts'

/** The text of the banner above the contacts: how many have no working number, and how many no consent. */
export function ContactsBanner({ withoutNumber, withoutConsent }: ContactsToFix) {
  return (
    <>
      {withoutNumber > 0 && (
        <Plural
          value={withoutNumber}
          one="# contact has no working number."
          other={`#${moreThan(withoutNumber)} contacts have no working number.`}
        />
      )}{' '}
      {withoutConsent > 0 && (
        <Plural
          value={withoutConsent}
          one="# contact has no consent on file."
          other={`#${moreThan(withoutConsent)} contacts have no consent on file.`}
        />
      )}
    </>
  )
}
