import type { FormContent, FormLanguage, FormQuestion, FormQuestionType } from '@crewline/contract/form-content'
import { choicesOf } from '@crewline/contract/form-questions'
import { FORM_LABEL_MAX, FORM_TEXT_AFTER_MAX, FORM_TEXT_MAX } from '@crewline/contract/form-limits'
import type { Form } from '@crewline/contract/forms'

/** Returns what a form is edited as. */
export function contentOf(form: Form): FormContent {
  const {
    id: _id,
    status: _status,
    archived: _archived,
    link: _link,
    kiosk: _kiosk,
    version: _version,
    publishedVersion: _published,
    responses: _responses,
    createdAt: _created,
    updatedAt: _updated,
    ...content
  } = form
  return content
}

/** Returns a form without questions. */
export function emptyForm(language: FormLanguage, name: string): FormContent {
  return {
    name,
    title: { [language]: name },
    intro: {},
    thanks: {},
    color: '#0b5fb0',
    languages: [language],
    machineLanguages: [],
    questions: [],
    access: 'anyone',
    askCode: false,
    anonymous: false,
    oncePerPerson: true,
    closesAt: null,
    maxResponses: null,
    byText: false,
    setFields: [],
    textAfter: {},
    groupIds: [],
    notify: false,
  }
}

/** Returns an id that none of these has: a letter and the next number. */
export function freeId(letter: string, taken: readonly { id: string }[]): string {
  const numbers = taken.map(({ id }) => Number(id.slice(1))).filter((number) => Number.isInteger(number))
  return `${letter}${Math.max(0, ...numbers) + 1}`
}

/** Returns a new question of a type. */
export function newQuestion(type: FormQuestionType, taken: readonly FormQuestion[]): FormQuestion {
  const hasOptions = type === 'choice' || type === 'choices'
  return {
    id: freeId('q', taken),
    type,
    label: {},
    help: {},
    required: false,
    options: hasOptions
      ? [
          { id: 'o1', label: {} },
          { id: 'o2', label: {} },
        ]
      : [],
    min: null,
    max: null,
    jumps: [],
    saveTo: null,
  }
}

/** Adds a copy of a question after it. */
export function withCopy(questions: readonly FormQuestion[], at: number): FormQuestion[] {
  const question = questions[at]
  if (!question) return [...questions]
  const copy = { ...question, id: freeId('q', questions), saveTo: null }
  return [...questions.slice(0, at + 1), copy, ...questions.slice(at + 1)]
}

/** Removes a question, and with it the jumps to it and the conditions about it. */
export function withoutQuestion(questions: readonly FormQuestion[], id: string): FormQuestion[] {
  return questions
    .filter((question) => question.id !== id)
    .map(({ when, ...question }) => ({
      ...question,
      jumps: question.jumps.filter(({ to }) => to !== id),
      ...(when && when.question !== id && { when }),
    }))
}

/** Puts a changed question in its place. Conditions forget the answers that it no longer offers. */
export function withChanged(questions: readonly FormQuestion[], next: FormQuestion): FormQuestion[] {
  const choices = choicesOf(next)
  return questions.map((one) => {
    if (one.id === next.id) return next
    if (one.when?.question !== next.id) return one
    return { ...one, when: { ...one.when, is: one.when.is.filter((answer) => choices.includes(answer)) } }
  })
}

/** Sets which question follows an answer; empty for the next one. */
export function withJump(question: FormQuestion, on: string, to: string): FormQuestion {
  const others = question.jumps.filter((jump) => jump.on !== on)
  return { ...question, jumps: to === '' ? others : [...others, { on, to }] }
}

/** The conditions of a question: when it is asked or required. */
export type WhenEffect = NonNullable<FormQuestion['when']>['effect']

/** Sets what answers to an earlier question do; undefined removes the condition. The last earlier question is chosen first. */
export function withWhen(
  { when, ...question }: FormQuestion,
  deciders: readonly Pick<FormQuestion, 'id'>[],
  change: { effect?: WhenEffect | undefined; question?: string; is?: string[] },
): FormQuestion {
  const effect = 'effect' in change ? change.effect : when?.effect
  const about = change.question ?? when?.question ?? deciders.at(-1)?.id
  if (effect === undefined || about === undefined) return question
  const is = change.is ?? (about === when?.question ? when.is : [])
  return { ...question, when: { question: about, is, effect } }
}

/** Adds the lines of a pasted list as options, the first one in place of an empty option. */
export function withPasted(question: FormQuestion, at: number, text: string, language: FormLanguage): FormQuestion {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const options = [...question.options]
  lines.forEach((line, index) => {
    const label = { [language]: line.slice(0, 300) }
    if (index === 0 && options[at]) options[at] = { ...options[at], label: { ...options[at].label, ...label } }
    else options.splice(at + index, 0, { id: freeId('o', options), label })
  })
  return { ...question, options: options.slice(0, 30) }
}

/** Returns the time of a date input for a moment, in the zone of this browser. */
export function localTime(at: string | null): string {
  if (at === null) return ''
  const moment = new Date(at)
  const pad = (value: number) => String(value).padStart(2, '0')
  const day = `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`
  return `${day}T${pad(moment.getHours())}:${pad(moment.getMinutes())}`
}

/** Returns the moment of a date input; null while it is empty or incomplete. */
export function momentOf(text: string): string | null {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

type Texts = Partial<Record<FormLanguage, string>>

/** Applies a change to every text of a form that people read, in order, with the most characters of its place. */
function withTexts(content: FormContent, change: (texts: Texts, most: number) => Texts): FormContent {
  return {
    ...content,
    title: change(content.title, FORM_LABEL_MAX),
    intro: change(content.intro, FORM_TEXT_MAX),
    thanks: change(content.thanks, FORM_TEXT_MAX),
    textAfter: change(content.textAfter, FORM_TEXT_AFTER_MAX),
    questions: content.questions.map((question) => ({
      ...question,
      label: change(question.label, FORM_LABEL_MAX),
      help: change(question.help, FORM_TEXT_MAX),
      options: question.options.map((option) => ({ ...option, label: change(option.label, FORM_LABEL_MAX) })),
    })),
  }
}

/** Returns the texts of the first language that are missing in another one, each once. */
export function missingTexts(content: FormContent, language: FormLanguage): string[] {
  const missing = new Set<string>()
  withTexts(content, (texts) => {
    const source = texts[content.languages[0] ?? 'en']?.trim() ?? ''
    if (source !== '' && (texts[language] ?? '').trim() === '') missing.add(source)
    return texts
  })
  return [...missing]
}

/**
 * Fills what is still missing in a language; what a member wrote meanwhile stays. A translation that is too long for its
 * place is left out, because the form could not be saved with it.
 */
export function withTranslations(
  content: FormContent,
  language: FormLanguage,
  { translated, isMachine }: { translated: ReadonlyMap<string, string>; isMachine: boolean },
): FormContent {
  const filled = withTexts(content, (texts, most) => {
    const text = translated.get(texts[content.languages[0] ?? 'en']?.trim() ?? '')
    const isFilled = (texts[language] ?? '').trim() !== ''
    return text === undefined || text.length > most || isFilled ? texts : { ...texts, [language]: text }
  })
  const machine = new Set([...content.machineLanguages, ...(isMachine ? [language] : [])])
  return { ...filled, machineLanguages: [...machine] }
}
