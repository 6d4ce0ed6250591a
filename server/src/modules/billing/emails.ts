import type { Locale } from '@crewline/contract/accounts'
import { formatDate, formatList, formatMoney, formatNumber } from '@crewline/contract/formats'
import { msg } from '@crewline/contract/localized-text'
import { displayPhone } from '@crewline/contract/phone'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import { unlinked, type Email } from '../mail/index.ts'

/** Whom an email is for, and about which organization. */
export interface BillingReader {
  to: string
  language: Locale
  organization: string
  timeZone: string
  /** The country whose numbers are written without their prefix. */
  country: string
  /** The billing page. */
  url: string
}

type Part = (write: (text: LocalizedText) => string) => { subject: string; lines: string[]; button: string }

/** Writes an email to a billing contact in their language. */
export function billingMail({ to, language, url }: BillingReader, part: Part): Email {
  const write = (text: LocalizedText): string => localize(text, language)
  const { subject, lines, button } = part(write)
  return {
    to,
    language,
    kind: 'security',
    subject,
    lines,
    action: { label: button, url },
    foot: write(msg({ message: 'You get this email because you can manage billing.' })),
  }
}

/** A payment failed: how much, until when, and what happens otherwise. */
export function paymentFailedMail(
  reader: BillingReader,
  owed: { number: string; cents: number; currency: string; blockAt: Date; nextTryAt: Date | null },
): Email {
  const { language, timeZone } = reader
  const organization = unlinked(reader.organization)
  const values = {
    organization,
    number: owed.number,
    amount: formatMoney(owed.cents, owed.currency, language),
    day: formatDate(owed.blockAt, 'longDay', language, timeZone),
  }
  return billingMail(reader, (write) => ({
    subject: write(msg({ message: 'Payment failed for {organization}', values })),
    lines: [
      write(msg({ message: "We couldn't charge {amount} for invoice {number} of {organization}.", values })),
      ...(owed.nextTryAt
        ? [
            write(
              msg({
                message: "We'll try again on {next}. You can also pay now with another card.",
                values: { next: formatDate(owed.nextTryAt, 'longDay', language, timeZone) },
              }),
            ),
          ]
        : [write(msg({ message: "We won't try again by ourselves. Pay now with another card." }))]),
      write(
        msg({
          message:
            'If the invoice is still unpaid on {day}, reading and sending messages is put on hold. Nothing is lost, and opt-outs keep working.',
          values,
        }),
      ),
    ],
    button: write(msg({ message: 'Pay now' })),
  }))
}

/** The organization is blocked until it pays. */
export function blockedMail(reader: BillingReader, owed: { number: string; cents: number; currency: string }): Email {
  const values = {
    organization: unlinked(reader.organization),
    number: owed.number,
    amount: formatMoney(owed.cents, owed.currency, reader.language),
  }
  return billingMail(reader, (write) => ({
    subject: write(msg({ message: '{organization} is on hold', values })),
    lines: [
      write(
        msg({
          message:
            'Reading and sending messages is on hold for {organization} until invoice {number} ({amount}) is paid.',
          values,
        }),
      ),
      write(
        msg({
          message:
            'Messages from your contacts are still received and stored, and STOP and HELP are answered. Everything continues the moment you pay.',
        }),
      ),
    ],
    button: write(msg({ message: 'Pay now' })),
  }))
}

/** Writes numbers as people read them, in one list. */
export function numbersText(numbers: readonly string[], { country, language }: BillingReader): string {
  return formatList(
    numbers.map((phone) => displayPhone(phone, country)),
    language,
  )
}

/** A payment arrived after reminders; names the numbers that went back to their carrier before. */
export function recoveredMail(reader: BillingReader, releasedNumbers: readonly string[] = []): Email {
  const values = { organization: unlinked(reader.organization), numbers: numbersText(releasedNumbers, reader) }
  return billingMail(reader, (write) => ({
    subject: write(msg({ message: 'Payment received for {organization}', values })),
    lines: [
      write(msg({ message: 'Thanks. Every invoice of {organization} is paid.', values })),
      ...(releasedNumbers.length > 0
        ? [
            write(
              msg({
                message:
                  'Before the payment, these phone numbers went back to their carrier: {numbers}. You can buy other numbers in Settings, Numbers.',
                values,
              }),
            ),
          ]
        : []),
    ],
    button: write(msg({ message: 'View billing' })),
  }))
}

/** A share of the included messages is used. */
export function usageMail(
  reader: BillingReader,
  usage: { percent: number; used: number; included: number; kind: 'segments' | 'mms' },
): Email {
  const { language } = reader
  const values = {
    organization: unlinked(reader.organization),
    percent: usage.percent,
    used: formatNumber(usage.used, language),
    included: formatNumber(usage.included, language),
  }
  const isAll = usage.percent >= 100
  const what =
    usage.kind === 'segments'
      ? msg({ message: '{organization} has used {used} of {included} segments this month.', values })
      : msg({ message: '{organization} has used {used} of {included} MMS this month.', values })
  return billingMail(reader, (write) => ({
    subject: isAll
      ? write(msg({ message: '{organization} used everything its plan includes', values }))
      : write(msg({ message: '{organization} used {percent}% of its plan', values })),
    lines: [
      write(what),
      write(
        isAll
          ? msg({ message: 'Further messages are billed on the next invoice. A spending cap can pause broadcasts.' })
          : msg({ message: 'Messages above that are billed on the next invoice.' }),
      ),
    ],
    button: write(msg({ message: 'View usage' })),
  }))
}

/** The spending cap is reached, so broadcasts are paused. */
export function capMail(reader: BillingReader, cap: { cents: number; currency: string }): Email {
  const values = {
    organization: unlinked(reader.organization),
    amount: formatMoney(cap.cents, cap.currency, reader.language),
  }
  return billingMail(reader, (write) => ({
    subject: write(msg({ message: '{organization} reached its spending cap', values })),
    lines: [
      write(msg({ message: 'Broadcasts are paused: this month’s overage reached your cap of {amount}.', values })),
      write(msg({ message: 'Replies to your contacts still go out. Raise the cap to continue the broadcasts.' })),
    ],
    button: write(msg({ message: 'Change the cap' })),
  }))
}
