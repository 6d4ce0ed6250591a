import { EXPORTS_PER_HOUR } from '@crewline/contract/limits'
import {
  createPhrase,
  editPhrase,
  exportPhrases,
  importPhrases,
  organizationPhrases,
  removePhrase,
  restorePhrase,
  reviewPhrase,
} from '@crewline/contract/organization-phrases'
import { previewTranslation, translationStatus } from '@crewline/contract/translation'
import { makeLimit, makeLocalLimit } from '../../kernel/http/limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { settingsOf } from '../organizations/index.ts'
import { languageOf } from './detect.ts'
import * as phrase from './phrases/edit-phrases.ts'
import { exportFile } from './phrases/export-phrases.ts'
import { importFile } from './phrases/import-phrases.ts'
import { list } from './phrases/list-phrases.ts'
import { phrasebookOf } from './organization-phrases.ts'
import { serviceOf, suggestPhrases, translate, translatedBack } from './translate.ts'

/** Previews per member and minute: one each half second while typing, with some margin. */
const perMember = makeLocalLimit(150, 60)

const translationRoutes = serve(
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

/** Changes of phrases by an organization in an hour. */
const CHANGES_PER_HOUR = 1000

const phraseRoutes = serve(
  {
    organizationPhrases,
    createPhrase,
    editPhrase,
    removePhrase,
    restorePhrase,
    reviewPhrase,
    importPhrases,
    exportPhrases,
  },
  {
    organizationPhrases: (scope, { query }) => list(scope, query),
    createPhrase: async (scope, { body }, kernel) => {
      await takeChange(scope, kernel)
      return phrase.create(scope, body)
    },
    editPhrase: async (scope, { params, body }, kernel) => {
      await takeChange(scope, kernel)
      return phrase.edit(scope, params.id, body)
    },
    removePhrase: async (scope, { params }, kernel) => {
      await takeChange(scope, kernel)
      return phrase.remove(scope, params.id)
    },
    restorePhrase: async (scope, { params }, kernel) => {
      await takeChange(scope, kernel)
      return phrase.restore(scope, params.id)
    },
    reviewPhrase: async (scope, { params, body }, kernel) => {
      await takeChange(scope, kernel)
      return phrase.review(scope, params.id, body)
    },
    importPhrases: async (scope, { query, body }, kernel) => {
      await takeChange(scope, kernel)
      return importFile(kernel, scope, query, body)
    },
    exportPhrases: async (scope, { query }, kernel) => {
      await makeLimit(kernel, 'exports', EXPORTS_PER_HOUR, 3600).take(
        scope.actor.kind === 'member' ? scope.actor.userId : scope.orgId,
      )
      return exportFile(scope, query.format)
    },
  },
)

function takeChange(scope: Scope, kernel: Kernel): Promise<void> {
  return makeLimit(kernel, 'phrases', CHANGES_PER_HOUR, 3600).take(scope.orgId)
}

export const routes = [...translationRoutes, ...phraseRoutes]
