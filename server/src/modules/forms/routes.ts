import {
  askForDate,
  changeForm,
  createForm,
  deleteForm,
  deleteFormResponse,
  duplicateForm,
  exportForm,
  formMissing,
  formResponses,
  forms,
  formSummary,
  previewForm,
  publishForm,
  setFormKiosk,
  setFormState,
  translateForm,
} from '@crewline/contract/forms'
import { displayPhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { organizationOf } from '../organizations/index.ts'
import { askDate } from './ask-date.ts'
import { deleteResponse } from './delete-response.ts'
import { change, create, duplicate, publish, remove, setKiosk, setState } from './edit.ts'
import { exportFile } from './export.ts'
import { missingOf, responsesOf } from './response-views.ts'
import { linkOf } from './rules.ts'
import { summaryOf } from './summary.ts'
import { previewPage } from './take-page.ts'
import { translateTexts } from './translate.ts'
import { formById, formsOf } from './views.ts'

/** Calls of one member in a minute: the texts of several languages of a long form. */
const translations = makeLocalLimit(120, 60)

export const routes = serve(
  {
    translateForm,
    forms,
    createForm,
    askForDate,
    changeForm,
    publishForm,
    setFormState,
    setFormKiosk,
    duplicateForm,
    previewForm,
    deleteForm,
    formSummary,
    formResponses,
    deleteFormResponse,
    formMissing,
    exportForm,
  },
  {
    forms: async (scope, { query }, kernel) => {
      const ground = { publicUrl: kernel.config.publicUrl, now: scope.world.now() }
      const found = await formsOf(scope.db, query, ground)
      return query.id !== undefined && found.data.length === 0 ? fail('not_found') : found
    },
    createForm: (scope, { body }, kernel) => create(scope, kernel, body),
    askForDate: (scope, { body }, kernel) => askDate(scope, kernel, body),
    changeForm: (scope, { params, body: { version, ...content } }, kernel) =>
      change(scope, kernel, { id: params.id, version, content }),
    publishForm: (scope, { params, body }, kernel) => publish(scope, kernel, { ...params, ...body }),
    setFormState: (scope, { params, body }, kernel) => setState(scope, kernel, { ...params, ...body }),
    setFormKiosk: (scope, { params, body }, kernel) => setKiosk(scope, kernel, { ...params, ...body }),
    duplicateForm: (scope, { params }, kernel) => duplicate(scope, kernel, params.id),
    previewForm: async (scope, { body: { language, questionId, ...content } }) => {
      const { organization } = await organizationOf(scope.db, scope.orgId)
      const form = {
        path: '#',
        content: { ...content, groupIds: [] },
        version: 0,
        organization: organization.name,
        logo: organization.logo,
        language,
        mark: '',
        isNamed: false,
        given: [],
        via: 'public' as const,
      }
      return { html: previewPage(form, questionId).html }
    },
    translateForm: async (scope, { body }, kernel) => {
      await translations.take(scope.actor.kind === 'member' ? scope.actor.userId : scope.orgId)
      return translateTexts(scope, kernel, body)
    },
    deleteForm: (scope, { params }, kernel) => remove(scope, kernel, params.id),
    formSummary: (scope, { params }, kernel) => summaryOf(scope, kernel, params.id),
    formResponses: async (scope, { params, query }, kernel) => {
      const form = (await formById(scope.db, scope.orgId, params.id)) ?? fail('not_found')
      const whole = kernel.database.ofOrg(scope.orgId)
      return responsesOf({ db: scope.db, whole }, { ...form, now: scope.world.now() }, query)
    },
    deleteFormResponse: (scope, { params, query }) =>
      deleteResponse(scope, { ...params, mayAnswerAgain: query.again === 'yes' }),
    formMissing: async (scope, { params }, kernel) => {
      const form = (await formById(scope.db, scope.orgId, params.id)) ?? fail('not_found')
      const people = await missingOf(scope.db, form, linkOf(kernel.config.publicUrl, form.code))
      return {
        data: people.map(({ phone, ...person }) => ({
          ...person,
          phoneDisplay: phone && displayPhone(phone, scope.org.country),
        })),
      }
    },
    exportForm: (scope, { params, body }, kernel) => exportFile(scope, kernel, { id: params.id, format: body.format }),
  },
)
