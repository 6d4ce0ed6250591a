import type { BodyOf } from '@crewline/contract/endpoint'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import type { createPhrase, editPhrase, Phrase, reviewPhrase } from '@crewline/contract/organization-phrases'
import { PHRASE_KEPT_DAYS, PHRASES_MAX } from '@crewline/contract/translation-limits'
import { changeOf } from '../../../kernel/audit-change.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Scope, Tx } from '../../../kernel/scope.ts'
import { settingsOf } from '../../organizations/index.ts'
import type { PhraseLanguage } from './catalog.ts'
import { shownPhrase } from './list-phrases.ts'
import { languagesIn, problemsOf, sameIn, type PhraseDraft, type Texts } from './phrase-rules.ts'
import { storedPhrases, type StoredPhrase } from './phrase-views.ts'
import { insertPhrase, lockPhrases, writeRemoved, writeReview, writeSafety, writeTexts } from '../store/phrases.ts'

type Answer = Promise<{ phrase: Phrase }>

/** Adds a phrase. No language is offered before its text is reviewed. */
export async function create(scope: Scope, { isSafety, texts }: BodyOf<typeof createPhrase>): Answer {
  const id = scope.world.id()
  await scope.tx(async (tx) => {
    const live = await lockedPhrases(tx)
    if (live.length >= PHRASES_MAX) fail('too_many')
    await refuseProblems(tx, texts, live)
    await addPhrase(tx, id, { isSafety, texts }, writerOf(scope))
  })
  return answer(scope, id)
}

/** Changes a phrase. Each changed text gets a new revision and waits for a review. */
export async function edit(scope: Scope, id: string, changes: BodyOf<typeof editPhrase>): Answer {
  await scope.tx(async (tx) => {
    const live = await lockedPhrases(tx)
    const before = live.find((phrase) => phrase.id === id) ?? fail('not_found')
    const texts = { ...textsOf(before), ...changes.texts }
    if (changes.texts)
      await refuseProblems(
        tx,
        texts,
        live.filter((phrase) => phrase.id !== id),
      )
    await changePhrase(tx, before, { isSafety: changes.isSafety ?? before.isSafety, texts }, writerOf(scope))
  })
  return answer(scope, id)
}

/** Removes a phrase; it can be restored for 30 days. */
export async function remove(scope: Scope, id: string): Promise<object> {
  await scope.tx(async (tx) => {
    const phrase = (await lockedPhrases(tx)).find((live) => live.id === id) ?? fail('not_found')
    await writeRemoved(tx, id, tx.world.now())
    tx.audit('phrase.removed', id, { name: nameOf(phrase) })
  })
  return {}
}

/** Restores a removed phrase with its reviews. Fails with `cannot_restore` when another phrase says the same by now. */
export async function restore(scope: Scope, id: string): Answer {
  await scope.tx(async (tx) => {
    const live = await lockedPhrases(tx)
    const [phrase] = await storedPhrases(tx.db, tx.orgId, id)
    const since = tx.world.now().getTime() - PHRASE_KEPT_DAYS * 86_400_000
    if (!phrase?.removedAt || phrase.removedAt.getTime() < since) return fail('not_found')
    if (live.length >= PHRASES_MAX) fail('too_many')
    const { translation } = await settingsOf(tx.db, tx.orgId)
    const same = live.find((other) => sameIn(textsOf(phrase), textsOf(other), translation.language))
    if (same)
      fail('cannot_restore', {
        text: msg({ message: 'The phrase “{phrase}” says the same by now.', values: { phrase: nameOf(same) } }),
      })
    await writeRemoved(tx, id, null)
    tx.audit('phrase.restored', id, { name: nameOf(phrase) })
  })
  return answer(scope, id)
}

/** Records that the acting teammate confirms a text, or no longer does. */
export async function review(scope: Scope, id: string, decision: BodyOf<typeof reviewPhrase>): Answer {
  const { language, revision, isRight } = decision
  await scope.tx(async (tx) => {
    const { actor } = scope
    if (actor.kind !== 'member') return fail('not_permitted')
    const phrase = (await lockedPhrases(tx)).find((live) => live.id === id) ?? fail('not_found')
    const text = phrase.texts.find((candidate) => candidate.language === language && candidate.text !== '')
    if (text?.revision !== revision) return fail('phrase_changed')
    if (isRight && phrase.isSafety && text.writtenBy === actor.userId) fail('phrase_own_text')
    const name = `${actor.firstname} ${actor.lastname}`.trim()
    await writeReview(tx, id, language, isRight ? { userId: actor.userId, name } : null)
    tx.audit('phrase.reviewed', id, {
      ...changeOf({ reviewedBy: text.reviewedAt ? text.reviewerName : null }, { reviewedBy: isRight ? name : null }),
      language,
      revision,
      text: text.text,
    })
  })
  return answer(scope, id)
}

/** Adds a phrase whose texts have no problems, with an entry in the audit log. */
export async function addPhrase(tx: Tx, id: string, { isSafety, texts }: PhraseDraft, writerId: string): Promise<void> {
  await insertPhrase(tx, id, isSafety)
  await writeTexts(
    tx,
    id,
    languagesIn(texts).map((language) => ({ language, text: texts[language] ?? '' })),
    writerId,
  )
  tx.audit('phrase.created', id, { isSafety, ...texts })
}

/** Writes what differs in a phrase, with an entry in the audit log. Returns whether anything does. */
export async function changePhrase(
  tx: Tx,
  before: StoredPhrase,
  after: PhraseDraft,
  writerId: string,
): Promise<boolean> {
  const old = textsOf(before)
  const changed = (Object.keys(after.texts) as PhraseLanguage[])
    .map((language) => ({ language, text: after.texts[language] ?? '' }))
    .filter(({ language, text }) => text !== (old[language] ?? ''))
  if (changed.length === 0 && after.isSafety === before.isSafety) return false
  if (changed.length > 0) await writeTexts(tx, before.id, changed, writerId)
  if (after.isSafety !== before.isSafety) await writeSafety(tx, before.id, after.isSafety)
  const detail = changeOf({ isSafety: before.isSafety, ...old }, { isSafety: after.isSafety, ...after.texts })
  tx.audit('phrase.changed', before.id, { name: nameOf(before), ...detail })
  return true
}

/** Locks the phrases of the organization and returns those that were not removed, newest first. */
export async function lockedPhrases(tx: Tx): Promise<StoredPhrase[]> {
  await lockPhrases(tx)
  return (await storedPhrases(tx.db, tx.orgId)).filter(({ removedAt }) => removedAt === null)
}

/** Returns the texts of a phrase by language. */
export function textsOf({ texts }: StoredPhrase): Texts {
  return Object.fromEntries(texts.filter(({ text }) => text !== '').map(({ language, text }) => [language, text]))
}

/** Returns the user whose texts these become. */
export function writerOf({ actor }: Scope): string {
  return actor.kind === 'member' ? actor.userId : fail('not_permitted')
}

async function refuseProblems(tx: Tx, texts: Texts, others: StoredPhrase[]): Promise<void> {
  const { translation } = await settingsOf(tx.db, tx.orgId)
  const problems = problemsOf(texts, translation.language)
  if (languagesIn(texts).length === 0)
    fail('invalid', { fieldErrors: { texts: msg({ message: 'Write the phrase in at least one language.' }) } })
  if (problems.size > 0) fail('invalid', { fieldErrors: byField(problems) })
  for (const other of others) {
    const language = sameIn(texts, textsOf(other), translation.language)
    if (language === undefined) continue
    const text = msg({ message: 'Another phrase says this: “{phrase}”', values: { phrase: nameOf(other) } })
    fail('name_taken', { text, fieldErrors: { [`texts.${language}`]: text } })
  }
}

function byField(problems: Map<PhraseLanguage, LocalizedText>): Record<string, LocalizedText> {
  return Object.fromEntries([...problems].map(([language, text]) => [`texts.${language}`, text]))
}

function nameOf(phrase: StoredPhrase): string {
  const texts = textsOf(phrase)
  const [first] = languagesIn(texts)
  return first === undefined ? '' : (texts[first] ?? '')
}

async function answer(scope: Scope, id: string): Answer {
  const [phrase] = await storedPhrases(scope.db, scope.orgId, id)
  return { phrase: shownPhrase(phrase ?? fail('not_found'), scope) }
}
