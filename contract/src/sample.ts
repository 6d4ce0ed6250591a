import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { SAMPLE_ANSWER_MAX } from './sample-numbers.ts'

/** The sample line of the organization and what was tried on it. */
export const Sample = z.object({
  contactId: Id.describe('The sample worker, the only contact that can be texted on it.'),
  contactName: z.string(),
  sent: z.number().int().describe('Texts that members sent to the sample worker; they are not part of the usage.'),
  received: z.number().int().describe('Answers of the sample worker.'),
})
export type Sample = z.infer<typeof Sample>

export const sample = endpoint({
  method: 'GET',
  path: '/sample',
  viewing: 'allowed',
  summary:
    'Returns the sample line of the organization; null without one, and when the member may not see its sample worker.',
  can: 'inbox.read',
  apiKeys: 'refused',
  reply: ok({ sample: Sample.nullable() }),
})

export const startSample = endpoint({
  method: 'POST',
  path: '/sample',
  summary:
    'Adds the sample line and its sample worker. No real texts are sent on it. Returns the existing one if there is one.',
  can: 'lines.manage',
  apiKeys: 'refused',
  reply: ok({ sample: Sample }),
})

export const answerAsSample = endpoint({
  method: 'POST',
  path: '/sample/answer',
  summary:
    'Texts the organization from the phone of the sample worker. The text is received like any other, so STOP opts the sample worker out. A repeat with the same clientMessageId changes nothing.',
  can: 'inbox.reply',
  apiKeys: 'refused',
  body: z.strictObject({
    clientMessageId: Id.describe('Chosen by the client, new for each text.'),
    body: z.string().trim().min(1).max(SAMPLE_ANSWER_MAX),
  }),
  reply: ok({}),
})

export const removeSample = endpoint({
  method: 'DELETE',
  path: '/sample',
  summary: 'Removes the sample line, and archives the sample worker and their conversation. Does nothing without one.',
  can: 'lines.manage',
  apiKeys: 'refused',
  reply: ok({}),
})
