// The questions of a form as fields of a page.
import type { FormLanguage, FormQuestion } from '@crewline/contract/form-content'
import { choicesOf, formText } from '@crewline/contract/form-questions'
import { html, type Html, type HtmlValue } from '../../kernel/pages/html.ts'
import { isFileMark, nameOfMark, type AnswerProblem } from './answer-rules.ts'
import { fillText, textsIn } from './page-texts.ts'

/** What a field shows. */
interface Field {
  language: FormLanguage
  values: readonly string[]
  problem: AnswerProblem | undefined
  hasFocus: boolean
  /** Whether a signature may be drawn: a drawing shows who made it. */
  mayDraw: boolean
  /** Whether the device is shared, so that its browser must not fill in what others entered. */
  isShared: boolean
}

/** Renders one question with what was entered and what is wrong with it. */
export function questionOf(question: FormQuestion, field: Field): Html {
  const { type } = question
  const { language, problem } = field
  const texts = textsIn(language)
  const label = formText(question.label, language)
  const help = paragraphs(formText(question.help, language), 'soft')
  if (type === 'info')
    return html`<p dir="auto"><strong>${label}</strong></p>
      ${help}`
  const min = String(question.min ?? '')
  const max = String(question.max ?? '')
  const error =
    problem && html`<p class="bad" id="${question.id}-error">${fillText(texts.errors[problem], { min, max })}</p>`
  const name = html`<span dir="auto">${label}</span
    >${!question.required && html` <span class="soft">(${texts.optional})</span>`}`
  const hint = { rating: texts.rating, nps: texts.nps }[type as string]
  const soft = hint && html`<p class="soft">${hint}</p>`
  if (choicesOf(question).length > 0 || type === 'consent')
    return html`<fieldset ${problem && html`aria-describedby="${question.id}-error"`}>
      <legend>${name}</legend>
      ${help} ${soft} ${error} ${choiceRows(question, field)}
    </fieldset>`
  if (type === 'file')
    return html`<label for="${question.id}">${name}</label> ${help} ${error} ${fileRows(question, field)}`
  if (type === 'signature') return signatureOf(question, { name, help, error, field })
  return html`<label for="${question.id}">${name}</label> ${help} ${soft} ${error} ${inputOf(question, field)}`
}

/**
 * A name to type; the script adds a place to draw before it. A drawing of an earlier try stays, with a box that keeps it
 * like that of a file.
 */
function signatureOf(
  question: FormQuestion,
  { name, help, error, field }: { name: Html; help: HtmlValue; error: HtmlValue; field: Field },
): Html {
  const drawn = field.values.find(isFileMark)
  const texts = textsIn(field.language)
  return html`<label for="${question.id}">${name}</label> ${help}
    <p class="soft" id="${question.id}-how">${texts.signature}</p>
    ${error}
    ${
      drawn !== undefined &&
      html`<label class="row"
        ><input type="checkbox" id="${question.id}-drawn" name="a.${question.id}" value="${drawn}" checked /><span
          >${texts.drawn}</span
        ></label
      >`
    }
    ${field.mayDraw && html`<div data-draw="${question.id}" data-hint="${texts.draw}" data-clear="${texts.clear}"></div>`}
    ${inputOf(question, { ...field, values: field.values.filter((value) => value !== drawn) })}`
}

/** Whether the page of a question is sent with files. */
export function takesFiles({ type }: FormQuestion): boolean {
  return type === 'file' || type === 'signature'
}

/** The files that were added already, each with a box that keeps it, and a field for more. */
function fileRows({ id, required }: FormQuestion, { language, values, problem, hasFocus }: Field): HtmlValue {
  const texts = textsIn(language)
  const kept = values
    .filter(isFileMark)
    .map(
      (mark) =>
        html`<label class="row"
          ><input type="checkbox" name="a.${id}" value="${mark}" checked /><span dir="auto"
            >${nameOfMark(mark)}</span
          ></label
        >`,
    )
  return html`${kept.length > 0 && html`<p class="soft">${texts.kept}</p>`} ${kept}
    <input
      type="file"
      id="${id}"
      name="u.${id}"
      multiple
      accept="image/*,application/pdf,audio/*,video/*"
      ${required && kept.length === 0 && html`required`}
      ${problem && html`aria-invalid="true"`}
      aria-describedby="${id}-help${problem ? ` ${id}-error` : ''}"
      ${hasFocus && html`autofocus`}
    />
    <p class="soft" id="${id}-help">${texts.files}</p>`
}

function choiceRows(question: FormQuestion, { language, values, problem, hasFocus }: Field): HtmlValue {
  const { type, id, options } = question
  const texts = textsIn(language)
  const kind = type === 'choices' || type === 'consent' ? 'checkbox' : 'radio'
  const choices = type === 'consent' ? ['yes'] : choicesOf(question)
  const labelOf = (choice: string): string => {
    if (type === 'consent') return texts.agree
    if (type === 'yes_no') return choice === 'yes' ? texts.yes : texts.no
    const option = options.find((one) => one.id === choice)
    return option ? formText(option.label, language) : choice
  }
  const isScale = type === 'rating' || type === 'nps'
  const rows = choices.map(
    (choice, index) =>
      html`<label ${!isScale && html`class="row"`}
        ><input
          type="${kind}"
          name="a.${id}"
          value="${choice}"
          ${values.includes(choice) && html`checked`}
          ${problem && html`aria-invalid="true"`}
          ${hasFocus && index === 0 && html`autofocus`}
        /><span dir="auto">${labelOf(choice)}</span></label
      >`,
  )
  return isScale ? html`<div class="scale">${rows}</div>` : rows
}

/** Which keyboard a phone shows, and which values a browser knows. */
const INPUTS: Record<string, { type: string; autocomplete?: string; inputmode?: string }> = {
  number: { type: 'text', inputmode: 'decimal' },
  date: { type: 'date' },
  time: { type: 'time' },
  phone: { type: 'tel', autocomplete: 'tel' },
  email: { type: 'email', autocomplete: 'email' },
  signature: { type: 'text', autocomplete: 'name' },
}

function inputOf({ type, id, required }: FormQuestion, { values, problem, hasFocus, isShared }: Field): Html {
  const common = html`id="${id}" name="a.${id}" ${required && html`required`}
  ${problem && html`aria-invalid="true" aria-describedby="${id}-error"`} ${hasFocus && html`autofocus`}`
  if (type === 'long_text')
    return html`<textarea ${common} rows="5" dir="auto">${escapedLine(values[0] ?? '')}</textarea>`
  const { type: kind = 'text', autocomplete = 'off', inputmode } = INPUTS[type] ?? {}
  return html`<input
    ${common}
    type="${kind}"
    dir="auto"
    autocomplete="${isShared ? 'off' : autocomplete}"
    ${inputmode && html`inputmode="${inputmode}"`}
    value="${values[0] ?? ''}"
  />`
}

/** Browsers drop the first line break of a text area. */
function escapedLine(text: string): string {
  return text.startsWith('\n') ? `\n${text}` : text
}

/** Renders a text of the team, a paragraph for each line. */
export function paragraphs(text: string, kind = ''): HtmlValue {
  return text
    .split(/\n+/)
    .flatMap((line) =>
      line.trim() === '' ? [] : [html`<p dir="auto" ${kind !== '' && html`class="${kind}"`}>${line}</p>`],
    )
}
