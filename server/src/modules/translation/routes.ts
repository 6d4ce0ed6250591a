import { previewTranslation } from '@crewline/contract/translation'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { settingsOf } from '../organizations/index.ts'
import { languageOf } from './detect.ts'
import { translate } from './translate.ts'

/** Previews per member and minute: one each half second while typing, with some margin. */
const perMember = makeLocalLimit(150, 60)

export const routes = serve(
  { previewTranslation },
  {
    previewTranslation: async (scope, { body }, kernel) => {
      await perMember.take(scope.actor.kind === 'member' ? scope.actor.userId : scope.orgId)
      const { translation } = await settingsOf(scope.db, scope.orgId)
      const from = body.from ?? (await languageOf(body.text, translation.language))
      const { isLocal: _, ...preview } = await translate(kernel, scope.db, {
        orgId: scope.orgId,
        text: body.text,
        from,
        to: body.to,
        keep: translation.glossary,
      })
      return preview
    },
  },
)
