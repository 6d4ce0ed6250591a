import type { FormAnswers, FormContent, FormQuestion } from '@crewline/contract/form-content'
import { choicesOf, formText } from '@crewline/contract/form-questions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** A response as other systems get it: questions and answers in the first language of the form. */
export interface AnsweredForm {
  form: { id: string; name: string; anonymous: boolean }
  /** Null for an anonymous form: what was answered appears only with the answers of others. */
  response: {
    id: string
    at: string
    via: string
    language: string
    version: number
    contactId: string | null
    answers: { questionId: string; question: string; value: string | string[]; answer: string }[]
  } | null
}

/** Returns a form with one of its responses; undefined when it was deleted meanwhile. */
export async function answeredForm(
  db: Db,
  { orgId, formId, responseId }: { orgId: string; formId: string; responseId: string | null },
): Promise<AnsweredForm | undefined> {
  const forms = await sql<{ name: string; anonymous: boolean }>`
    select name, coalesce(is_anonymous, false) as anonymous from form where org_id = ${orgId} and id = ${formId}`.execute(
    db,
  )
  const [form] = forms.rows
  if (!form) return undefined
  const named = { form: { id: formId, ...form } }
  if (responseId === null) return { ...named, response: null }
  const found = await sql<{
    id: string
    at: Date
    via: string
    language: string
    version: number
    contactId: string | null
    answers: FormAnswers
    content: FormContent
  }>`
    select r.id, r.at, r.via, r.language, r.version, r.contact_id as "contactId", r.answers, v.content
    from form_response r join form_version v on v.org_id = r.org_id and v.form_id = r.form_id and v.version = r.version
    where r.org_id = ${orgId} and r.form_id = ${formId} and r.id = ${responseId}`.execute(db)
  const [row] = found.rows
  if (!row) return undefined
  const { content, at, answers, ...response } = row
  return { ...named, response: { ...response, at: at.toISOString(), answers: answersIn(content, answers) } }
}

function answersIn({ questions, languages }: FormContent, answers: FormAnswers) {
  const language = languages[0] ?? 'en'
  return questions.flatMap((question) => {
    const value = answers[question.id]
    if (value === undefined) return []
    const shown = [value].flat().map((one) => labelOf(question, one, language))
    return [{ questionId: question.id, question: formText(question.label, language), value, answer: shown.join('; ') }]
  })
}

function labelOf(question: FormQuestion, value: string, language: FormContent['languages'][number]): string {
  const option = choicesOf(question).includes(value) ? question.options.find(({ id }) => id === value) : undefined
  return option ? formText(option.label, language) : value
}
