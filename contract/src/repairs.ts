import { z } from 'zod'
import { ContactSummary } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'

/** What keeps contacts from getting texts, or makes texting them doubtful, in the order a member fixes it. */
export const RepairKind = z.enum(['not_in_use', 'landline', 'wrong_person', 'no_mobile', 'no_consent'])
export type RepairKind = z.infer<typeof RepairKind>

export const contactRepairs = endpoint({
  method: 'GET',
  path: '/contact/repairs',
  summary:
    'Lists the contacts whose details need a fix, by problem. A contact counts for its first problem only; archived and terminated contacts and opted-out numbers do not count.',
  can: 'contacts.edit',
  reply: ok({
    problems: z.array(
      z.object({
        kind: RepairKind.describe(
          '`not_in_use` and `landline` as the carrier reported; `wrong_person`: the person at the number said so; `no_consent`: neither a recorded consent nor a text or call from the contact.',
        ),
        count: z.number().int().describe('Up to 1,000.'),
        contacts: z.array(ContactSummary).describe('The first 25 by name.'),
      }),
    ),
  }),
})
