import type { BodyOf } from '@crewline/contract/endpoint'
import type { createKeyword, editKeyword, Keyword } from '@crewline/contract/keywords'
import { KEYWORDS_MAX } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { judge, plainWords } from '../consent/index.ts'
import { addKeyword, countKeywords, holdKeyword, removeKeyword, saveKeyword } from './store.ts'
import { keywordsOf } from './views.ts'

/** Answers a word by itself from now on; words about consent, in any language, are refused. */
export async function create(scope: Scope, ask: BodyOf<typeof createKeyword>): Promise<{ keyword: Keyword }> {
  const id = scope.world.id()
  const plain = plainOf(ask.word)
  await refusingTaken(() =>
    scope.tx(async (tx) => {
      if ((await countKeywords(tx)) >= KEYWORDS_MAX) fail('too_many')
      await addKeyword(tx, id, { ...ask, plain, active: true })
      tx.audit('keyword.created', id, { word: ask.word, match: ask.match })
    }),
  )
  return one(scope, id)
}

/** Changes a keyword or pauses it. */
export async function edit(
  scope: Scope,
  id: string,
  changes: BodyOf<typeof editKeyword>,
): Promise<{ keyword: Keyword }> {
  const plain = changes.word === undefined ? undefined : plainOf(changes.word)
  await refusingTaken(() =>
    scope.tx(async (tx) => {
      const before = (await holdKeyword(tx, id)) ?? fail('not_found')
      await saveKeyword(tx, id, {
        word: changes.word ?? before.word,
        plain: plain ?? before.plain,
        match: changes.match ?? before.match,
        reply: changes.reply ?? before.reply,
        active: changes.active ?? before.active,
      })
      tx.audit('keyword.changed', id, { ...changes })
    }),
  )
  return one(scope, id)
}

/** Forgets a keyword. */
export async function remove(scope: Scope, id: string): Promise<object> {
  await scope.tx(async (tx) => {
    if (!(await removeKeyword(tx, id))) fail('not_found')
    tx.audit('keyword.deleted', id)
  })
  return {}
}

async function one(scope: Scope, id: string): Promise<{ keyword: Keyword }> {
  const [keyword] = await keywordsOf(scope.db, id)
  return { keyword: keyword ?? fail('not_found') }
}

/** A word as texts are compared with it. YES is free: it takes part in consent only for who opted out. */
function plainOf(word: string): string {
  const plain = plainWords(word)
  if (plain === '')
    fail('invalid', { fieldErrors: { word: { en: 'Use letters or numbers.', es: 'Usa letras o números.' } } })
  const { verdict } = judge(word)
  if (verdict !== 'none' && verdict !== 'yes')
    fail('word_reserved', {
      fieldErrors: {
        word: {
          en: 'This word has a meaning by law, such as STOP or HELP. Choose another.',
          es: 'Esta palabra tiene un significado legal, como STOP o HELP. Elige otra.',
        },
      },
    })
  return plain
}

async function refusingTaken(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    const words = {
      en: 'There is a keyword of this word. Change that one.',
      es: 'Ya hay una palabra clave igual. Cambia esa.',
    }
    fail('name_taken', { words, fieldErrors: { word: words } })
  }
}
