import {
  addNewsFile,
  addNewsPicture,
  archiveNewsIssue,
  createNewsIssue,
  deleteNewsIssue,
  duplicateNewsIssue,
  endNewsIssue,
  newsIssue,
  newsIssues,
  newsResults,
  newsVersions,
  planNewsIssue,
  previewNews,
  publishNewsIssue,
  restoreNewsVersion,
  saveNewsIssue,
  translateNews,
} from '@crewline/contract/news'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { clicksOf } from '../links/index.ts'
import { archive, contextOf, create, duplicate, readIssue, remove, restore, save } from './edit.ts'
import { uploadFile } from './files.ts'
import { uploadPicture } from './pictures.ts'
import { kindOf } from './offers.ts'
import { plan } from './plan.ts'
import { preview } from './preview.ts'
import { end, publish } from './publish.ts'
import { translateTexts } from './translate.ts'
import { issuesOf, readersOf, versionsOf } from './views.ts'

/** Blocks translated per member and minute: an issue has up to 80. */
const translations = makeLocalLimit(400, 60)

export const routes = serve(
  {
    newsIssues,
    newsIssue,
    createNewsIssue,
    saveNewsIssue,
    publishNewsIssue,
    planNewsIssue,
    endNewsIssue,
    archiveNewsIssue,
    duplicateNewsIssue,
    deleteNewsIssue,
    newsVersions,
    restoreNewsVersion,
    previewNews,
    addNewsPicture,
    addNewsFile,
    translateNews,
    newsResults,
  },
  {
    newsIssues: (scope, { query }, kernel) => issuesOf(scope.db, query, contextOf(scope, kernel)),
    newsIssue: (scope, { params }, kernel) => readIssue(scope, kernel, params.id),
    createNewsIssue: (scope, { body }, kernel) => create(scope, kernel, body.content),
    saveNewsIssue: (scope, { params, body }, kernel) => save(scope, kernel, { id: params.id, body }),
    publishNewsIssue: (scope, { params, body }, kernel) => publish(scope, kernel, { ...body, id: params.id }),
    planNewsIssue: (scope, { params, body }, kernel) => plan(scope, kernel, { ...body, id: params.id }),
    endNewsIssue: (scope, { params, body }, kernel) => end(scope, kernel, { ...body, id: params.id }),
    archiveNewsIssue: (scope, { params, body }, kernel) => archive(scope, kernel, { ...body, id: params.id }),
    duplicateNewsIssue: (scope, { params }, kernel) => duplicate(scope, kernel, params.id),
    deleteNewsIssue: (scope, { params }, kernel) => remove(scope, kernel, params.id),
    newsVersions: async (scope, { params }, kernel) => {
      await readIssue(scope, kernel, params.id)
      return { versions: await versionsOf(scope.db, params.id) }
    },
    restoreNewsVersion: (scope, { params, body }, kernel) => restore(scope, kernel, { ...body, id: params.id }),
    previewNews: (scope, { body }, kernel) => preview(scope, kernel, body),
    addNewsPicture: (scope, { query, body }, kernel) => uploadPicture(scope, kernel, { name: query.name, bytes: body }),
    addNewsFile: (scope, { query, body }, kernel) => uploadFile(scope, kernel, { ...query, bytes: body }),
    translateNews: async (scope, { body }, kernel) => {
      await translations.take(scope.actor.kind === 'member' ? scope.actor.userId : scope.orgId)
      return translateTexts(scope, kernel, body)
    },
    newsResults: async (scope, { params }, kernel) => {
      await readIssue(scope, kernel, params.id)
      const [readers, links] = await Promise.all([
        readersOf(scope.db, params.id),
        // The codes on a page name no contact, so that a member limited to some groups would not see them.
        clicksOf(kernel.database.ofOrg(scope.orgId), 'news', params.id),
      ])
      const counted = links.map((link) => ({
        url: link.url,
        label: link.label,
        kind: kindOf(link),
        clicks: link.total,
      }))
      return { results: { ...readers, links: counted } }
    },
  },
)
