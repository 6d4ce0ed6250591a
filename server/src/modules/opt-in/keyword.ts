import { languageOfReader } from '../../kernel/i18n/reader-language.ts'
import type { OptInContent } from '@crewline/contract/opt-in'
import type { Tx } from '../../kernel/scope.ts'
import { plainWords } from '../consent/index.ts'
import { withPersonalCodes } from '../links/index.ts'
import type { textedJoin } from '../messages/index.ts'
import { isAppOn, organizationOf } from '../organizations/index.ts'
import { complete } from './join.ts'
import { welcomeOf } from './page-texts.ts'
import { wordingOf } from './rules.ts'
import { addJoin, endWaiting } from './store.ts'
import { keywordsOf, pageById } from './views.ts'

/** Returns the keyword of a page as texts are compared with it; null without one. */
export function keywordOf({ keyword }: Pick<OptInContent, 'keyword'>): string | null {
  return plainWords(keyword) || null
}

/**
 * Joins people who text exactly the keyword of a published page: the text is the proof that the number is theirs. The
 * reply is the confirmation. A number that opted out gets none, because only START ends that.
 */
export const textedJoins: ReturnType<typeof textedJoin.get> = {
  keywords: async (db, orgId) => ((await isAppOn(db, orgId, 'contactoptin')) ? keywordsOf(db, orgId) : new Map()),
  join: async (tx, keywords, texts) => {
    const replies = new Map<string, string>()
    // In the order of contacts, as all transactions lock them.
    for (const text of texts.toSorted((a, b) => (a.contactId < b.contactId ? -1 : 1))) {
      const pageId = keywords.get(plainWords(text.body))
      const reply = pageId && (await joinThrough(tx, pageId, text))
      if (reply) replies.set(text.messageId, reply)
    }
    return replies
  },
}

async function joinThrough(
  tx: Tx,
  pageId: string,
  { contactId, phone, body, language: accepted }: { contactId: string; phone: string; body: string; language: string },
): Promise<string | undefined> {
  const page = await pageById(tx.db, tx.orgId, pageId)
  if (!page) return undefined
  const { organization } = await organizationOf(tx.db, tx.orgId)
  const language = languageOfReader(page.content.languages, undefined, accepted)
  const join = {
    id: tx.world.id(),
    pageId,
    phone,
    state: 'reply' as const,
    entered: {},
    language,
    wording: `${body.trim()}\n${wordingOf(page.content, organization.name, language)}`,
    method: 'keyword' as const,
    isProved: true,
  }
  await endWaiting(tx, pageId, phone)
  await addJoin(tx, { ...join, tokenHash: null, codeFingerprint: null, expiresAt: tx.world.now() })
  const result = await complete(tx, page, { ...join, contactId: null })
  const text = result === 'resume_needed' ? undefined : welcomeOf(page, organization.name)[language]
  if (text === undefined) return undefined
  return (await withPersonalCodes(tx, [{ contactId, text }]))[0]
}
