import { realWorld } from '../../src/kernel/world.ts'
import type { Account, Carrier } from '../../src/modules/carriers/carrier.ts'
import { simulatedCarrier } from '../../src/modules/carriers/simulated/adapter.ts'
import { telnyxCarrier } from '../../src/modules/carriers/telnyx/adapter.ts'
import { twilioCarrier } from '../../src/modules/carriers/twilio/adapter.ts'
import type { NewLine } from '../../src/modules/lines/index.ts'
import { nativeCall, TELNYX_PUBLIC_KEY, telnyxCall, telnyxMessage, twilioCall } from './hooks.ts'

/** The differences between carriers, so that one test suite covers all of them. */
export interface Kind {
  name: 'simulated' | 'twilio' | 'telnyx'
  make(url: string): Carrier
  account: Account
  line: string
  /** Builds a signed webhook call. */
  call(
    url: string,
    event: { id: string; text?: [from: string, to: string, body: string]; state?: string; code?: string },
    how?: { secret?: string; at?: number },
  ): { body: string; headers: Record<string, string> }
  /** Maps this carrier's states to ours. */
  states: Record<string, string | null>
  accepted: RegExp
  /** How phones that get no texts are refused: at once, or reported later. */
  refusals: Record<'landline' | 'not_in_use' | 'opted_out', { code: string; isLate?: true }>
  /** The codes of messages that cannot be sent or are filtered. */
  codes: { badNumber: string; foreignSender: string; tooLong: string; filtered: string }
  /** Whether calls are answered. */
  answersCalls: boolean
  /** Whether a link to a file opens only with the key of the account. */
  filesNeedKey: boolean
  /** Whether a signature covers the address, and whether it expires. */
  signs: { address: boolean; time: boolean }
  /** Returns an address of this carrier for a file that does not exist, made for an account. */
  absentFile(url: string): string
}

/** The account in the simulated carrier's native dialect. */
export const native: Account = { account: 'native-1', key: 'native-key', secret: 'native-secret' }
const token = 'f'.repeat(32)
/** The account in Twilio's dialect. */
export const twilio: Account = { account: `AC${'1'.repeat(32)}`, key: token, secret: token }
const lineOf = (credentials: Account) => ({ credentials }) as NewLine

/** The account in Telnyx's dialect. */
export const telnyx: Account = {
  account: `KEY${'A'.repeat(32)}`,
  key: `KEY${'A'.repeat(32)}_${'k'.repeat(22)}`,
  secret: TELNYX_PUBLIC_KEY,
}
/** The simulated carrier uses the codes of Twilio. */
const TWILIO_CODES = {
  refusals: { landline: { code: '21614' }, not_in_use: { code: '21211' }, opted_out: { code: '21610' } },
  codes: { badNumber: '21211', foreignSender: '21606', tooLong: '21617', filtered: '30007' },
}

/** Every adapter. */
export const KINDS: Kind[] = [
  {
    name: 'simulated',
    make: (url) => simulatedCarrier(realWorld(), url),
    account: native,
    line: '+13125550181',
    call: (_url, event, how) =>
      nativeCall(
        lineOf(native),
        event.text
          ? {
              type: 'inbound',
              id: event.id,
              from: event.text[0],
              to: event.text[1],
              body: event.text[2],
              at: new Date().toISOString(),
            }
          : {
              type: 'status',
              id: event.id,
              status: event.state,
              ...(event.code ? { errorCode: Number(event.code) } : {}),
            },
        how,
      ),
    states: {
      accepted: 'submitted',
      queued: 'submitted',
      sent: 'sent',
      delivered: 'delivered',
      undelivered: 'undelivered',
      failed: 'failed',
    },
    accepted: /^txt_[0-9a-f]{32}$/,
    ...TWILIO_CODES,
    ...{ answersCalls: true, filesNeedKey: true, signs: { address: false, time: true } },
    absentFile: (url) => `${url}/v1/media/med_${'0'.repeat(32)}`,
  },
  {
    name: 'twilio',
    make: (url) => twilioCarrier(realWorld(), url),
    account: twilio,
    line: '+13125550182',
    call: (url, event, how) =>
      twilioCall(
        lineOf(twilio),
        url,
        event.text
          ? {
              MessageSid: event.id,
              SmsSid: event.id,
              AccountSid: twilio.account,
              From: event.text[0],
              To: event.text[1],
              Body: event.text[2],
              NumMedia: '0',
              SmsStatus: 'received',
            }
          : {
              MessageSid: event.id,
              MessageStatus: event.state ?? '',
              AccountSid: twilio.account,
              ...(event.code ? { ErrorCode: event.code } : {}),
            },
        how?.secret,
      ),
    states: {
      ...{
        accepted: 'submitted',
        queued: 'submitted',
        sending: 'submitted',
        sent: 'sent',
        delivered: 'delivered',
        read: 'delivered',
      },
      ...{ undelivered: 'undelivered', failed: 'failed', canceled: null, scheduled: null, somethingNew: null },
    },
    accepted: /^SM[0-9a-f]{32}$/,
    ...TWILIO_CODES,
    ...{ answersCalls: true, filesNeedKey: true, signs: { address: true, time: false } },
    absentFile: () =>
      `https://api.twilio.com/2010-04-01/Accounts/${twilio.account}/Messages/MM0/Media/ME${'0'.repeat(32)}`,
  },
  {
    name: 'telnyx',
    make: (url) => telnyxCarrier(realWorld(), url),
    account: telnyx,
    line: '+13125550183',
    call: (_url, event, { secret, ...how } = {}) =>
      telnyxCall(telnyxMessage(event), { ...how, isForged: secret !== undefined }),
    states: {
      ...{ queued: 'submitted', sending: 'submitted', sent: 'sent', delivered: 'delivered', read: 'delivered' },
      ...{ delivery_unconfirmed: 'sent', delivery_failed: 'undelivered', expired: 'undelivered' },
      ...{ sending_failed: 'failed', webhook_delivered: null, somethingNew: null, constructor: null },
    },
    accepted: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    refusals: {
      landline: { code: '40001', isLate: true },
      not_in_use: { code: '40012', isLate: true },
      opted_out: { code: '40300' },
    },
    codes: { badNumber: '40310', foreignSender: '40305', tooLong: '40302', filtered: '40002' },
    ...{ answersCalls: false, filesNeedKey: false, signs: { address: false, time: true } },
    absentFile: () => `https://media.telnyx.com/med_${'0'.repeat(32)}`,
  },
]
