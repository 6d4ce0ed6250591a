import type { QueryOf, ReplyOf } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import type { organizationPhrases, Phrase } from '@crewline/contract/organization-phrases'
import { PHRASE_KEPT_DAYS } from '@crewline/contract/translation-limits'
import { fail } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { folded } from '../../../kernel/text.ts'
import { PHRASE_LANGUAGES } from './catalog.ts'
import { shippedPhrasebook } from '../organization-phrases.ts'
import type { Phrase as ShippedPhrase } from './phrasebook.ts'
import { storedPhrases, type StoredPhrase } from './phrase-views.ts'

/** Returns a page of the organization's phrases, or of those that ship with the product. */
export async function list(
  scope: Scope,
  { page, pageSize, cursor, search, source, show, language }: QueryOf<typeof organizationPhrases>,
): Promise<Omit<ReplyOf<typeof organizationPhrases>, 'status'>> {
  if (cursor !== undefined) fail('invalid', { fieldErrors: { cursor: msg({ message: 'This list has pages only.' }) } })
  const since = scope.world.now().getTime() - PHRASE_KEPT_DAYS * 86_400_000
  const stored = await storedPhrases(scope.db, scope.orgId)
  const own = stored.map((phrase) => shownPhrase(phrase, scope))
  const live = own.filter(({ removedAt }) => removedAt === null)
  const waits = (phrase: Phrase) =>
    phrase.texts.some((text) => text.review === null && (language === undefined || text.language === language))
  const listed = {
    all: live,
    to_review: live.filter(waits),
    removed: own.filter(({ removedAt }) => removedAt !== null && Date.parse(removedAt) >= since),
  }
  // There are a few hundred at most, so search here, where every language's letters are handled.
  const term = folded(search)
  const matches = (source === 'built_in' ? shippedPhrasebook.phrases.map(builtIn) : listed[show]).filter(
    ({ id, texts }) => term === '' || id === search || texts.some(({ text }) => folded(text).includes(term)),
  )
  const from = (page - 1) * pageSize
  const waiting = PHRASE_LANGUAGES.map((tag) => ({
    language: tag,
    texts: live.filter(({ texts }) => texts.some((text) => text.language === tag && text.review === null)).length,
  }))
  return {
    data: matches.slice(from, from + pageSize),
    page,
    pageSize,
    total: matches.length,
    own: live.length,
    waiting: waiting.filter(({ texts }) => texts > 0),
  }
}

/** Returns a phrase of the organization as its teammates see it. */
export function shownPhrase({ id, isSafety, removedAt, texts }: StoredPhrase, { actor }: Scope): Phrase {
  const shown = texts
    .filter(({ text }) => text !== '')
    .map(({ language, text, revision, writtenBy, writerName, reviewerName, reviewedAt }) => ({
      language,
      text,
      revision,
      writtenBy: writerName,
      isOwn: actor.kind === 'member' && writtenBy === actor.userId,
      review: reviewedAt
        ? {
            by: reviewerName ?? '',
            at: reviewedAt.toISOString(),
          }
        : null,
    }))
  return {
    id,
    isSafety,
    isBuiltIn: false,
    removedAt: removedAt?.toISOString() ?? null,
    texts: shown.toSorted((a, b) => PHRASE_LANGUAGES.indexOf(a.language) - PHRASE_LANGUAGES.indexOf(b.language)),
  }
}

function builtIn({ id, isSafety, texts }: ShippedPhrase): Phrase {
  return {
    id,
    isSafety,
    isBuiltIn: true,
    removedAt: null,
    texts: PHRASE_LANGUAGES.flatMap((language) => {
      const text = texts[language]
      if (!text) return []
      const review = text.review
        ? {
            by: text.review.by,
            at: `${text.review.on}T12:00:00.000Z`,
          }
        : null
      return [
        {
          language,
          text: text.text,
          revision: text.revision,
          writtenBy: null,
          isOwn: false,
          review,
        },
      ]
    }),
  }
}
