import { confirmOptIn, optInContact, renderOptInPage, submitOptIn } from '@crewline/contract/join'
import {
  deleteOptInPage,
  optInActions,
  optInJoins,
  optInLinks,
  optInPages,
  previewOptInPage,
  saveOptInPage,
} from '@crewline/contract/opt-in'
import { parsePhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { serve, serveOpen } from '../../kernel/http/serve.ts'
import { languageOfReader } from '../../kernel/i18n/reader-language.ts'
import { languageOf } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { ACTIONS } from './actions.ts'
import { isProof } from './codes.ts'
import { contextOf, readPage, remove, save } from './edit.ts'
import { confirm, openPage, submit } from './join.ts'
import { clicks } from './links.ts'
import { formPage } from './page.ts'
import { showPage } from './public-page.ts'
import { scopeOf } from './scope.ts'
import { isKnown, joinsOf, pagesOf } from './views.ts'

/** Looks at pages and numbers per address and minute. */
const lookUps = makeLocalLimit(10, 60)
const renders = makeLocalLimit(120, 60)

const members = serve(
  { optInPages, saveOptInPage, deleteOptInPage, previewOptInPage, optInActions, optInJoins, optInLinks },
  {
    optInPages: async (scope, { query }, kernel) => {
      const found = await pagesOf(scope.db, query, await contextOf(scope, kernel))
      return query.id !== undefined && found.data.length === 0 ? fail('not_found') : found
    },
    saveOptInPage: (scope, { query, body }, kernel) => save(scope, kernel, { id: query.id, body }),
    deleteOptInPage: (scope, { query }, kernel) => remove(scope, kernel, query.id),
    previewOptInPage: async (scope, { body: { language, ...content } }, kernel) => {
      const { organization } = await organizationOf(scope.db, scope.orgId)
      const draft = { orgId: scope.orgId, url: content.url, content }
      const { page } = await showPage(kernel, draft, {
        language,
        organization: organization.name,
        logo: organization.logo,
      })
      return { html: formPage(page).html }
    },
    optInActions: async (scope, { query }, kernel) => {
      const { actions } = await readPage(scope, kernel, query.id)
      const language = languageOf(scope)
      const available = Object.entries(ACTIONS).map(([type, label]) => ({ type, label: localize(label, language) }))
      return { actions, available }
    },
    optInJoins: async (scope, { query }, kernel) => {
      await readPage(scope, kernel, query.id)
      return joinsOf(scope.db, query, scope.org.country)
    },
    optInLinks: async (scope, { query }, kernel) => ({
      links: await clicks(scope, kernel, await readPage(scope, kernel, query.id)),
    }),
  },
)

const open = serveOpen(
  { renderOptInPage, optInContact, submitOptIn, confirmOptIn },
  {
    renderOptInPage: async ({ address }, { query }, kernel) => {
      await renders.take(address)
      const page = await openPage(kernel, query.url)
      const { organization } = await scopeOf(kernel, page.orgId)
      const language = languageOfReader(page.content.languages, query.lang, undefined)
      return { page: (await showPage(kernel, page, { language, organization })).page }
    },
    optInContact: async ({ address }, { query }, kernel) => {
      await lookUps.take(address)
      const page = await openPage(kernel, query.url)
      const { scope } = await scopeOf(kernel, page.orgId)
      const phone = parsePhone(query.phone, scope.org.country)?.e164
      const isProved = phone !== undefined && query.proof !== undefined && isProof(kernel, query.proof, page.url, phone)
      return { known: isProved && (await isKnown(scope.db, phone)), needsCode: page.content.verifyPhone }
    },
    submitOptIn: ({ address }, { body }, kernel) => submit(kernel, body, { address, effort: 'cannot' }),
    confirmOptIn: async ({ address, requestId }, { body }, kernel) => {
      await renders.take(address)
      return confirm(kernel, body, requestId)
    },
  },
  { bodyUpTo: 16_384 },
)

export const routes = [...members, ...open]
