import { SAMPLE_CONTACT_PHONE } from '@crewline/contract/sample-numbers'
import { fail } from '../../../kernel/failure.ts'
import { SAMPLE_CARRIER } from '../../lines/index.ts'
import type { Carrier } from '../carrier.ts'
import { Permits } from '../permits.ts'

/** Texts of all sample lines handled at once. */
const SUBMISSIONS = 64

const idOf = (reference: string) => `sample-${reference}`

/**
 * The carrier of sample lines. Sends nothing outside: every text to the sample worker's number is delivered at once, and
 * any other number is refused. It has no webhooks, so every webhook is forged.
 */
export function sampleCarrier(): Carrier {
  return {
    name: SAMPLE_CARRIER,
    concurrency: 1,
    maxOpenSubmissions: 1,
    permits: new Permits(SUBMISSIONS),
    submit: (_account, { to, reference }) => {
      if (to !== SAMPLE_CONTACT_PHONE) return Promise.resolve({ kind: 'refused', code: 'sample_number' })
      const carrierId = idOf(reference)
      const report = { kind: 'status', carrierId, errorCode: null } as const
      return Promise.resolve({
        kind: 'accepted',
        carrierId,
        reports: [
          { ...report, state: 'sent' },
          { ...report, state: 'delivered' },
        ],
      })
    },
    handleMessage: () => 'forged',
    handleCall: () => Promise.resolve('forged'),
    answerCall: () => ({ type: 'text/plain', body: '' }),
    fetchMedia: () => Promise.resolve().then(() => fail('file_refused')),
    verify: () => Promise.resolve('ok'),
    lookup: {
      settleMs: 0,
      apartMs: 0,
      // A text whose outcome was lost in a crash was delivered: this carrier refuses only before it was asked to look up.
      find: (_account, references) =>
        Promise.resolve(
          new Map(
            references.map((reference) => [
              reference,
              { carrierId: idOf(reference), state: 'delivered' as const, errorCode: null },
            ]),
          ),
        ),
    },
  }
}
