import {
  commitImport,
  correctImport,
  discardImport,
  importProblems,
  importRows,
  imports,
  importTemplate,
  matchImport,
  readImport,
  startImport,
  undoImport,
} from '@crewline/contract/imports'
import { IMPORT_MAX_BYTES } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { serve, serveStreams } from '../../kernel/http/serve.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { correct } from './checking/correct.ts'
import { match } from './checking/match.ts'
import { problemFile } from './problem-file.ts'
import { commit, discard, undo } from './running/commit.ts'
import { templateFile } from './template-file.ts'
import { upload } from './upload.ts'
import { listImportRows } from './row-views.ts'
import { importById, latestImports } from './views.ts'

/** Rows of a page. */
const PAGE = 100

const read = async (scope: Scope, id: string) => ({ import: (await importById(scope, id)) ?? fail('not_found') })

const uploading = serveStreams({ startImport }, IMPORT_MAX_BYTES, {
  startImport: (scope, { query, body }, kernel) => upload(scope, { name: query.name, body }, kernel),
})

const apiRoutes = serve(
  {
    imports,
    readImport,
    matchImport,
    importRows,
    correctImport,
    commitImport,
    undoImport,
    discardImport,
    importProblems,
    importTemplate,
  },
  {
    imports: async (scope) => ({ imports: await latestImports(scope) }),
    readImport: (scope, { params }) => read(scope, params.id),
    matchImport: (scope, { params, body }) => match(scope, params.id, body),
    importRows: async (scope, { params, query }) => {
      await read(scope, params.id)
      const rows = await listImportRows(scope.db, params.id, { ...query, most: PAGE, language: languageOf(scope) })
      return { rows, next: rows.length === PAGE ? (rows.at(-1)?.row ?? null) : null }
    },
    correctImport: (scope, { params, body }) =>
      correct(scope, { id: params.id, edits: body.edits }, scope.isLimitedToGroups ? scope.db : undefined),
    commitImport: (scope, { params, body }) => commit(scope, params.id, body.agreed === true),
    undoImport: (scope, { params }) => undo(scope, params.id),
    discardImport: async (scope, { params }) => {
      await discard(scope, params.id)
      return {}
    },
    importProblems: (scope, { params, query }) => problemFile(scope, params.id, query.format),
    importTemplate: (scope, { query }) => templateFile(scope, query.format),
  },
)

export const routes = [...uploading, ...apiRoutes]
