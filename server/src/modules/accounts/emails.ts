import type { Locale } from '@crewline/contract/accounts'
import { msg } from '@crewline/contract/localized-text'
import { type LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import { unlinked, type Email } from '../mail/index.ts'

/** The recipient of an email. */
export interface Reader {
  email: string
  firstname: string
  locale: Locale
}

interface EmailText {
  subject: LocalizedText
  lines: LocalizedText[]
  label: LocalizedText
  foot?: LocalizedText
}

function buildEmail(reader: Reader, { subject, lines, label, foot }: EmailText, url: string): Email {
  const write = (text: LocalizedText): string => localize(text, reader.locale)
  const hello = msg({ message: 'Hi {firstname},', values: { firstname: unlinked(reader.firstname) } })
  return {
    to: reader.email,
    language: reader.locale,
    kind: 'security',
    subject: write(subject),
    lines: [...(reader.firstname ? [hello] : []), ...lines].map(write),
    ...(foot ? { foot: write(foot) } : {}),
    action: { label: write(label), url },
  }
}

const IGNORE = msg({ message: "If you didn't request this, you can ignore this email. Nothing will change." })
const CONFIRM_WARNING = msg({ message: "If you didn't sign up for Crewline, ignore this email." })
const NOT_YOU = msg({
  message: "If this wasn't you, reset your password now and tell an owner or admin of your organization.",
})

/** Builds the email with the link that confirms a new account. */
export function confirmMail(reader: Reader, url: string): Email {
  return buildEmail(
    reader,
    {
      subject: msg({ message: 'Confirm your email' }),
      lines: [
        msg({ message: 'Confirm your email to start using Crewline. The link works for 24 hours.' }),
        CONFIRM_WARNING,
      ],
      label: msg({ message: 'Confirm email' }),
      foot: IGNORE,
    },
    url,
  )
}

/** Builds the email for a registration whose address already has an account. */
export function accountExistsMail(reader: Reader, url: string): Email {
  return buildEmail(
    reader,
    {
      subject: msg({ message: 'You already have an account' }),
      lines: [
        msg({
          message:
            'Someone tried to sign up with this email, but you already have an account. Log in, or reset your password.',
        }),
      ],
      label: msg({ message: 'Log in' }),
      foot: IGNORE,
    },
    url,
  )
}

/** Builds the email with the link to choose a new password. */
export function resetMail(reader: Reader, url: string): Email {
  return buildEmail(
    reader,
    {
      subject: msg({ message: 'Choose a new password' }),
      lines: [msg({ message: 'Use this link to choose a new password. It works once and expires in 30 minutes.' })],
      label: msg({ message: 'Choose a new password', context: 'action' }),
      foot: IGNORE,
    },
    url,
  )
}

/** Builds the email with the log-in link. */
export function loginMail(reader: Reader, url: string): Email {
  return buildEmail(
    reader,
    {
      subject: msg({ message: 'Your login link' }),
      lines: [msg({ message: 'Use this link to log in. It works once and expires in 15 minutes.' })],
      label: msg({ message: 'Log in' }),
      foot: IGNORE,
    },
    url,
  )
}

/** Builds the email with which one of the two addresses confirms an email change. */
export function changeEmailMail(
  reader: Reader,
  change: { newEmail: string; url: string; isOldAddress: boolean },
): Email {
  const { newEmail, url, isOldAddress } = change
  return buildEmail(
    reader,
    {
      subject: msg({ message: 'Confirm your new email' }),
      lines: [
        isOldAddress
          ? msg({
              message: 'You asked to change your email to {newEmail}. Confirm here and from the new address.',
              values: { newEmail },
            })
          : msg({ message: 'You asked to use this email for your account. Confirm here and from the old address.' }),
      ],
      label: msg({ message: 'Confirm', context: 'action' }),
      foot: isOldAddress ? NOT_YOU : IGNORE,
    },
    url,
  )
}

/** Builds the email to the old address of a user whose organization changed the address they log in with. */
export function managedEmailMail(
  reader: Reader,
  change: { organization: string; newEmail: string; url: string },
): Email {
  const values = { organization: unlinked(change.organization), newEmail: change.newEmail }
  return buildEmail(
    reader,
    {
      subject: msg({ message: 'Your email was changed' }),
      lines: [msg({ message: '{organization} changed the email you log in with to {newEmail}.', values })],
      label: msg({ message: 'Log in' }),
      foot: msg({ message: "If you didn't expect this, ask an owner or admin of your organization." }),
    },
    change.url,
  )
}

/** A change to how a user logs in. */
export type Change = 'password' | 'email' | 'phone' | 'mfa_on' | 'mfa_off' | 'backup_codes' | 'signed_in'

const CHANGES: Record<Change, { subject: LocalizedText; sentence: LocalizedText }> = {
  password: {
    subject: msg({ message: 'Your password was changed' }),
    sentence: msg({ message: 'Your password was changed.' }),
  },
  email: { subject: msg({ message: 'Your email was changed' }), sentence: msg({ message: 'Your email was changed.' }) },
  phone: {
    subject: msg({ message: 'Your mobile number was changed' }),
    sentence: msg({ message: 'Your mobile number was changed.' }),
  },
  mfa_on: {
    subject: msg({ message: 'Two-step login was turned on' }),
    sentence: msg({ message: 'Two-step login was turned on.' }),
  },
  mfa_off: {
    subject: msg({ message: 'Two-step login was turned off' }),
    sentence: msg({ message: 'Two-step login was turned off.' }),
  },
  backup_codes: {
    subject: msg({ message: 'New backup codes were created' }),
    sentence: msg({ message: 'New backup codes were created.' }),
  },
  signed_in: {
    subject: msg({ message: 'Someone logged in to your account on a new device' }),
    sentence: msg({ message: 'Someone logged in to your account on a new device.' }),
  },
}

/** Builds the email that reports a change to how a user logs in, and where it was made. */
export function accountChangeMail(reader: Reader, change: Change, detail: { where: string; url: string }): Email {
  const { subject, sentence } = CHANGES[change]
  const from = msg({ message: 'From: {where}', values: { where: detail.where } })
  const label = msg({ message: 'Reset password' })
  return buildEmail(reader, { subject, lines: [sentence, from, NOT_YOU], label }, detail.url)
}

/** Builds the email that informs the inviter of an accepted invitation. */
export function joinedMail(
  reader: Reader,
  joined: { name: string; organization: string; url: string; unsubscribeUrl: string },
): Email {
  const { url, unsubscribeUrl } = joined
  const values = { name: unlinked(joined.name), organization: unlinked(joined.organization) }
  return {
    ...buildEmail(
      reader,
      {
        subject: msg({ message: '{name} joined {organization}', values }),
        lines: [msg({ message: '{name} accepted your invitation to {organization}.', values })],
        label: msg({ message: 'See the team' }),
      },
      url,
    ),
    kind: 'notice',
    unsubscribeUrl,
  }
}

/** Builds the text message for a code. Phones autofill from its last line (WICG origin-bound codes). */
export function codeText(code: string, locale: Locale, host: string): string {
  const text = msg({ message: "{code} is your Crewline code. Don't share it with anyone.", values: { code } })
  return `${localize(text, locale)}\n\n@${host} #${code}`
}
