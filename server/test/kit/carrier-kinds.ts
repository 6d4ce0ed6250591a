import { realWorld } from '../../src/kernel/world.ts'
import type { Account, Carrier } from '../../src/modules/carriers/carrier.ts'
import { simulatedCarrier } from '../../src/modules/carriers/simulated/adapter.ts'
import { twilioCarrier } from '../../src/modules/carriers/twilio/adapter.ts'
import type { NewLine } from '../../src/modules/lines/index.ts'
import { nativeCall, twilioCall } from './hooks.ts'

/** The differences between carriers, so that one test suite covers all of them. */
export interface Kind {
  name: 'simulated' | 'twilio'
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
  /** Returns an address of this carrier for a file that does not exist, made for an account. */
  absentFile(url: string): string
}

/** The account in the simulated carrier's native dialect. */
export const native: Account = { account: 'native-1', key: 'native-key', secret: 'native-secret' }
const token = 'f'.repeat(32)
/** The account in Twilio's dialect. */
export const twilio: Account = { account: `AC${'1'.repeat(32)}`, key: token, secret: token }
const lineOf = (credentials: Account) => ({ credentials }) as NewLine

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
    absentFile: () =>
      `https://api.twilio.com/2010-04-01/Accounts/${twilio.account}/Messages/MM0/Media/ME${'0'.repeat(32)}`,
  },
]
