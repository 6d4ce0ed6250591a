import { FormContent } from '@crewline/contract/form-content'
import { FORMS_MAX } from '@crewline/contract/form-limits'
import type { askForDate, Form } from '@crewline/contract/forms'
import type { BodyOf } from '@crewline/contract/endpoint'
import { flowLanguages } from '@crewline/contract/flows'
import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { fieldsOf } from '../fields/index.ts'
import { ASKED, DATE_HELP } from './ask-date-texts.ts'
import { makeCode, readForm } from './edit.ts'
import { addForm, countForms, formAsking, lockForm, publishVersion } from './store/forms.ts'

/**
 * Returns the open form that asks people with a personal link for one date and nothing else, and saves it to this
 * field of their contact. Creates and publishes it in every language when there is none; two calls at once get the
 * same form. Fails with `too_many`, and with `invalid` when the field holds no date or is sensitive.
 */
export async function askDate(
  scope: Scope,
  kernel: Kernel,
  { saveTo }: BodyOf<typeof askForDate>,
): Promise<{ form: Form }> {
  const id = await scope.tx(async (tx) => {
    const question = await questionFor(tx, saveTo)
    const count = await countForms(tx)
    const existing = await formAsking(tx, saveTo)
    if (existing !== undefined) return existing
    if (count >= FORMS_MAX) fail('too_many')
    const id = tx.world.id()
    const content = FormContent.parse({
      name: question.en.slice(0, 80),
      title: question,
      languages: [...flowLanguages],
      access: 'invited',
      questions: [
        {
          id: 'date',
          type: 'date',
          label: question,
          help: saveTo === 'birthday' || saveTo === 'hireDate' ? DATE_HELP[saveTo] : {},
          required: true,
          saveTo,
        },
      ],
    })
    await addForm(tx, { id, code: makeCode(tx.world), content })
    await publishVersion(tx, (await lockForm(tx, id)) ?? fail('not_found'))
    tx.audit('form.created', id, { name: content.name })
    tx.audit('form.published', id, { version: 1 })
    return id
  })
  return { form: await readForm(scope, kernel, id) }
}

/** Returns what is asked in each language: the name of a custom field has only one. */
async function questionFor(tx: Tx, saveTo: string): Promise<Record<'en', string> & Record<string, string>> {
  if (saveTo === 'birthday' || saveTo === 'hireDate') return ASKED[saveTo]
  const fields = await fieldsOf(tx.db, tx.orgId)
  const field = fields.find(({ key, type, sensitive }) => `custom.${key}` === saveTo && type === 'date' && !sensitive)
  if (!field) return fail('invalid', { fieldErrors: { saveTo: msg({ message: 'Choose a field that holds a date.' }) } })
  return { en: field.name, ...Object.fromEntries(flowLanguages.map((language) => [language, field.name])) }
}
