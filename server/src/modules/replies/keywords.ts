import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { createKeyword, editKeyword, Keyword } from '@crewline/contract/keywords'
import { KEYWORDS_MAX } from '@crewline/contract/limits'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { judge, plainWords } from '../consent/index.ts'
import { addKeyword, countKeywords, lockKeyword, removeKeyword, saveKeyword } from './store.ts'
import { keywordsOf } from './views.ts'

/** Creates a keyword with an automatic answer. Refuses words about consent in any language. */
export async function create(scope: Scope, input: BodyOf<typeof createKeyword>): Promise<{ keyword: Keyword }> {
  const id = scope.world.id()
  const plain = plainOf(input.word)
  await rejectDuplicate(() =>
    scope.tx(async (tx) => {
      if ((await countKeywords(tx)) >= KEYWORDS_MAX) fail('too_many')
      await addKeyword(tx, id, { ...input, plain, active: true })
      tx.audit('keyword.created', id, { word: input.word, match: input.match })
    }),
  )
  return keywordById(scope, id)
}

/** Changes or pauses a keyword. */
export async function edit(
  scope: Scope,
  id: string,
  changes: BodyOf<typeof editKeyword>,
): Promise<{ keyword: Keyword }> {
  const plain = changes.word === undefined ? undefined : plainOf(changes.word)
  await rejectDuplicate(() =>
    scope.tx(async (tx) => {
      const before = (await lockKeyword(tx, id)) ?? fail('not_found')
      const after = {
        word: changes.word ?? before.word,
        match: changes.match ?? before.match,
        reply: changes.reply ?? before.reply,
        active: changes.active ?? before.active,
      }
      await saveKeyword(tx, id, { ...after, plain: plain ?? before.plain })
      tx.audit('keyword.changed', id, changeOf(before, after))
    }),
  )
  return keywordById(scope, id)
}

/** Deletes a keyword. */
export async function remove(scope: Scope, id: string): Promise<object> {
  await scope.tx(async (tx) => {
    if (!(await removeKeyword(tx, id))) fail('not_found')
    tx.audit('keyword.deleted', id)
  })
  return {}
}

async function keywordById(scope: Scope, id: string): Promise<{ keyword: Keyword }> {
  const [keyword] = await keywordsOf(scope.db, id)
  return { keyword: keyword ?? fail('not_found') }
}

/**
 * Normalizes a keyword for comparison with messages. YES is allowed: it is about consent only for contacts who opted
 * out.
 */
function plainOf(word: string): string {
  const plain = plainWords(word)
  if (plain === '') fail('invalid', { fieldErrors: { word: msg({ message: 'Use letters or numbers.' }) } })
  const { intent } = judge(word)
  if (intent !== 'none' && intent !== 'yes')
    fail('word_reserved', {
      fieldErrors: {
        word: msg({ message: 'This word has a meaning by law, such as STOP or HELP. Choose another.' }),
      },
    })
  return plain
}

async function rejectDuplicate(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    const text = msg({ message: 'This keyword already exists. Edit that one.' })
    fail('name_taken', { text, fieldErrors: { word: text } })
  }
}
