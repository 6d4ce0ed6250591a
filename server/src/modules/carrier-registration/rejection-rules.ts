import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import type { Rejection } from '../carriers/index.ts'

/** A rejection as members read it: the field to fix and what to do, besides the words of the carrier. */
export interface RejectionMeaning {
  field: string
  text: LocalizedText
}

interface Meaning extends RejectionMeaning {
  /** Codes that mean this. */
  codes: readonly string[]
  /** Words of carriers that mean this. */
  words: RegExp
}

// From https://www.twilio.com/docs/api/errors (30886 to 30909, 30841, 30842), the feedback of The Campaign Registry, and
// https://developers.telnyx.com/docs/messaging/10dlc/troubleshooting. The first that fits counts.
const MEANINGS: readonly Meaning[] = [
  {
    field: '',
    codes: ['answers_changed'],
    words: /^$/,
    text: msg({ message: 'Your answers changed before the carrier could be reached. Submit again.' }),
  },
  {
    field: '',
    codes: ['gone'],
    words: /^$/,
    text: msg({ message: "The carrier doesn't know it anymore, or its account doesn't own the number. Submit again." }),
  },
  {
    field: 'company.legalName',
    codes: ['primary_profile'],
    words: /primary (customer|business|compliance) profile/i,
    text: msg({
      message:
        'The account at the carrier has no approved business profile. Finish it in the console of the carrier, then submit again.',
    }),
  },
  {
    field: 'ein',
    codes: ['TAX_ID'],
    words: /\b(ein|tax id|irs|legal name|business name)\b/i,
    text: msg({ message: 'The legal name and the EIN do not match. Copy both exactly from the letter from the IRS.' }),
  },
  {
    field: 'company.stockSymbol',
    codes: ['STOCK_SYMBOL'],
    words: /stock/i,
    text: msg({ message: 'The stock symbol was not found. Correct it, or choose another legal form.' }),
  },
  {
    field: 'company.entityType',
    codes: ['NONPROFIT', 'GOVERNMENT_ENTITY'],
    words: /non-?profit|government|entity type/i,
    text: msg({ message: 'The legal form could not be confirmed. Choose the one that the IRS knows.' }),
  },
  {
    field: 'use.samples.0',
    codes: ['30893'],
    words: /sample/i,
    text: msg({
      message: 'The samples do not fit the purpose. Name the sender and STOP, and write them as you will send them.',
    }),
  },
  {
    field: 'use.hasPhones',
    codes: ['30889'],
    words: /embedded phone/i,
    text: msg({ message: 'Say whether texts contain phone numbers, and show it in a sample.' }),
  },
  {
    field: 'use.hasLinks',
    codes: [],
    words: /embedded link|\burl\b.*sample/i,
    text: msg({ message: 'Say whether texts contain links, and show it in a sample.' }),
  },
  {
    field: 'use.description',
    codes: ['30886'],
    words: /description/i,
    text: msg({
      message: 'The description does not say enough. Say who sends texts, who gets them, about what and why.',
    }),
  },
  {
    field: 'use.consentText',
    codes: ['30841', '30842', '30544', '30569'],
    words: /opt-?in|call.to.action|consent|\bcta\b/i,
    text: msg({ message: 'How people agree is not clear. Show the exact text, and a form that reviewers can open.' }),
  },
  {
    field: 'company.privacyUrl',
    codes: [],
    words: /privacy/i,
    text: msg({
      message: 'The privacy policy is not enough. Say in it that mobile numbers are not shared for marketing.',
    }),
  },
  {
    field: 'company.website',
    codes: [],
    words: /website|web presence/i,
    text: msg({ message: 'The website could not be opened or does not belong to the company. Check the address.' }),
  },
  {
    field: 'company.street',
    codes: [],
    words: /address/i,
    text: msg({ message: 'The address could not be confirmed. Enter the one that the IRS knows.' }),
  },
  {
    field: 'use.useCase',
    codes: ['30900', '30885'],
    words: /use.?case|high.?risk/i,
    text: msg({
      message: 'Carriers do not accept this purpose for your company. Choose another one, or ask the carrier.',
    }),
  },
]

/** Names of fields at carriers. */
const FIELDS: Record<string, string> = {
  MESSAGE_SAMPLES: 'use.samples.0',
  MESSAGE_FLOW: 'use.consentText',
  ein: 'ein',
  companyName: 'company.legalName',
}

/** Explains why a carrier rejected something: by its code, else by the field it names, else by its words. */
export function explainRejection({ code, text, fields }: Rejection): RejectionMeaning {
  const named = fields.map((field) => FIELDS[field]).find((field) => field !== undefined)
  const found =
    MEANINGS.find(({ codes }) => codes.includes(code)) ??
    MEANINGS.find(({ field }) => named !== undefined && field === named) ??
    MEANINGS.find(({ words }) => text !== '' && words.test(text))
  return found
    ? { field: found.field, text: found.text }
    : {
        field: '',
        text: msg({ message: 'The carrier gave a reason that we do not know. Read its words, or ask the carrier.' }),
      }
}
