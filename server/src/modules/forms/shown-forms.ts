import type { FormContent, FormLanguage } from '@crewline/contract/form-content'
import { choicesOf, formText, pollQuestionOf } from '@crewline/contract/form-questions'
import type { Db } from '../../kernel/db/pool.ts'
import type { Poll, ShownForm } from '../news/index.ts'
import { isOpenNow } from './open-now.ts'
import { textsIn } from './page-texts.ts'
import { formById, versionOf } from './views.ts'

/** Returns what issues of news show of these forms; forms that were never published are left out. */
export async function shownFormsOf(
  { db, orgId, now, language }: { db: Db; orgId: string; now: Date; language: string },
  ids: readonly string[],
): Promise<Map<string, ShownForm>> {
  const shown = new Map<string, ShownForm>()
  for (const id of ids) {
    const form = await formById(db, orgId, id)
    const version = form?.publishedVersion
    if (!form || version === null || version === undefined) continue
    const content = await versionOf(db, form, version)
    if (!content) continue
    const title = content.title[language as FormLanguage] ?? content.title[content.languages[0] ?? 'en']
    shown.set(id, {
      path: `/public/forms/${form.code}`,
      title: title || content.name,
      isOpen: await isOpenNow(db, form, { closesAt: content.closesAt, now }),
      isForAnyone: content.access === 'anyone',
      poll: pollOf(content, { version, language: language as FormLanguage }),
    })
  }
  return shown
}

/** Returns the question of a form that is no more than a poll, in a language or in its first one. */
function pollOf(
  content: FormContent,
  { version, language: wanted }: { version: number; language: FormLanguage },
): Poll | undefined {
  const question = pollQuestionOf(content)
  if (!question) return undefined
  const language = content.languages.includes(wanted) ? wanted : (content.languages[0] ?? 'en')
  const texts = textsIn(language)
  const labelOf = (choice: string): string => {
    const option = question.options.find(({ id }) => id === choice)
    if (option) return formText(option.label, language)
    return choice === 'yes' ? texts.yes : choice === 'no' ? texts.no : choice
  }
  return {
    version,
    questionId: question.id,
    question: formText(question.label, language),
    help: [formText(question.help, language), question.type === 'rating' ? texts.rating : ''].filter(Boolean).join(' '),
    isRequired: question.required,
    isMany: question.type === 'choices',
    choices: choicesOf(question).map((value) => ({ value, label: labelOf(value) })),
  }
}
