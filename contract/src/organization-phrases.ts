// Phrases that an organization adds to the built-in ones: whole sentences in several languages, each reviewed by a teammate.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { flowLanguages } from './flow-languages.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'
import { pageOf, pageQuery } from './paging.ts'
import { PHRASE_MAX_CHARACTERS, PHRASES_MAX } from './translation-limits.ts'

/** A language in which phrases are written. */
export const PhraseLanguage = z.enum(flowLanguages)
export type PhraseLanguage = z.infer<typeof PhraseLanguage>

/** The text of a phrase in one language. */
export const PhraseText = z.object({
  language: PhraseLanguage,
  text: z.string(),
  revision: z.int().describe('Rises with each change of the text.'),
  writtenBy: z.string().nullable().describe('Who wrote it; null for a built-in phrase and a former teammate.'),
  isOwn: z.boolean().describe('The caller wrote it.'),
  review: z
    .object({ by: z.string(), at: Instant })
    .nullable()
    .describe('Who confirmed the text, and when. Without it, the language is not offered.'),
})
export type PhraseText = z.infer<typeof PhraseText>

/** A sentence with slots such as {time}, in several languages. */
export const Phrase = z.object({
  id: z.string().describe('What a message records that was made of it, with the revision of the text.'),
  isBuiltIn: z.boolean(),
  isSafety: z.boolean(),
  texts: z.array(PhraseText).describe('Only languages with a text, in a fixed order.'),
  removedAt: Instant.nullable().describe('When it was removed; it can be restored for 30 days.'),
})
export type Phrase = z.infer<typeof Phrase>

const text = oneLine(PHRASE_MAX_CHARACTERS)
const onePhrase = ok({ phrase: Phrase })

export const organizationPhrases = endpoint({
  method: 'GET',
  path: '/phrase',
  summary:
    'Lists the phrases of the organization, newest first, or the built-in ones. `show` narrows it to texts that wait for a review, in one language or any, or to removed phrases.',
  can: 'inbox.read',
  query: z.object({
    ...pageQuery,
    search: z.string().trim().max(100).default(''),
    source: z.enum(['organization', 'built_in']).default('organization'),
    show: z.enum(['all', 'to_review', 'removed']).default('all'),
    language: PhraseLanguage.optional(),
  }),
  reply: ok({
    ...pageOf(Phrase),
    total: z.int(),
    own: z.int().describe('How many phrases the organization has, of at most 500.'),
    waiting: z
      .array(z.object({ language: PhraseLanguage, texts: z.int() }))
      .describe('How many texts of the organization wait for a review, by language.'),
  }),
})

export const createPhrase = endpoint({
  method: 'POST',
  path: '/phrase',
  summary: `Adds a phrase, at most ${PHRASES_MAX}. A language is offered once a teammate reviewed its text.`,
  can: 'replies.manage',
  fails: ['too_many', 'name_taken'],
  body: z.strictObject({
    isSafety: z.boolean().default(false),
    texts: z.partialRecord(PhraseLanguage, text),
  }),
  reply: onePhrase,
})

export const editPhrase = endpoint({
  method: 'PATCH',
  path: '/phrase/{id}',
  summary:
    'Changes a phrase. A changed text gets a new revision and is not offered until it is reviewed again; an empty text removes a language.',
  can: 'replies.manage',
  fails: ['name_taken'],
  params: z.object({ id: Id }),
  body: z.strictObject({
    isSafety: z.boolean().optional(),
    texts: z.partialRecord(PhraseLanguage, text).optional(),
  }),
  reply: onePhrase,
})

export const removePhrase = endpoint({
  method: 'DELETE',
  path: '/phrase/{id}',
  summary: 'Removes a phrase. It is not offered any more, and can be restored for 30 days.',
  can: 'replies.manage',
  params: z.object({ id: Id }),
  reply: ok({}),
})

export const restorePhrase = endpoint({
  method: 'POST',
  path: '/phrase/{id}/restore',
  summary: 'Restores a removed phrase with its texts and their reviews.',
  can: 'replies.manage',
  fails: ['too_many', 'cannot_restore'],
  params: z.object({ id: Id }),
  reply: onePhrase,
})

export const reviewPhrase = endpoint({
  method: 'POST',
  path: '/phrase/{id}/review',
  summary:
    'Confirms the text of a phrase in one language, or takes the review back. Who wrote a text about safety cannot confirm it.',
  can: 'phrases.review',
  apiKeys: 'refused',
  fails: ['phrase_changed', 'phrase_own_text'],
  params: z.object({ id: Id }),
  body: z.strictObject({
    language: PhraseLanguage,
    revision: z.int().min(1).max(2_000_000_000).describe('The revision that the caller read.'),
    isRight: z.boolean(),
  }),
  reply: onePhrase,
})

/** A row of a file that is not imported, and why. */
export const PhraseRowProblem = z.object({
  row: z.int().describe('As a spreadsheet counts it.'),
  column: z.string().describe('The name of the column; empty when the row itself is the problem.'),
  message: z.string(),
})
export type PhraseRowProblem = z.infer<typeof PhraseRowProblem>

export const importPhrases = endpoint({
  method: 'POST',
  path: '/phrase/import',
  summary:
    'Imports phrases from a CSV file or an Excel workbook with a column for each language, such as `Spanish (es)`. `dryRun` only says what would happen. Rows with problems are left out and listed; phrases and languages that the file lacks stay as they are. Reviews are never imported.',
  can: 'replies.manage',
  fails: ['phrase_file_refused'],
  takes: 'bytes',
  query: z.object({ name: oneLine(200).min(1), dryRun: z.stringbool().default(true) }),
  reply: ok({
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    ignored: z.array(z.string()).describe('Columns that are not imported.'),
    problems: z.array(PhraseRowProblem),
  }),
})

export const exportPhrases = endpoint({
  method: 'GET',
  path: '/phrase/export',
  summary: 'Exports the phrases of the organization, with their reviews, in the format that can be imported.',
  can: 'replies.manage',
  answers: 'file',
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: z.unknown(),
})
