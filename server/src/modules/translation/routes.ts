import { previewTranslation, translationStatus } from '@crewline/contract/translation'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { settingsOf } from '../organizations/index.ts'
import { languageOf } from './detect.ts'
import { phrasebookOf } from './phrases/organization-phrases.ts'
import { serviceOf, suggestPhrases, translate, translatedBack } from './translate.ts'

/** Previews per member and minute: one each half second while typing, with some margin. */
const perMember = makeLocalLimit(150, 60)

export const routes = serve(
  { previewTranslation, translationStatus },
  {
    previewTranslation: async (scope, { body: { text, to, from: given } }, kernel) => {
      await perMember.take(scope.actor.kind === 'member' ? scope.actor.userId : scope.orgId)
      const { translation } = await settingsOf(scope.db, scope.orgId)
      const from = given ?? (await languageOf(text, translation.language))
      const request = { orgId: scope.orgId, text, from, to, keep: translation.glossary }
      const made = await translate(kernel, scope.db, { ...request, purpose: 'send' })
      if (made.kind === 'same') return { ...made, text, provider: '', suggestions: [] }
      if (made.kind === 'refused') return { ...made, text, suggestions: await suggestPhrases(scope.db, request) }
      const { kind, provider } = made
      const back = kind === 'machine' ? await translatedBack(kernel, scope.db, request, made.text) : undefined
      return {
        from: made.from,
        to: made.to,
        kind,
        provider,
        text: made.text,
        back,
        suggestions: [],
      }
    },
    translationStatus: async (scope, _request, kernel) => {
      const service = serviceOf(kernel)
      const phrasebook = await phrasebookOf(scope.db, scope.orgId)
      return {
        service: service?.name ?? null,
        pairs: service?.pairs ?? null,
        phraseLanguages: phrasebook.languages,
        phrases: phrasebook.phrases.length,
      }
    },
  },
)
