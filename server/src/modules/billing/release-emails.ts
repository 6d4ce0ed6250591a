import { formatDate, formatMoney } from '@crewline/contract/formats'
import { msg } from '@crewline/contract/localized-text'
import { unlinked, type Email } from '../mail/index.ts'
import { billingMail, numbersText, type BillingReader } from './emails.ts'

interface Owed {
  number: string
  cents: number
  currency: string
  /** The numbers that were bought here. */
  numbers: readonly string[]
}

/** The organization is suspended, or its numbers are released soon; never without numbers that were bought here. */
export function releaseMail(
  reader: BillingReader,
  { number, cents, currency, numbers, releaseAt, isWarning }: Owed & { releaseAt: Date | null; isWarning: boolean },
): Email {
  const { language, timeZone } = reader
  const values = {
    organization: unlinked(reader.organization),
    number,
    amount: formatMoney(cents, currency, language),
    numbers: numbersText(numbers, reader),
    day: releaseAt ? formatDate(releaseAt, 'longDay', language, timeZone) : '',
  }
  return billingMail(reader, (write) => ({
    subject: isWarning
      ? write(msg({ message: '{organization} loses its numbers on {day}', values }))
      : write(msg({ message: '{organization} is suspended', values })),
    lines: [
      write(msg({ message: 'Invoice {number} ({amount}) of {organization} is still unpaid.', values })),
      ...(releaseAt
        ? [
            write(
              msg({
                message:
                  'On {day} these phone numbers, which were bought in Crewline, are given back to their carrier: {numbers}. Others may get them, and we can’t get them back. Numbers that you brought stay yours.',
                values,
              }),
            ),
            write(msg({ message: 'Pay before that day and everything continues with the same numbers.' })),
          ]
        : [
            write(
              msg({
                message:
                  'Reading and sending messages stay on hold until you pay. Your phone numbers stay yours, and nothing is lost.',
              }),
            ),
          ]),
    ],
    button: write(msg({ message: 'Pay now' })),
  }))
}

/** The numbers are released. */
export function releasedMail(reader: BillingReader, { number, cents, currency, numbers }: Owed): Email {
  const values = {
    organization: unlinked(reader.organization),
    number,
    amount: formatMoney(cents, currency, reader.language),
    numbers: numbersText(numbers, reader),
  }
  return billingMail(reader, (write) => ({
    subject: write(msg({ message: 'The numbers of {organization} were released', values })),
    lines: [
      write(
        msg({
          message:
            'Invoice {number} ({amount}) stayed unpaid, so these phone numbers, which were bought in Crewline, went back to their carrier: {numbers}.',
          values,
        }),
      ),
      write(msg({ message: 'Contacts, messages and opt-outs are kept. After the payment you can buy other numbers.' })),
    ],
    button: write(msg({ message: 'Pay now' })),
  }))
}
